//! Text to expressions: a small grammar, read once, with every mistake at its column.
//!
//! From the loosest to the tightest: `or`, `and`, `not`, comparisons and `in`, `+ -`, `* / %`, a minus
//! sign, and then numbers, names, `[wagers]`, calls and brackets.

use croupier_engine::{Kind, WagerId};

use super::expression::{Comparison, Cond, Fact, Known, List, Num, Operation};
use super::mistake::Fault;
use super::number::Number;
use super::view::{numbers, place};

/// How deep brackets may be nested.
const DEEPEST: usize = 50;
/// How long a text may be, and with it the tree that it makes.
const LONGEST: usize = 2_000;

/// A fault at a byte of the text.
pub(super) type Faulty<T> = Result<T, (usize, Fault)>;

/// What an expression may speak of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scope<'a> {
    pub(super) kind: Kind,
    /// Named numbers.
    pub(super) variables: &'a [String],
    /// Named lists.
    pub(super) lists: &'a [String],
    /// A decision is due: the hand is known.
    pub(super) choosing: bool,
    /// The rule is about a number.
    pub(super) numbered: bool,
}

/// An expression of whatever type.
#[derive(Clone, Debug)]
pub(super) enum Any {
    Num(Num),
    Cond(Cond),
    List(List),
}

impl Any {
    const fn is(&self) -> &'static str {
        match self {
            Self::Num(_) => "a number",
            Self::Cond(_) => "a condition",
            Self::List(_) => "a list",
        }
    }
}

/// Where a name is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Where {
    Everywhere,
    AtDice,
    AtCards,
    Choosing,
    Numbered,
}

const KNOWN: [(&str, Known, Where); 25] = [
    ("bankroll", Known::Bankroll, Where::Everywhere),
    ("standing", Known::Standing, Where::Everywhere),
    ("worth", Known::Worth, Where::Everywhere),
    ("start", Known::Start, Where::Everywhere),
    ("goal", Known::Goal, Where::Everywhere),
    ("ahead", Known::Ahead, Where::Everywhere),
    ("peak", Known::Peak, Where::Everywhere),
    ("minimum", Known::Minimum, Where::Everywhere),
    ("maximum", Known::Maximum, Where::Everywhere),
    ("round", Known::Round, Where::Everywhere),
    ("rounds_left", Known::RoundsLeft, Where::Everywhere),
    ("net", Known::Net, Where::Everywhere),
    ("win_run", Known::WinRun, Where::Everywhere),
    ("loss_run", Known::LossRun, Where::Everywhere),
    ("point", Known::Point, Where::AtDice),
    ("roll", Known::Roll, Where::AtDice),
    ("number", Known::Number, Where::Numbered),
    ("count", Known::Count, Where::AtCards),
    ("true_count", Known::TrueCount, Where::AtCards),
    ("cards_left", Known::CardsLeft, Where::AtCards),
    ("decks_left", Known::DecksLeft, Where::AtCards),
    ("total", Known::Total, Where::Choosing),
    ("dealer", Known::Dealer, Where::Choosing),
    ("card_1", Known::Card1, Where::Choosing),
    ("card_2", Known::Card2, Where::Choosing),
];

const FACTS: [(&str, Fact, Where); 4] = [
    ("won", Fact::Won, Where::Everywhere),
    ("lost", Fact::Lost, Where::Everywhere),
    ("pushed", Fact::Pushed, Where::Everywhere),
    ("hard", Fact::Hard, Where::AtDice),
];

const FUNCTIONS: [&str; 18] = [
    "if",
    "min",
    "max",
    "abs",
    "down",
    "up",
    "left",
    "reset",
    "first",
    "last",
    "length",
    "sum",
    "list",
    "append",
    "without_first",
    "without_last",
    "without_ends",
    "numbers",
];

const WORDS: [&str; 6] = ["and", "or", "not", "in", "true", "false"];

