//! What becomes of a promotion: the events that the journal keeps, and the one place where they change it.

use croupier_engine::{Cents, Player};
use croupier_sheet::{Spot, Word, words};
use croupier_tree::Hash;
use serde::{Deserialize, Serialize};

use super::claims::{
    Attempt, AwardStage, Dispute, Interruption, Means, PassedOver, PromotionAward, PublishedBy,
    RedrawReason, RefusedClaim,
};
use super::draw::{seed_commitment, value_of};
use super::entries::{AdmittedFile, Entrant, Entries, EntrySource, MissedEntry};
use super::{
    Ban, ClosedEntries, DrawState, Lodged, OldTerms, PrizeCheck, PrizeChecks, Promotion,
    PromotionId, PromotionState, PromotionTerms, Promotions, Published,
};
use crate::TableId;
use crate::naming::PersonId;
use crate::pool::Approval;
use crate::random::key_from;
use crate::said::{Commitment, Said};
use crate::voucher::VoucherId;

/// What became of a promotion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs, reason = "the names of the fields are the words of the floor")]
pub enum PromotionChange {
    /// Its terms were written down, for the first time or anew.
    Drafted { name: Commitment, terms: Box<PromotionTerms<PersonId>> },
    /// Other terms are proposed, since it has started.
    Proposed { terms: Box<PromotionTerms<PersonId>> },
    /// Somebody looked at a prize, when the operator's list had so many items.
    Checked {
        prize: u32,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        free_of: Vec<Ban>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        contains: Vec<Ban>,
        listed: u32,
        #[serde(with = "words::player")]
        by: Player,
    },
    /// Its terms are complete.
    Finalised {
        #[serde(with = "words::player")]
        by: Player,
    },
    /// The Authority has its terms.
    Lodged {
        receipt: Commitment,
        date: Word,
        #[serde(with = "words::player")]
        by: Player,
    },
    /// Its terms can be read.
    Published {
        means: PublishedBy,
        place: Commitment,
        #[serde(with = "words::player")]
        by: Player,
    },
    /// Something advertises it, and refers to its terms.
    Marketed { item: Commitment },
    /// The house committed itself to its seed, and said from what the salts of the entries follow; what it was committed to
    /// before counts no more.
    Committed { commitment: Word, salt: Word },
    /// A scrutineer was nominated.
    Nominated {
        #[serde(with = "words::player")]
        scrutineer: Player,
    },
    /// It takes entries from now on; the house is committed to its seed by this.
    Started { commitment: Word },
    /// The terms that were proposed hold, with the Authority's approval.
    Amended(Approval),
    /// A player has made a wager that the terms ask for.
    Qualified {
        #[serde(with = "words::player")]
        player: Player,
    },
    /// A file of entries was admitted, under this number.
    FileAdmitted {
        file: u32,
        sha256: Word,
        rows: u32,
        #[serde(with = "words::player")]
        by: Player,
    },
    /// These have entered, under the next numbers; the rows of a file follow each other. The numbers are not said, so that
    /// what one table brings does not hang on what another has brought before.
    Entered { who: Vec<Entrant>, source: EntrySource },
    /// Wagers were decided that would have entered these, or made them eligible, and could not.
    Missed { who: Vec<Entrant>, table: TableId, round: u64, why: MissedEntry },
    /// A wager that has entered stands again, because its result was put right.
    StandsAgain { table: TableId, at: Spot<PersonId> },
    /// A wager that stood again has ended, and enters no second time.
    CountedBefore { table: TableId, at: Spot<PersonId> },
    /// The entries of a person, or one entry, do not win.
    Removed {
        #[serde(default, with = "words::some_player", skip_serializing_if = "Option::is_none")]
        person: Option<Player>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        entry: Option<u32>,
        why: Commitment,
    },
    /// It takes no more entries: the root of the tree of all of them.
    EntriesClosed { root: Word, entries: u32 },
    /// The scrutineer came to the draw, and gave a value for it.
    Attended {
        #[serde(with = "words::player")]
        by: Player,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        value: Option<Word>,
    },
    /// The scrutineer has sealed the value of the draw.
    Sealed {
        sealed: Word,
        #[serde(with = "words::player")]
        by: Player,
    },
    /// The public source has published this; its SHA-256 is the value.
    Valued { value: Word, published: Word },
    /// The house has shown its seed. Nobody oversaw the draw, where no scrutineer is named.
    Revealed {
        seed: Word,
        #[serde(default, with = "words::some_player", skip_serializing_if = "Option::is_none")]
        scrutineer: Option<Player>,
    },
    /// The house has shown its seed of a promotion that was cancelled.
    SeedShown { seed: Word },
    /// An entry was drawn for a prize, from all or from those that are left; it does not win, if it is passed over.
    Drawn {
        award: u32,
        prize: u32,
        entry: u32,
        who: Entrant,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left: Option<u32>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        passed: Option<PassedOver>,
    },
    /// Nobody is left who could win a prize.
    Undrawn { prize: u32 },
    /// The scrutineer confirms an award.
    Confirmed {
        award: u32,
        #[serde(with = "words::player")]
        by: Player,
    },
    /// A prize goes to somebody else.
    Redrawn { award: u32, reason: RedrawReason, why: Commitment },
    /// The winner is there, or is not.
    Present { award: u32, present: bool },
    /// Somebody tried to tell the winner.
    Attempted {
        award: u32,
        means: Means,
        reached: bool,
        #[serde(with = "words::player")]
        by: Player,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        words: Option<Commitment>,
    },
    /// A prize was paid: cash, crossed cheque, transfer.
    Paid {
        award: u32,
        #[serde(default, skip_serializing_if = "words::is_false")]
        instead: bool,
        #[serde(with = "words::cents")]
        cash: Cents,
        #[serde(with = "words::cents")]
        cheque: Cents,
        #[serde(with = "words::cents")]
        transfer: Cents,
    },
    /// A prize was handed over.
    Delivered {
        award: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        voucher: Option<VoucherId>,
        words: Commitment,
    },
    /// A claim was denied.
    Refused {
        claim: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        award: Option<u32>,
        #[serde(with = "words::cents")]
        value: Cents,
        why: Commitment,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        claimant: Option<Commitment>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        address: Option<Commitment>,
        #[serde(with = "words::player")]
        by: Player,
    },
    /// A claim was denied wrongly: the award is open again.
    Reinstated { award: u32, why: Commitment },
    /// Whoever was denied a prize was told why.
    RefusalTold {
        claim: u32,
        means: Means,
        #[serde(with = "words::player")]
        by: Player,
    },
    /// Somebody disputes how it was run.
    Disputed { dispute: u32, person: Entrant, what: Commitment },
    /// The operator has decided a dispute.
    DisputeDecided {
        dispute: u32,
        #[serde(with = "words::player")]
        by: Player,
        decision: Commitment,
    },
    /// The person was told of the decision, and of the complaint to an inspector.
    DisputeClosed {
        dispute: u32,
        #[serde(with = "words::player")]
        by: Player,
    },
    /// Nothing goes on until its integrity is validated.
    Postponed {
        why: Commitment,
        #[serde(with = "words::player")]
        by: Player,
    },
    /// It comes to nothing.
    Cancelled {
        why: Commitment,
        #[serde(with = "words::player")]
        by: Player,
    },
    /// The inspectorate was told.
    InspectorateTold {
        whom: Commitment,
        #[serde(with = "words::player")]
        by: Player,
    },
    /// An inspector agrees that it goes on.
    Validated {
        why: Commitment,
        #[serde(with = "words::player")]
        by: Player,
    },
    /// It goes on where it stood.
    Resumed,
    /// All its prizes are handed over, or denied.
    Awarded,
    /// It has issued a voucher, which is this reward of its terms, by its number from 1.
    Rewarded { voucher: VoucherId, reward: u32 },
    /// It is over.
    Ended,
}

