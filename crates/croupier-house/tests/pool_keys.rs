//! The keys of mystery prizes are keys like those of rounds: none comes twice whatever is restored, none is kept back, and one that
//! is lost with the house's secret is given up by two people.

use std::fs;
use std::path::{Path, PathBuf};

use crate::house::{Folder, Night};
use croupier_engine::stored::Stored as _;
use croupier_floor::{
    Act, ActResult, Denied, HOUSE, Key, Level, Pool, PoolAct, PoolId, Reason, hex, key_from,
    trigger_commitment, winner_commitment,
};
use croupier_house::{Live, Proof, Replay, Secret, prove};
use croupier_journal::{Options, Reader, VerifyOptions};
use croupier_view::{MysteryDraws, Viewer};

/// Terms of which each wager brings one cent to the mystery meter, and a hundred fill it.
const CENTS: &str = r#"{"prizes":"3-card","wager":500,"major":{"share":[1,5],"seed":1000000},"minor":{"share":[1,10],"seed":200000},"mystery":{"share":[1,500],"start":10000,"ceiling":10100},"retained":[349,500]}"#;

/// The pool of these tests, and the one that inherits from it.
const OWN: u32 = 7;
const HEIR: u32 = 8;

fn secret_file(path: &Path) -> PathBuf {
    PathBuf::from(format!("{}.secret", path.display()))
}

/// Opens a house that is there, and its secret.
fn again(path: &Path) -> (Night, Secret) {
    let live = Live::open(path, Options::default()).unwrap();
    let at = live.floor().now;
    let mut night = Night { live, at, acts: 0 };
    let secret = night.live.secret(&secret_file(path)).unwrap();
    (night, secret)
}

/// Copies a house that is closed.
fn copy(from: &Path, to: &Path) {
    for ending in ["", ".key", ".secret", ".end"] {
        let name = |path: &Path| format!("{}{ending}", path.display());
        fs::copy(name(from), name(to)).unwrap();
    }
}

fn proof(path: &Path) -> Proof {
    prove(path, &VerifyOptions::default(), false, |_| ()).unwrap()
}

