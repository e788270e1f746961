//! A journal proved, from its bytes to what was paid: hashes and signatures, every act decided again, all money added
//! up. What other rules decided is folded, and the proof says so.

mod around_draws;
mod draws;
mod pools;
mod promotions;
mod text;

use std::path::Path;

use croupier_floor::{ActResult, Currency, Event};
use croupier_journal::{Reader, VerifyOptions};
use croupier_sheet::Happened;
use croupier_view::{Checked, MysteryDraws, MysteryProof};
use serde::Serialize;

use crate::live::{Folded, Replay, Stop, entries};
use crate::report::{PoolAudit, PromotionAudit};
use around_draws::AroundDraws;
use draws::SeenKeys;
use pools::OwedByPools;
use promotions::SeenPromotions;

/// After so many entries the accounts are added up again.
const OFTEN: u64 = 1_000;

/// What was found.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Proof {
    /// Nothing is wrong.
    pub sound: bool,
    /// Every hash and every signature is right.
    pub hashes: bool,
    /// The key by which everything is signed, in hexadecimal digits.
    pub key: Option<String>,
    /// Whether that key was given by whoever asked, and not taken from the file.
    pub key_was_given: bool,
    /// How many entries there are.
    pub entries: u64,
    /// In how many chains.
    pub chains: u64,
    /// How many checkpoints there are.
    pub checkpoints: u64,
    /// How many entries are signed.
    pub signed: u64,
    /// What was found when the entries were played again; `None` if they were not.
    #[serde(flatten)]
    pub played: Option<Played>,
    /// What is wrong.
    pub faults: Vec<String>,
    /// What whoever reads it should know.
    pub notes: Vec<String>,
}

/// What was found when all entries were played again.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Played {
    /// How many entries were decided again, and led to what they say.
    pub decided: u64,
    /// Which were only folded.
    pub folded: Vec<Folded>,
    /// How many names and texts that entries speak of are not kept beside them any more.
    pub erased: u64,
    /// How many rounds were played.
    pub rounds: u64,
    /// How many lines of settlement there are.
    pub lines: u64,
    /// How many rounds were drawn from keys that were shown.
    pub proved: u64,
    /// How many draws were not proved when the journal ended.
    pub unproved: u64,
    /// How many draws can never be proved, because their keys were given up as lost.
    pub lost: u64,
    /// After how many shuffles the cards burned unseen follow from keys that were shown.
    pub burns_proved: u64,
    /// How many mystery prizes of pools follow from keys that were shown.
    pub mysteries: u64,
    /// How many draws of promotions follow from what was shown.
    pub promotions: u64,
    /// How many accounts hold something.
    pub accounts: u64,
    /// What all accounts of cash, chips, tokens and vouchers add up to, each apart: nothing.
    pub sums: [i128; Currency::ALL.len()],
}

/// Proves a journal; `each` is told how many entries have been played.
///
/// # Errors
/// The journal cannot be read, or has entries in a form that this build does not read.
pub fn prove(
    path: &Path,
    against: &VerifyOptions<'_>,
    chain_only: bool,
    each: impl FnMut(u64),
) -> Result<Proof, Stop> {
    let report = croupier_journal::verify(path, against)?;
    let mut proof = Proof {
        hashes: report.is_sound(),
        key: report.key.map(|key| key.to_string()),
        key_was_given: against.key.is_some(),
        entries: report.entries,
        chains: report.chains as u64,
        checkpoints: report.checkpoints as u64,
        signed: report.signed,
        ..Proof::default()
    };
    for (chain, (fault, good)) in &report.chain_faults {
        let whose = match chain.0 {
            0 => "the house".to_owned(),
            u32::MAX => "what the program noted".to_owned(),
            table => format!("table {table}"),
        };
        proof.faults.push(format!("{whose}: {fault}; the last good entry is {good}"));
    }
    proof.faults.extend(report.faults.iter().map(ToString::to_string));
    proof.notes.extend(report.notes.iter().cloned());
    let passed_over = "it is passed over, and nothing depends on it";
    let snapshots = report.snapshot_faults.iter();
    proof.notes.extend(snapshots.map(|fault| format!("{fault}; {passed_over}")));
    if !chain_only && report.faults.is_empty() {
        match play(path, &mut proof, each) {
            Ok(()) => {}
            Err(stop @ Stop::Entry { .. }) => proof.faults.push(stop.to_string()),
            Err(stop) if report.is_sound() => return Err(stop),
            // What is damaged has been named, and cannot be played.
            Err(_) => {}
        }
    }
    proof.sound = proof.faults.is_empty() && proof.hashes;
    Ok(proof)
}

