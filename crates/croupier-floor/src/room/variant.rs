//! The variant that a table plays: a change is announced, waits for its sign or for everybody's consent, and then comes between rounds.

use croupier_engine::{Input, Player, game};
use croupier_sheet::Word;

use crate::NOTICE;
use crate::answer::{Denied, Event, Notice};
use crate::reason::Reason;
use crate::room::{Room, TableContext};
use crate::task::ToDo;

impl Room {
    /// Plans a change of the variant.
    pub(crate) fn plan_variant(
        &mut self,
        variant: Option<&str>,
        around: &mut TableContext<'_>,
    ) -> Result<(), Denied> {
        let house = self.kind.house();
        let Some(clause) = house.pit.variant else {
            return Err(Denied::of(Reason::NoVariants));
        };
        let variant = match variant {
            None => None,
            Some(name) => {
                let at = house.variants.iter().position(|known| *known == name);
                let unknown = || {
                    Denied::clause(
                        clause,
                        Reason::NoSuchVariant { variant: name.to_owned().into() },
                    )
                };
                Some(at.ok_or_else(unknown)? as u8)
            }
        };
        if variant == self.table.rules().variant {
            return Err(Denied::of(Reason::VariantPlayed));
        }
        let at = around.now + NOTICE;
        self.planned_variant = Some((variant, at));
        self.agreed.clear();
        let notice = Notice::Variant { variant: self.variant_name(variant) };
        let (table, clause) = (self.id, clause.0.into());
        around.events.push(Event::Notice { table, notice, at, clause });
        self.apply_variant(around);
        Ok(())
    }

    /// A seated player agrees to the planned variant.
    pub(crate) fn agree(
        &mut self,
        player: Player,
        around: &mut TableContext<'_>,
    ) -> Result<(), Denied> {
        if self.planned_variant.is_none() {
            return Err(Denied::of(Reason::NothingToAgree));
        }
        if !self.takes_part(player) {
            return Err(Denied::of(Reason::HasNoSeat));
        }
        self.agreed.insert(player);
        self.apply_variant(around);
        Ok(())
    }

    /// Tells whether a player takes part in the game: seated, or standing with a wager in this round or the last.
    fn takes_part(&self, player: Player) -> bool {
        self.seat_of(player).is_some()
            || self.staked.contains(&player)
            || self.staked_before.contains(&player)
    }

    /// Changes the variant when its sign has stood long enough, or all who take part agree.
    pub(super) fn apply_variant(&mut self, around: &mut TableContext<'_>) {
        let Some((variant, at)) = self.planned_variant else { return };
        let standing = self.staked.iter().chain(&self.staked_before).copied();
        let all_agree = self.seated().chain(standing).all(|player| self.agreed.contains(&player));
        if at > around.now && !all_agree || !self.is_between_rounds() || self.has_wagers() {
            return;
        }
        if self.table.step(&Input::Variant(variant), &mut Vec::new()).is_ok() {
            self.planned_variant = None;
            self.agreed.clear();
            let pit = self.kind.house().pit;
            let name = self.variant_name(variant);
            if let Some(clause) = pit.variant {
                let (table, variant) = (self.id, name.clone());
                around.events.push(Event::Variant { table, variant, clause: clause.0.into() });
                around.by_hand(self, ToDo::VariantSign { variant: name }, clause);
            }
            match pit.variant_odds {
                Some(clause) if variant.is_some() => {
                    self.equipment_wanted(game::Item::OddsSign, clause);
                    around.by_hand(self, ToDo::Equipment { item: game::Item::OddsSign }, clause);
                }
                Some(_) => self.equipment_checked(game::Item::OddsSign),
                None => {}
            }
        }
    }

    /// Names a variant of the game.
    pub(super) fn variant_name(&self, variant: Option<u8>) -> Option<Word> {
        variant.map(|variant| self.kind.house().variants[usize::from(variant)].into())
    }
}
