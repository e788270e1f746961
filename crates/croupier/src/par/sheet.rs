//! What stands on a PAR sheet, in which order: facts, sections, tables and pictures.

#![allow(clippy::float_arithmetic, reason = "figures are shown beside their fractions")]

use croupier_engine::{Card, Suit};
use croupier_odds::par::{BANDS, ROUNDS, is_normal, volatility_index};
use croupier_odds::{Chart, Fair, Odds, Ratio};

use super::{Page, svg};
use crate::odds::CHIPS;

/// A sheet that is ready to be written.
pub(super) struct Sheet {
    pub(super) title: String,
    pub(super) facts: Vec<(&'static str, String)>,
    pub(super) sections: Vec<Section>,
}

/// One subject.
pub(super) struct Section {
    pub(super) title: &'static str,
    pub(super) notes: Vec<String>,
    /// Captions and drawings.
    pub(super) pictures: Vec<(String, String)>,
    pub(super) tables: Vec<Table>,
}

/// A table with headings.
pub(super) struct Table {
    pub(super) headings: Vec<String>,
    /// How many columns, from the left, hold words.
    pub(super) words: usize,
    pub(super) rows: Vec<Vec<String>>,
}

/// Lays out the sheet.
pub(super) fn lay_out(page: &Page) -> Sheet {
    let mut sections = vec![summary(page), outcomes(page), hold(page)];
    sections.extend(page.par.report.chart.as_ref().map(strategy));
    sections.extend(jackpot(page));
    sections.extend((!page.par.removal.is_empty()).then(|| removal(page)));
    sections.extend(movement(page));
    sections.push(rounding(page));
    sections.push(method(page));
    Sheet {
        title: format!("PAR sheet: {}", page.par.report.kind.title()),
        facts: facts(page),
        sections,
    }
}

fn section(title: &'static str) -> Section {
    Section { title, notes: Vec::new(), pictures: Vec::new(), tables: Vec::new() }
}

fn table(headings: &[&str], words: usize, rows: Vec<Vec<String>>) -> Table {
    Table { headings: headings.iter().map(|&heading| heading.to_owned()).collect(), words, rows }
}

fn facts(page: &Page) -> Vec<(&'static str, String)> {
    let (report, question) = (&page.par.report, &page.asked.question);
    let mut facts =
        vec![("Game", report.kind.title().to_owned()), ("Rules", report.kind.order().to_owned())];
    facts.extend(page.asked.facts());
    match report.decks {
        0 => facts.push(("Dice", "two".to_owned())),
        _ => {
            if question.shoe.is_none() {
                facts.push(("Shoe", "full".to_owned()));
            }
            let cards = format!("{:.4} with one hand", report.cards.to_f64());
            facts.push(("Cards a round", cards));
        }
    }
    if question.prices.is_empty() {
        facts.push(("Prices", "those of the order".to_owned()));
    }
    facts.push(("Payment", "exact; see Rounding for payment in whole chips".to_owned()));
    facts.push(("Program", format!("croupier {}", env!("CARGO_PKG_VERSION"))));
    facts.push(("SHA-256 of program", page.program.clone()));
    facts.push(("SHA-256 of rules", page.rules.clone()));
    facts
}

fn summary(page: &Page) -> Section {
    let dice = page.par.report.decks == 0;
    let mut headings = vec![
        "wager",
        "edge",
        "return",
        "risk",
        "stake",
        "sd",
        "variance",
        "volatility",
        "skew",
        "excess kurtosis",
        "hit",
        "push",
    ];
    headings.extend(dice.then_some(["per roll", "rolls"]).into_iter().flatten());
    headings.push("exact edge");
    let row = |odds: &Odds| {
        let (edge, sd) = (odds.edge(), odds.sd());
        let (skew, kurtosis) = match odds.shape() {
            Some((skew, kurtosis)) => (format!("{skew:.3}"), format!("{kurtosis:.3}")),
            None => ("-".to_owned(), "-".to_owned()),
        };
        let mut row = vec![
            page.par.report.name(odds),
            percent(&edge),
            percent(&(Ratio::one() - edge.clone())),
            percent(&odds.element_of_risk()),
            format!("{:.4}", odds.average_stake.to_f64()),
            format!("{sd:.4}"),
            format!("{:.4}", sd * sd),
            format!("{:.4}", volatility_index(odds)),
            skew,
            kurtosis,
            percent(&odds.hit()),
            percent(&odds.push()),
        ];
        row.extend(odds.per_roll().map(|roll| percent(&roll)));
        row.extend(odds.rolls.clone().map(|rolls| format!("{:.4}", rolls.to_f64())));
        row.push(edge.to_string());
        row
    };
    let rows = page.par.report.wagers.iter().map(row).collect();
    let mut section = section("Wagers");
    section.notes.push(
        "Edge: what the house keeps of each unit first staked; return: the rest. Risk: the same of \
         each unit staked in all. Stake: what is staked in all for each unit first staked, on the \
         average. Sd: standard deviation of the net result. Volatility: 1.645 standard deviations. \
         Skew: the third central moment over the cube of sd; above 0 where rare wins are large. Excess \
         kurtosis: the fourth central moment over the fourth power of sd, less the 3 of a normal \
         distribution; high where rare results weigh much. \
         Hit: how often the net result is a win; push: how often it is nothing."
            .to_owned(),
    );
    section.notes.extend(crate::odds::notes(&page.par.report).into_iter().map(sentence));
    let pictures = svg::edges(&page.par.report, 24).into_iter();
    section.pictures = pictures.map(|bars| ("House edge by wager".to_owned(), bars)).collect();
    section.tables.push(table(&headings, 1, rows));
    section
}

fn outcomes(page: &Page) -> Section {
    let mut rows = Vec::new();
    for odds in &page.par.report.wagers {
        for (at, outcome) in odds.outcomes.iter().enumerate() {
            let net = outcome.net.clone();
            let placed = odds.placed.clone().unwrap_or_else(Ratio::one);
            let in_rounds = (placed * outcome.probability.clone()).to_f64();
            rows.push(vec![
                if at == 0 { page.par.report.name(odds) } else { String::new() },
                outcome.result.name().to_owned(),
                outcome.clause.to_string(),
                net.to_string(),
                percent(&outcome.probability),
                outcome.probability.to_string(),
                format!("{:.2}", 1.0 / in_rounds),
                format!("{:+.6}", (net * outcome.probability.clone()).to_f64()),
            ]);
        }
    }
    let mut section = section("Outcomes");
    section.notes.push(
        "Net: what is won or lost for each unit first staked. Probability: of the wagers that are \
         placed. One in: how many rounds (with dice: wagers) to one such result, also where the wager is \
         not placed in every round. Worth: net times probability; the sum is the expected value."
            .to_owned(),
    );
    // Wagers with the same results share a picture.
    let mut shapes: Vec<(svg::Nets, Vec<String>)> = Vec::new();
    for odds in &page.par.report.wagers {
        let (nets, name) = (svg::nets(odds), page.par.report.name(odds));
        match shapes.iter_mut().find(|(known, _)| *known == nets) {
            Some((_, names)) => names.push(name),
            None => shapes.push((nets, vec![name])),
        }
    }
    let picture = |(nets, names): &(svg::Nets, Vec<String>)| {
        let names = names.join(", ");
        let picture = svg::results(nets, &names);
        (names, picture)
    };
    section.pictures = shapes.iter().map(picture).collect();
    let headings = ["wager", "result", "clause", "net", "probability", "exact", "one in", "worth"];
    section.tables.push(table(&headings, 3, rows));
    section
}

fn hold(page: &Page) -> Section {
    let mut headings = vec!["wager".to_owned(), "band".to_owned()];
    headings.extend(ROUNDS.iter().map(|&rounds| thousands(rounds)));
    let mut rows = Vec::new();
    for odds in &page.par.report.wagers {
        for (at, band) in BANDS.iter().enumerate() {
            let wager = if at == 0 { page.par.report.name(odds) } else { String::new() };
            let mut row = vec![wager, format!("{} %", band.percent)];
            row.extend(ROUNDS.iter().map(|&rounds| {
                let (low, high) = band.around(odds, rounds);
                let remark = if is_normal(odds, rounds) { "" } else { " *" };
                format!("{:.3} to {:.3} %{remark}", low * 100.0, high * 100.0)
            }));
            rows.push(row);
        }
    }
    let mut section = section("Hold");
    section.notes.push(
        "Where the part that the house keeps of the first stakes lies after so many wagers of one \
         size, with this certainty; by the normal approximation. * marks bands in which the rarest \
         result is expected less than ten times: there the approximation is rough."
            .to_owned(),
    );
    section.tables.push(Table { headings, words: 2, rows });
    section
}

fn strategy(chart: &Chart) -> Section {
    let mut headings = vec!["total".to_owned()];
    headings.extend((0..10).map(|value| match value {
        0 => "0, ten".to_owned(),
        1 => "ace".to_owned(),
        value => value.to_string(),
    }));
    let row = |(total, cells): (usize, &[croupier_odds::Cell; 10])| {
        let letters = cells.iter().map(|cell| cell.letter().to_string());
        std::iter::once(total.to_string()).chain(letters).collect()
    };
    let rows = chart.cells.iter().enumerate().map(row).collect();
    let mut section = section("Strategy");
    section.notes.push(
        "The player's total down, the dealer's card across. D: draw; S: stand; small letters: with \
         exceptions by cards."
            .to_owned(),
    );
    section.tables.push(Table { headings, words: 11, rows });
    if !chart.exceptions.is_empty() {
        let rows = chart.exceptions.iter().map(|(pair, decide)| {
            let [first, second] = pair.player;
            let letter = decide.letter().to_string();
            vec![format!("{first}-{second}"), pair.dealer.to_string(), letter]
        });
        let headings = ["the player's cards", "dealer's card", "play"];
        section.tables.push(table(&headings, 3, rows.collect()));
    }
    section
}

fn jackpot(page: &Page) -> Option<Section> {
    let even = crate::odds::break_even(&page.par.report, &page.asked.question)?;
    let mut section = section("Jackpot");
    for (meter, other, fair) in [("major", "minor", even.major), ("minor", "major", even.minor)] {
        let says = match fair {
            Fair::From(amount) => format!("is fair from {amount} on the {meter} meter"),
            Fair::Always => format!("is in the player's favour whatever the {meter} meter shows"),
            Fair::Never => format!("is made fair by no amount on the {meter} meter"),
        };
        section.notes.push(format!(
            "The jackpot wager {says}, with the {other} as it is, for a winner who does not share."
        ));
    }
    Some(section)
}

fn removal(page: &Page) -> Section {
    let rank = |rank| Card::new(rank, Suit::Clubs).to_string()[..1].to_owned();
    let mut headings = vec!["wager".to_owned()];
    headings.extend(page.par.removal.iter().map(|removal| rank(removal.rank)));
    let row = |(at, odds): (usize, &Odds)| {
        let changes = page.par.removal.iter().map(|removal| &removal.changes[at]);
        let changes = changes.map(|change| format!("{:+.4}", change.to_f64() * 100.0));
        std::iter::once(page.par.report.name(odds)).chain(changes).collect()
    };
    let rows = page.par.report.first_wagers().enumerate().map(row).collect();
    let mut section = section("Effect of removal");
    section.notes.push(
        "By how many percentage points the edge changes when one card of a rank leaves the shoe, \
         suits averaged. The player decides anew from the cards that are left. Wagers that only follow \
         another are left out: they are part of the first one."
            .to_owned(),
    );
    section.tables.push(Table { headings, words: 1, rows });
    section
}

fn movement(page: &Page) -> Option<Section> {
    let counted = page.counted.as_ref()?;
    let wagers = || counted.report.wagers.iter().enumerate();
    let row = |(at, odds): (usize, &Odds)| {
        vec![
            counted.report.name(odds),
            percent(&odds.edge()),
            format!("{:.4} %", counted.mean(at) * 100.0),
            format!("{:.2} %", counted.favourable(at) * 100.0),
            format!("{:.4}", counted.gain(at) * 100.0),
            format!("{:.2} %", counted.best(at) * 100.0),
        ]
    };
    let mut section = section("As the shoe is dealt");
    section.notes.push(format!(
        "From {} shoes (seed {}), with the exact odds at {} steps of each, until one deck is left. \
         Favourable: how often the player has the edge. Gain: units won in 100 rounds by a player \
         who knows the cards and stakes one unit only then. Best: the lowest edge seen. In the \
         pictures: the middle, half and nine tenths of all shoes. Wagers that only follow another \
         cannot be staked by themselves and are part of the first one.",
        thousands(page.sample.shoes),
        page.sample.seed,
        counted.cards.len()
    ));
    section.notes.extend(crate::odds::gain_note(counted).map(sentence));
    let headings = ["wager", "edge off the top", "mean", "favourable", "gain", "best"];
    section.tables.push(table(&headings, 1, wagers().map(row).collect()));
    section.pictures =
        wagers().map(|(at, odds)| (counted.report.name(odds), svg::fan(counted, at))).collect();
    Some(section)
}

fn rounding(page: &Page) -> Section {
    let mut rows = Vec::new();
    for wager in &page.par.rounding {
        let rounded = &wager.stakes;
        let (player, halved): (Vec<_>, Vec<_>) =
            rounded.iter().partition(|rounded| rounded.edge < Ratio::zero());
        let Some(best) = rounded.iter().min_by(|one, other| one.edge.cmp(&other.edge)) else {
            continue;
        };
        let runs = |list: &[&croupier_odds::Rounded]| {
            runs(&list.iter().map(|rounded| rounded.chips).collect::<Vec<_>>())
        };
        rows.push(vec![
            page.par.report.name_of(wager.on, wager.mark),
            runs(&player),
            runs(&halved),
            percent(&wager.exact),
            format!("{} at {}", percent(&best.edge), best.chips),
        ]);
    }
    let mut section = section("Rounding");
    section.notes.push(format!(
        "Winnings are paid up to the next chip. For stakes of 1 to {CHIPS} chips: at which the player \
         has the edge, and at which at least half of the edge is gone. A player who decides by what \
         hands are worth decides by what is paid."
    ));
    let headings =
        ["wager", "player's edge at", "half gone or even at", "exact", "best for the player"];
    match rows.is_empty() {
        true => section.notes.push("No stake does either at these prices.".to_owned()),
        false => section.tables.push(table(&headings, 3, rows)),
    }
    section
}

fn method(page: &Page) -> Section {
    let mut section = section("How it was computed");
    let ways = if page.par.report.decks > 0 {
        "All ways in which the cards of a round can come are counted, cards that the rules treat \
         alike together"
    } else {
        "Every wager is followed through all 36 rolls until it is decided"
    };
    section.notes.push(format!(
        "{ways}; what each is worth comes from the verdicts that pay the wagers. Probabilities and \
         edges are exact fractions; decimals are rounded for reading. One player, one hand."
    ));
    section
}

/// Writes numbers with their runs drawn together.
fn runs(numbers: &[u64]) -> String {
    let mut parts: Vec<(u64, u64)> = Vec::new();
    for &number in numbers {
        match parts.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => parts.push((number, number)),
        }
    }
    let parts = parts.iter().map(|&(first, last)| match last - first {
        0 => first.to_string(),
        1 => format!("{first}, {last}"),
        _ => format!("{first}–{last}"),
    });
    parts.collect::<Vec<_>>().join(", ")
}

/// Makes a sentence of a note.
fn sentence(note: String) -> String {
    let mut letters = note.chars();
    letters
        .next()
        .map_or_else(String::new, |first| format!("{}{}.", first.to_uppercase(), letters.as_str()))
}

fn percent(ratio: &Ratio) -> String {
    format!("{:.4} %", ratio.to_f64() * 100.0)
}

/// Writes a number with commas.
fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