impl Promotions {
    /// Does what an event says of a promotion, whoever decided it: this is the one place where promotions change.
    ///
    /// # Errors
    /// Says what in the event cannot be.
    pub(crate) fn take_over(
        &mut self,
        number: PromotionId,
        change: &PromotionChange,
        (now, said): (u64, &Said),
    ) -> Result<(), String> {
        if let PromotionChange::Drafted { name, terms } = change {
            let promotion = self
                .all
                .entry(number)
                .or_insert_with(|| Promotion::draft(number, *name, (**terms).clone()));
            if promotion.state.has_started() {
                return Err(format!("promotion {} is drafted after its start", number.0));
            }
            promotion.draft_again(*name, terms, said);
            return Ok(());
        }
        let promotion = self.all.get_mut(&number);
        let promotion = promotion.ok_or_else(|| format!("there is no promotion {}", number.0))?;
        promotion.change(change, now, said)
    }
}

impl Promotion {
    fn draft(number: PromotionId, name: Commitment, terms: PromotionTerms<PersonId>) -> Self {
        Self {
            number,
            name,
            state: PromotionState::Draft,
            terms,
            old: Vec::new(),
            approvals: Vec::new(),
            proposed: None,
            checks: PrizeChecks::new(),
            lodged: None,
            published: Vec::new(),
            marketing: Vec::new(),
            started: None,
            scrutineer: None,
            entries: Entries::default(),
            qualified: Default::default(),
            missed: Default::default(),
            rewarded: Default::default(),
            draw: DrawState::default(),
            awards: Vec::new(),
            undrawn: Vec::new(),
            claims: Vec::new(),
            disputes: Vec::new(),
            interruption: None,
            vouchers: Default::default(),
            words: Said::default(),
        }
    }

