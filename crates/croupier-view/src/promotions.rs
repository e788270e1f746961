//! Promotions as they are shown: to anybody their terms and what was drawn, by the numbers of entries; to the desk that
//! runs them everything else; to each person what the floor would take from them now.

mod awards;
mod can;
mod entries;
mod form;
mod staff;
mod terms;

use croupier_engine::Player;
use croupier_engine::promotions::PromotionRule as Rule;
use croupier_floor::{Floor, Promotion, PromotionId, PromotionState as State, Role, ToDo, hex};
use serde::Serialize;

pub use awards::{AttemptView, AwardDesk, AwardPaid, AwardPay, AwardPayable, PromotionAwardView};
pub use can::{CitedClause, PromotionCan, order_of};
pub use entries::{EntriesView, EntryView, HashedEntry, SourceView, entries, entry};
pub use form::{
    BanView, Choice, KindForm, OwnField, PrescribedItem, PromotionForm, PromotionGame,
    PromotionWager, promotion_form,
};
pub use staff::{
    AdmittedFileView, CheckView, ClaimView, DisputeView, LodgedView, MoneyView, PromotionStaff,
    ProposedView, RemovedView, RewardsView, ToldView,
};
pub use terms::{Cited, FieldOf, FieldView, LawView, LimitsView, PrizeView, TermsView};

use crate::promotion_words;
use terms::{law, limits, terms_view};

/// Who looks at promotions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PromotionEye {
    /// Who it is, if anybody has signed in.
    pub person: Option<Player>,
    /// Runs promotions, or watches over them: sees drafts, names, and everything that was done.
    pub desk: bool,
    /// Sees who was denied a prize, and where they live.
    pub claims: bool,
    /// Pays prizes: sees who has won.
    pub pays: bool,
}

impl PromotionEye {
    /// Somebody of whom nothing is known.
    pub const PUBLIC: Self = Self { person: None, desk: false, claims: false, pays: false };

    /// Returns with whose eyes a person looks at promotions.
    pub fn of(floor: &Floor, person: Player) -> Self {
        let any = |roles: &[Role]| roles.iter().any(|role| floor.people.is(person, *role));
        let claims = any(&[Role::Promotions, Role::Manager, Role::Inspector]);
        let desk = claims || any(&[Role::Scrutineer]);
        Self { person: Some(person), desk, claims, pays: desk || any(&[Role::Cashier]) }
    }

    /// Tells whether there is anything of a promotion for these eyes.
    pub fn sees(self, promotion: &Promotion) -> bool {
        self.desk || is_public(promotion)
    }
}

/// Tells whether anybody may know of a promotion: it has started, or its terms can be read.
pub fn is_public(promotion: &Promotion) -> bool {
    promotion.started.is_some() || !promotion.published.is_empty()
}

/// A promotion at a glance.
#[derive(Clone, Debug, Serialize)]
pub struct PromotionBrief {
    /// Its number.
    pub promotion: u32,
    /// What it is called.
    pub name: String,
    /// How far it has come.
    pub state: State,
    /// The same in words.
    pub state_words: &'static str,
    /// The games with which it goes.
    pub games: Vec<String>,
    /// When entries close, in milliseconds since 1970.
    pub closes: Option<u64>,
    /// When the draw is held.
    pub draws: Option<u64>,
    /// How many entries there are.
    pub entries: u32,
    /// How many of them are of whoever looks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub own: Option<usize>,
    /// How many times have passed at which something should have happened: for the desk.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub overdue: Option<usize>,
    /// How many tasks are open: for the desk.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub todo: Option<usize>,
}

