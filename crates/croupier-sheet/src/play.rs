//! A sheet played through the engine, step by step.

use croupier_engine::effect::{Correction, Measure};
use croupier_engine::{AnyTable, Effect, Input, Line, Refusal};

use crate::fault::Fault;
use crate::read::Sheet;
use crate::refused::Refused;
use crate::write::write_error;

/// What followed from a sheet.
#[derive(Debug)]
pub struct Answer {
    /// The lines of settlement, with the steps that decided them.
    pub settled: Vec<(usize, Settled)>,
    /// The steps that the rules do not allow.
    pub refused: Vec<(usize, Refusal)>,
    /// What is done about irregular situations; `None` when there were none.
    pub acts: Option<Vec<(usize, Measure)>>,
    /// The table as the script left it, for what still stands and is due.
    pub table: AnyTable,
}

/// A line of settlement, or of its correction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settled {
    /// A wager ended, or was charged.
    Line(Line),
    /// A wager that had ended is settled otherwise.
    Correction(Correction),
}

impl Sheet<'_> {
    /// Plays the script.
    ///
    /// # Errors
    /// When the order does not allow such a table.
    pub fn play(&self) -> Result<Answer, Fault> {
        self.play_into(Vec::new(), Vec::new())
    }

    fn play_into(
        &self,
        settled: Vec<(usize, Settled)>,
        refused: Vec<(usize, Refusal)>,
    ) -> Result<Answer, Fault> {
        let mut table = AnyTable::open(self.kind, &self.setup)
            .map_err(|refusal| Fault::new(Refused(refusal).to_string()).within("table"))?;
        let mut told = Told { settled, refused, acts: None };
        let mut effects = Vec::new();
        for (step, input) in self.inputs.iter().enumerate() {
            effects.clear();
            pass_over_nothing(&mut table, input, &mut effects);
            match table.step(input, &mut effects) {
                Ok(()) => told.note(step, input, &effects),
                Err(refusal) => told.refused.push((step, refusal)),
            }
        }
        let Told { settled, refused, acts } = told;
        Ok(Answer { settled, refused, acts, table })
    }
}

/// A roll that decides nothing needs no `paid`: whatever comes after it says that there was nothing to pay.
fn pass_over_nothing(table: &mut AnyTable, input: &Input, effects: &mut Vec<Effect>) {
    let about_the_roll = matches!(
        input,
        Input::Paid(_) | Input::Rekey(_) | Input::NoRoll { .. } | Input::Irregular(_) | Input::Void
    );
    if !about_the_roll && table.is_paying() && table.unpaid().is_empty() {
        // It cannot be refused: the table waits for nothing else.
        let _paid = table.step(&Input::Paid(None), effects);
    }
}

/// Answers lines one after another, keeping its room between them.
#[derive(Debug, Default)]
pub struct Answerer {
    inputs: Vec<Input>,
    settled: Vec<(usize, Settled)>,
    refused: Vec<(usize, Refusal)>,
}

impl Answerer {
    /// Adds the answer to a line to `out`; tells whether the line was a sheet.
    pub fn answer(&mut self, line: &str, out: &mut String) -> bool {
        match self.try_answer(line, out) {
            Ok(()) => true,
            Err(fault) => {
                write_error(Sheet::id_of(line).as_deref(), &fault.to_string(), out);
                false
            }
        }
    }

    fn try_answer(&mut self, line: &str, out: &mut String) -> Result<(), Fault> {
        let sheet = Sheet::read_into(line, &mut self.inputs)?;
        self.settled.clear();
        self.refused.clear();
        let room = (std::mem::take(&mut self.settled), std::mem::take(&mut self.refused));
        let answer = sheet.play_into(room.0, room.1)?;
        answer.write(&sheet, out);
        (self.settled, self.refused) = (answer.settled, answer.refused);
        self.inputs = sheet.inputs;
        Ok(())
    }
}

/// What goes into an answer, with the step from which it follows.
struct Told {
    settled: Vec<(usize, Settled)>,
    refused: Vec<(usize, Refusal)>,
    acts: Option<Vec<(usize, Measure)>>,
}

impl Told {
    /// Keeps what follows from an input that was taken.
    fn note(&mut self, step: usize, input: &Input, effects: &[Effect]) {
        let irregular = match *input {
            Input::Irregular(_) | Input::Ruling { .. } => true,
            Input::NoRoll { throw, .. } => throw.is_some(),
            _ => false,
        };
        if irregular {
            self.acts.get_or_insert_default();
        }
        for effect in effects {
            match effect {
                Effect::Settled(line) => self.settled.push((step, Settled::Line(*line))),
                Effect::Corrected(correction) => {
                    self.settled.push((step, Settled::Correction(*correction)));
                }
                // A sheet of the first edition has no acts in its answer.
                Effect::Measure(act) => {
                    if let Some(acts) = &mut self.acts {
                        acts.push((step, *act));
                    }
                }
                _ => {}
            }
        }
    }
}
