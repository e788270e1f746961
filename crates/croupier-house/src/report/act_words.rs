//! An act in a few words, for reports. Every field of every act is written out here: what is not for paper, the
//! hash of a password, a key and what the house commits itself to, is left out by name and not by chance.

use std::fmt::Display;

use croupier_engine::Cents;
use croupier_engine::game::Breach;
use croupier_floor::{Act, EdgeAct, HouseAct, PoolAct, TableAct};
use serde::Serialize;

/// Returns the name of an act as the table of rights has it, and its fields in a few words, in the order of the
/// alphabet. The table has a column of its own.
pub(super) fn act_words(act: &Act) -> (String, String) {
    let fields = match act {
        Act::TableAct(TableAct::Step { step, .. }) => {
            return (format!("step {}", step.name()), step.to_string());
        }
        Act::HouseAct(act) => of_house(act),
        Act::PromotionAct(act) => super::promotion_acts::of_promotion(act),
        Act::PoolAct(act) => of_pool(act),
        Act::EdgeAct(act) => of_edge(act),
        Act::TableAct(act) => of_table(act),
    };
    (act.name().to_owned(), fields.0.join(", "))
}

/// Returns the reason in words that came with an act, where it has a place for one.
pub(super) fn reason(act: &Act) -> Option<&str> {
    match act {
        Act::TableAct(TableAct::Step { step, .. }) => step.grounds(),
        Act::TableAct(TableAct::LoseKey { why, .. }) => Some(why),
        Act::EdgeAct(
            EdgeAct::Exclude { why, .. } | EdgeAct::Bar { why, .. } | EdgeAct::Detain { why, .. },
        )
        | Act::HouseAct(HouseAct::Readmit { why, .. })
        | Act::PoolAct(PoolAct::LoseMystery { why, .. }) => Some(why),
        Act::PromotionAct(act) => super::promotion_acts::reason(act),
        Act::TableAct(_) | Act::EdgeAct(_) | Act::HouseAct(_) | Act::PoolAct(_) => None,
    }
}

/// The fields of an act: each its name and what it says.
#[derive(Default)]
pub(super) struct Fields(Vec<String>);

impl Fields {
    pub(super) fn and(mut self, name: &str, value: impl Display) -> Self {
        self.0.push(format!("{name} {value}"));
        self
    }

    /// Adds what may be missing.
    pub(super) fn some(self, name: &str, value: Option<&impl Display>) -> Self {
        match value {
            Some(value) => self.and(name, value),
            None => self,
        }
    }

    /// Adds an amount of money, in whole units and cents.
    pub(super) fn money(self, name: &str, amount: Cents) -> Self {
        self.and(name, amount)
    }

    /// Adds what has a form of its own: a word as it is, a list with "and", and the rest as JSON.
    pub(super) fn written(self, name: &str, value: &impl Serialize) -> Self {
        match serde_json::to_value(value).unwrap_or_default() {
            serde_json::Value::Null => self,
            value => self.and(name, plain(&value)),
        }
    }
}

fn plain(value: &serde_json::Value) -> String {
    match value {
        serde_json::Value::String(text) => text.clone(),
        serde_json::Value::Array(items) => {
            items.iter().map(plain).collect::<Vec<_>>().join(" and ")
        }
        other => other.to_string(),
    }
}

