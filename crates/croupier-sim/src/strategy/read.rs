//! A strategy file: TOML to rules, with every mistake at its line and column.

use croupier_engine::input::Choice;
use croupier_engine::wager::Mark;
use croupier_engine::{Kind, WagerId};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::expression::{Cond, List, Num};
use super::mistake::{Fault, Mistake};
use super::number::Number;
use super::parse::{self, Faulty, Scope};
use super::view::numbers;
use super::{Action, After, Assign, Count, Ends, Rule, Short, Start, Strategy};

type Value<'a> = Spanned<DeValue<'a>>;
type Read<T> = Result<T, Mistake>;

const KEYS: [&str; 9] =
    ["title", "about", "game", "variant", "short", "variables", "count", "before", "choose"];
const ACTIONS: [&str; 8] =
    ["wager", "press", "take-down", "lower", "call-off", "call-on", "leave", "set"];

/// Reads a strategy.
///
/// # Errors
/// Says where the first mistake is.
pub(super) fn read(source: &str) -> Read<Strategy> {
    let file = DeTable::parse(source).map_err(|error| {
        let at = error.span().map_or(source.len(), |span| span.start);
        Mistake::at(source, at, Fault::new(error.message().trim().replace('\n', ", ")))
    })?;
    let table = Table { source, at: 0, table: file.get_ref() };
    let allowed: Vec<_> = KEYS.into_iter().chain(["after"]).collect();
    table.only(&allowed)?;
    let kind = game(&table)?;
    let mut reader = Reader { source, kind, variables: Vec::new(), lists: Vec::new() };
    let starts = match table.get("variables") {
        Some(value) => reader.variables(&table.inner("variables", value)?)?,
        None => Vec::new(),
    };
    let short = table.get("short").map_or(Ok(Short::Less), |value| reader.short(value))?;
    let variant = table.get("variant").map(|value| reader.variant(value)).transpose()?;
    let count = match table.get("count") {
        Some(value) => Some(reader.count(&table.inner("count", value)?)?),
        None => None,
    };
    let mut before = Vec::new();
    for rule in table.array("before")? {
        before.push(reader.before(&rule, short)?);
    }
    let mut choose = Vec::new();
    for rule in table.array("choose")? {
        choose.push(reader.choose(&rule)?);
    }
    let mut after = Vec::new();
    for rule in table.array("after")? {
        after.push(reader.after(&rule)?);
    }
    if !before.iter().any(|rule| matches!(rule.action, Action::Wager { .. })) {
        let fault = Fault::new("the strategy never wagers");
        return Err(Mistake::at(source, 0, fault.hint("add a [[before]] with wager and stake")));
    }
    reader.check_choices(&choose, &table)?;
    let title = table.text("title")?.unwrap_or_else(|| kind.title().to_owned());
    let about = table.text("about")?.unwrap_or_default();
    let Reader { variables, lists, .. } = reader;
    let strategy = Strategy {
        kind,
        title,
        about,
        variant,
        starts,
        variables,
        lists,
        count,
        before,
        choose,
        after,
    };
    Ok(strategy)
}

fn game(table: &Table<'_>) -> Read<Kind> {
    let Some(value) = table.get("game") else {
        let mark = |kind: &Kind| if kind.is_example() { " (an example)" } else { "" };
        let named = |kind: &Kind| format!("{}{}", kind.name(), mark(kind));
        let names: Vec<_> = Kind::ALL.iter().map(named).collect();
        let fault = Fault::new("the strategy does not say its game");
        let hint = format!("begin with game = \"...\", one of {}", names.join(", "));
        return Err(Mistake::at(table.source, 0, fault.hint(hint)));
    };
    let text = string(table.source, value)?;
    Kind::named(text).ok_or_else(|| {
        let fault = Fault::new(format!("there is no game {text:?}"));
        let fault = fault.instead_of(text, Kind::ALL.iter().map(|kind| kind.name()));
        Mistake::at(table.source, value.span().start, fault)
    })
}

/// A table of the file, and where it begins.
struct Table<'a> {
    source: &'a str,
    at: usize,
    table: &'a DeTable<'a>,
}

