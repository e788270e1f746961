//! A house on a journal whose promotion is played by people and by the program.
#![allow(dead_code, reason = "not every test needs everything")]

use std::fmt::Write as _;
use std::path::Path;

use croupier_floor::{Act, ActResult, HOUSE, PromotionState};
use croupier_house::{Live, Secret};

use crate::desk::{self, Next, ONE, Plan};
use crate::support::options;

/// A house with a promotion that is played by hand and by the program.
pub(crate) struct House {
    pub(crate) live: Live,
    pub(crate) secret: Secret,
    pub(crate) plan: Plan,
    /// What was done, as a script.
    pub(crate) script: String,
}

impl House {
    pub(crate) fn open(path: &Path, plan: Plan) -> Self {
        let mut live = Live::open(path, options()).unwrap();
        let secret = live.secret(&path.with_extension("secret")).unwrap();
        Self { live, secret, plan, script: String::new() }
    }

    pub(crate) fn does(&mut self, at: u64, who: &str, act: &Act) {
        let verdict = self.tells(at, who, act);
        assert!(!matches!(verdict, ActResult::Denied(_)), "{who}: {}: {verdict:?}", act.write());
    }

    pub(crate) fn tells(&mut self, at: u64, who: &str, act: &Act) -> ActResult {
        let _ = writeln!(self.script, r#"{{"at":{at},"who":"{who}","act":{}}}"#, act.write());
        self.live.act(at, who, act).unwrap().answer.verdict
    }

    pub(crate) fn says(&mut self, who: &str, act: &str) {
        let at = self.live.floor().now + 1_000;
        self.does(at, who, &Act::parse(act.as_bytes()).unwrap());
    }

    /// Goes on until this is so, or everything is done.
    pub(crate) fn until(&mut self, is: impl Fn(&Self) -> bool) {
        while !is(self) {
            let soon = self.live.floor().now + 1_000;
            let (who, act, at) = match desk::next(self.live.floor(), self.plan) {
                Next::Act(who, act, at) => (who, Some(*act), at.max(soon)),
                Next::Wait(until) => (HOUSE, None, until.max(soon)),
                Next::Over => return,
            };
            let programs = self.secret.next_for_promotions(self.live.floor(), at);
            let who = if programs.is_some() { HOUSE } else { who };
            self.does(at, who, &programs.or(act).unwrap());
        }
    }

    pub(crate) fn state(&self) -> Option<PromotionState> {
        self.live.floor().promotions.get(ONE).map(|promotion| promotion.state)
    }

    pub(crate) fn commitment(&self) -> Option<String> {
        self.live.floor().promotions.get(ONE)?.draw.commitment.clone()
    }
}