/// A promotion, as somebody may see it.
#[derive(Clone, Debug, Serialize)]
pub struct PromotionView {
    /// Its number.
    pub promotion: u32,
    /// What it is called.
    pub name: String,
    /// How far it has come.
    pub state: State,
    /// The same in words.
    pub state_words: &'static str,
    /// When it started, in milliseconds since 1970.
    pub started: Option<u64>,
    /// The games with which it goes.
    pub games: Vec<PromotionGame>,
    /// The terms in force.
    pub terms: TermsView,
    /// Terms that held before.
    pub old: Vec<OldTermsView>,
    /// Where the terms can be read.
    pub published: Vec<PublishedView>,
    /// The law in force beside the orders.
    pub law: Vec<LawView>,
    /// What the strictest of the orders allows.
    pub limits: LimitsView,
    /// When something is to happen.
    pub deadlines: Vec<DeadlineView>,
    /// How many entries there are.
    pub entries: u32,
    /// How many entries wagers would have made that could not be made, while it was postponed or full.
    pub missed: u32,
    /// What the draw follows from, as far as it is known.
    pub draw: DrawView,
    /// What was drawn, in order, with those that did not win.
    pub awards: Vec<PromotionAwardView>,
    /// Prizes for which nobody was left to win them.
    pub undrawn: Vec<u32>,
    /// Why nothing goes on.
    pub interruption: Option<InterruptionView>,
    /// The own entries of a player.
    pub own: Option<OwnEntries>,
    /// What the floor would take from whoever looks, and what it would not, and why.
    pub can: Vec<PromotionCan>,
    /// What only the desk sees.
    pub staff: Option<Box<PromotionStaff>>,
}

/// Terms that do not hold any more.
#[derive(Clone, Debug, Serialize)]
pub struct OldTermsView {
    /// Until when they held, in milliseconds since 1970.
    pub until: u64,
    /// The terms.
    pub terms: TermsView,
}

/// Where the terms can be read.
#[derive(Clone, Debug, Serialize)]
pub struct PublishedView {
    /// By which means.
    pub means: &'static str,
    /// Where.
    pub place: String,
    /// Since when, in milliseconds since 1970.
    pub at: u64,
    /// Who has said so: for the desk.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
}

/// A time at which something is to happen.
#[derive(Clone, Debug, Serialize)]
pub struct DeadlineView {
    /// What: `start`, `closing`, `draw` or `notify`.
    pub what: &'static str,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// That time has passed, and it has not happened.
    pub overdue: bool,
    /// The award that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub award: Option<u32>,
    /// What it is, in words.
    pub words: &'static str,
    /// The clause that sets it.
    #[serde(flatten)]
    pub cited: Cited,
}

/// What a draw follows from, as far as it is known.
#[derive(Clone, Debug, Serialize)]
pub struct DrawView {
    /// What the house committed itself to.
    pub commitment: Option<String>,
    /// What was fixed when entries closed.
    pub closed: Option<ClosedView>,
    /// Who gives the value: `scrutineer` or `public-source`.
    pub value_from: &'static str,
    /// The public source.
    pub source: Option<String>,
    /// What the scrutineer has sealed before the value is given.
    pub sealed: Option<String>,
    /// The value.
    pub value: Option<String>,
    /// What the public source has published.
    pub published: Option<String>,
    /// A scrutineer must oversee it.
    pub wants_scrutineer: bool,
    /// The clause about the scrutineer.
    pub scrutineer_clause: Cited,
    /// When the scrutineer came, in milliseconds since 1970.
    pub attended: Option<u64>,
    /// The seed of the house, once it is shown.
    pub seed: Option<String>,
    /// When the prizes were drawn.
    pub at: Option<u64>,
    /// What it waits for, in words.
    pub waits: Option<&'static str>,
}

/// What was fixed when entries closed.
#[derive(Clone, Debug, Serialize)]
pub struct ClosedView {
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// The root of all entries.
    pub root: String,
    /// How many there are.
    pub entries: u32,
}

/// Why nothing goes on.
#[derive(Clone, Debug, Serialize)]
pub struct InterruptionView {
    /// How far the promotion had come.
    pub was: State,
    /// Since when, in milliseconds since 1970.
    pub at: u64,
    /// The inspectorate was told.
    pub told: bool,
    /// An inspector agrees that it goes on.
    pub validated: bool,
    /// What only the desk sees of it.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub desk: Option<InterruptionDesk>,
}

