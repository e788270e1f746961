//! A proof in lines for people.

use std::fmt::Write as _;

use super::{Played, Proof};
use crate::live::{EDITION, Folded};

impl Proof {
    /// Says in lines for people what was found.
    pub fn text(&self) -> String {
        let mut out = format!(
            "{} entries in {} chains, {} checkpoints, {} entries signed\n",
            self.entries, self.chains, self.checkpoints, self.signed
        );
        let mut line = |kind: &str, what: &str| {
            let _ = writeln!(out, "{kind:<5}  {what}");
        };
        if self.hashes {
            line("right", "every hash and every signature");
        }
        match &self.key {
            Some(key) if self.key_was_given => {
                line("right", &format!("signed by the given key, {key}"))
            }
            Some(key) => {
                let what = "compare it with the one that the house gave you, or verify with --key";
                line("note", &format!("signed by the key {key}: {what}"));
            }
            None => {}
        }
        self.faults.iter().for_each(|fault| line("WRONG", fault));
        self.notes.iter().for_each(|note| line("note", note));
        if let Some(played) = &self.played {
            let Played { decided, rounds, lines, proved, accounts, sums, .. } = played;
            let entries = format!("{decided} entries decided again by the rules of {EDITION}");
            line("right", &entries);
            for Folded { edition, first, last } in &played.folded {
                let what = "only folded: what followed was taken over, and not decided again";
                line("note", &format!("entries {first} to {last}, edition {edition}: {what}"));
            }
            let rounds = format!(
                "{rounds} rounds played again, {lines} settlement lines, {proved} draws proved by their keys"
            );
            line("right", &rounds);
            if played.promotions > 0 {
                let draws = if played.promotions == 1 { "draw" } else { "draws" };
                line(
                    "right",
                    &format!("{} {draws} of promotions computed again", played.promotions),
                );
            }
            if self.sound {
                let [cash, chips, tokens, vouchers] = sums;
                let sums = format!("add up to {cash}, {chips}, {tokens}, {vouchers}");
                line(
                    "right",
                    &format!("{accounts} accounts: cash, chips, tokens and vouchers {sums}"),
                );
            }
        }
        let (lost, unproved) =
            self.played.as_ref().map_or((0, 0), |played| (played.lost, played.unproved));
        let verdict = match self.sound {
            false => "the journal is NOT sound".to_owned(),
            true if lost == 0 && unproved > 0 => {
                format!("the journal is sound, but {unproved} draws are not proved yet")
            }
            true if lost > 0 => format!(
                "the journal is sound, but for {lost} draws that nobody can prove: their keys are lost"
            ),
            true => "the journal is sound".to_owned(),
        };
        out + &verdict + "\n"
    }
}