/// Tells whether a name has a meaning already, so that nothing else may be called so.
pub(super) fn is_taken(name: &str) -> bool {
    let known = KNOWN.iter().map(|(known, ..)| *known);
    let facts = FACTS.iter().map(|(fact, ..)| *fact);
    known.chain(facts).chain(FUNCTIONS).chain(WORDS).any(|taken| taken == name)
}

/// Reads a number.
pub(super) fn number(text: &str, scope: &Scope<'_>) -> Faulty<Num> {
    Parser::new(text, scope).whole().and_then(|any| to_num(any, 0))
}

/// Reads a condition.
pub(super) fn condition(text: &str, scope: &Scope<'_>) -> Faulty<Cond> {
    Parser::new(text, scope).whole().and_then(|any| to_cond(any, 0))
}

/// Reads a list.
pub(super) fn list(text: &str, scope: &Scope<'_>) -> Faulty<List> {
    Parser::new(text, scope).whole().and_then(|any| to_list(any, 0))
}

fn to_num(any: Any, at: usize) -> Faulty<Num> {
    match any {
        Any::Num(number) => Ok(number),
        other => Err((at, Fault::new(format!("expected a number, found {}", other.is())))),
    }
}

fn to_cond(any: Any, at: usize) -> Faulty<Cond> {
    match any {
        Any::Cond(cond) => Ok(cond),
        other => {
            let fault = Fault::new(format!("expected a condition, found {}", other.is()));
            Err((at, fault.hint("a condition compares, such as point == 6 or bankroll < 50")))
        }
    }
}

