//! What is said of promotions, in sentences: why something is not done, and what people must do.

use std::borrow::Cow;

use croupier_engine::Kind;
use croupier_engine::promotions::PromotionRule;
use croupier_floor::{
    Ban, LegalSwitch, MissedEntry, PassedOver, PromotionChange, PromotionState,
    PromotionWhy as Why, RedrawReason, ToDo,
};

/// Says why something is not done about a promotion. The clause that stands beside it is that of this order.
pub(crate) fn reason(order: Option<&str>, why: &Why) -> Cow<'static, str> {
    let said = sentence(why);
    match order.and_then(Kind::named) {
        Some(kind) => format!("{said} (order of {})", kind.title()).into(),
        None => said,
    }
}

#[expect(clippy::too_many_lines, reason = "a row for each reason")]
fn sentence(why: &Why) -> Cow<'static, str> {
    match why {
        Why::NoSuchPromotion => "there is no such promotion".into(),
        Why::BadNumber => "a promotion has a number from 1 on".into(),
        Why::Is { state } => is(*state).into(),
        Why::BadGames => {
            "name each game of the promotion once; its order must have a section on promotional prizes".into()
        }
        Why::NoSuchWager => "the wager that the terms ask for is none of these games, or of no amount".into(),
        Why::TooManyPrizes { most } => format!("a promotion has at most {most} prizes").into(),
        Why::TermMissing { term, prize } => missing(*term, *prize).into(),
        Why::Banned { prize, ban } => {
            format!("prize {prize} includes {}; no promotional prize may", banned(*ban)).into()
        }
        Why::NotChecked { prize, ban } => {
            format!("somebody must look at prize {prize} first: does it include {}?", banned(*ban)).into()
        }
        Why::NothingChecked => "say of what the prize is free, or what it contains, and not both of one thing".into(),
        Why::NoSuchPrize => "the terms have no such prize".into(),
        Why::NoCashInstead { prize } => format!(
            "there is no such cash in place of prize {prize}: not for money, slots dollars, casino dollars or a voucher, \
             and at most what the prize is worth"
        )
        .into(),
        Why::CashInsteadNotStated => "the terms do not state cash in place of this prize".into(),
        Why::LawForbids { switch } => law(*switch).into(),
        Why::BadTimes => {
            "entries must close in the future, the draw be held after that, and a voucher be good for longer".into()
        }
        Why::TooSoon { .. } => "the Authority must have the terms for 24 hours before the promotion starts".into(),
        Why::BadReference => "give the Authority's receipt or reference".into(),
        Why::NotPublished => "say first where the terms can be read".into(),
        Why::MarketingMustRefer => "what advertises the promotion must refer to its terms".into(),
        Why::NotCommitted => "the house has not committed itself to its seed of the draw yet".into(),
        Why::CommittedAlready => "the house has committed itself to its seed already".into(),
        Why::BadCommitment => "a commitment has 64 hexadecimal digits".into(),
        Why::FixedByClosing => {
            "the time for entries is over: games, wager, times, prizes, presence and the source of the draw stay as they are"
                .into()
        }
        Why::NothingProposed => "the terms are frozen since the start: propose others first, and have them approved".into(),
        Why::NotYet { .. } => "it is not the time for this yet: the terms say when".into(),
        Why::EntriesClosed => "the time for entries is over".into(),
        Why::TooManyEntries { most } => format!("that are too many entries: at most {most}").into(),
        Why::NobodyEntered => "name at least one person to enter".into(),
        Why::NotEligible => "this person may not enter".into(),
        Why::NoQualifyingWager => "this person has not made the wager that the terms ask for".into(),
        Why::AlreadyEntered => "this person has entered already".into(),
        Why::OnlyWagersEnter => "by the terms only wagers make entries: nobody is entered by hand".into(),
        Why::OnlyKnownPeople => {
            "by the terms nobody enters or wins twice: only people whom the house knows can be entered".into()
        }
        Why::BadFile => "a file has a SHA-256 of 64 hexadecimal digits, and at least one row".into(),
        Why::FileKnown => "this file was admitted already".into(),
        Why::NoSuchFile => "name a file that was admitted, and the row with which it goes on".into(),
        Why::NotARow { next, rows } => {
            format!("rows of a file are entered once, in their order: the next is row {next} of {rows}").into()
        }
        Why::NoSuchEntry => "name one person, or one entry that there is".into(),
        Why::NotAScrutineer => "nominate somebody in the role of a scrutineer".into(),
        Why::ScrutineerIsThere => "the scrutineer has come to the draw already".into(),
        Why::ScrutineerMissing => "a prize above the limit is drawn only when the scrutineer has come".into(),
        Why::NotTheScrutineer => "this is for the scrutineer who was nominated".into(),
        Why::OtherSource => "the value of the draw comes from where the terms say: the scrutineer, or the public source".into(),
        Why::ValueMissing => "the draw waits for its value".into(),
        Why::ValueGiven => "the draw has its value already".into(),
        Why::BadValue => {
            "give a value of 64 hexadecimal digits, or what the public source has published, to the letter".into()
        }
        Why::NobodyGivesTheValue => {
            "nominate a scrutineer first, or name a public source in the terms: the draw needs a value from one of them".into()
        }
        Why::ValueSealed => "the scrutineer has sealed a value already".into(),
        Why::NotWhatWasSealed => "the value is not the one that was sealed".into(),
        Why::NotAReward => {
            "the terms have no such reward, or all of it is issued: a voucher is a reward of the terms".into()
        }
        Why::OtherRoot => "the entries have another root than the one that you have seen".into(),
        Why::SeedIsShown => "the seed was shown already".into(),
        Why::NoSuchAward => "nothing was drawn under this number".into(),
        Why::AwardIsOver => "this prize was handed over, denied, or went to somebody else".into(),
        Why::NotConfirmed => "the scrutineer must confirm the draw of this prize first".into(),
        Why::NothingToConfirm => "there is nothing to confirm here".into(),
        Why::NotPresent => "the terms want the winner to be there: note it first, or draw again".into(),
        Why::NotNotified => "the winner was neither there nor told".into(),
        Why::NoReasonToRedraw => {
            "that is no reason: a prize is drawn again when its winner had to be there and was not, was told and declines, \
             could not be reached in time, or was refused and told why"
                .into()
        }
        Why::NotCash => "this prize is no money".into(),
        Why::IsCash => "this prize is money: pay it".into(),
        Why::SumsDiffer { amount } => {
            format!("cash, cheque and transfer must come to {} together", amount.0).into()
        }
        Why::VoucherNumber => "a prize that is a voucher is issued under a number, and no other prize is".into(),
        Why::NameAndAddress { above } => {
            format!("a denied claim above {} is kept with name and address", above.0).into()
        }
        Why::OtherValue { amount } => format!("the prize of this award is worth {}", amount.0).into(),
        Why::NotRefused => "the claim of this winner was not denied, or the prize went to somebody else".into(),
        Why::NoSuchClaim => "no claim was denied under this number".into(),
        Why::ToldAlready => "that was told already".into(),
        Why::NoSuchDispute => "there is no dispute under this number".into(),
        Why::Decided => "the dispute is decided".into(),
        Why::NotDecided => "the dispute must be decided first, in words".into(),
        Why::SayOfInspector => "tell the person of the right to complain to an inspector first".into(),
        Why::InspectorateNotTold => "the inspectorate must be told first".into(),
        Why::NotValidated => "an inspector must agree first that its integrity is validated".into(),
        Why::ValidatedAlready => "an inspector has agreed already".into(),
        Why::ClaimsOpen => "somebody who was denied a prize must still be told why".into(),
        Why::DisputesOpen => "a dispute is still open".into(),
        Why::VoucherNotExpired => "the voucher can still be exchanged".into(),
        Why::VoucherOver => "the voucher was exchanged or written off already".into(),
        Why::NotAGameOfPromotion => {
            "the promotion does not go with that game, and no game joins it after its start".into()
        }
    }
}