/// What the desk sees of an interruption.
#[derive(Clone, Debug, Serialize)]
pub struct InterruptionDesk {
    /// Why.
    pub why: String,
    /// Who has said so.
    pub by: String,
    /// Who told the inspectorate.
    pub told_by: Option<String>,
    /// When.
    pub told_at: Option<u64>,
    /// The inspector who agrees.
    pub validated_by: Option<String>,
    /// When.
    pub validated_at: Option<u64>,
}

/// The entries of a player.
#[derive(Clone, Debug, Serialize)]
pub struct OwnEntries {
    /// How many there are.
    pub count: usize,
    /// The first of them, by their numbers.
    pub entries: Vec<u32>,
    /// They do not win: the person was removed.
    pub removed: bool,
    /// The person has made a wager that the terms ask for.
    pub qualified: bool,
}

/// A promotion on a wall.
#[derive(Clone, Debug, Serialize)]
pub struct PromotionDisplay {
    /// The number of the promotion.
    pub promotion: u32,
    /// What it is called.
    pub name: String,
    /// How far it has come.
    pub state: State,
    /// The same in words.
    pub state_words: &'static str,
    /// When entries close, in milliseconds since 1970.
    pub closes: Option<u64>,
    /// When the draw is held.
    pub draws: Option<u64>,
    /// How many entries there are.
    pub entries: u32,
    /// What can be won.
    pub prizes: Vec<DisplayPrize>,
    /// What the draw follows from.
    pub draw: DrawView,
    /// What was drawn, in order.
    pub awards: Vec<PromotionAwardView>,
    /// Prizes for which nobody was left.
    pub undrawn: Vec<u32>,
}

/// A prize on a wall.
#[derive(Clone, Debug, Serialize)]
pub struct DisplayPrize {
    /// Its number.
    pub prize: u32,
    /// What it is.
    pub title: &'static str,
    /// Its details.
    pub details: Option<String>,
    /// What one of it is worth, in cents.
    pub value: u64,
    /// How many of it there are.
    pub count: u32,
}

/// Lists the promotions that these eyes see, the newest first.
pub fn promotions(floor: &Floor, eye: PromotionEye) -> Vec<PromotionBrief> {
    let seen = floor.promotions.iter().filter(|promotion| eye.sees(promotion));
    let mut all: Vec<_> = seen.map(|promotion| brief(floor, promotion, eye)).collect();
    all.reverse();
    all
}

/// Lists what the floor would take from somebody about no promotion that there is.
pub fn new_promotion(floor: &Floor, eye: PromotionEye) -> Vec<PromotionCan> {
    eye.person.map(|person| can::about_none(floor, person)).unwrap_or_default()
}

/// Shows a promotion; `None` if there is none for these eyes.
pub fn promotion(floor: &Floor, number: PromotionId, eye: PromotionEye) -> Option<PromotionView> {
    let promotion = floor.promotions.get(number).filter(|promotion| eye.sees(promotion))?;
    let old = promotion
        .old
        .iter()
        .map(|old| OldTermsView { until: old.until, terms: terms_view(promotion, &old.terms) });
    Some(PromotionView {
        promotion: number.0,
        name: promotion.text(promotion.name),
        state: promotion.state,
        state_words: promotion_words::is(promotion.state),
        started: promotion.started,
        games: promotion.terms.kinds().map(|(kind, _)| PromotionGame::of(kind)).collect(),
        terms: terms_view(promotion, &promotion.terms),
        old: old.collect(),
        published: published(floor, promotion, eye),
        law: law(floor, eye.desk),
        limits: limits(&promotion.terms),
        deadlines: deadlines(floor, promotion, eye),
        entries: promotion.entries.count(),
        missed: promotion.missed.postponed.saturating_add(promotion.missed.full),
        draw: draw(floor, promotion),
        awards: awards::awards(floor, promotion, eye),
        undrawn: promotion.undrawn.clone(),
        interruption: interruption(floor, promotion, eye),
        own: own(floor, promotion, eye),
        can: eye.person.map(|it| can::about(floor, promotion, it)).unwrap_or_default(),
        staff: eye.desk.then(|| Box::new(staff::staff(floor, promotion, eye))),
    })
}

