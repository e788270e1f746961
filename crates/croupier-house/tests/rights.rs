//! Every role tries every act in every state: what the table of rights does not grant is refused and
//! changes nothing, and what it grants is not refused for want of a right.

use std::collections::BTreeMap;

use crate::stage::{
    PEOPLE, TABLE, deal, json, main_wager, must, no_rule, open, states, step, told, wager,
};
use croupier_engine::input::DiceAct;
use croupier_engine::irregular::Situation;
use croupier_engine::{Cents, Due, Input, Kind};
use croupier_floor::{
    Act, ActResult, By, Dealing, EdgeAct, Floor, Founder, Gravity, HOUSE, HouseAct, Item, Limits,
    RIGHTS, Receiver, Role, TableAct, TableId, VoucherId, of_act, of_step,
};
use croupier_sheet::{Fault, Text};

/// What an order does not know is not done at its tables, whoever asks.
#[test]
fn what_an_order_does_not_have_is_refused() {
    for kind in Kind::ALL {
        let mut floor = open(kind, Dealing::Physical);
        let on = kind.layouts()[0].name.to_owned();
        let limit = Limits { min: 500, max: 100_000, unit: None };
        // What a player may wager above is a maximum on the sign.
        let lower = Limits { min: 0, max: 50_000, unit: None };
        let lower = TableAct::Limit { table: TABLE, on: on.clone(), limit: lower, spare: false };
        must(&mut floor, "sue", &Act::TableAct(lower));
        let (player, why) = ("pat".to_owned(), "a quarrel".to_owned());
        let pit = kind.house().pit;
        let own = TableAct::OwnLimit {
            table: TABLE,
            player: player.clone(),
            on: on.clone(),
            limit: Some(limit),
        };
        let raise = TableAct::Limit { table: TABLE, on, limit, spare: false };
        let bar = EdgeAct::Bar { name: player, table: TABLE, why };
        for (clause, who, act) in [
            (pit.own_limits, "sue", Act::TableAct(own)),
            (pit.raise, "sue", Act::TableAct(raise)),
            (pit.bar, "sue", Act::EdgeAct(bar)),
            (pit.closing, "sue", Act::TableAct(TableAct::AnnounceClosing { table: TABLE })),
        ] {
            match clause {
                Some(_) => must(&mut floor, who, &act),
                None => no_rule(&mut floor, who, &act),
            }
        }
    }
}