pub(crate) const fn is(state: PromotionState) -> &'static str {
    match state {
        PromotionState::Draft => "the promotion is a draft: make its terms final first",
        PromotionState::Final => "the promotion is final: lodge its terms with the Authority next",
        PromotionState::Lodged => "the Authority has the terms; the promotion has not started",
        PromotionState::Running => "the promotion is running",
        PromotionState::EntriesClosed => "entries are closed, and nothing is drawn yet",
        PromotionState::Drawn => "the prizes are drawn",
        PromotionState::Awarded => "all prizes are handed over or denied",
        PromotionState::Ended => "the promotion is over",
        PromotionState::Postponed => {
            "the promotion is postponed: nothing goes on until an inspector agrees"
        }
        PromotionState::Cancelled => "the promotion was cancelled",
    }
}

/// Says why an entry that was drawn does not win: the word, and the words.
pub(crate) const fn passed_over(why: PassedOver) -> (&'static str, &'static str) {
    match why {
        PassedOver::Removed => ("removed", "the entry, or the person, was removed"),
        PassedOver::Excluded => ("excluded", "the person is kept out of the casino"),
        PassedOver::HasWon => ("has-won", "the entry was drawn before, or the person has won"),
    }
}

/// Says why a prize was drawn again.
pub(crate) const fn redrawn(why: RedrawReason) -> &'static str {
    match why {
        RedrawReason::Absent => "the winner had to be present, and was not",
        RedrawReason::Refused => "the claim of the winner was denied",
        RedrawReason::Unclaimed => "the winner did not claim the prize as the terms say",
        RedrawReason::Declined => "the winner does not want the prize",
    }
}