/// Shows a promotion on a wall, if anybody may know of it.
pub fn promotion_display(floor: &Floor, number: PromotionId) -> Option<PromotionDisplay> {
    let promotion = floor.promotions.get(number).filter(|promotion| is_public(promotion))?;
    let prizes = (1..).zip(&promotion.terms.prizes).map(|(number, prize)| DisplayPrize {
        prize: number,
        title: form::PrizeForm::of(prize.kind.name()).title,
        details: prize.details.map(|words| promotion.text(words)),
        value: prize.value.0,
        count: prize.count,
    });
    Some(PromotionDisplay {
        promotion: number.0,
        name: promotion.text(promotion.name),
        state: promotion.state,
        state_words: promotion_words::is(promotion.state),
        closes: promotion.terms.closes,
        draws: promotion.terms.draws,
        entries: promotion.entries.count(),
        prizes: prizes.collect(),
        draw: draw(floor, promotion),
        awards: awards::awards(floor, promotion, PromotionEye::PUBLIC),
        undrawn: promotion.undrawn.clone(),
    })
}

fn brief(floor: &Floor, promotion: &Promotion, eye: PromotionEye) -> PromotionBrief {
    let own = eye.person.filter(|person| floor.people.plays(*person));
    let overdue = || deadlines(floor, promotion, eye).iter().filter(|it| it.overdue).count();
    PromotionBrief {
        promotion: promotion.number.0,
        name: promotion.text(promotion.name),
        state: promotion.state,
        state_words: promotion_words::is(promotion.state),
        games: promotion.terms.games.clone(),
        closes: promotion.terms.closes,
        draws: promotion.terms.draws,
        entries: promotion.entries.count(),
        own: own.map(|person| promotion.entries.of(person).len()),
        overdue: eye.desk.then(overdue),
        todo: eye.desk.then(|| tasks_of(floor, promotion.number).count()),
    }
}

/// Lists the open tasks about a promotion.
fn tasks_of(floor: &Floor, number: PromotionId) -> impl Iterator<Item = &croupier_floor::Task> {
    floor.tasks.iter().filter(move |task| promotion_of(&task.what) == Some(number))
}

/// Returns the promotion that a task is about.
pub(crate) const fn promotion_of(task: &ToDo) -> Option<PromotionId> {
    match task {
        ToDo::ConfirmAward { promotion, .. }
        | ToDo::NotifyWinner { promotion, .. }
        | ToDo::TellRefusal { promotion, .. }
        | ToDo::DecideDispute { promotion, .. }
        | ToDo::CloseDispute { promotion, .. }
        | ToDo::PublishTerms { promotion }
        | ToDo::TellInspectorate { promotion } => Some(*promotion),
        _ => None,
    }
}

fn published(floor: &Floor, promotion: &Promotion, eye: PromotionEye) -> Vec<PublishedView> {
    let view = |it: &croupier_floor::Published| PublishedView {
        means: form::published_word(it.means),
        place: promotion.text(it.place),
        at: it.at,
        by: eye.desk.then(|| floor.people.name(it.by).to_owned()),
    };
    promotion.published.iter().map(view).collect()
}

fn deadlines(floor: &Floor, promotion: &Promotion, eye: PromotionEye) -> Vec<DeadlineView> {
    let (terms, state, now) = (&promotion.terms, promotion.state, floor.now);
    let strictest = terms.strictest();
    let mut all = Vec::new();
    let mut add = |what, at: Option<u64>, overdue: bool, words, rule| {
        let cited = Cited::by(terms, rule);
        all.extend(at.map(|at| {
            let overdue = overdue && at <= now;
            DeadlineView { what, at, overdue, award: None, words, cited }
        }));
    };
    let lodged = promotion.lodged.as_ref().filter(|_| state == State::Lodged && eye.desk);
    let starts = lodged.map(|lodged| lodged.at.saturating_add(strictest.lodge_ahead));
    add("start", starts, false, "it may start from then on", Rule::Lodge);
    let (runs, waits) = (state == State::Running, state == State::EntriesClosed);
    add("closing", terms.closes, runs, "entries close", Rule::Closing);
    add("draw", terms.draws, waits, "the draw is held", Rule::Place);
    let told_later = eye.desk && state == State::Drawn && terms.presence == Some(false);
    let waiting = promotion.awards.iter().filter(|it| told_later && it.is_open() && !it.is_known());
    all.extend(waiting.map(|award| {
        let at = award.at.saturating_add(strictest.notify_within);
        DeadlineView {
            what: "notify",
            at,
            overdue: at <= now,
            award: Some(award.number),
            words: "the winner is told",
            cited: Cited::by(terms, Rule::Notify),
        }
    }));
    all
}