    /// Takes other terms before the start: what was found of prizes and who has got the old ones counts no more.
    fn draft_again(&mut self, name: Commitment, terms: &PromotionTerms<PersonId>, said: &Said) {
        (self.state, self.name, self.terms) = (PromotionState::Draft, name, terms.clone());
        self.checks.clear();
        self.lodged = None;
        self.published.clear();
        self.keep([name].into_iter().chain(terms.words()), said);
    }

    /// Keeps what was said.
    fn keep(&mut self, words: impl IntoIterator<Item = Commitment>, said: &Said) {
        words.into_iter().for_each(|words| self.words.take(words, said));
    }

    #[expect(clippy::too_many_lines, reason = "a row for each change")]
    fn change(&mut self, change: &PromotionChange, now: u64, said: &Said) -> Result<(), String> {
        match change {
            PromotionChange::Drafted { .. } => {}
            PromotionChange::Proposed { terms } => {
                self.keep(terms.words(), said);
                self.proposed = Some(((**terms).clone(), PrizeChecks::new()));
            }
            PromotionChange::Checked { prize, free_of, contains, listed, by } => {
                let own = self.proposed.as_mut().map(|(_, checks)| checks);
                let checks = own.unwrap_or(&mut self.checks);
                for (bans, contains) in [(free_of, false), (contains, true)] {
                    let check = PrizeCheck { by: *by, at: now, contains, listed: *listed };
                    checks.extend(bans.iter().map(|ban| ((*prize, *ban), check)));
                }
            }
            PromotionChange::Finalised { .. } => self.state = PromotionState::Final,
            PromotionChange::Lodged { receipt, date, by } => {
                self.keep([*receipt], said);
                self.state = PromotionState::Lodged;
                let (receipt, date, by) = (*receipt, date.clone(), *by);
                self.lodged = Some(Lodged { receipt, date, by, at: now });
            }
            PromotionChange::Published { means, place, by } => {
                self.keep([*place], said);
                self.published.push(Published { means: *means, place: *place, by: *by, at: now });
            }
            PromotionChange::Marketed { item } => {
                self.keep([*item], said);
                self.marketing.push(*item);
            }
            PromotionChange::Committed { commitment, salt } => {
                self.draw.commitment = Some(commitment.to_string());
                self.draw.commitments += 1;
                self.entries.salt = key_from(salt).ok_or("the salt is no key")?;
            }
            PromotionChange::Nominated { scrutineer } => {
                self.scrutineer = Some(*scrutineer);
                // Who oversees the rest of a draw that was held does not undo that somebody oversaw it.
                self.draw.attended = self.draw.attended.filter(|_| self.draw.at.is_some());
                // What another has sealed, nobody else can open.
                self.draw.sealed = self.draw.sealed.take().filter(|_| self.draw.value.is_some());
            }
            PromotionChange::Started { commitment } => {
                if self.draw.commitment.as_deref() != Some(&**commitment) {
                    return Err("the house is committed to something else".to_owned());
                }
                (self.state, self.started) = (PromotionState::Running, Some(now));
            }
            PromotionChange::Amended(approval) => {
                let (terms, checks) = self.proposed.take().ok_or("no terms are proposed")?;
                // Prizes that are as they were have been looked at.
                if terms.prizes != self.terms.prizes {
                    self.checks = checks;
                }
                // Nobody can read the new terms yet.
                self.published.clear();
                let terms = std::mem::replace(&mut self.terms, terms);
                self.old.push(OldTerms { terms, until: now });
                self.keep([approval.reference], said);
                self.approvals.push(approval.words(said));
            }
            PromotionChange::FileAdmitted { sha256, rows, .. } => {
                let sha256 = key_from(sha256).ok_or("the hash of a file is none")?;
                self.entries.files.push(AdmittedFile { sha256, rows: *rows, next: 1 });
            }
            PromotionChange::Qualified { player } => drop(self.qualified.insert(*player)),
            PromotionChange::Entered { who, source } => self.enter(who, *source, said),
            PromotionChange::Missed { who, why, .. } => {
                let count = match why {
                    MissedEntry::Postponed => &mut self.missed.postponed,
                    MissedEntry::Full => &mut self.missed.full,
                };
                *count = count.saturating_add(who.len() as u32);
            }
            PromotionChange::StandsAgain { table, at } => {
                self.entries.again.push((*table, at.clone()));
            }
            PromotionChange::CountedBefore { table, at } => {
                let again = &mut self.entries.again;
                let place = again.iter().position(|(own, spot)| own == table && spot == at);
                again.swap_remove(place.ok_or("the wager had not entered before")?);
            }
            PromotionChange::Removed { person, entry, why } => {
                self.keep([*why], said);
                self.entries.removed.extend(*person);
                self.entries.removed_entries.extend(*entry);
            }
            PromotionChange::EntriesClosed { root, entries } => {
                let root = Hash::from_hex(root).ok_or("the root is no hash")?;
                if (root, *entries) != (self.entries.root(), self.entries.count()) {
                    return Err("the root is not that of the entries".to_owned());
                }
                self.state = PromotionState::EntriesClosed;
                // What was proposed while people could enter is no proposal any more.
                self.proposed = None;
                self.draw.closed = Some(ClosedEntries { root, entries: *entries, at: now });
            }
            PromotionChange::Sealed { sealed, .. } => {
                self.draw.sealed = Some(sealed.to_string());
            }
            PromotionChange::Attended { value, .. } => {
                self.draw.attended = Some(now);
                if let Some(value) = value {
                    self.draw.value = Some(key_from(value).ok_or("the value is no hash")?);
                }
            }
            PromotionChange::Valued { value, published } => {
                let value = key_from(value).ok_or("the value is no hash")?;
                if value != value_of(published) {
                    return Err("the value is not that of what was published".to_owned());
                }
                (self.draw.value, self.draw.published) = (Some(value), Some(published.clone()));
            }
            PromotionChange::Revealed { seed, .. } => {
                self.show_seed(seed)?;
                (self.state, self.draw.at) = (PromotionState::Drawn, Some(now));
            }
            PromotionChange::SeedShown { seed } => self.show_seed(seed)?,
            PromotionChange::Drawn { .. }
            | PromotionChange::Undrawn { .. }
            | PromotionChange::Confirmed { .. }
            | PromotionChange::Redrawn { .. }
            | PromotionChange::Present { .. }
            | PromotionChange::Attempted { .. }
            | PromotionChange::Paid { .. }
            | PromotionChange::Reinstated { .. }
            | PromotionChange::Delivered { .. } => self.award_changes(change, now, said)?,
            PromotionChange::Refused { .. }
            | PromotionChange::RefusalTold { .. }
            | PromotionChange::Disputed { .. }
            | PromotionChange::DisputeDecided { .. }
            | PromotionChange::DisputeClosed { .. } => self.claim_changes(change, now, said)?,
            PromotionChange::Postponed { why, by } => {
                self.interrupt(PromotionState::Postponed, (*why, *by), now, said);
            }
            PromotionChange::Cancelled { why, by } => {
                self.interrupt(PromotionState::Cancelled, (*why, *by), now, said);
                let open = self.awards.iter_mut().filter(|award| award.is_open());
                open.for_each(|award| award.stage = AwardStage::Cancelled);
            }
            PromotionChange::InspectorateTold { whom, by } => {
                self.keep([*whom], said);
                self.interrupted()?.told = Some((*by, now));
            }
            PromotionChange::Validated { why, by } => {
                self.keep([*why], said);
                self.interrupted()?.validated = Some((*by, now));
            }
            PromotionChange::Resumed => {
                self.state = self.interrupted()?.was;
                self.interruption = None;
            }
            PromotionChange::Awarded => self.state = PromotionState::Awarded,
            PromotionChange::Rewarded { voucher, reward } => {
                self.vouchers.insert(*voucher);
                *self.rewarded.entry(*reward).or_insert(0) += 1;
            }
            PromotionChange::Ended => self.state = PromotionState::Ended,
        }
        Ok(())
    }