fn of_house(act: &HouseAct) -> Fields {
    let fields = Fields::default();
    match act {
        HouseAct::Found { managers } => {
            let names = managers.iter().map(|founder| &founder.name).collect::<Vec<_>>();
            fields.written("managers", &names)
        }
        HouseAct::AddPerson { name, roles, password: _ } | HouseAct::SetRoles { name, roles } => {
            fields.and("name", name).written("roles", roles)
        }
        HouseAct::SetPassword { name, password: _ } | HouseAct::Guest { name } => {
            fields.and("name", name)
        }
        HouseAct::SignIn { name, granted } => fields.and("granted", granted).and("name", name),
        HouseAct::Look { what } => fields.and("what", what),
        HouseAct::Readmit { name, why } => fields.and("name", name).and("why", why),
        HouseAct::BuyIn { player, amount } | HouseAct::CashOut { player, amount } => {
            fields.money("amount", *amount).and("player", player)
        }
        HouseAct::IssueVoucher {
            number,
            amount,
            games,
            expires,
            player,
            conditions,
            promotion,
        } => fields
            .money("amount", *amount)
            .and("conditions", conditions)
            .and("expires", expires)
            .written("games", games)
            .and("number", number.0)
            .some("player", player.as_ref())
            .some("promotion", promotion.map(|promotion| promotion.0).as_ref()),
        HouseAct::Mint { amount } => fields.money("amount", *amount),
        HouseAct::Incident { table: _, kind, person, what } => fields
            .some("kind", kind.map(Breach::name).as_ref())
            .some("person", person.as_ref())
            .and("what", what),
        HouseAct::DecideComplaint { complaint, decision } => {
            fields.and("complaint", complaint).and("decision", decision)
        }
        HouseAct::AskReview { complaint } => fields.and("complaint", complaint),
        HouseAct::CloseComplaint { complaint, told } => {
            fields.and("complaint", complaint).and("told", told)
        }
        HouseAct::RegisterCards { set, decks, backs, pre_shuffled, angel } => fields
            .some("angel", Some(angel).filter(|it| **it))
            .and("backs", backs)
            .and("decks", decks)
            .some("pre_shuffled", Some(pre_shuffled).filter(|it| **it))
            .and("set", set),
        HouseAct::CheckCards { set, cards, device } => {
            fields.and("cards", cards).some("device", device.as_ref()).and("set", set)
        }
        HouseAct::SealCards { set, seal } => fields.and("seal", seal).and("set", set),
        HouseAct::HandOverCards { set, to } => fields.and("set", set).and("to", to),
        HouseAct::RetireCards { set, why } => fields.and("set", set).and("why", why),
        HouseAct::LoadOrder { game, sha256 } => fields.and("game", game).and("sha256", sha256),
        HouseAct::SetClock { by } => fields.and("by", by),
        HouseAct::Approve { request, forfeit } => {
            fields.some("forfeit", forfeit.map(|it| it.name()).as_ref()).and("request", request)
        }
        HouseAct::Reject { request } => fields.and("request", request),
    }
}

/// Lists the fields of an act about a prize pool.
fn of_pool(act: &PoolAct) -> Fields {
    let fields = Fields::default();
    match act {
        PoolAct::DraftPool { pool, name, terms } | PoolAct::DemoPool { pool, name, terms } => {
            fields.and("name", name).and("pool", pool.0).written("terms", terms)
        }
        PoolAct::ApprovePool { pool, reference, date } => {
            fields.and("date", date).and("pool", pool.0).and("reference", reference)
        }
        PoolAct::StartPool { pool }
        | PoolAct::ResumePool { pool }
        | PoolAct::ClosePool { pool } => fields.and("pool", pool.0),
        PoolAct::SuspendPool { pool, why } => fields.and("pool", pool.0).and("why", why),
        PoolAct::ChangePool { pool, terms, reference, date } => fields
            .and("date", date)
            .and("pool", pool.0)
            .and("reference", reference)
            .written("terms", terms),
        PoolAct::AdjustMeter { pool, level, before, after, why, reference } => fields
            .money("after", *after)
            .money("before", *before)
            .and("level", level.name())
            .and("pool", pool.0)
            .and("reference", reference)
            .and("why", why),
        PoolAct::RetirePool { pool, heir, reference, date } => fields
            .and("date", date)
            .and("heir", heir.0)
            .and("pool", pool.0)
            .and("reference", reference),
        PoolAct::LinkOutside { pool, outside, game, name, chip } => fields
            .money("chip", *chip)
            .and("game", game)
            .and("name", name)
            .and("outside", outside.0)
            .and("pool", pool.0),
        PoolAct::UnlinkOutside { pool, outside } => {
            fields.and("outside", outside.0).and("pool", pool.0)
        }
        PoolAct::EndOutsideRounds { pool, outside, round, reference } => fields
            .and("outside", outside.0)
            .and("pool", pool.0)
            .and("reference", reference)
            .and("round", round),
        PoolAct::RegisterDisplay { pool, display, table, name } => fields
            .and("display", display.0)
            .and("name", name)
            .and("pool", pool.0)
            .some("table", table.map(|table| table.0).as_ref()),
        PoolAct::RemoveDisplay { pool, display }
        | PoolAct::DisplayLost { pool, display }
        | PoolAct::DisplayBack { pool, display } => {
            fields.and("display", display.0).and("pool", pool.0)
        }
        PoolAct::PoolFeed { pool, outside, number, what } => fields
            .and("number", number)
            .and("outside", outside.0)
            .and("pool", pool.0)
            .written("what", what),
        // What the house commits itself to and the keys are for programs.
        PoolAct::CommitMystery { pool, trigger: _, winner: _ }
        | PoolAct::HitMystery { pool, trigger: _, winner: _ }
        | PoolAct::ShowMystery { pool, trigger: _, winner: _ } => fields.and("pool", pool.0),
        PoolAct::LoseMystery { pool, why } => fields.and("pool", pool.0).and("why", why),
        PoolAct::PassMystery { pool, shown } => fields.and("pool", pool.0).money("shown", *shown),
    }
}