pub(crate) const fn banned(ban: Ban) -> &'static str {
    match ban {
        Ban::Tobacco => "tobacco",
        Ban::Firearms => "a firearm, ammunition or an imitation",
        Ban::Weapons => "a prohibited weapon",
        Ban::Liquor => "more than 20 litres of liquor",
        Ban::Prescribed => "an item or service on the list of those that are prescribed",
    }
}

pub(crate) fn law(switch: LegalSwitch) -> String {
    let what = match switch {
        LegalSwitch::CashPrizes => "a prize must not be money",
        LegalSwitch::CashInstead => "a prize must not be exchanged for money",
    };
    format!(
        "by the law in force {what}: {}, or what two managers have entered since",
        switch.source()
    )
}

/// Says that the law in force was entered.
pub(crate) fn law_set(switch: LegalSwitch, allowed: bool) -> String {
    let what = match switch {
        LegalSwitch::CashPrizes => "prizes of money",
        LegalSwitch::CashInstead => "money in place of prizes",
    };
    format!("the law {} {what}", if allowed { "allows" } else { "forbids" })
}

/// Says what became of a promotion, without the name of anybody.
#[expect(clippy::too_many_lines, reason = "a row for each change")]
pub(crate) fn change(change: &PromotionChange) -> Cow<'static, str> {
    use PromotionChange as Is;
    match change {
        Is::Drafted { .. } => "its terms were written down".into(),
        Is::Proposed { .. } => "other terms are proposed".into(),
        Is::Checked { prize, .. } => format!("somebody has looked at prize {prize}").into(),
        Is::Finalised { .. } => "its terms are final".into(),
        Is::Lodged { .. } => "the Authority has its terms".into(),
        Is::Published { .. } => "its terms can be read".into(),
        Is::Marketed { .. } => "something that advertises it was noted".into(),
        Is::Committed { .. } => "the house is committed to its seed".into(),
        Is::Nominated { .. } => "a scrutineer was nominated".into(),
        Is::Started { .. } => "it takes entries".into(),
        Is::Amended(_) => "the terms that were proposed hold".into(),
        Is::Qualified { .. } => "a player has made the wager that the terms ask for".into(),
        Is::Entered { who, .. } => match who.len() {
            1 => "somebody has entered".into(),
            count => format!("{count} have entered").into(),
        },
        Is::FileAdmitted { file, rows, .. } => {
            format!("file {file} was admitted, with {rows} rows").into()
        }
        Is::Removed { .. } => "somebody was removed from the draw".into(),
        Is::EntriesClosed { entries, .. } => format!("entries are closed: {entries}").into(),
        Is::Attended { .. } => "the scrutineer is at the draw".into(),
        Is::Valued { .. } => "the draw has its value".into(),
        Is::Revealed { .. } | Is::SeedShown { .. } => "the house has shown its seed".into(),
        Is::Drawn { prize, entry, passed: None, .. } => {
            format!("entry {entry} was drawn for prize {prize}").into()
        }
        Is::Drawn { prize, entry, passed: Some(why), .. } => {
            let (_, why) = passed_over(*why);
            format!("entry {entry} was drawn for prize {prize} and passed over: {why}").into()
        }
        Is::Undrawn { prize } => format!("nobody is left who could win prize {prize}").into(),
        Is::Confirmed { award, .. } => format!("the scrutineer has confirmed draw {award}").into(),
        Is::Redrawn { award, reason, .. } => {
            format!("the prize of draw {award} is drawn again: {}", redrawn(*reason)).into()
        }
        Is::Present { award, present: true } => {
            format!("the winner of draw {award} is there").into()
        }
        Is::Present { award, present: false } => {
            format!("the winner of draw {award} is not there").into()
        }
        Is::Attempted { award, reached: true, .. } => {
            format!("the winner of draw {award} was told").into()
        }
        Is::Attempted { award, reached: false, .. } => {
            format!("the winner of draw {award} was not reached").into()
        }
        Is::Paid { award, .. } => format!("the prize of draw {award} was paid").into(),
        Is::Delivered { award, .. } => format!("the prize of draw {award} was handed over").into(),
        Is::Refused { claim, .. } => format!("claim {claim} was denied").into(),
        Is::Reinstated { award, .. } => {
            format!("the winner of draw {award} gets the prize after all").into()
        }
        Is::RefusalTold { claim, .. } => {
            format!("whoever made claim {claim} was told why it was denied").into()
        }
        Is::Disputed { dispute, .. } => format!("dispute {dispute} was made").into(),
        Is::DisputeDecided { dispute, .. } => format!("dispute {dispute} is decided").into(),
        Is::DisputeClosed { dispute, .. } => format!("dispute {dispute} is closed").into(),
        Is::Postponed { .. } => "it is postponed".into(),
        Is::Cancelled { .. } => "it is cancelled".into(),
        Is::InspectorateTold { .. } => "the inspectorate was told".into(),
        Is::Validated { .. } => "an inspector agrees that it goes on".into(),
        Is::Resumed => "it goes on".into(),
        Is::Awarded => "all its prizes are handed over, or denied".into(),
        Is::Missed { who, why, .. } => {
            let why = match why {
                MissedEntry::Postponed => "it is postponed",
                MissedEntry::Full => "it has as many entries as it can have",
            };
            format!("{} entries by wagers could not be made: {why}", who.len()).into()
        }
        Is::StandsAgain { .. } => {
            "a wager that has entered stands again: it enters no second time".into()
        }
        Is::CountedBefore { .. } => "a wager that had entered before has ended".into(),
        Is::Sealed { .. } => "the scrutineer has sealed the value of the draw".into(),
        Is::Rewarded { voucher, .. } => format!("voucher {} was issued", voucher.0).into(),
        Is::Ended => "it is over".into(),
    }
}

