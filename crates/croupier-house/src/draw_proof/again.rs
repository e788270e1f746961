//! The draw of a promotion made again, from what its proof says: every number, and every entry that was passed over.

use std::collections::{BTreeMap, BTreeSet};

use croupier_engine::Player;
use croupier_floor::{DrawInputs, DrawnEntries, PATIENCE, PassedOver, key_from};
use croupier_tree::Hash;
use croupier_view::Checked;

use super::{DrawProof, DrawStep, DrawnEntry};

impl DrawProof {
    /// Draws all prizes again.
    pub(super) fn check_draws(&self) -> Vec<Checked> {
        let wrong = |words: &str| vec![Checked { right: false, words: words.to_owned() }];
        let Some(inputs) = self.inputs() else {
            return wrong(
                "a seed was shown without a root and a value that prizes could be drawn from",
            );
        };
        if self.draws.is_empty() {
            return wrong("a seed was shown, and no draw is given");
        }
        let mut again = Again::new(self, &inputs);
        let mut all = Vec::new();
        for step in &self.draws {
            let made = again.step(step);
            let right = made.is_ok();
            all.push(Checked { right, words: made.unwrap_or_else(|what| what) });
            if !right {
                break;
            }
        }
        all
    }

    /// Says which entries the first numbers of a draw are that was never held, because the promotion was cancelled.
    pub(super) fn would_have_won(&self) -> Option<Checked> {
        let inputs = self.inputs()?;
        let count: u64 = self.terms.prizes.iter().map(|prize| u64::from(prize.count)).sum();
        let first = usize::try_from(count.min(20)).ok()?;
        let numbers = DrawnEntries::new(&inputs).take(first).map(|it| it.to_string());
        let words = format!(
            "the promotion was cancelled when its value was known: the first numbers would have been {}",
            numbers.collect::<Vec<_>>().join(", ")
        );
        Some(Checked { right: true, words })
    }

    fn inputs(&self) -> Option<DrawInputs> {
        let closed = self.closed.as_ref()?;
        Some(DrawInputs {
            promotion: self.promotion,
            seed: key_from(self.seed.as_ref()?)?,
            root: Hash::from_hex(&closed.root)?,
            entries: closed.entries,
            value: key_from(&self.value.as_ref()?.value)?,
        })
    }
}

/// The draw as far as it was made again.
struct Again<'a> {
    proof: &'a DrawProof,
    numbers: DrawnEntries,
    entries: u32,
    /// How many entries were drawn.
    made: u32,
    /// Entries that have won, whatever became of it.
    drawn: BTreeSet<u32>,
    /// By which award which prize was won: those whose prize was drawn again are not among them.
    won: BTreeMap<u32, u32>,
    /// Everybody who was drawn and not passed over.
    people: BTreeSet<Player>,
}

/// What one draw has besides: those that are left, when others were put aside.
struct Barrel<'a> {
    records: std::slice::Iter<'a, DrawnEntry>,
    undrawn: std::slice::Iter<'a, u32>,
    unfit: BTreeMap<u32, PassedOver>,
    left: Option<Vec<u32>>,
    passed: u32,
    claimed: u32,
}

impl<'a> Again<'a> {
    fn new(proof: &'a DrawProof, inputs: &DrawInputs) -> Self {
        let (numbers, entries) = (DrawnEntries::new(inputs), inputs.entries);
        let (drawn, won, people) = (BTreeSet::new(), BTreeMap::new(), BTreeSet::new());
        Self { proof, numbers, entries, made: 0, drawn, won, people }
    }

    /// Makes one draw again; says what was right, or what is wrong first.
    fn step(&mut self, step: &DrawStep) -> Result<String, String> {
        let prizes = self.prizes(step)?;
        let mut barrel = Barrel {
            records: step.drawn.iter(),
            undrawn: step.undrawn.iter(),
            unfit: step.unfit.iter().map(|unfit| (unfit.entry, unfit.why)).collect(),
            left: None,
            passed: 0,
            claimed: 0,
        };
        let count = prizes.len();
        for prize in prizes {
            self.one(prize, &mut barrel)?;
        }
        if let Some(more) = barrel.records.next() {
            return Err(format!(
                "award {} was drawn, and nothing was left to draw for",
                more.award
            ));
        }
        if let Some(prize) = barrel.undrawn.next() {
            return Err(format!(
                "prize {prize} was not drawn, although there was somebody to win it"
            ));
        }
        let what = match step.again {
            Some(again) => {
                self.won.remove(&again.award);
                format!("the prize of award {} drawn again", again.award)
            }
            None => format!("the draw of {count} prizes"),
        };
        let mut words = format!(
            "{what}: each of {} entries that were drawn follows from seed, root and value",
            step.drawn.len()
        );
        if barrel.passed > 0 {
            words += &format!("; {} were passed over", barrel.passed);
        }
        if barrel.claimed > 0 {
            words += &format!(
                ", {} of them because they were removed or their people are kept out, which the journal proves",
                barrel.claimed
            );
        }
        Ok(words)
    }