fn of_edge(act: &EdgeAct) -> Fields {
    let fields = Fields::default();
    match act {
        EdgeAct::Exclude { table: _, name, why }
        | EdgeAct::Bar { table: _, name, why }
        | EdgeAct::Detain { table: _, name, why } => fields.and("name", name).and("why", why),
        EdgeAct::HandOver { table: _, name, to, why } => {
            fields.and("name", name).and("to", to.name()).and("why", why)
        }
        EdgeAct::Open { table: _, name, game, setup, float, dealing, seats, demo } => fields
            .written("dealing", dealing)
            .some("demo", Some(demo).filter(|demo| **demo))
            .money("float", *float)
            .and("game", game)
            .and("name", name)
            .and("seats", seats)
            .written("setup", setup),
        EdgeAct::Close { table: _ } | EdgeAct::UnlinkTable { table: _ } => fields,
        EdgeAct::LinkTable { table: _, pool } => fields.and("pool", pool.0),
        EdgeAct::VerifyAward { table: _, award } => fields.and("award", award),
        EdgeAct::BringCards { table: _, set } => fields.and("set", set),
        EdgeAct::Fill { table: _, amount } | EdgeAct::Credit { table: _, amount } => {
            fields.money("amount", *amount)
        }
        EdgeAct::Leave { table: _, player } | EdgeAct::Vacate { table: _, player } => {
            fields.and("player", player)
        }
        EdgeAct::Bring { table: _, player, amount }
        | EdgeAct::Take { table: _, player, amount }
        | EdgeAct::Drop { table: _, player, amount } => {
            fields.money("amount", *amount).and("player", player)
        }
        EdgeAct::ExchangeVoucher { table: _, number, player } => {
            fields.and("number", number.0).and("player", player)
        }
        EdgeAct::WalkIn { table: _, seat, name } => {
            fields.some("name", name.as_ref()).some("seat", seat.as_ref())
        }
        EdgeAct::Complain { table: _, person, what } => {
            fields.and("person", person).and("what", what)
        }
    }
}