fn act(text: &str) -> Act {
    Act::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

impl Night {
    fn two(&mut self, text: &str) {
        self.both("max", "mia", &act(text));
    }

    /// Starts a pool with a mystery prize, and links a table that does not run here to it.
    fn starts(&mut self, pool: u32) {
        let named = format!(r#""pool":{pool},"reference":"L&GA {pool}","date":"2016-08-17""#);
        self.two(&format!(r#"{{"draft-pool":{{"pool":{pool},"name":"p","terms":{CENTS}}}}}"#));
        self.two(&format!(r#"{{"approve-pool":{{{named}}}}}"#));
        self.two(&format!(r#"{{"start-pool":{{"pool":{pool}}}}}"#));
        self.two(&format!(
            r#"{{"link-outside":{{"pool":{pool},"outside":1,"game":"blackjack","name":"BJ","chip":100}}}}"#
        ));
    }

    /// The table that does not run here tells one wager.
    fn feeds(&mut self) -> ActResult {
        let number = self.own().outside.values().next().unwrap().last + 1;
        self.told(HOUSE, &act(&format!(
            r#"{{"pool-feed":{{"pool":{OWN},"outside":1,"number":{number},"what":{{"wagers":{{"round":{number},"count":1}}}}}}}}"#
        )))
    }

    fn own(&self) -> &Pool {
        self.floor().pools.get(PoolId(OWN)).unwrap()
    }

    fn meter(&self) -> u64 {
        self.own().reading(Level::Mystery, &self.floor().ledger).0
    }

    /// The program does what it does about mystery prizes; returns the words for it.
    fn looks(&mut self, secret: &Secret) -> Vec<&'static str> {
        let mut did = Vec::new();
        while let Some(next) = secret.next_for_pools(self.floor()) {
            self.must(HOUSE, &next);
            did.push(next.name());
        }
        did
    }

    fn commitment(&self) -> String {
        self.own().mystery.as_ref().unwrap().trigger.clone()
    }

    /// Commits the house to a key of the trigger, and to another of the winner.
    fn commits(&mut self, trigger: &Key, winner: &Key) -> ActResult {
        let number = self.own().commitments + 1;
        let (trigger, winner) =
            (trigger_commitment(OWN, number, trigger), winner_commitment(OWN, number, winner));
        let text = format!(
            r#"{{"commit-mystery":{{"pool":{OWN},"trigger":"{trigger}","winner":"{winner}"}}}}"#
        );
        self.told(HOUSE, &act(&text))
    }

    fn shows(&mut self, trigger: &Key, winner: &Key) -> ActResult {
        let (trigger, winner) = (hex(trigger), hex(winner));
        let text = format!(
            r#"{{"show-mystery":{{"pool":{OWN},"trigger":"{trigger}","winner":"{winner}"}}}}"#
        );
        self.told(HOUSE, &act(&text))
    }

    /// Something else happens in the house.
    fn goes_on(&mut self) {
        self.must("ivy", &act(r#"{"look":{"what":"the past"}}"#));
    }
}

/// A house with the pool, and its secret.
fn house_with_pool(path: &Path) -> (Night, Secret) {
    let mut night = Night::open(path);
    let secret = night.live.secret(&secret_file(path)).unwrap();
    night.starts(OWN);
    night.looks(&secret);
    (night, secret)
}

/// A house whose pool has taken one wager, which has not won. Where it wins at once, as one in a hundred does, another house
/// is tried.
fn house_with_a_wager(folder: &Folder) -> (PathBuf, Night, Secret) {
    let tried = (0..).find_map(|number| {
        let path = folder.0.join(format!("journal-{number}"));
        let (mut night, secret) = house_with_pool(&path);
        assert_eq!(night.feeds(), ActResult::Done);
        let hit = night.looks(&secret).contains(&"hit-mystery");
        (!hit).then_some((path, night, secret))
    });
    tried.unwrap()
}

fn faults(proof: &Proof, with: &str) {
    let found = proof.faults.iter().any(|fault| fault.contains(with));
    assert!(!proof.sound && found, "{with}: {:?}", proof.faults);
}

fn sound(proof: &Proof) {
    assert!(proof.sound, "{:?}", proof.faults);
}

/// A copy that is restored before the first wager draws another trigger, and so does the house that goes on beside it: who
/// has seen one of them go on knows nothing of the other.
#[test]
fn a_trigger_for_which_no_wager_counts_is_drawn_anew() {
    let folder = Folder::new("pool-keys-restored");
    let (path, copied) = (folder.0.join("journal"), folder.0.join("copy"));
    let (night, _) = house_with_pool(&path);
    let first = night.commitment();
    night.live.close().unwrap();
    copy(&path, &copied);
    let mut commitments = vec![first];
    for path in [&path, &copied] {
        let (mut night, secret) = again(path);
        let did = night.looks(&secret);
        let own = ["show-mystery", "commit-mystery"];
        assert!(did.len().is_multiple_of(2) && did.chunks(2).all(|it| it == own), "{did:?}");
        assert!(!did.is_empty());
        commitments.push(night.commitment());
        assert!(night.looks(&secret).is_empty(), "once for each opening");
        night.live.close().unwrap();
        sound(&proof(path));
    }
    commitments.sort_unstable();
    commitments.dedup();
    assert_eq!(commitments.len(), 3);
}

/// From the first wager on a trigger stays, however often the house is opened: a restart is no way to be rid of one.
#[test]
fn a_trigger_for_which_a_wager_counts_stays() {
    let folder = Folder::new("pool-keys-stays");
    let (path, night, _) = house_with_a_wager(&folder);
    let first = night.commitment();
    night.live.close().unwrap();
    for _ in 0..3 {
        let (mut night, secret) = again(&path);
        night.looks(&secret);
        assert_eq!(night.commitment(), first);
        night.live.close().unwrap();
    }
    let (mut night, secret) = again(&path);
    let won = loop {
        assert_eq!(night.feeds(), ActResult::Done);
        let did = night.looks(&secret);
        if did.first() == Some(&"hit-mystery") {
            break did;
        }
    };
    assert_eq!(won, ["hit-mystery", "commit-mystery"], "the key that was there is the one used");
    night.live.close().unwrap();
    sound(&proof(&path));
}

/// Reads everything that lies in a folder but the file with the house's secret.
fn files(folder: &Folder) -> Vec<(PathBuf, Vec<u8>)> {
    let files = fs::read_dir(&folder.0).unwrap().map(|file| file.unwrap().path());
    let files = files.filter(|path| path.extension().is_none_or(|it| it != "secret"));
    files.map(|path| (path.clone(), fs::read(path).unwrap())).collect()
}

/// Before the hit the keys of trigger and winner, and the secret that they follow from, are in no file but that of the secret: not
/// in the journal while it is written nor when it is closed, not in what a snapshot encrypts, and not in what staff are shown.
#[test]
fn keys_are_in_no_file_before_the_hit() {
    let folder = Folder::new("pool-keys-files");
    let (path, night, _) = house_with_a_wager(&folder);
    let mut seen = files(&folder);
    assert!(seen.iter().any(|(path, _)| path.to_string_lossy().ends_with("-wal")), "it is open");
    let mut unencrypted = Vec::new();
    night.floor().store(&mut unencrypted);
    seen.push(("what a snapshot has".into(), unencrypted));
    let shown = serde_json::to_vec(&croupier_view::pools(night.floor(), Viewer::Staff)).unwrap();
    seen.push(("what staff are shown".into(), shown));
    let first = night.commitment();
    night.live.close().unwrap();
    seen.extend(files(&folder));
    let (mut night, secret) = again(&path);
    while night.commitment() == first {
        assert_eq!(night.feeds(), ActResult::Done);
        night.looks(&secret);
    }
    night.live.close().unwrap();
    let mut keys = Vec::new();
    let replay = Replay::of(&Reader::open(&path).unwrap(), |_, _, act, _| {
        if let Act::PoolAct(PoolAct::HitMystery { trigger, winner, .. }) = act {
            keys.extend([key_from(trigger).unwrap(), key_from(winner).unwrap()]);
        }
    });
    replay.unwrap();
    assert_eq!(keys.len(), 2);
    let kept = fs::read_to_string(secret_file(&path)).unwrap();
    let digits = |word: &&str| word.len() == 64 && key_from(word).is_some();
    keys.extend(kept.split_whitespace().filter(digits).filter_map(key_from));
    assert!(keys.len() > 2, "the secret itself is there");
    for (file, bytes) in &seen {
        let has = |needle: &[u8]| bytes.windows(needle.len()).any(|it| it == needle);
        for key in &keys {
            let text = hex(key);
            let found = has(key) || has(text.as_bytes()) || has(text.to_uppercase().as_bytes());
            assert!(!found, "{}: {text}", file.display());
        }
    }
}

/// A house that commits itself to a key a second time is found, by its keys or by its commitments.
#[test]
fn a_key_that_comes_twice_is_found() {
    let folder = Folder::new("pool-keys-twice");
    let path = folder.0.join("journal");
    let mut night = Night::open(&path);
    night.starts(OWN);
    for (trigger, winner) in [([1; 32], [2; 32]), ([3; 32], [4; 32])] {
        assert_eq!(night.commits(&trigger, &winner), ActResult::Done);
        assert_eq!(night.shows(&trigger, &winner), ActResult::Done);
    }
    night.live.close().unwrap();
    sound(&proof(&path));
    let (mut night, _) = again(&path);
    assert_eq!(night.commits(&[5; 32], &[2; 32]), ActResult::Done);
    assert_eq!(night.shows(&[5; 32], &[2; 32]), ActResult::Done);
    night.live.close().unwrap();
    faults(&proof(&path), "was used before");
}

/// A program that never looks whether wagers have won is found: when somebody is turned away for it, and when the house goes on.
#[test]
fn a_program_that_does_not_look_is_found() {
    let folder = Folder::new("pool-keys-unseen");
    let path = folder.0.join("journal");
    let (mut night, secret) = house_with_pool(&path);
    for _ in 0..40 {
        assert_eq!(night.feeds(), ActResult::Done);
    }
    night.live.close().unwrap();
    let stopped = proof(&path);
    sound(&stopped);
    assert!(stopped.notes.iter().any(|note| note.contains("has not looked")), "{stopped:?}");
    let copied = folder.0.join("copy");
    copy(&path, &copied);

    let (mut night, _) = again(&path);
    night.at += 60_000;
    night.goes_on();
    night.live.close().unwrap();
    faults(&proof(&path), "has not looked");

    let (mut night, _) = again(&copied);
    let denied = loop {
        match night.feeds() {
            ActResult::Done => {}
            other => break other,
        }
    };
    assert!(
        matches!(denied, ActResult::Denied(Denied { reason: Reason::TriggerUnseen { .. }, .. })),
        "{denied:?}"
    );
    night.live.close().unwrap();
    faults(&proof(&copied), "has not looked");
    // It looks after all, as it does when the house opens.
    let (mut night, secret_now) = again(&copied);
    assert!(!night.looks(&secret_now).is_empty());
    drop(secret);
    night.live.close().unwrap();
    sound(&proof(&copied));
}

/// When a pool is over, the house shows the keys of the mystery prize that nobody has won: everybody sees that the trigger
/// was not reached. A house that keeps them back is found.
#[test]
fn keys_of_a_closed_pool_are_shown() {
    let folder = Folder::new("pool-keys-closed");
    let (path, mut night, secret) = house_with_a_wager(&folder);
    night.starts(HEIR);
    night.looks(&secret);
    night.two(&format!(
        r#"{{"retire-pool":{{"pool":{OWN},"heir":{HEIR},"reference":"L&GA 9","date":"2016-08-17"}}}}"#
    ));
    night.looks(&secret);
    let over = format!(
        r#"{{"pool-feed":{{"pool":{OWN},"outside":1,"number":2,"what":{{"over":{{"round":1}}}}}}}}"#
    );
    night.must(HOUSE, &act(&over));
    night.two(&format!(r#"{{"close-pool":{{"pool":{OWN}}}}}"#));
    assert!(night.own().mystery.is_some(), "the house is committed until it shows the keys");
    night.live.close().unwrap();
    let copied = folder.0.join("copy");
    copy(&path, &copied);

    let (mut night, secret) = again(&path);
    assert_eq!(night.looks(&secret).first(), Some(&"show-mystery"));
    assert!(night.own().mystery.is_none());
    night.live.close().unwrap();
    sound(&proof(&path));
    let mut draws = MysteryDraws::default();
    croupier_house::Replay::of(&Reader::open(&path).unwrap(), |replay, _, act, answer| {
        draws.see(&replay.floor, act, answer);
    })
    .unwrap();
    let last = draws.of(PoolId(OWN)).last().unwrap().clone();
    let shown = last.shown.clone().unwrap();
    assert!(last.highest < shown.trigger && last.won.is_none(), "{last:?}");
    assert!(last.check().len() == 4 && last.check().iter().all(|it| it.right), "{last:?}");

    let (mut night, _) = again(&copied);
    night.at += 60_000;
    night.goes_on();
    night.live.close().unwrap();
    faults(&proof(&copied), "were not shown");
}

/// The secret is lost with the trigger: two people give the keys up, what the meter holds stays in it, and the next trigger lies
/// above that. The proof says so; keys that were not lost are not given up in this way.
#[test]
fn a_trigger_that_is_lost_is_given_up_by_two_people() {
    let folder = Folder::new("pool-keys-lost");
    let path = folder.0.join("journal");
    let (mut night, secret) = house_with_pool(&path);
    night.starts(HEIR);
    night.looks(&secret);
    // Nobody looks at these, and soon nobody can.
    for _ in 0..5 {
        assert_eq!(night.feeds(), ActResult::Done);
    }
    night.live.close().unwrap();
    let copied = folder.0.join("copy");
    copy(&path, &copied);
    let lose = format!(r#"{{"lose-mystery":{{"pool":{OWN},"why":"the disk burned"}}}}"#);

    fs::remove_file(secret_file(&path)).unwrap();
    let live = Live::open(&path, Options::default()).unwrap();
    live.renew_secret(&secret_file(&path)).unwrap();
    live.close().unwrap();
    let (mut night, secret) = again(&path);
    assert!(!secret.keeps_pool(night.own()));
    assert!(!night.looks(&secret).contains(&"hit-mystery"));
    let silent = format!(r#"{{"lose-mystery":{{"pool":{OWN},"why":""}}}}"#);
    assert!(matches!(night.told("sue", &act(&silent)), ActResult::Denied(_)));
    assert_eq!(night.meter(), 10_005);
    night.both("sue", "max", &act(&lose));
    night.both("sue", "max", &act(&lose.replace("\"pool\":7", "\"pool\":8")));
    assert_eq!(night.meter(), 10_005, "the money stays in the pool");
    assert!(night.looks(&secret).contains(&"commit-mystery"));
    assert_eq!(night.own().mystery.as_ref().unwrap().between.0.0, 10_005);
    while !night.looks(&secret).contains(&"hit-mystery") {
        assert_eq!(night.feeds(), ActResult::Done);
    }
    night.two(&format!(
        r#"{{"retire-pool":{{"pool":{OWN},"heir":{HEIR},"reference":"L&GA 9","date":"2016-08-17"}}}}"#
    ));
    night.looks(&secret);
    night.live.close().unwrap();
    let given_up = proof(&path);
    sound(&given_up);
    let notes = given_up.notes.iter().filter(|note| note.contains("lost for ever"));
    assert_eq!(notes.count(), 2, "{:?}", given_up.notes);
    assert_eq!(given_up.played.unwrap().lost, 2);

    let (mut night, _) = again(&copied);
    night.both("sue", "max", &act(&lose));
    night.live.close().unwrap();
    faults(&proof(&copied), "had not been replaced");
}