    /// Takes over the seed, which must be that to which the house is committed.
    fn show_seed(&mut self, seed: &str) -> Result<(), String> {
        let seed = key_from(seed).ok_or("the seed is no key")?;
        if self.draw.commitment != Some(seed_commitment(self.number.0, &seed)) {
            return Err("the seed is not that of the commitment".to_owned());
        }
        self.draw.seed = Some(seed);
        Ok(())
    }

    fn enter(&mut self, who: &[Entrant], source: EntrySource, said: &Said) {
        for (who, at) in who.iter().zip(0..) {
            let source = match source {
                EntrySource::File { by, file, row } => {
                    EntrySource::File { by, file, row: row.saturating_add(at) }
                }
                EntrySource::Wager { .. } => {
                    if let Entrant::Person(player) = who {
                        self.qualified.insert(*player);
                    }
                    source
                }
                EntrySource::Hand { .. } => source,
            };
            self.entries.push(self.number, *who, source, said);
        }
    }

    fn interrupt(
        &mut self,
        state: PromotionState,
        (why, by): (Commitment, Player),
        at: u64,
        said: &Said,
    ) {
        self.keep([why], said);
        // A promotion that was postponed and is cancelled then had come as far as when it was postponed.
        let was = self.interruption.as_ref().map_or(self.state, |before| before.was);
        self.state = state;
        self.interruption = Some(Interruption { was, why, by, at, told: None, validated: None });
    }