#[expect(clippy::too_many_lines, reason = "a row for each act")]
fn of_table(act: &TableAct) -> Fields {
    let fields = Fields::default();
    match act {
        TableAct::Time { table: _ }
        | TableAct::AnnounceClosing { table: _ }
        | TableAct::RiffleDone { table: _ }
        | TableAct::WithdrawClosing { table: _ } => fields,
        TableAct::AskRiffle { table: _, player } => fields.some("player", player.as_ref()),
        // What the house commits itself to and the key are for programs.
        TableAct::CloseBetting { table: _ }
        | TableAct::LoseKey { table: _, why: _ }
        | TableAct::Commit { table: _, commitment: _ }
        | TableAct::Reveal { table: _, key: _ }
        | TableAct::RevealBurn { table: _, key: _ } => fields,
        TableAct::Sit { table: _, player, seat } => fields.and("player", player).and("seat", seat),
        TableAct::GiveUp { table: _, player, area, to } => {
            fields.and("area", area).and("player", player).and("to", to)
        }
        TableAct::TaskDone { table: _, task, words } => {
            fields.and("task", task).some("words", words.as_ref())
        }
        TableAct::Limits { table: _, limits, spare } => {
            fields.written("limits", limits).and("spare", spare)
        }
        TableAct::Step { table: _, step } => fields.and("step", step),
        TableAct::Limit { table: _, on, limit, spare } => {
            fields.written("limit", limit).and("on", on).and("spare", spare)
        }
        TableAct::EndSparing { table: _, on } => fields.and("on", on),
        TableAct::OwnLimit { table: _, player, on, limit } => {
            fields.written("limit", limit).and("on", on).and("player", player)
        }
        TableAct::Variant { table: _, variant } => fields.some("variant", variant.as_ref()),
        TableAct::Agree { table: _, player } | TableAct::Confirm { table: _, player } => {
            fields.and("player", player)
        }
        TableAct::Equipment { table: _, dice, items } => {
            fields.written("dice", dice).written("items", items)
        }
        TableAct::DiceSet { table: _, dice } => fields.written("dice", dice),
        TableAct::BeginShuffle {
            table: _,
            pre_shuffled,
            angel,
            method,
            by_hand_first,
            burn: _,
        } => {
            let fields = fields
                .some("angel", Some(angel).filter(|it| **it))
                .some("by_hand_first", Some(by_hand_first).filter(|it| **it));
            let fields = match method {
                Some(method) => fields.written("method", method),
                None => fields,
            };
            fields.and("pre_shuffled", pre_shuffled)
        }
        TableAct::Riffle { table: _, granted } => fields.and("granted", granted),
        TableAct::Cut { table: _, by, depth } => fields.and("by", by).and("depth", depth),
        TableAct::RefuseCut { table: _, by } => fields.and("by", by),
        TableAct::LapseCut { table: _, player } | TableAct::LapseWords { table: _, player } => {
            fields.and("player", player)
        }
        TableAct::Load { table: _, cutting_card } => {
            fields.some("cutting_card", cutting_card.as_ref())
        }
        TableAct::Contribute { table: _, player, sealed } => {
            fields.and("player", player).and("sealed", sealed)
        }
        TableAct::OpenWords { table: _, player, words } => {
            fields.and("player", player).and("words", words)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::act_words;
    use croupier_floor::Act;

    /// Puts an act into words.
    fn check(act: &str, want: &str) {
        let act: Act = serde_json::from_str(act).expect("an act");
        let (name, what) = act_words(&act);
        assert_eq!(format!("{name}: {what}"), want);
    }

    #[test]
    fn what_is_secret_is_not_for_paper() {
        check(
            r#"{"add-person":{"name":"ann","roles":["player","dealer"],"password":"$argon2id$x"}}"#,
            "add-person: name ann, roles player and dealer",
        );
        check(
            r#"{"set-password":{"name":"ann","password":"$argon2id$x"}}"#,
            "set-password: name ann",
        );
        check(r#"{"reveal":{"table":1,"key":"00"}}"#, "reveal: ");
        check(r#"{"commit":{"table":1,"commitment":"00"}}"#, "commit: ");
    }

    #[test]
    fn fields_are_in_a_few_words() {
        check(r#"{"buy-in":{"player":"ann","amount":1050}}"#, "buy-in: amount 10.50, player ann");
        check(
            r#"{"limit":{"table":1,"on":"bet","limit":{"min":1,"max":2}}}"#,
            r#"limit: limit {"max":2,"min":1}, on bet, spare false"#,
        );
        check(
            r#"{"open":{"table":1,"name":"one","game":"craps","setup":{},"float":100,"dealing":"physical","seats":3}}"#,
            "open: dealing physical, float 1.00, game craps, name one, seats 3, setup {}",
        );
    }
}