/// Acts that are no steps: each with whom it is about, where that matters.
#[expect(clippy::too_many_lines, reason = "a row for each act")]
fn acts(complaint: u32, about: &str) -> Vec<(Act, Option<String>)> {
    let (table, amount) = (TABLE, Cents(100));
    let name = || about.to_owned();
    let why = || "why".to_owned();
    let limit = croupier_floor::Limits { min: 100, max: 10_000, unit: None };
    let on = || "initial".to_owned();
    let dice = || vec![11, 12, 13, 14, 15];
    let own = [
        Act::HouseAct(HouseAct::SetPassword { name: name(), password: "hash".to_owned() }),
        Act::TableAct(TableAct::Sit { table, player: name(), seat: 2 }),
        Act::EdgeAct(EdgeAct::Leave { table, player: name() }),
        Act::EdgeAct(EdgeAct::Bring { table, player: name(), amount }),
        Act::EdgeAct(EdgeAct::Take { table, player: name(), amount }),
        Act::TableAct(TableAct::Agree { table, player: name() }),
        Act::TableAct(TableAct::Confirm { table, player: name() }),
        Act::TableAct(TableAct::Cut { table, by: name(), depth: 60 }),
        Act::TableAct(TableAct::RefuseCut { table, by: name() }),
        Act::TableAct(TableAct::Contribute { table, player: name(), sealed: why() }),
        Act::TableAct(TableAct::OpenWords { table, player: name(), words: why() }),
        Act::EdgeAct(EdgeAct::Complain { table, person: name(), what: why() }),
    ];
    let others = [
        Act::HouseAct(HouseAct::AddPerson {
            name: "new".to_owned(),
            roles: vec![Role::Dealer],
            password: None,
        }),
        Act::HouseAct(HouseAct::AddPerson {
            name: "new".to_owned(),
            roles: vec![Role::Player],
            password: None,
        }),
        Act::HouseAct(HouseAct::Found {
            managers: ["one", "two"].map(|name| Founder { name: name.to_owned(), password: None }),
        }),
        Act::HouseAct(HouseAct::SetRoles { name: name(), roles: vec![Role::Dealer] }),
        Act::EdgeAct(EdgeAct::Exclude { name: name(), table, why: why() }),
        Act::HouseAct(HouseAct::Readmit { name: name(), why: why() }),
        Act::EdgeAct(EdgeAct::Bar { name: name(), table, why: why() }),
        Act::EdgeAct(EdgeAct::Detain { name: name(), table, why: why() }),
        Act::HouseAct(HouseAct::BuyIn { player: name(), amount }),
        Act::HouseAct(HouseAct::CashOut { player: name(), amount }),
        Act::HouseAct(HouseAct::IssueVoucher {
            number: VoucherId(7),
            amount,
            games: vec!["craps".to_owned()],
            expires: u64::MAX,
            player: Some(name()),
            conditions: why(),
            promotion: None,
        }),
        Act::EdgeAct(EdgeAct::ExchangeVoucher { table, number: VoucherId(7), player: name() }),
        Act::EdgeAct(EdgeAct::WalkIn { table, seat: None, name: None }),
        Act::HouseAct(HouseAct::Mint { amount }),
        Act::EdgeAct(EdgeAct::Open {
            table: TableId(2),
            name: why(),
            game: "craps".to_owned(),
            setup: json("{}"),
            float: amount,
            dealing: Dealing::Physical,
            seats: 3,
            demo: false,
        }),
        Act::EdgeAct(EdgeAct::Open {
            table: TableId(3),
            name: why(),
            game: "casino-war".to_owned(),
            setup: json("{}"),
            float: amount,
            dealing: Dealing::Virtual,
            seats: 3,
            demo: true,
        }),
        Act::HouseAct(HouseAct::Guest { name: "guest-1".to_owned() }),
        Act::HouseAct(HouseAct::SignIn { name: name(), granted: false }),
        Act::HouseAct(HouseAct::Look { what: why() }),
        Act::TableAct(TableAct::Time { table }),
        Act::TableAct(TableAct::AnnounceClosing { table }),
        Act::EdgeAct(EdgeAct::Close { table }),
        Act::EdgeAct(EdgeAct::Fill { table, amount }),
        Act::EdgeAct(EdgeAct::Credit { table, amount }),
        Act::EdgeAct(EdgeAct::Drop { table, player: name(), amount }),
        Act::EdgeAct(EdgeAct::Vacate { table, player: name() }),
        Act::TableAct(TableAct::GiveUp { table, player: name(), area: 1, to: "oli".to_owned() }),
        Act::TableAct(TableAct::WithdrawClosing { table }),
        Act::TableAct(TableAct::TaskDone { table, task: 1, words: None }),
        Act::TableAct(TableAct::Limits { table, limits: [(on(), limit)].into(), spare: false }),
        Act::EdgeAct(EdgeAct::HandOver { name: name(), table, to: Receiver::Police, why: why() }),
        Act::HouseAct(HouseAct::LoadOrder { game: "craps".to_owned(), sha256: "00".repeat(32) }),
        Act::HouseAct(HouseAct::SetClock { by: -60_000 }),
        Act::TableAct(TableAct::Limit { table, on: on(), limit, spare: false }),
        Act::TableAct(TableAct::EndSparing { table, on: on() }),
        Act::TableAct(TableAct::OwnLimit { table, player: name(), on: on(), limit: Some(limit) }),
        Act::TableAct(TableAct::Variant { table, variant: Some("even-money".to_owned()) }),
        Act::TableAct(TableAct::BeginShuffle {
            table,
            pre_shuffled: false,
            angel: false,
            method: None,
            by_hand_first: false,
            burn: None,
        }),
        Act::TableAct(TableAct::Equipment { table, dice: dice(), items: Item::ALL.to_vec() }),
        Act::TableAct(TableAct::DiceSet { table, dice: dice() }),
        Act::TableAct(TableAct::AskRiffle { table, player: None }),
        Act::TableAct(TableAct::RiffleDone { table }),
        Act::TableAct(TableAct::LapseCut { table, player: name() }),
        Act::TableAct(TableAct::RevealBurn { table, key: "00".repeat(32) }),
        Act::HouseAct(HouseAct::RegisterCards {
            set: 9,
            decks: 6,
            backs: why(),
            pre_shuffled: true,
            angel: false,
        }),
        Act::HouseAct(HouseAct::CheckCards { set: 1, cards: 312, device: Some(why()) }),
        Act::HouseAct(HouseAct::SealCards { set: 1, seal: why() }),
        Act::HouseAct(HouseAct::HandOverCards { set: 1, to: name() }),
        Act::HouseAct(HouseAct::RetireCards { set: 1, why: why() }),
        Act::EdgeAct(EdgeAct::BringCards { table, set: 1 }),
        Act::TableAct(TableAct::Riffle { table, granted: true }),
        Act::TableAct(TableAct::Load { table, cutting_card: None }),
        Act::TableAct(TableAct::Commit { table, commitment: "00".repeat(32) }),
        Act::TableAct(TableAct::Reveal { table, key: "00".repeat(32) }),
        Act::TableAct(TableAct::CloseBetting { table }),
        Act::TableAct(TableAct::LapseWords { table, player: name() }),
        Act::TableAct(TableAct::LoseKey { table, why: why() }),
        Act::HouseAct(HouseAct::Incident {
            table: Some(table),
            kind: None,
            person: None,
            what: why(),
        }),
        Act::HouseAct(HouseAct::Incident { table: None, kind: None, person: None, what: why() }),
        Act::HouseAct(HouseAct::DecideComplaint { complaint, decision: why() }),
        Act::HouseAct(HouseAct::CloseComplaint { complaint, told: true }),
        Act::HouseAct(HouseAct::Approve { request: 999, forfeit: None }),
        Act::HouseAct(HouseAct::Reject { request: 999 }),
    ];
    let others = others.into_iter().chain(about_pools()).chain(about_promotions());
    let own = own.into_iter().map(|act| (act, Some(about.to_owned())));
    own.chain(others.into_iter().map(|act| (act, None))).collect()
}