fn draw(floor: &Floor, promotion: &Promotion) -> DrawView {
    let (draw, terms) = (&promotion.draw, &promotion.terms);
    DrawView {
        commitment: draw.commitment.clone(),
        closed: draw.closed.map(|closed| ClosedView {
            at: closed.at,
            root: closed.root.to_string(),
            entries: closed.entries,
        }),
        value_from: if terms.source.is_some() { "public-source" } else { "scrutineer" },
        source: terms.source.map(|words| promotion.text(words)),
        sealed: draw.sealed.clone(),
        value: draw.value.map(|value| hex(&value)),
        published: draw.published.as_ref().map(ToString::to_string),
        wants_scrutineer: promotion.draw_wants_scrutineer(),
        scrutineer_clause: Cited::by(terms, Rule::Scrutineer),
        attended: draw.attended,
        seed: draw.seed.map(|seed| hex(&seed)),
        at: draw.at,
        waits: waits(floor, promotion),
    }
}

/// Says what the draw waits for.
fn waits(floor: &Floor, promotion: &Promotion) -> Option<&'static str> {
    let (draw, terms) = (&promotion.draw, &promotion.terms);
    match promotion.state {
        State::Running => Some("entries are open"),
        State::EntriesClosed if promotion.draw_wants_scrutineer() && draw.attended.is_none() => {
            Some("the scrutineer comes to the draw")
        }
        State::EntriesClosed if draw.value.is_none() => Some(match terms.source {
            Some(_) => "the public source gives its value",
            None => "the scrutineer gives the value",
        }),
        State::EntriesClosed if terms.draws.is_none_or(|at| floor.now < at) => {
            Some("the time of the draw comes")
        }
        State::EntriesClosed => Some("the house shows its seed"),
        State::Postponed => Some("an inspector agrees that it goes on"),
        State::Draft
        | State::Final
        | State::Lodged
        | State::Drawn
        | State::Awarded
        | State::Ended
        | State::Cancelled => None,
    }
}

fn interruption(
    floor: &Floor,
    promotion: &Promotion,
    eye: PromotionEye,
) -> Option<InterruptionView> {
    let it = promotion.interruption.as_ref()?;
    let name = |(person, _): (Player, u64)| floor.people.name(person).to_owned();
    let desk = eye.desk.then(|| InterruptionDesk {
        why: promotion.text(it.why),
        by: floor.people.name(it.by).to_owned(),
        told_by: it.told.map(name),
        told_at: it.told.map(|(_, at)| at),
        validated_by: it.validated.map(name),
        validated_at: it.validated.map(|(_, at)| at),
    });
    let (told, validated) = (it.told.is_some(), it.validated.is_some());
    Some(InterruptionView { was: it.was, at: it.at, told, validated, desk })
}

/// So many of the own entries are listed with a promotion; there is a list of all.
const OWN: usize = 100;

fn own(floor: &Floor, promotion: &Promotion, eye: PromotionEye) -> Option<OwnEntries> {
    let person = eye.person.filter(|person| floor.people.plays(*person))?;
    let own = promotion.entries.of(person);
    Some(OwnEntries {
        count: own.len(),
        entries: own.iter().copied().take(OWN).collect(),
        removed: promotion.entries.is_removed_person(person),
        qualified: promotion.qualified.contains(&person),
    })
}