/// Says what of a mystery prize does not follow from its keys; counts it if all does.
fn take_mystery(entry: u64, hit: &MysteryProof, proof: &mut Proof) -> u64 {
    let wrong: Vec<_> = hit.check().into_iter().filter(|checked| !checked.right).collect();
    let say = |checked: &Checked| {
        let (pool, number, words) = (hit.pool, hit.number, &checked.words);
        format!("entry {entry}: mystery prize {number} of pool {pool} is not proved: {words}")
    };
    proof.faults.extend(wrong.iter().map(say));
    u64::from(hit.won.is_some() && wrong.is_empty())
}

/// Plays everything again, and adds up the money.
fn play(path: &Path, proof: &mut Proof, mut each: impl FnMut(u64)) -> Result<(), Stop> {
    let reader = Reader::open(path)?;
    let (mut played, mut wrong) = (Played::default(), None);
    let (mut replay, mut keys) = (Replay::new(&reader)?, SeenKeys::default());
    let (mut pools, mut mysteries) = (PoolAudit::default(), MysteryDraws::default());
    let (mut promotions, mut prizes) = (SeenPromotions::default(), PromotionAudit::default());
    let (mut owed, mut around) = (OwedByPools::default(), AroundDraws::default());
    for record in entries(&reader)? {
        let record = record?;
        let (act, answer) = replay.take(&record)?;
        keys.take(&replay, (&act, &answer), &record, proof);
        promotions.take(&replay, (&act, &answer), &record, (&mut keys, proof));
        around.take(&replay, (&act, &answer), record.number, proof);
        owed.take(&replay.floor, &answer);
        for hit in mysteries.see(&replay.floor, &act, &answer) {
            played.mysteries += take_mystery(record.number, &hit, proof);
        }
        // Of what was denied no texts are kept.
        let denied = matches!(answer.verdict, ActResult::Denied(_));
        let said = if denied { Vec::new() } else { act.commitments() };
        played.erased += said.iter().filter(|it| replay.said.get(**it).is_none()).count() as u64;
        for event in &answer.events {
            pools.take(event);
            prizes.take(event);
            match event {
                Event::Round { .. } => played.rounds += 1,
                Event::Proved { .. } => played.proved += 1,
                Event::BurnProved { .. } => played.burns_proved += 1,
                Event::Game(_, Happened::Settled(_)) => played.lines += 1,
                _ => {}
            }
        }
        if record.number.is_multiple_of(OFTEN) {
            each(record.number);
            if wrong.is_none() && !replay.floor.ledger.balances() {
                wrong = Some(record.number);
            }
        }
    }
    keys.end(&replay, &mut played, proof);
    promotions.end(&replay, &keys, &mut played, proof);
    around.end(&replay, proof);
    owed.end(&replay.floor, proof);
    proof.faults.extend(pools.faults());
    proof.faults.extend(pools.against_floor(&replay.floor));
    proof.faults.extend(prizes.faults(&replay.floor));
    if wrong.is_some() || !replay.floor.ledger.balances() {
        let at = wrong.unwrap_or(proof.entries);
        let what = format!("the accounts do not add up at entry {at} or shortly before");
        proof.faults.push(what);
    }
    if played.erased > 0 {
        let what =
            "names or texts that entries speak of are not beside the journal: erased or changed";
        proof.notes.push(format!("{} {what}", played.erased));
    }
    if replay.changed > 0 {
        let what = "texts beside the journal are not what was said, and are passed over";
        proof.notes.push(format!("{} {what}", replay.changed));
    }
    let stopped = replay.floor.stopped.iter();
    proof.notes.extend(stopped.map(|(table, why)| format!("table {} is stopped: {why}", table.0)));
    played.accounts = replay.floor.ledger.iter().count() as u64;
    played.sums = Currency::ALL.map(|currency| replay.floor.ledger.sum(currency));
    (played.decided, played.folded) = (replay.decided, replay.folded);
    proof.played = Some(played);
    Ok(())
}