/// Acts about prize pools.
fn about_pools() -> Vec<Act> {
    let meter = r#"{"share":[1,4],"seed":1000}"#;
    let terms = format!(
        r#"{{"prizes":"fall-classic","wager":500,"major":{meter},"minor":{meter},"retained":[2,4]}}"#
    );
    let (approved, keys) = (
        r#""reference":"L16/1","date":"2026-11-17""#,
        format!(r#""trigger":"{0}","winner":"{0}""#, "00".repeat(32)),
    );
    let acts = [
        format!(r#"{{"draft-pool":{{"pool":5,"name":"five","terms":{terms}}}}}"#),
        format!(r#"{{"approve-pool":{{"pool":5,{approved}}}}}"#),
        r#"{"start-pool":{"pool":5}}"#.to_owned(),
        r#"{"suspend-pool":{"pool":5,"why":"a fault"}}"#.to_owned(),
        r#"{"resume-pool":{"pool":5}}"#.to_owned(),
        format!(r#"{{"change-pool":{{"pool":5,"terms":{terms},{approved}}}}}"#),
        r#"{"adjust-meter":{"pool":5,"level":"major","before":1000,"after":2000,"why":"a fault","reference":"L16/1"}}"#.to_owned(),
        format!(r#"{{"retire-pool":{{"pool":5,"heir":6,{approved}}}}}"#),
        r#"{"close-pool":{"pool":5}}"#.to_owned(),
        format!(r#"{{"demo-pool":{{"pool":7,"name":"seven","terms":{terms}}}}}"#),
        r#"{"link-outside":{"pool":5,"outside":1,"game":"blackjack","name":"one","chip":100}}"#.to_owned(),
        r#"{"unlink-outside":{"pool":5,"outside":1}}"#.to_owned(),
        r#"{"end-outside-rounds":{"pool":5,"outside":1,"round":1,"reference":"slip 7"}}"#.to_owned(),
        r#"{"pool-feed":{"pool":5,"outside":1,"number":1,"what":{"wagers":{"round":1,"count":1}}}}"#.to_owned(),
        r#"{"register-display":{"pool":5,"display":1,"name":"over the pit"}}"#.to_owned(),
        r#"{"remove-display":{"pool":5,"display":1}}"#.to_owned(),
        r#"{"display-lost":{"pool":5,"display":1}}"#.to_owned(),
        r#"{"display-back":{"pool":5,"display":1}}"#.to_owned(),
        format!(r#"{{"commit-mystery":{{"pool":5,{keys}}}}}"#),
        format!(r#"{{"hit-mystery":{{"pool":5,{keys}}}}}"#),
        r#"{"pass-mystery":{"pool":5,"shown":2000}}"#.to_owned(),
        format!(r#"{{"show-mystery":{{"pool":5,{keys}}}}}"#),
        r#"{"lose-mystery":{"pool":5,"why":"the disk burned"}}"#.to_owned(),
        r#"{"link-table":{"table":1,"pool":5}}"#.to_owned(),
        r#"{"unlink-table":{"table":1}}"#.to_owned(),
        r#"{"verify-award":{"table":1,"award":1}}"#.to_owned(),
    ];
    acts.iter().map(|text| Act::parse(text.as_bytes()).unwrap()).collect()
}

/// Acts about promotions.
fn about_promotions() -> Vec<Act> {
    let (one, of, hash) = (r#""promotion":5"#, r#""promotion":5,"award":1"#, "00".repeat(32));
    let acts = [
        r#"{"set-law":{"switch":"cash-prizes","allowed":true,"from":0,"source":"a law"}}"#
            .to_owned(),
        r#"{"prescribe-item":{"item":"fireworks","source":"a regulation"}}"#.to_owned(),
        r#"{"set-points":{"cents":1000,"from":0,"source":"a decision"}}"#.to_owned(),
        format!(
            r#"{{"draft-promotion":{{{one},"name":"five","terms":{{"games":["craps"],"prizes":[]}}}}}}"#
        ),
        format!(r#"{{"check-prize":{{{one},"prize":1,"free_of":["tobacco"]}}}}"#),
        format!(r#"{{"finalise-promotion":{{{one}}}}}"#),
        format!(r#"{{"lodge-promotion":{{{one},"receipt":"R1","date":"2026-11-18"}}}}"#),
        format!(r#"{{"publish-terms":{{{one},"means":"casino","place":"the cage"}}}}"#),
        format!(r#"{{"note-marketing":{{{one},"item":"a poster","refers":true}}}}"#),
        format!(r#"{{"commit-promotion":{{{one},"commitment":"{hash}","salt":"{hash}"}}}}"#),
        format!(r#"{{"nominate-scrutineer":{{{one},"person":"max"}}}}"#),
        format!(r#"{{"start-promotion":{{{one}}}}}"#),
        format!(r#"{{"amend-promotion":{{{one},"reference":"A1","date":"2026-11-18"}}}}"#),
        format!(r#"{{"admit-file":{{{one},"sha256":"{hash}","rows":2}}}}"#),
        format!(r#"{{"enter-promotion":{{{one},"entrants":[{{"named":"Joan"}}]}}}}"#),
        format!(
            r#"{{"enter-promotion":{{{one},"entrants":[{{"named":"Joan"}}],"file":1,"row":1}}}}"#
        ),
        format!(r#"{{"remove-entrant":{{{one},"entry":1,"why":"staff"}}}}"#),
        format!(r#"{{"close-entries":{{{one}}}}}"#),
        format!(r#"{{"seal-value":{{{one},"sealed":"{hash}"}}}}"#),
        format!(r#"{{"attend-draw":{{{one},"value":"{hash}"}}}}"#),
        format!(r#"{{"draw-value":{{{one},"published":"lotto 1 2 3"}}}}"#),
        format!(r#"{{"draw-promotion":{{{one},"seed":"{hash}"}}}}"#),
        format!(r#"{{"show-seed":{{{one},"seed":"{hash}"}}}}"#),
        format!(r#"{{"reinstate-award":{{{of},"why":"the ticket was found"}}}}"#),
        format!(r#"{{"confirm-award":{{{of}}}}}"#),
        format!(r#"{{"redraw-award":{{{of},"reason":"absent","why":"not there"}}}}"#),
        format!(r#"{{"note-presence":{{{of},"present":true}}}}"#),
        format!(r#"{{"notify-winner":{{{of},"means":"mail","reached":true}}}}"#),
        format!(r#"{{"pay-award":{{{of},"cash":1,"cheque":0,"transfer":0}}}}"#),
        format!(r#"{{"deliver-award":{{{of},"words":"at the cage"}}}}"#),
        format!(r#"{{"refuse-claim":{{{one},"value":1,"why":"no ticket"}}}}"#),
        format!(r#"{{"tell-refusal":{{{one},"claim":1,"means":"mail"}}}}"#),
        format!(
            r#"{{"dispute-promotion":{{{one},"person":{{"named":"Joan"}},"what":"the draw"}}}}"#
        ),
        format!(r#"{{"decide-dispute":{{{one},"dispute":1,"decision":"it stands"}}}}"#),
        format!(r#"{{"close-dispute":{{{one},"dispute":1,"told":true}}}}"#),
        format!(r#"{{"postpone-promotion":{{{one},"why":"a doubt"}}}}"#),
        format!(r#"{{"cancel-promotion":{{{one},"why":"a doubt"}}}}"#),
        format!(r#"{{"tell-inspectorate":{{{one},"whom":"by telephone"}}}}"#),
        format!(r#"{{"validate-promotion":{{{one},"why":"looked at"}}}}"#),
        format!(r#"{{"resume-promotion":{{{one}}}}}"#),
        r#"{"expire-voucher":{"number":7}}"#.to_owned(),
        format!(r#"{{"end-promotion":{{{one}}}}}"#),
    ];
    acts.iter().map(|text| Act::parse(text.as_bytes()).unwrap()).collect()
}

/// Steps of games, with whom they are about.
fn steps(kind: Kind, about: &str, stands: bool) -> Vec<(Act, Option<String>)> {
    let area = if about == "oli" { 4 } else { 1 };
    let on = main_wager(kind);
    let spot = format!(r#""player":"{about}","area":{area},"on":"{on}""#);
    let own = [
        format!(r#"{{"wager":{{{spot},"amount":1000}}}}"#),
        format!(r#"{{"withdraw":{{{spot}}}}}"#),
        format!(r#"{{"remove":{{{spot}}}}}"#),
        format!(r#"{{"reduce":{{{spot},"to":500}}}}"#),
        format!(r#"{{"call":{{"player":"{about}","on":"place-win","number":6,"state":"on"}}}}"#),
        format!(r#"{{"dice":{{"player":"{about}","does":"accept"}}}}"#),
        format!(r#"{{"dice":{{"player":"{about}","does":"refuse"}}}}"#),
        format!(r#"{{"look":{{"player":"{about}","area":{area}}}}}"#),
        format!(r#"{{"turn":{{"area":{area},"player":"{about}"}}}}"#),
    ];
    let choose = ["draw", "war", "stand"]
        .map(|choice| format!(r#"{{"choose":{{"area":{area},"choice":"{choice}"}}}}"#));
    let others = [
        r#"{"close":true}"#.to_owned(),
        r#"{"card":"9C"}"#.to_owned(),
        r#"{"burn":true}"#.to_owned(),
        r#"{"face-down":true}"#.to_owned(),
        r#"{"roll":[3,4]}"#.to_owned(),
        r#"{"paid":true}"#.to_owned(),
        r#"{"rekey":{"card":"5H"}}"#.to_owned(),
        r#"{"rekey":{"roll":[3,3]}}"#.to_owned(),
        r#"{"no-roll":{"reason":"other"}}"#.to_owned(),
        r#"{"throw":true}"#.to_owned(),
        format!(r#"{{"found":{{{spot},"amount":1500}}}}"#),
        r#"{"void":{"why":"a fire"}}"#.to_owned(),
        format!(r#"{{"reserve":{{"player":"{about}","areas":[2]}}}}"#),
        r#"{"release":{"areas":[2]}}"#.to_owned(),
        r#"{"cutting-card":true}"#.to_owned(),
        r#"{"replace":{"checked":true}}"#.to_owned(),
        r#"{"irregular":{"what":"misdealt"}}"#.to_owned(),
        r#"{"irregular":{"what":"verify"}}"#.to_owned(),
        r#"{"irregular":{"what":"wrong-payment"}}"#.to_owned(),
        r#"{"irregular":{"what":"invalidate","cause":"disruption","why":"a fight"}}"#.to_owned(),
        r#"{"ruling":{"answer":"yes"}}"#.to_owned(),
        r#"{"device":{"does":"transfer"}}"#.to_owned(),
        r#"{"device":{"does":"remove","card":"9C"}}"#.to_owned(),
        r#"{"check":{"complete":true}}"#.to_owned(),
        r#"{"feed":true}"#.to_owned(),
        format!(r#"{{"accept":{{"player":"{about}","area":1}}}}"#),
        r#"{"collect":true}"#.to_owned(),
        format!(r#"{{"mystery":{{"player":"{about}","area":1,"amount":500}}}}"#),
        format!(r#"{{"dice":{{"player":"{about}","does":"order"}}}}"#),
        format!(r#"{{"dice":{{"player":"{about}","does":"lapse"}}}}"#),
        r#"{"sharing":{"players":2}}"#.to_owned(),
        format!(r#"{{"standing":{{"player":"{about}","approved":true}}}}"#),
        // These follow from acts of their own, and nobody takes them.
        format!(r#"{{"seat":{{"seat":2,"player":"{about}"}}}}"#),
        format!(r#"{{"sign":{{"on":"{on}","min":1000}}}}"#),
        r#"{"variant":null}"#.to_owned(),
        r#"{"meters":{"major":100,"minor":100}}"#.to_owned(),
        r#"{"jackpot":null}"#.to_owned(),
        r#"{"shuffle":true}"#.to_owned(),
    ];
    let name = || Some(about.to_owned());
    let own = own.iter().map(|text| (step(text), name()));
    // Whose a choice is, the wager on its area says; dice have no areas.
    let stands = stands && kind.house().areas.is_some();
    let chooses = choose.iter().map(|text| (step(text), name().filter(|_| stands)));
    own.chain(chooses).chain(others.iter().map(|text| (step(text), None))).collect()
}

/// Tells whether an act is about chips or the seat of a player, which staff leave alone where the program deals.
fn players_do_themselves(act: &Act, name: &str) -> bool {
    use EdgeAct::{Bring, Drop, Leave, Take, WalkIn};
    let chips = matches!(act, Act::EdgeAct(Bring { .. } | Take { .. } | Drop { .. }));
    let place = matches!(act, Act::EdgeAct(Leave { .. } | WalkIn { .. }));
    let cut = match act {
        Act::TableAct(TableAct::Cut { by, .. } | TableAct::RefuseCut { by, .. }) => by != name,
        _ => false,
    };
    chips || place || cut || matches!(act, Act::TableAct(TableAct::Agree { .. }))
}

/// What the table of rights says, read by the test: the row, and whether it grants the act. `None` if
/// the act cannot be read at this table, so that no right is asked for.
fn granted(
    floor: &Floor,
    who: (&str, Role),
    act: &Act,
    whose: Option<&str>,
) -> Option<(String, bool)> {
    let (name, role) = who;
    let mut virtual_ = None;
    let complaint = match act {
        Act::HouseAct(
            HouseAct::DecideComplaint { complaint, .. }
            | HouseAct::CloseComplaint { complaint, .. },
        ) => floor.complaints.iter().find(|it| it.number == *complaint),
        _ => None,
    };
    let room = act.table().and_then(|table| floor.rooms.get(&table));
    let kind = complaint.map(|it| it.kind).or_else(|| room.map(|room| room.kind));
    let right = match act {
        Act::TableAct(TableAct::Step { step, .. }) => {
            let room = floor.rooms.get(&TABLE)?;
            let known =
                |name: &Text| floor.people.find(name).ok_or_else(|| Fault::new("a stranger"));
            let input = step.resolve(room.kind, &mut { known }).ok()?;
            if by_whoever_draws(&input, room.kind) {
                virtual_ = Some(room.dealing == Dealing::Virtual);
            }
            // Where the program deals, players wager and choose for themselves, or their time runs out.
            // The program takes back only what guests left who are gone.
            let takes_back = matches!(input, Input::Withdraw(_) | Input::Remove(_));
            if role == Role::System && takes_back {
                return Some(("step withdraw".to_owned(), false));
            }
            let plays = matches!(
                input,
                Input::Choose { .. }
                    | Input::Wager { .. }
                    | Input::Withdraw(_)
                    | Input::Remove(_)
                    | Input::Reduce { .. }
                    | Input::Call { .. }
            ) || matches!(input, Input::Dice { act, .. } if !matches!(act, DiceAct::Order));
            if plays && role != Role::Player && room.dealing == Dealing::Virtual {
                virtual_ = Some(true);
            }
            let gravity = gravity(floor, name, &input);
            of_step(&input, || gravity)
        }
        Act::TableAct(
            TableAct::BeginShuffle { .. } | TableAct::Load { .. } | TableAct::RiffleDone { .. },
        ) => {
            let room = floor.rooms.get(&TABLE);
            virtual_ = room.map(|room| room.dealing == Dealing::Virtual);
            of_act(&name.to_owned(), act)
        }
        // Where the program deals, players handle their chips and leave by themselves.
        _ if players_do_themselves(act, name) => {
            let virtual_table = room.is_some_and(|room| room.dealing == Dealing::Virtual);
            virtual_ = (virtual_table && role != Role::Player).then_some(true);
            of_act(&name.to_owned(), act)
        }
        _ => of_act(&name.to_owned(), act),
    };
    let Some(right) = right else { return Some(("nobody".to_owned(), false)) };
    let own = right.own && whose == Some(name);
    let own = own && (role == Role::Player || right.what == "set-password");
    // The program opens demo tables only.
    if matches!(act, Act::EdgeAct(EdgeAct::Open { demo: false, .. })) && role == Role::System {
        return Some(("open".to_owned(), false));
    }
    // A task that is open belongs to some of those who may end tasks.
    if let Act::TableAct(TableAct::TaskDone { table, task, .. }) = act
        && let Some(open) = floor.tasks.get(*table, *task)
    {
        return Some((right.what.to_owned(), floor.owners(open).contains(&role)));
    }
    let dealt = virtual_.is_none_or(|virtual_| virtual_ == (role == Role::System));
    Some((right.what.to_owned(), (right.grants(role, kind) || own) && dealt))
}

/// Tells whether a step is told by whoever draws at a table.
fn by_whoever_draws(input: &Input, kind: Kind) -> bool {
    match input {
        Input::Card { .. }
        | Input::Roll(_)
        | Input::Throw
        | Input::BurnUnseen
        | Input::FaceDown
        | Input::Collect
        | Input::Rekey(_)
        | Input::Found { .. } => true,
        Input::NoRoll { .. } => kind.house().cards.is_none(),
        Input::Irregular(it) => !HAPPENS_ANYWHERE.contains(&it.what),
        _ => false,
    }
}

/// What of the moment at the table the rights of somebody depend on.
fn gravity(floor: &Floor, name: &str, input: &Input) -> Gravity {
    let room = &floor.rooms[&TABLE];
    let mut standing = Cents::ZERO;
    room.table.each_standing(|wager| standing += wager.stake + wager.excess);
    let dice = room.kind.house().cards.is_none();
    Gravity {
        voids_much: room.voided(input) > floor.void_alone,
        much: standing + room.table.settled() > floor.void_alone,
        own_question: room.declared_by == floor.people.find(name),
        shown: room.table.is_paying(),
        dealt: dice || room.table.is_paying() || room.table.shown_felt().in_round(),
        enough: room.has_cards_for_the_round(),
        dice,
        refund: matches!(room.table.expects().due, Due::Ruling(it) if it.asks_player().is_some()),
    }
}

/// What goes wrong also where the program deals.
const HAPPENS_ANYWHERE: [Situation; 7] = [
    Situation::NoWagers,
    Situation::Verify,
    Situation::WrongPayment,
    Situation::Conduct,
    Situation::Invalidate,
    Situation::RefuseWager,
    Situation::NotAccepted,
];

/// How often each row was granted and refused.
type Tried = BTreeMap<String, [u32; 2]>;

fn attempt(
    (state, floor): (&str, &Floor),
    who: (&str, Role),
    act: &Act,
    whose: Option<&str>,
    tried: &mut Tried,
) {
    let Some((row, granted)) = granted(floor, who, act, whose) else { return };
    let mut after = floor.clone();
    let answer = after.act(floor.now, who.0, act);
    let refused = matches!(&answer.verdict, ActResult::Denied(denied) if denied.by() == By::Rights);
    let what = || format!("{state}: {} ({:?}): {} {answer:?}", who.0, who.1, act.write());
    assert_eq!(refused, !granted, "{}", what());
    if let ActResult::Denied(_) = answer.verdict {
        assert!(after == *floor && answer.events.is_empty(), "something changed: {}", what());
    }
    tried.entry(row).or_default()[usize::from(granted)] += 1;
}

#[test]
fn every_role_tries_everything() {
    let mut tried = Tried::new();
    let mut seen = BTreeMap::new();
    for kind in Kind::ALL {
        for dealing in [Dealing::Virtual, Dealing::Physical] {
            for (state, floor) in states(kind, dealing) {
                *seen.entry(state).or_insert(0) += 1;
                let complaint = floor.complaints.first().map_or(1, |complaint| complaint.number);
                let stands = floor.rooms.get(&TABLE).is_some_and(croupier_floor::Room::has_wagers);
                let state = format!("{} {dealing:?} {state}", kind.name());
                for who in PEOPLE.into_iter().chain([(HOUSE, Role::System)]) {
                    for about in ["pat", "oli", who.0] {
                        let all = acts(complaint, about);
                        let all = all.into_iter().chain(steps(kind, about, stands));
                        for (act, whose) in all {
                            attempt((&state, &floor), who, &act, whose.as_deref(), &mut tried);
                        }
                    }
                }
            }
        }
    }
    // All games, virtual and physical, in each state; not every game asks a question that early.
    let all = 2 * Kind::ALL.len();
    let enough = |(&at, &count): (&&str, &usize)| count == all || at == "question" && count >= 3;
    assert!(seen.len() == 6 && seen.iter().all(enough), "{seen:?}");
    // A review is asked for elsewhere: whose it is, the complaint says. Much money is too, and what the count of the
    // cards says (orders.rs).
    // What a player wants back is asked late.
    // Nobody is refused the own password.
    let elsewhere = [
        "ask-review",
        "step void above the limit",
        "step ruling above the limit",
        "step irregular above the limit",
        "step no-roll of a called total above the limit",
        "step run-out against the count",
        "step refund",
        "set-password",
    ];
    for right in RIGHTS.iter().filter(|right| !elsewhere.contains(&right.what)) {
        let counts = tried.get(right.what).copied().unwrap_or_default();
        assert!(counts[0] > 0 && counts[1] > 0, "{}: {counts:?}", right.what);
    }
    assert!(tried.contains_key("nobody"));
}

/// A stranger, a person who is kept out, and a player with somebody else's complaint have no right.
#[test]
fn strangers_and_outsiders_have_no_right() {
    let mut floor = open(Kind::CasinoWar, Dealing::Virtual);
    let complaint = floor.complaints[0].number;
    let decision = "it is quiet".to_owned();
    must(&mut floor, "sue", &Act::HouseAct(HouseAct::DecideComplaint { complaint, decision }));
    // The person reads what was decided and why; nobody else does.
    let read = |name: &str| {
        let person = floor.people.find(name).unwrap();
        croupier_view::own_complaints(&floor, person)
    };
    let own = read("pat");
    assert!(own.len() == 1 && own[0].decisions == ["it is quiet"] && own[0].reviewable, "{own:?}");
    assert!(read("oli").is_empty());
    refused(&floor, "oli", &Act::HouseAct(HouseAct::AskReview { complaint }));
    refused(&floor, "eye", &Act::HouseAct(HouseAct::AskReview { complaint }));
    must(&mut floor.clone(), "pat", &Act::HouseAct(HouseAct::AskReview { complaint }));
    must(&mut floor.clone(), "dan", &Act::HouseAct(HouseAct::AskReview { complaint }));
    let sit = Act::TableAct(TableAct::Sit { table: TABLE, player: "pat".to_owned(), seat: 3 });
    refused(&floor, "nobody", &sit);
    let (name, why) = ("pat".to_owned(), "a fight".to_owned());
    must(&mut floor, "sue", &Act::EdgeAct(EdgeAct::Exclude { name, table: TABLE, why }));
    // At a table the order's own clause keeps the person away.
    let kept_out = floor.clone().act(floor.now, "pat", &sit);
    let clause = Kind::CasinoWar.house().pit.exclude.unwrap().0;
    assert!(
        matches!(&kept_out.verdict, ActResult::Denied(it) if it.clause.as_deref() == Some(clause)),
        "{kept_out:?}"
    );
    refused(
        &floor,
        "pat",
        &Act::HouseAct(HouseAct::SetPassword { name: "pat".to_owned(), password: "x".to_owned() }),
    );
}

fn refused(floor: &Floor, who: &str, act: &Act) {
    let mut after = floor.clone();
    let answer = after.act(floor.now, who, act);
    let by_rights = matches!(&answer.verdict, ActResult::Denied(it) if it.by() == By::Rights);
    assert!(by_rights && answer.events.is_empty(), "{who}: {} {answer:?}", act.write());
    assert!(after == *floor, "{who}: {} changed something", act.write());
}

/// Whatever takes two people takes another one with the right; the one who asked may take it back.
#[test]
fn two_people_are_two() {
    let mut pairs = 0;
    let mut floor = open(Kind::CasinoWar, Dealing::Physical);
    deal(&mut floor, Dealing::Physical, 40, false);
    must(&mut floor, "pat", &wager(Kind::CasinoWar, "pat"));
    floor.void_alone = Cents(10);
    let correct =
        step(r#"{"irregular":{"what":"invalidate","cause":"disruption","why":"a fight"}}"#);
    let void = step(r#"{"void":{"why":"a fire"}}"#);
    let conduct = step(r#"{"irregular":{"what":"conduct","player":"pat","why":"a camera"}}"#);
    let all = acts(1, "oli").into_iter().map(|(act, _)| act).chain([correct, void, conduct]);
    for act in all {
        for asks in PEOPLE {
            let mut asked = floor.clone();
            let ActResult::Waits { request } = told(&mut asked, asks.0, &act).verdict else {
                continue;
            };
            assert_eq!(asked.ledger, floor.ledger, "nothing moves before it is approved");
            let (approve, reject) = (
                Act::HouseAct(HouseAct::Approve { request, forfeit: None }),
                Act::HouseAct(HouseAct::Reject { request }),
            );
            refused(&asked, asks.0, &approve);
            let second = &asked.requests[&request].second;
            for other in PEOPLE.into_iter().filter(|other| other.0 != asks.0) {
                if !second.contains(&other.1) {
                    refused(&asked, other.0, &approve);
                    refused(&asked, other.0, &reject);
                    continue;
                }
                let mut done = asked.clone();
                let verdict = told(&mut done, other.0, &approve).verdict;
                match &verdict {
                    ActResult::Done => assert!(!done.requests.contains_key(&request)),
                    ActResult::Denied(denied) => {
                        assert!(denied.by() != By::Rights, "{}: {verdict:?}", act.write());
                        assert_eq!(done.requests, asked.requests, "what is denied waits on");
                    }
                    ActResult::Waits { .. } => panic!("{verdict:?}"),
                }
                pairs += 1;
            }
            must(&mut asked, asks.0, &reject);
            assert!(asked.requests.is_empty() && asked.ledger == floor.ledger);
        }
    }
    assert!(pairs > 20, "{pairs}");
}

/// A sign whose time comes while the table waits for a ruling is put up after it.
#[test]
fn a_sign_waits_while_a_question_is_open() {
    let kind = Kind::CasinoWar;
    let mut floor = open(kind, Dealing::Physical);
    deal(&mut floor, Dealing::Physical, 40, false);
    let limit = croupier_floor::Limits { min: 1_500, max: 1_000_000, unit: None };
    let on = main_wager(kind).to_owned();
    must(
        &mut floor,
        "sue",
        &Act::TableAct(TableAct::Limit { table: TABLE, on, limit, spare: false }),
    );
    let card = |card: &str| step(&format!(r#"{{"card":"{card}"}}"#));
    if floor.rooms[&TABLE].table.expects().due == Due::Burn {
        must(&mut floor, "dan", &card("2D"));
    }
    must(&mut floor, "pat", &wager(kind, "pat"));
    must(&mut floor, "oli", &wager(kind, "oli"));
    // Both are paid, and then it turns out that the cards were dealt wrongly: can the round be dealt again?
    ["KC", "9C", "5D"].iter().for_each(|name| must(&mut floor, "dan", &card(name)));
    must(&mut floor, "dan", &step(r#"{"paid":true}"#));
    must(&mut floor, "sue", &step(r#"{"irregular":{"what":"misdealt"}}"#));
    let room = &floor.rooms[&TABLE];
    assert!(matches!(room.table.expects().due, Due::Ruling(_)) && room.is_between_rounds());
    floor.now += 2 * croupier_floor::NOTICE;
    let held = told(&mut floor, "pat", &wager(kind, "pat"));
    assert!(held.events.is_empty() && !held.is_done(), "{held:?}");
    let answer = told(&mut floor, "sue", &step(r#"{"ruling":{"answer":"no"}}"#));
    assert!(answer.is_done() && answer.write().contains(r#"{"sign":"#), "{answer:?}");
}