/// Says what is missing in the terms, or of a prize.
fn missing(term: PromotionRule, prize: Option<u32>) -> String {
    let what = wanted(term);
    match prize {
        Some(prize) => format!("prize {prize} lacks {what}"),
        None => format!("the terms lack {what}"),
    }
}

const fn wanted(rule: PromotionRule) -> &'static str {
    match rule {
        PromotionRule::Manner => "how the prize is awarded",
        PromotionRule::Awarded => "when and where it is awarded",
        PromotionRule::Eligible => "who is eligible",
        PromotionRule::Wager => "the minimum or compulsory wager, or that none is needed",
        PromotionRule::Nature => "the nature of the prize, with reservations and guarantees",
        PromotionRule::Closing => "when entries close",
        PromotionRule::Place => "place, date and time",
        PromotionRule::Claiming => "how a prize is claimed, and whether entrants must be present",
        PromotionRule::Notified => "how the winner is told",
        PromotionRule::Results => "how results are published",
        PromotionRule::Prizes => "details, value or conditions of prizes",
        PromotionRule::ApplianceMake | PromotionRule::VehicleMake => "the make",
        PromotionRule::ApplianceModel | PromotionRule::VehicleModel => "the model",
        PromotionRule::ApplianceAccessories | PromotionRule::VehicleAccessories => {
            "the accessories"
        }
        PromotionRule::VehicleOnRoad => "whether registration and on-road costs are included",
        PromotionRule::TravelPersons => "for how many people it is",
        PromotionRule::TravelIncludes => "what the travel includes",
        PromotionRule::TravelRestrictions => "when the travel must be taken",
        PromotionRule::TravelMoney => "whether spending money is included",
        PromotionRule::EstateDwelling => "the type of dwelling",
        PromotionRule::EstatePlans => "the plans",
        PromotionRule::EstateContract => "the contract",
        PromotionRule::EstateEasements => "the easements",
        PromotionRule::EstateAddress => "the address or other location",
        PromotionRule::EstateIncludes => "what is included with the real estate",
        rule => rule.name(),
    }
}

/// Says what must be done about a promotion.
pub(crate) fn task(task: &ToDo) -> String {
    match task {
        ToDo::ConfirmAward { promotion, award } => {
            format!("the scrutineer confirms draw {award} of promotion {}", promotion.0)
        }
        ToDo::NotifyWinner { promotion, award } => format!(
            "tell the winner of draw {award} of promotion {}: in person, by mail, telephone or e-mail",
            promotion.0
        ),
        ToDo::TellRefusal { promotion, claim } => format!(
            "tell whoever made claim {claim} of promotion {} why it was denied",
            promotion.0
        ),
        ToDo::DecideDispute { promotion, dispute } => {
            format!("decide dispute {dispute} about promotion {}", promotion.0)
        }
        ToDo::CloseDispute { promotion, dispute } => format!(
            "tell the person the decision on dispute {dispute} about promotion {}, and of the complaint to an inspector",
            promotion.0
        ),
        ToDo::PublishTerms { promotion } => {
            format!("say where the new terms of promotion {} can be read", promotion.0)
        }
        ToDo::TellInspectorate { promotion } => format!(
            "tell the inspectorate at once: promotion {} is postponed or cancelled",
            promotion.0
        ),
        _ => String::new(),
    }
}