impl<'a> Table<'a> {
    fn get(&self, key: &str) -> Option<&'a Value<'a>> {
        self.table.get(key)
    }

    /// Refuses keys that mean nothing.
    fn only(&self, allowed: &[&str]) -> Read<()> {
        let mut keys: Vec<_> = self.table.keys().collect();
        keys.sort_unstable_by_key(|key| key.span().start);
        match keys.into_iter().find(|key| !allowed.contains(&key.get_ref().as_ref())) {
            None => Ok(()),
            Some(key) => {
                let fault = Fault::new(format!("unknown key {}", key.get_ref()));
                let fault = fault.instead_of(key.get_ref(), allowed.iter().copied());
                Err(Mistake::at(self.source, key.span().start, fault))
            }
        }
    }

    /// Returns the entries in the order in which they are written.
    fn entries(&self) -> Vec<(&'a Spanned<std::borrow::Cow<'a, str>>, &'a Value<'a>)> {
        let mut entries: Vec<_> = self.table.iter().collect();
        entries.sort_unstable_by_key(|(key, _)| key.span().start);
        entries
    }

    fn inner(&self, key: &str, value: &'a Value<'a>) -> Read<Self> {
        let at = value.span().start;
        match value.get_ref() {
            DeValue::Table(table) => Ok(Self { source: self.source, at, table }),
            other => Err(expected(self.source, value, &format!("a table [{key}]"), other)),
        }
    }

    /// Returns the tables of `[[key]]`.
    fn array(&self, key: &str) -> Read<Vec<Self>> {
        let Some(value) = self.get(key) else { return Ok(Vec::new()) };
        let DeValue::Array(items) = value.get_ref() else {
            let what = format!("tables [[{key}]], in double brackets");
            return Err(expected(self.source, value, &what, value.get_ref()));
        };
        items.iter().map(|item| self.inner(key, item)).collect()
    }

    fn text(&self, key: &str) -> Read<Option<String>> {
        self.get(key).map(|value| string(self.source, value).map(str::to_owned)).transpose()
    }

    fn fault<T>(&self, fault: Fault) -> Read<T> {
        Err(Mistake::at(self.source, self.at, fault))
    }

    /// Returns a value that must be there.
    fn must(&self, key: &str, beside: &str) -> Read<&'a Value<'a>> {
        match self.get(key) {
            Some(value) => Ok(value),
            None => self.fault(Fault::new(format!("{beside} needs {key} = ..."))),
        }
    }
}

fn expected(source: &str, value: &Value<'_>, what: &str, found: &DeValue<'_>) -> Mistake {
    let fault = Fault::new(format!("expected {what}, found {}", is(found)));
    Mistake::at(source, value.span().start, fault)
}

/// Says what a value is, in words.
const fn is(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) | DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

fn string<'a>(source: &str, value: &'a Value<'a>) -> Read<&'a str> {
    match value.get_ref() {
        DeValue::String(text) => Ok(text),
        other => Err(expected(source, value, "a text in quotes", other)),
    }
}

/// Returns where the letters of a text begin in the source, if they stand there as they are.
fn letters_at(source: &str, value: &Value<'_>, text: &str) -> Option<usize> {
    let span = value.span();
    let raw = source.get(span.clone())?;
    let long = raw.starts_with("\"\"\"") || raw.starts_with("'''");
    let mut at = span.start + if long { 3 } else { 1 };
    if long {
        let rest = source.get(at..)?;
        at += rest.len()
            - rest.strip_prefix("\r\n").or(rest.strip_prefix('\n')).unwrap_or(rest).len();
    }
    source.get(at..)?.starts_with(text).then_some(at)
}

/// A literal number of the file.
fn literal(value: &DeValue<'_>) -> Option<Number> {
    match value {
        DeValue::Integer(number) if number.radix() == 10 => Number::read(number.as_str()),
        DeValue::Float(number) => Number::read(number.as_str()),
        _ => None,
    }
}

struct Reader<'a> {
    source: &'a str,
    kind: Kind,
    variables: Vec<String>,
    lists: Vec<String>,
}

