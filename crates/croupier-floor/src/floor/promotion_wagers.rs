//! What the wagers that are decided at a table bring to promotions: entries, or a record of those that could not be made.

use croupier_engine::effect::Outcome;
use croupier_engine::{Kind, Player};
use croupier_sheet::happened::Settled;
use croupier_sheet::{Happened, Spot};

use crate::TableId;
use crate::answer::Event;
use crate::floor::promotion_entries::MOST_ENTRIES;
use crate::floor::{Floor, HOUSE};
use crate::naming::{NOBODY, PersonId};
use crate::promotion::{
    Entrant, EntryRule, EntrySource, MissedEntry, Promotion, PromotionChange, PromotionState,
    QualifyingWager,
};
use crate::said::{Commitment, Said};

/// A wager that a step has ended: where it lay, what was staked in chips and tokens together, and whether it was decided.
struct Ended {
    at: Spot<PersonId>,
    stake: u64,
    decided: bool,
}

impl Floor {
    /// Enters the players whose wagers were decided by a step, where the terms of a promotion ask for such wagers. One
    /// that was given back was no wager. What was entered stays so, also if a result is put right afterwards; a wager that
    /// stands again then has entered already.
    pub(super) fn enter_wagers(
        &mut self,
        (table, round): (TableId, u64),
        before: usize,
        events: &mut Vec<Event>,
    ) {
        let Some(room) = self.rooms.get(&table).filter(|room| !room.demo) else { return };
        let kind = room.kind;
        let Some(followed) = events.get(before..) else { return };
        let (ended, again) = (ended(followed), stand_again(followed));
        if ended.is_empty() && again.is_empty() {
            return;
        }
        let mut followed = Vec::new();
        for promotion in self.promotions.iter().filter(|it| counts_wagers(it, kind)) {
            if self.check_entries_open(promotion).is_err() {
                continue;
            }
            let changes = self.brought(promotion, (table, round), (&ended, &again));
            let number = promotion.number;
            followed.extend(
                changes.into_iter().map(|change| Event::Promotion { promotion: number, change }),
            );
        }
        for event in followed {
            self.note(event, &Said::default(), events);
        }
    }

    /// Says what a step brings to a promotion.
    fn brought(
        &self,
        promotion: &Promotion,
        (table, round): (TableId, u64),
        (ended, again): (&[Ended], &[Ended]),
    ) -> Vec<PromotionChange> {
        let Some(QualifyingWager::Least { amount, on }) = &promotion.terms.wager else {
            return Vec::new();
        };
        let qualifies = |wager: &&Ended| {
            let asked = on.as_ref().is_none_or(|on| *wager.at.on == **on);
            asked && wager.decided && wager.stake >= amount.0
        };
        let (entries, mut changes) = (&promotion.entries, Vec::new());
        let mut players = Vec::new();
        for wager in ended {
            if entries.stands_again(table, &wager.at) {
                let at = wager.at.clone();
                changes.push(PromotionChange::CountedBefore { table, at });
            } else if qualifies(&wager) && self.is_eligible(promotion, wager.at.player.0) {
                players.push(wager.at.player.0);
            }
        }
        changes.extend(entered_by_wagers(promotion, (table, round), players));
        if matches!(promotion.terms.entry, EntryRule::EachWager | EntryRule::EachRound) {
            let entered = |it: &&Ended| entries.last_round(table, it.at.player.0).is_some();
            let again = again.iter().filter(qualifies).filter(entered);
            changes
                .extend(again.map(|it| PromotionChange::StandsAgain { table, at: it.at.clone() }));
        }
        changes
    }
}