    /// Lists what a draw is for: all prizes, or that of the award that is drawn again.
    fn prizes(&self, step: &DrawStep) -> Result<Vec<u32>, String> {
        let Some(again) = step.again else {
            if self.made > 0 || !self.won.is_empty() {
                return Err("all prizes are drawn a second time".to_owned());
            }
            // What nobody can have drawn is not counted: a file may claim any number of prizes.
            let most = step.drawn.len() + step.undrawn.len() + 1;
            let prizes = (1..).zip(&self.proof.terms.prizes);
            let each = prizes.flat_map(|(number, prize)| (0..prize.count).map(move |_| number));
            return Ok(each.take(most).collect());
        };
        match self.won.get(&again.award) {
            Some(prize) => Ok(vec![*prize]),
            None => Err(format!("award {} is drawn again, and nobody had won by it", again.award)),
        }
    }

    /// Draws for one prize until an entry wins it.
    fn one(&mut self, prize: u32, barrel: &mut Barrel<'_>) -> Result<(), String> {
        for tried in 0.. {
            if tried == PATIENCE {
                barrel.left = Some(self.left(barrel));
            }
            let (number, left) = match &barrel.left {
                Some(left) => {
                    let at = self.numbers.up_to(left.len() as u32);
                    let entry = at.and_then(|at| left.get(at as usize - 1).copied());
                    (entry, Some(left.len() as u32))
                }
                None => (self.numbers.up_to(self.entries), None),
            };
            let Some(number) = number else {
                return match barrel.undrawn.next() {
                    Some(undrawn) if *undrawn == prize => Ok(()),
                    _ => Err(format!("nobody was left for prize {prize}, and it was drawn")),
                };
            };
            if self.takes((prize, number, left), barrel)? {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Holds what is drawn against the record of it; tells whether it wins.
    fn takes(
        &mut self,
        (prize, number, left): (u32, u32, Option<u32>),
        barrel: &mut Barrel<'_>,
    ) -> Result<bool, String> {
        self.made += 1;
        let award = self.made;
        let Some(record) = barrel.records.next() else {
            return Err(format!(
                "award {award} is missing: entry {number} is drawn for prize {prize}"
            ));
        };
        let DrawnEntry { passed, .. } = *record;
        let again = DrawnEntry { award, prize, entry: number, left, passed };
        if *record != again {
            return Err(format!(
                "award {} is entry {} for prize {}, but what is drawn is award {award}, entry {number} for prize {prize}",
                record.award, record.entry, record.prize
            ));
        }
        if self.proof.open(number).is_none() {
            return Err(format!("whose entry {number} is, which was drawn, is not told"));
        }
        let (won, unfit) = (self.has_won(number), barrel.unfit.get(&number));
        let sound = match passed {
            None => !won && unfit.is_none(),
            Some(PassedOver::HasWon) => won,
            // Where the list of these is given, the entry is in it.
            Some(why) => barrel.unfit.is_empty() || unfit == Some(&why),
        };
        if !sound {
            return Err(format!(
                "award {award}: entry {number} wins or does not win without reason"
            ));
        }
        barrel.passed += u32::from(passed.is_some());
        barrel.claimed += u32::from(passed.is_some_and(|why| why != PassedOver::HasWon));
        if passed.is_none() {
            self.drawn.insert(number);
            self.won.insert(award, prize);
            self.people.extend(self.proof.person(number));
            if let Some(left) = &mut barrel.left {
                left.retain(|other| *other != number);
            }
        }
        Ok(passed.is_none())
    }

    /// Lists the entries that can still win.
    fn left(&self, barrel: &Barrel<'_>) -> Vec<u32> {
        let fit = |number: &u32| !barrel.unfit.contains_key(number) && !self.has_won(*number);
        (1..=self.entries).filter(fit).collect()
    }

    /// Tells whether an entry was drawn before, or its person was, where nobody wins twice.
    fn has_won(&self, number: u32) -> bool {
        let person = || self.proof.person(number).is_some_and(|it| self.people.contains(&it));
        self.drawn.contains(&number) || self.proof.terms.one_each && person()
    }
}