fn to_list(any: Any, at: usize) -> Faulty<List> {
    match any {
        Any::List(list) => Ok(list),
        other => Err((at, Fault::new(format!("expected a list, found {}", other.is())))),
    }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
    scope: &'a Scope<'a>,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str, scope: &'a Scope<'a>) -> Self {
        Self { text, at: 0, depth: 0, scope }
    }

    /// Reads the whole text as one expression.
    fn whole(&mut self) -> Faulty<Any> {
        if self.text.len() > LONGEST {
            return Err((0, Fault::new(format!("longer than {LONGEST} characters"))));
        }
        let any = self.any()?;
        self.space();
        let wrong = Fault::new(format!("expected an operator or the end, found {}", self.found()));
        if self.rest().is_empty() { Ok(any) } else { Err((self.at, self.in_words(wrong))) }
    }

    fn any(&mut self) -> Faulty<Any> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err((self.at, Fault::new("nested too deeply")));
        }
        let any = self.or();
        self.depth -= 1;
        any
    }

    fn or(&mut self) -> Faulty<Any> {
        let (from, mut left) = (self.start(), self.and()?);
        while self.word("or") {
            let at = self.start();
            let right = to_cond(self.and()?, at)?;
            left = Any::Cond(Cond::Or(Box::new([to_cond(left, from)?, right])));
        }
        Ok(left)
    }

    fn and(&mut self) -> Faulty<Any> {
        let (from, mut left) = (self.start(), self.not()?);
        while self.word("and") {
            let at = self.start();
            let right = to_cond(self.not()?, at)?;
            left = Any::Cond(Cond::And(Box::new([to_cond(left, from)?, right])));
        }
        Ok(left)
    }

    fn not(&mut self) -> Faulty<Any> {
        if !self.word("not") {
            return self.compare();
        }
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err((self.at, Fault::new("nested too deeply")));
        }
        let at = self.start();
        let cond = to_cond(self.not()?, at)?;
        self.depth -= 1;
        Ok(Any::Cond(Cond::Not(Box::new(cond))))
    }

    fn compare(&mut self) -> Faulty<Any> {
        let (from, left) = (self.start(), self.sum()?);
        if self.word("in") {
            let number = to_num(left, from)?;
            self.expect('(')?;
            return Ok(Any::Cond(Cond::In(Box::new(number), self.items()?)));
        }
        let Some(comparison) = self.comparison() else { return Ok(left) };
        let at = self.start();
        let right = to_num(self.sum()?, at)?;
        let sides = Box::new([to_num(left, from)?, right]);
        Ok(Any::Cond(Cond::Compare(comparison, sides)))
    }

    fn comparison(&mut self) -> Option<Comparison> {
        let found = [
            ("==", Comparison::Equal),
            ("!=", Comparison::Unequal),
            ("<=", Comparison::AtMost),
            (">=", Comparison::AtLeast),
            ("<", Comparison::Less),
            (">", Comparison::More),
        ];
        found.into_iter().find(|(sign, _)| self.sign(sign)).map(|(_, comparison)| comparison)
    }

    fn sum(&mut self) -> Faulty<Any> {
        let (from, mut left) = (self.start(), self.product()?);
        loop {
            let operation = if self.sign("+") {
                Operation::Add
            } else if self.sign("-") {
                Operation::Subtract
            } else {
                return Ok(left);
            };
            let at = self.start();
            let right = to_num(self.product()?, at)?;
            left = Any::Num(Num::Two(operation, Box::new([to_num(left, from)?, right])));
        }
    }

    fn product(&mut self) -> Faulty<Any> {
        let (from, mut left) = (self.start(), self.negative()?);
        loop {
            let operation = if self.sign("*") {
                Operation::Multiply
            } else if self.sign("/") {
                Operation::Divide
            } else if self.sign("%") {
                Operation::Remainder
            } else {
                return Ok(left);
            };
            let at = self.start();
            let right = to_num(self.negative()?, at)?;
            left = Any::Num(Num::Two(operation, Box::new([to_num(left, from)?, right])));
        }
    }

    fn negative(&mut self) -> Faulty<Any> {
        let mut negative = false;
        while self.sign("-") {
            negative = !negative;
        }
        let (at, any) = (self.start(), self.primary()?);
        if !negative {
            return Ok(any);
        }
        Ok(Any::Num(Num::Negative(Box::new(to_num(any, at)?))))
    }

    fn primary(&mut self) -> Faulty<Any> {
        self.space();
        let at = self.at;
        match self.rest().chars().next() {
            Some('(') => {
                self.at += 1;
                let any = self.any()?;
                self.expect(')')?;
                Ok(any)
            }
            Some('[') => self.wager().map(Any::Num),
            Some(c) if c.is_ascii_digit() => {
                let text = self.take(|c| c.is_ascii_digit() || c == '.' || c == '_');
                let number = Number::read(text);
                let fault = Fault::new(format!("{text} is not a number with up to four decimals"));
                Ok(Any::Num(Num::Constant(number.ok_or((at, fault))?)))
            }
            Some(c) if c.is_ascii_alphabetic() || c == '_' => {
                let name = self.take(|c| c.is_ascii_alphanumeric() || c == '_');
                if self.sign("(") { self.call(name, at) } else { self.name(name, at) }
            }
            _ => {
                let wrong = Fault::new(format!("expected a value, found {}", self.found()));
                Err((at, self.in_words(wrong)))
            }
        }
    }

    /// Reads `[place-win 6]`: what stands there.
    fn wager(&mut self) -> Faulty<Num> {
        self.at += 1;
        self.space();
        let at = self.at;
        let on = find_wager(self.take(is_wager_letter), self.scope.kind, at)?;
        self.space();
        let here = self.at;
        if self.rest().starts_with(']') {
            self.at += 1;
            self.needs_no_number(on, here)?;
            return Ok(Num::Stake(place(on, None)));
        }
        let mark = to_num(self.negative()?, here)?;
        self.expect(']')?;
        let marks = numbers(self.scope.kind, on);
        let name = self.scope.kind.layouts()[usize::from(on.0)].name;
        if marks.is_empty() {
            return Err((here, Fault::new(format!("{name} is not on a number"))));
        }
        match mark {
            Num::Constant(number) => {
                let mark = marks.iter().find(|&&mark| Number::whole(mark.into()) == number);
                let known = marks.iter().map(u8::to_string).collect::<Vec<_>>();
                let fault = Fault::new(format!("{name} is never on {number}"))
                    .hint(format!("its numbers are {}", known.join(", ")));
                Ok(Num::Stake(place(on, Some(*mark.ok_or((here, fault))?))))
            }
            computed => Ok(Num::StakeOn(on, Box::new(computed))),
        }
    }

    /// Checks that a wager can be spoken of without a number: it has none, or not yet.
    fn needs_no_number(&self, on: WagerId, at: usize) -> Faulty<()> {
        use croupier_engine::wager::Mark;
        let layout = &self.scope.kind.layouts()[usize::from(on.0)];
        match layout.mark {
            Mark::None | Mark::Travels(_) => Ok(()),
            Mark::Number(_) | Mark::Point(_) => {
                let fault = Fault::new(format!("{} needs a number", layout.name));
                let example = numbers(self.scope.kind, on).first().copied().unwrap_or(0);
                Err((at, fault.hint(format!("such as [{} {example}]", layout.name))))
            }
        }
    }

    fn name(&mut self, name: &str, at: usize) -> Faulty<Any> {
        let scope = self.scope;
        if let Some(variable) = scope.variables.iter().position(|known| known == name) {
            return Ok(Any::Num(Num::Variable(variable)));
        }
        if let Some(list) = scope.lists.iter().position(|known| known == name) {
            return Ok(Any::List(List::Variable(list)));
        }
        match name {
            "true" => return Ok(Any::Cond(Cond::Constant(true))),
            "false" => return Ok(Any::Cond(Cond::Constant(false))),
            _ => {}
        }
        if let Some((_, known, place)) = KNOWN.into_iter().find(|(known, ..)| *known == name) {
            self.check_known(name, place, at)?;
            return Ok(Any::Num(Num::Known(known)));
        }
        if let Some((_, fact, place)) = FACTS.into_iter().find(|(fact, ..)| *fact == name) {
            self.check_known(name, place, at)?;
            return Ok(Any::Cond(Cond::Fact(fact)));
        }
        if FUNCTIONS.contains(&name) {
            return Err((at, Fault::new(format!("{name} needs brackets: {name}(...)"))));
        }
        let names = KNOWN.iter().filter(|known| self.is_known(known.2)).map(|known| known.0);
        let facts = FACTS.iter().filter(|fact| self.is_known(fact.2)).map(|fact| fact.0);
        let own = scope.variables.iter().chain(scope.lists).map(String::as_str);
        let fault = Fault::new(format!("nothing is called {name} here"));
        Err((at, fault.instead_of(name, own.chain(names).chain(facts))))
    }

    fn is_known(&self, place: Where) -> bool {
        let cards = self.scope.kind.house().cards.is_some();
        match place {
            Where::Everywhere => true,
            Where::AtDice => !cards,
            Where::AtCards => cards,
            Where::Choosing => self.scope.choosing,
            Where::Numbered => self.scope.numbered,
        }
    }

    fn check_known(&self, name: &str, place: Where, at: usize) -> Faulty<()> {
        if self.is_known(place) {
            return Ok(());
        }
        let why = match place {
            Where::Everywhere => "",
            Where::AtDice => "only in a game of dice",
            Where::AtCards => "only in a game of cards",
            Where::Choosing => "only in [[choose]]",
            Where::Numbered => "only in a rule with numbers",
        };
        Err((at, Fault::new(format!("{name} is known {why}"))))
    }

    /// Reads the arguments of a function; its name and bracket have been read.
    fn call(&mut self, name: &str, at: usize) -> Faulty<Any> {
        match name {
            "left" => return self.left(),
            "numbers" => return self.numbers(),
            "reset" => return self.reset(),
            "list" => return self.items().map(|items| Any::List(List::Of(items))),
            _ => {}
        }
        let mut given = Vec::new();
        if !self.sign(")") {
            loop {
                let at = self.start();
                given.push((at, self.any()?));
                if !self.sign(",") {
                    break;
                }
            }
            self.expect(')')?;
        }
        let found = given.len();
        check_count(name, found).map_err(|fault| (at, fault))?;
        let mut given = Given { values: given.into_iter(), at };
        Ok(match name {
            "abs" => Any::Num(Num::Size(Box::new(given.number()?))),
            "down" | "up" => {
                let operation = if name == "down" { Operation::Down } else { Operation::Up };
                Any::Num(Num::Two(operation, Box::new([given.number()?, given.number()?])))
            }
            "min" | "max" => {
                let operation = if name == "min" { Operation::Least } else { Operation::Most };
                let mut all = given.number()?;
                for _ in 1..found {
                    all = Num::Two(operation, Box::new([all, given.number()?]));
                }
                Any::Num(all)
            }
            "first" => Any::Num(Num::FirstOf(given.list()?)),
            "last" => Any::Num(Num::LastOf(given.list()?)),
            "length" => Any::Num(Num::Length(given.list()?)),
            "sum" => Any::Num(Num::Sum(given.list()?)),
            "append" => {
                let (list, item) = (given.list()?, given.number()?);
                Any::List(List::Append(Box::new((*list, item))))
            }
            "without_first" => Any::List(List::WithoutFirst(given.list()?)),
            "without_last" => Any::List(List::WithoutLast(given.list()?)),
            "without_ends" => Any::List(List::WithoutEnds(given.list()?)),
            _ => {
                let (cond, one, other) = (given.next(), given.next(), given.next());
                choice(to_cond(cond.1, cond.0)?, one, other)?
            }
        })
    }

    /// Reads numbers up to a closing bracket.
    fn items(&mut self) -> Faulty<Vec<Num>> {
        let mut items = Vec::new();
        loop {
            let at = self.start();
            let any = self.any()?;
            items.push(to_num(any, at)?);
            if !self.sign(",") {
                break;
            }
        }
        self.expect(')')?;
        Ok(items)
    }

    /// Reads the rank of `left(A)`.
    fn left(&mut self) -> Faulty<Any> {
        self.space();
        let at = self.at;
        self.check_known("left", Where::AtCards, at)?;
        let name = self.take(|c| c.is_ascii_alphanumeric());
        let fault = || Fault::new(format!("{name:?} is not a rank")).hint("A, 2 to 10, J, Q or K");
        let rank = rank(name).ok_or_else(|| (at, fault()))?;
        self.expect(')')?;
        Ok(Any::Num(Num::Left(rank)))
    }

    /// Reads the wager of `numbers(come)`.
    fn numbers(&mut self) -> Faulty<Any> {
        self.space();
        let at = self.at;
        let on = find_wager(self.take(is_wager_letter), self.scope.kind, at)?;
        self.expect(')')?;
        Ok(Any::Num(Num::Numbers(on, numbers(self.scope.kind, on))))
    }

    /// Reads the name of `reset(stake)`.
    fn reset(&mut self) -> Faulty<Any> {
        let at = self.start();
        let name = self.take(|c| c.is_ascii_alphanumeric() || c == '_');
        let any = match self.name(name, at)? {
            Any::Num(Num::Variable(variable)) => Any::Num(Num::First(variable)),
            Any::List(List::Variable(list)) => Any::List(List::First(list)),
            _ => {
                let fault = Fault::new(format!("{name} is not one of the [variables]"));
                return Err((at, fault));
            }
        };
        self.expect(')')?;
        Ok(any)
    }

    fn expect(&mut self, sign: char) -> Faulty<()> {
        self.space();
        if self.rest().starts_with(sign) {
            self.at += sign.len_utf8();
            return Ok(());
        }
        let wrong = Fault::new(format!("expected {sign}, found {}", self.found()));
        Err((self.at, self.in_words(wrong)))
    }

    /// Says how formulas write what other languages write with the sign that comes next.
    fn in_words(&self, fault: Fault) -> Fault {
        match self.rest().chars().next() {
            Some('=') => fault.hint("to compare, write =="),
            Some('&') => fault.hint("write and"),
            Some('|') => fault.hint("write or"),
            Some('!') => fault.hint("write not"),
            _ => fault,
        }
    }

    /// Describes what comes next.
    fn found(&self) -> String {
        let word: String =
            self.rest().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        match (word.is_empty(), self.rest().chars().next()) {
            (false, _) => word,
            (true, Some(c)) => c.to_string(),
            (true, None) => "the end".to_owned(),
        }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn space(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    fn start(&mut self) -> usize {
        self.space();
        self.at
    }

    fn take(&mut self, belongs: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|c| !belongs(c)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn sign(&mut self, sign: &str) -> bool {
        self.space();
        let there = self.rest().starts_with(sign);
        self.at += if there { sign.len() } else { 0 };
        there
    }

    fn word(&mut self, word: &str) -> bool {
        self.space();
        let after = self.rest().strip_prefix(word);
        let ends = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        let there = after.is_some_and(ends);
        self.at += if there { word.len() } else { 0 };
        there
    }
}

/// Checks how many values a function is given.
fn check_count(name: &str, found: usize) -> Result<(), Fault> {
    let (least, most) = match name {
        "abs" | "first" | "last" | "length" | "sum" => (1, 1),
        "without_first" | "without_last" | "without_ends" => (1, 1),
        "down" | "up" | "append" => (2, 2),
        "if" => (3, 3),
        "min" | "max" => (2, 16),
        _ => {
            let fault = Fault::new(format!("there is no function {name}"));
            return Err(fault.instead_of(name, FUNCTIONS));
        }
    };
    let (verb, count) = if found < least { ("needs", least) } else { ("takes at most", most) };
    let values = if count == 1 { "value" } else { "values" };
    match (least..=most).contains(&found) {
        true => Ok(()),
        false => Err(Fault::new(format!("{name} {verb} {count} {values}, found {found}"))),
    }
}

/// The values that a function was given; their number has been checked.
struct Given {
    values: std::vec::IntoIter<(usize, Any)>,
    at: usize,
}

impl Given {
    fn next(&mut self) -> (usize, Any) {
        self.values.next().unwrap_or((self.at, Any::Cond(Cond::Constant(false))))
    }

    fn number(&mut self) -> Faulty<Num> {
        let (at, any) = self.next();
        to_num(any, at)
    }

    fn list(&mut self) -> Faulty<Box<List>> {
        let (at, any) = self.next();
        to_list(any, at).map(Box::new)
    }
}

/// Joins two branches of the same type.
fn choice(cond: Cond, one: (usize, Any), other: (usize, Any)) -> Faulty<Any> {
    Ok(match (one.1, other) {
        (Any::Num(one), (at, other)) => {
            Any::Num(Num::If(Box::new((cond, one, to_num(other, at)?))))
        }
        (Any::Cond(one), (at, other)) => {
            Any::Cond(Cond::If(Box::new((cond, one, to_cond(other, at)?))))
        }
        (Any::List(one), (at, other)) => {
            Any::List(List::If(Box::new((cond, one, to_list(other, at)?))))
        }
    })
}

const fn is_wager_letter(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '-'
}

/// Finds a wager of the game by its name.
pub(super) fn find_wager(name: &str, kind: Kind, at: usize) -> Faulty<WagerId> {
    if let Some(on) = kind.wager(name) {
        return Ok(on);
    }
    let elsewhere = Kind::ALL.into_iter().find(|kind| kind.wager(name).is_some());
    let fault = match elsewhere {
        Some(other) => Fault::new(format!(
            "{name} is a wager of {}, and this strategy is for {}",
            other.title(),
            kind.title()
        )),
        None => Fault::new(format!("{} has no wager {name:?}", kind.title())),
    };
    Err((at, fault.instead_of(name, kind.layouts().iter().map(|layout| layout.name))))
}

/// Finds a rank by its letter or number: the ace is 0.
pub(super) fn rank(name: &str) -> Option<usize> {
    match name {
        "10" => Some(9),
        _ => {
            let mut letters = name.chars();
            let (letter, None) = (letters.next()?, letters.next()) else { return None };
            "A23456789TJQK".find(letter)
        }
    }
}