impl Reader<'_> {
    fn mistake(&self, value: &Value<'_>, fault: Fault) -> Mistake {
        Mistake::at(self.source, value.span().start, fault)
    }

    fn scope(&self, choosing: bool, numbered: bool) -> Scope<'_> {
        let Self { kind, variables, lists, .. } = self;
        Scope { kind: *kind, variables, lists, choosing, numbered }
    }

    /// Puts a fault in a text where it is in the file.
    fn within<T>(&self, value: &Value<'_>, text: &str, read: Faulty<T>) -> Read<T> {
        read.map_err(|(byte, fault)| {
            let at = letters_at(self.source, value, text);
            Mistake::at(self.source, at.map_or(value.span().start, |at| at + byte), fault)
        })
    }

    fn number(&self, value: &Value<'_>, scope: &Scope<'_>) -> Read<Num> {
        match value.get_ref() {
            DeValue::String(text) => self.within(value, text, parse::number(text, scope)),
            other => literal(other).map(Num::Constant).ok_or_else(|| match other {
                DeValue::Integer(_) | DeValue::Float(_) => {
                    self.mistake(value, Fault::new("not a number with up to four decimals"))
                }
                _ => expected(self.source, value, "a number, or a formula in quotes", other),
            }),
        }
    }

    fn condition(&self, table: &Table<'_>, scope: &Scope<'_>) -> Read<Cond> {
        let Some(value) = table.get("if") else { return Ok(Cond::Constant(true)) };
        match value.get_ref() {
            DeValue::String(text) => self.within(value, text, parse::condition(text, scope)),
            DeValue::Boolean(holds) => Ok(Cond::Constant(*holds)),
            other => Err(expected(self.source, value, "a condition in quotes", other)),
        }
    }

    fn short(&self, value: &Value<'_>) -> Read<Short> {
        let text = string(self.source, value)?;
        let words = [("less", Short::Less), ("skip", Short::Skip), ("leave", Short::Leave)];
        words.into_iter().find(|(word, _)| *word == text).map(|(_, short)| short).ok_or_else(|| {
            let fault = Fault::new(format!("{text:?} is nothing to do when money is short"));
            self.mistake(value, fault.instead_of(text, ["less", "skip", "leave"]))
        })
    }

    fn variant(&self, value: &Value<'_>) -> Read<u8> {
        let text = string(self.source, value)?;
        let variants = self.kind.house().variants;
        let at = variants.iter().position(|variant| *variant == text);
        at.map(|at| at as u8).ok_or_else(|| {
            let fault = Fault::new(format!("{} has no variant {text:?}", self.kind.title()));
            self.mistake(value, fault.instead_of(text, variants.iter().copied()))
        })
    }

    /// Reads `[variables]`, each of which may speak of those above it.
    fn variables(&mut self, table: &Table<'_>) -> Read<Vec<Start>> {
        let mut starts = Vec::new();
        for (key, value) in table.entries() {
            let name = key.get_ref();
            let mut letters = name.chars();
            let starts_well = letters.next().is_some_and(|c| c.is_ascii_lowercase());
            let goes_on = letters.all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
            let fault = if !(starts_well && goes_on) {
                let hint = "small letters, digits and _, a letter first";
                Some(Fault::new(format!("{name:?} is not a name")).hint(hint))
            } else if parse::is_taken(name) {
                Some(Fault::new(format!("{name} means something else already")))
            } else {
                None
            };
            if let Some(fault) = fault {
                return Err(Mistake::at(self.source, key.span().start, fault));
            }
            if let DeValue::Array(items) = value.get_ref() {
                let scope = self.scope(false, false);
                let items: Read<Vec<_>> =
                    items.iter().map(|item| self.number(item, &scope)).collect();
                starts.push(Start::List(List::Of(items?)));
                self.lists.push(name.clone().into_owned());
            } else {
                starts.push(Start::Number(self.number(value, &self.scope(false, false))?));
                self.variables.push(name.clone().into_owned());
            }
        }
        Ok(starts)
    }

    /// Reads `[count]`: what each rank adds to the running count.
    fn count(&self, table: &Table<'_>) -> Read<Count> {
        if self.kind.house().cards.is_none() {
            let fault = Fault::new(format!("{} has no cards to count", self.kind.title()));
            return table.fault(fault);
        }
        let mut count = Count { ranks: [Number::ZERO; 13], start: Number::ZERO };
        for (key, value) in table.entries() {
            let name = key.get_ref().as_ref();
            let number = literal(value.get_ref());
            let number =
                number.ok_or_else(|| expected(self.source, value, "a number", value.get_ref()))?;
            match (parse::rank(name), name) {
                (Some(rank), _) => count.ranks[rank] = number,
                (None, "start") => count.start = number,
                (None, _) => {
                    let fault = Fault::new(format!("{name} is not a rank"));
                    let fault = fault.hint("A, 2 to 10, J, Q or K; or start");
                    return Err(Mistake::at(self.source, key.span().start, fault));
                }
            }
        }
        Ok(count)
    }

    /// Reads a wager and the numbers of a rule: `wager = "place-win 6"`, or `numbers = [6, 8]`.
    fn wager(
        &self,
        table: &Table<'_>,
        key: &str,
        places: bool,
    ) -> Read<(WagerId, Vec<Option<u8>>)> {
        let value = table.must(key, "the rule")?;
        let text = string(self.source, value)?;
        let (name, mark) = text.split_once(' ').map_or((text, None), |(a, b)| (a, Some(b)));
        let on = self.within(value, text, parse::find_wager(name, self.kind, 0))?;
        let marks = numbers(self.kind, on);
        let layout = self.kind.layouts()[usize::from(on.0)];
        let travels = matches!(layout.mark, Mark::Travels(_));
        let known = || {
            let known: Vec<_> = marks.iter().map(u8::to_string).collect();
            format!("its numbers are {}", known.join(", "))
        };
        let check = |value: &Value<'_>, mark: Option<u8>, shown: &str| match mark {
            _ if marks.is_empty() => {
                Err(self.mistake(value, Fault::new(format!("{name} is not on a number"))))
            }
            _ if travels && places => {
                let fault = Fault::new(format!("only a roll gives {name} a number"));
                Err(self.mistake(value, fault))
            }
            Some(mark) if marks.contains(&mark) => Ok(Some(mark)),
            Some(_) | None => {
                let fault = Fault::new(format!("{name} is never on {shown}"));
                Err(self.mistake(value, fault.hint(known())))
            }
        };
        match (mark, table.get("numbers")) {
            (Some(_), Some(numbers)) => {
                Err(self.mistake(numbers, Fault::new(format!("{key} has a number already"))))
            }
            (Some(mark), None) => {
                Ok((on, vec![check(value, mark.trim().parse().ok(), mark.trim())?]))
            }
            (None, Some(list)) => Ok((on, self.numbers(list, marks, &check)?)),
            (None, None) if marks.is_empty() || travels => Ok((on, vec![None])),
            (None, None) => {
                let fault = Fault::new(format!("{name} needs a number"));
                let hint = format!("write \"{name} {}\", or numbers = [...] beside it", marks[0]);
                Err(self.mistake(value, fault.hint(hint)))
            }
        }
    }

    fn numbers(
        &self,
        list: &Value<'_>,
        all: &[u8],
        check: &impl Fn(&Value<'_>, Option<u8>, &str) -> Read<Option<u8>>,
    ) -> Read<Vec<Option<u8>>> {
        match list.get_ref() {
            DeValue::String(text) if text == "all" => {
                check(list, all.first().copied(), "all")?;
                Ok(all.iter().copied().map(Some).collect())
            }
            DeValue::Array(items) => {
                let mark = |item: &Value<'_>| {
                    let number = literal(item.get_ref());
                    let number = number.ok_or_else(|| {
                        expected(self.source, item, "a whole number", item.get_ref())
                    })?;
                    let whole = u8::try_from(number.to_whole()).ok();
                    let whole = whole.filter(|&whole| Number::whole(whole.into()) == number);
                    check(item, whole, &number.to_string())
                };
                items.iter().map(mark).collect()
            }
            other => Err(expected(self.source, list, "numbers such as [6, 8], or \"all\"", other)),
        }
    }

    /// Reads a `[[before]]`: what is done while wagers are taken.
    fn before(&self, table: &Table<'_>, short: Short) -> Read<Rule> {
        let known: Vec<_> =
            ACTIONS.into_iter().chain(["if", "numbers", "stake", "by", "to", "short"]).collect();
        table.only(&known)?;
        let found: Vec<_> = ACTIONS.into_iter().filter(|key| table.get(key).is_some()).collect();
        let [action] = found[..] else {
            let what = match found.len() {
                0 => "the rule does nothing".to_owned(),
                _ => format!("the rule does {} at once", found.join(" and ")),
            };
            return table.fault(Fault::new(what).hint(format!("one of {}", ACTIONS.join(", "))));
        };
        let extra: &[&str] = match action {
            "wager" => &["stake", "numbers", "short"],
            "press" => &["by", "numbers", "short"],
            "lower" => &["to", "numbers"],
            "take-down" | "call-off" | "call-on" => &["numbers"],
            _ => &[],
        };
        let allowed: Vec<_> = [action, "if"].into_iter().chain(extra.iter().copied()).collect();
        table.only(&allowed)?;
        let short = table.get("short").map_or(Ok(short), |value| self.short(value))?;
        let line = Mistake::at(self.source, table.at, Fault::new("")).line;
        if matches!(action, "leave" | "set") {
            let scope = self.scope(false, false);
            let when = self.condition(table, &scope)?;
            let action = match action {
                "leave" => self.leave(table)?,
                _ => Action::Set(self.set(table, &scope)?),
            };
            return Ok(Rule { when, numbers: vec![None], action, line });
        }
        let places = action == "wager";
        let (on, numbers) = self.wager(table, action, places)?;
        let scope = self.scope(false, numbers.iter().all(Option::is_some));
        let when = self.condition(table, &scope)?;
        if action != "wager" && action != "press" && self.kind.house().cards.is_some() {
            let fault = Fault::new(format!("{} has no {action}", self.kind.title()));
            let hint = "wagers on cards stand for one round; leave the wager out instead";
            return Err(self.mistake(table.must(action, "")?, fault.hint(hint)));
        }
        let number =
            |key: &str| table.must(key, action).and_then(|value| self.number(value, &scope));
        let action = match action {
            "wager" => Action::Wager { on, stake: number("stake")?, short },
            "press" => Action::Press { on, by: number("by")?, short },
            "lower" => Action::Lower { on, to: number("to")? },
            "take-down" => Action::TakeDown(on),
            "call-off" => Action::Call { on, works: false },
            _ => Action::Call { on, works: true },
        };
        self.check_follows(on, &action, table)?;
        Ok(Rule { when, numbers, action, line })
    }

    /// Refuses to place what only a choice places.
    fn check_follows(&self, on: WagerId, action: &Action, table: &Table<'_>) -> Read<()> {
        let follows =
            self.kind.choices().iter().find(|&&choice| {
                self.kind.follow_up(choice).is_some_and(|(placed, _)| placed == on)
            });
        let (Some(choice), Action::Wager { .. } | Action::Press { .. }) = (follows, action) else {
            return Ok(());
        };
        let fault = Fault::new("this wager is placed by a choice");
        let hint = format!("add a [[choose]] with choice = \"{}\"", choice.name());
        table.fault(fault.hint(hint))
    }

    fn leave(&self, table: &Table<'_>) -> Read<Action> {
        let value = table.must("leave", "the rule")?;
        match value.get_ref() {
            DeValue::Boolean(true) => Ok(Action::Leave),
            other => Err(expected(self.source, value, "leave = true", other)),
        }
    }

    /// Reads `set = { name = "formula" }`.
    fn set(&self, table: &Table<'_>, scope: &Scope<'_>) -> Read<Vec<Assign>> {
        let value = table.must("set", "the rule")?;
        let inner = table.inner("set", value)?;
        let mut set = Vec::new();
        for (key, value) in inner.entries() {
            let name = key.get_ref();
            if let Some(at) = self.variables.iter().position(|known| known == name) {
                set.push(Assign::Number(at, self.number(value, scope)?));
            } else if let Some(at) = self.lists.iter().position(|known| known == name) {
                set.push(Assign::List(at, self.list(value, scope)?));
            } else {
                let fault = Fault::new(format!("{name} is not one of the [variables]"));
                let own = self.variables.iter().chain(&self.lists).map(String::as_str);
                let fault = fault.instead_of(name, own);
                return Err(Mistake::at(self.source, key.span().start, fault));
            }
        }
        Ok(set)
    }

    fn list(&self, value: &Value<'_>, scope: &Scope<'_>) -> Read<List> {
        match value.get_ref() {
            DeValue::String(text) => self.within(value, text, parse::list(text, scope)),
            DeValue::Array(items) => {
                let items: Read<_> = items.iter().map(|item| self.number(item, scope)).collect();
                Ok(List::Of(items?))
            }
            other => Err(expected(self.source, value, "a list, or a formula in quotes", other)),
        }
    }

    /// Reads a `[[choose]]`.
    fn choose(&self, table: &Table<'_>) -> Read<(Cond, Choice)> {
        table.only(&["choice", "if"])?;
        let value = table.must("choice", "[[choose]]")?;
        let text = string(self.source, value)?;
        let choices = self.kind.choices();
        let choice = choices.iter().copied().find(|choice| choice.name() == text);
        let choice = choice.ok_or_else(|| {
            let fault = Fault::new(match choices.is_empty() {
                true => format!("in {} there is nothing to choose", self.kind.title()),
                false => format!("in {} nobody chooses {text:?}", self.kind.title()),
            });
            self.mistake(value, fault.instead_of(text, choices.iter().map(|choice| choice.name())))
        })?;
        Ok((self.condition(table, &self.scope(true, false))?, choice))
    }

    /// Checks that every decision is made.
    fn check_choices(&self, choose: &[(Cond, Choice)], table: &Table<'_>) -> Read<()> {
        let decided = choose.last().is_some_and(|(when, _)| *when == Cond::Constant(true));
        let choices = self.kind.choices();
        if decided || choices.is_empty() {
            return Ok(());
        }
        let names: Vec<_> = choices.iter().map(|choice| choice.name()).collect();
        let hint = format!("end with a [[choose]] that has no `if`: {}", names.join(" or "));
        let at = match table.array("choose")?.last() {
            Some(last) => last.at,
            None => self.source.len(),
        };
        let fault = Fault::new("not every decision is made").hint(hint);
        Err(Mistake::at(self.source, at, fault))
    }

    /// Reads an `[[after]]`: what changes when a round, a roll or a wager is decided.
    fn after(&self, table: &Table<'_>) -> Read<After> {
        table.only(&["wager", "numbers", "result", "if", "set"])?;
        let about = match (table.get("wager"), table.get("numbers")) {
            (Some(_), _) => Some(self.about(table)?),
            (None, Some(numbers)) => {
                return Err(self.mistake(numbers, Fault::new("numbers needs wager = ...")));
            }
            (None, None) => None,
        };
        let numbered = about.as_ref().is_some_and(|(on, _)| !numbers(self.kind, *on).is_empty());
        let result = table.get("result").map(|value| self.result(value)).transpose()?;
        let scope = self.scope(false, numbered);
        let when = self.condition(table, &scope)?;
        Ok(After { about, result, when, set: self.set(table, &scope)? })
    }

    /// Reads which wager an `[[after]]` is about; without a number, it is about all of them.
    fn about(&self, table: &Table<'_>) -> Read<(WagerId, Option<Vec<Option<u8>>>)> {
        let value = table.must("wager", "[[after]]")?;
        let text = string(self.source, value)?;
        if text.contains(' ') || table.get("numbers").is_some() {
            let (on, numbers) = self.wager(table, "wager", false)?;
            return Ok((on, Some(numbers)));
        }
        Ok((self.within(value, text, parse::find_wager(text, self.kind, 0))?, None))
    }

    fn result(&self, value: &Value<'_>) -> Read<Ends> {
        let text = string(self.source, value)?;
        let words = [("win", Ends::Win), ("lose", Ends::Lose), ("push", Ends::Push)];
        words.into_iter().find(|(word, _)| *word == text).map(|(_, ends)| ends).ok_or_else(|| {
            let fault = Fault::new(format!("{text:?} is not a result"));
            self.mistake(value, fault.instead_of(text, ["win", "lose", "push"]))
        })
    }
}