    fn interrupted(&mut self) -> Result<&mut Interruption, String> {
        self.interruption.as_mut().ok_or_else(|| "the promotion goes on".to_owned())
    }

    fn award_changes(
        &mut self,
        change: &PromotionChange,
        now: u64,
        said: &Said,
    ) -> Result<(), String> {
        match change {
            PromotionChange::Drawn { award, prize, entry, who, left, passed } => {
                if *award as usize != self.awards.len() + 1 {
                    return Err(format!("award {award} comes after {}", self.awards.len()));
                }
                if self.entries.get(*entry).is_none_or(|known| known.who != *who) {
                    return Err(format!("entry {entry} is somebody else's"));
                }
                self.awards.push(PromotionAward {
                    number: *award,
                    prize: *prize,
                    entry: *entry,
                    left: *left,
                    who: *who,
                    at: now,
                    stage: passed.map_or(AwardStage::Open, AwardStage::PassedOver),
                    redrawn: None,
                    confirmed: None,
                    present: None,
                    attempts: Vec::new(),
                    paid: [Cents::ZERO; 3],
                    instead: false,
                    voucher: None,
                });
                // A prize that is drawn again is to be handed over again.
                self.state = PromotionState::Drawn;
            }
            PromotionChange::Reinstated { award, why } => {
                self.keep([*why], said);
                self.award_mut(*award)?.stage = AwardStage::Open;
                self.state = PromotionState::Drawn;
            }
            PromotionChange::Undrawn { prize } => self.undrawn.push(*prize),
            PromotionChange::Confirmed { award, by } => {
                self.award_mut(*award)?.confirmed = Some(*by);
            }
            PromotionChange::Redrawn { award, reason, why } => {
                self.keep([*why], said);
                let redrawn = self.award_mut(*award)?;
                (redrawn.stage, redrawn.redrawn) = (AwardStage::Redrawn(*reason), Some(*why));
            }
            PromotionChange::Present { award, present } => {
                self.award_mut(*award)?.present = Some(*present);
            }
            PromotionChange::Attempted { award, means, reached, by, words } => {
                self.keep(*words, said);
                let (means, reached, by, at) = (*means, *reached, *by, now);
                self.award_mut(*award)?.attempts.push(Attempt { means, reached, by, at });
            }
            PromotionChange::Paid { award, instead, cash, cheque, transfer } => {
                let paid = self.award_mut(*award)?;
                paid.stage = AwardStage::Settled;
                (paid.instead, paid.paid) = (*instead, [*cash, *cheque, *transfer]);
            }
            PromotionChange::Delivered { award, voucher, words } => {
                self.keep([*words], said);
                self.vouchers.extend(*voucher);
                let delivered = self.award_mut(*award)?;
                (delivered.stage, delivered.voucher) = (AwardStage::Settled, *voucher);
            }
            _ => {}
        }
        Ok(())
    }