impl Floor {
    /// Postpones every promotion that is without the wagers of a table which was found to be damaged: whoever has entered
    /// there since the damage is not among the entries.
    pub(super) fn doubt_promotions(
        &mut self,
        table: TableId,
        why: Commitment,
        (said, events): (&Said, &mut Vec<Event>),
    ) {
        let Some(kind) = self.rooms.get(&table).map(|room| room.kind) else { return };
        let by = self.people.find(HOUSE).unwrap_or(NOBODY.0);
        let by_wagers =
            |it: &&Promotion| matches!(it.terms.wager, Some(QualifyingWager::Least { .. }));
        let doubted: Vec<_> = self
            .promotions
            .running()
            .filter(|it| counts_wagers(it, kind))
            .filter(by_wagers)
            .map(|it| it.number)
            .collect();
        for promotion in doubted {
            let change = PromotionChange::Postponed { why, by };
            self.note(Event::Promotion { promotion, change }, said, events);
        }
    }
}

/// Tells whether the wagers at a game are those of a promotion that runs, or would run if nobody doubted it.
fn counts_wagers(promotion: &Promotion, kind: Kind) -> bool {
    let was_running = promotion.interruption.as_ref().is_some_and(|it| it.was.is_running());
    let runs = match promotion.state {
        PromotionState::Running => true,
        PromotionState::Postponed => was_running,
        _ => false,
    };
    runs && promotion.terms.kinds().any(|(covered, _)| covered == kind)
}

/// Lists the wagers that ended, chips and tokens on one spot being one wager.
fn ended(events: &[Event]) -> Vec<Ended> {
    let mut all: Vec<Ended> = Vec::new();
    for event in events {
        let Event::Game(_, Happened::Settled(line)) = event else { continue };
        add(&mut all, line);
    }
    all
}

fn add(all: &mut Vec<Ended>, line: &Settled<PersonId>) {
    if matches!(line.result, Outcome::Commission | Outcome::Mystery) {
        return;
    }
    let at = Spot { tokens: false, ..line.at.clone() };
    let decided = line.is_decided();
    match all.iter_mut().find(|it| it.at == at && it.decided == decided) {
        Some(same) => same.stake = same.stake.saturating_add(line.stake),
        None => all.push(Ended { at, stake: line.stake, decided }),
    }
}

/// Lists the wagers that were decided by a card or a roll that was put right, and stand again.
fn stand_again(events: &[Event]) -> Vec<Ended> {
    let rekeyed = |event: &Event| {
        matches!(event, Event::Game(_, Happened::Rekeyed { .. } | Happened::Rerolled { .. }))
    };
    let mut all = Vec::new();
    if events.iter().any(rekeyed) {
        for event in events {
            let Event::Game(_, Happened::Corrected { was, now, .. }) = event else { continue };
            if was.is_decided() && now.result == Outcome::Void {
                add(&mut all, was);
            }
        }
    }
    all
}

/// Says what follows for a promotion when wagers of these players were decided.
fn entered_by_wagers(
    promotion: &Promotion,
    (table, round): (TableId, u64),
    players: Vec<Player>,
) -> Vec<PromotionChange> {
    let entries = &promotion.entries;
    let mut who: Vec<Player> = Vec::new();
    for player in players {
        let again = who.contains(&player);
        let enters = match promotion.terms.entry {
            EntryRule::ByHand => !again && !promotion.qualified.contains(&player),
            EntryRule::EachWager => true,
            EntryRule::EachRound => !again && entries.last_round(table, player) != Some(round),
            EntryRule::Once => !again && !entries.has(player),
        };
        if enters {
            who.push(player);
        }
    }
    if who.is_empty() {
        return Vec::new();
    }
    let who: Vec<Entrant> = who.into_iter().map(Entrant::Person).collect();
    let missed = match promotion.state {
        PromotionState::Running if promotion.terms.entry == EntryRule::ByHand => None,
        PromotionState::Running => (entries.count() >= MOST_ENTRIES).then_some(MissedEntry::Full),
        _ => Some(MissedEntry::Postponed),
    };
    if let Some(why) = missed {
        return vec![PromotionChange::Missed { who, table, round, why }];
    }
    if promotion.terms.entry == EntryRule::ByHand {
        let players = who.into_iter().filter_map(|who| match who {
            Entrant::Person(player) => Some(player),
            Entrant::Named(_) => None,
        });
        return players.map(|player| PromotionChange::Qualified { player }).collect();
    }
    let source = EntrySource::Wager { table, round };
    vec![PromotionChange::Entered { who, source }]
}