    fn claim_changes(
        &mut self,
        change: &PromotionChange,
        now: u64,
        said: &Said,
    ) -> Result<(), String> {
        match change {
            PromotionChange::Refused { claim, award, value, why, claimant, address, by } => {
                self.keep([Some(*why), *claimant, *address].into_iter().flatten(), said);
                if let Some(award) = award {
                    self.award_mut(*award)?.stage = AwardStage::Refused;
                }
                self.claims.push(RefusedClaim {
                    number: *claim,
                    award: *award,
                    value: *value,
                    claimant: *claimant,
                    address: *address,
                    why: *why,
                    by: *by,
                    at: now,
                    told: None,
                });
            }
            PromotionChange::RefusalTold { claim, means, by } => {
                let known = self.claims.iter_mut().find(|known| known.number == *claim);
                let known = known.ok_or_else(|| format!("there is no claim {claim}"))?;
                known.told = Some((*means, *by, now));
            }
            PromotionChange::Disputed { dispute, person, what } => {
                self.keep([*what], said);
                if let Entrant::Named(name) = person {
                    self.keep([*name], said);
                }
                let (number, person, what, at) = (*dispute, *person, *what, now);
                let dispute = Dispute { number, person, what, at, decision: None, told: None };
                self.disputes.push(dispute);
            }
            PromotionChange::DisputeDecided { dispute, by, decision } => {
                self.keep([*decision], said);
                self.dispute_mut(*dispute)?.decision = Some((*by, *decision));
            }
            PromotionChange::DisputeClosed { dispute, by } => {
                self.dispute_mut(*dispute)?.told = Some((*by, now));
            }
            _ => {}
        }
        Ok(())
    }

    fn award_mut(&mut self, number: u32) -> Result<&mut PromotionAward, String> {
        let award = self.awards.iter_mut().find(|award| award.number == number);
        award.ok_or_else(|| format!("there is no award {number}"))
    }

    fn dispute_mut(&mut self, number: u32) -> Result<&mut Dispute, String> {
        let dispute = self.disputes.iter_mut().find(|dispute| dispute.number == number);
        dispute.ok_or_else(|| format!("there is no dispute {number}"))
    }
}
