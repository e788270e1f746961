"""Simulation beside the exact odds, and nights with a strategy."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from croupier import _native, _shown

Progress = Callable[[int, int], object]
"""Is called with how much of how much is done, some times a second; what it raises stops the work."""


@dataclass(frozen=True)
class Result:
    """One way in which a wager ended: how often it came, and how often it comes exactly."""

    result: str
    net: int
    clause: str
    count: int
    exact: Fraction | None


@dataclass(frozen=True)
class Simulated:
    """What came of one wager: the edge with its standard error and 99 % interval, beside the exact edge.

    ``z`` is how many standard errors lie between the two; ``alarming`` tells that it is more than five.
    """

    on: str
    mark: int | None
    stake: int
    decided: int
    results: tuple[Result, ...]
    exact_edge: Fraction
    edge: float | None
    error: float | None
    interval: tuple[float, float] | None
    z: float | None
    alarming: bool

    @property
    def name(self) -> str:
        """Its name, with its number or point total."""
        return self.on if self.mark is None else f"{self.on} {self.mark}"


@dataclass(frozen=True)
class Simulation(Mapping[str, Simulated]):
    """What came of a run of rounds, by wager. The same seed gives the same numbers on any machine."""

    game: str
    seed: int
    rounds: int
    wagers: tuple[Simulated, ...]

    def __getitem__(self, name: str) -> Simulated:
        for wager in self.wagers:
            if wager.name == name:
                return wager
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return (wager.name for wager in self.wagers)

    def __len__(self) -> int:
        return len(self.wagers)

    def _repr_html_(self) -> str:
        def row(wager: Simulated) -> tuple[object, ...]:
            played = () if wager.edge is None else (_shown.percent(wager.edge), f"{wager.z:.2f}")
            return (wager.name, wager.decided, _shown.percent(wager.exact_edge), *played)

        return _shown.table(["wager", "decided", "exact edge", "edge", "z"], map(row, self.wagers))


def simulate(
    game: str,
    *,
    rounds: int = 1_000_000,
    seed: int = 1,
    wagers: Iterable[str] = (),
    stakes: Mapping[str, int] | None = None,
    decks: int | None = None,
    variant: str | None = None,
    strategy: str | None = None,
    areas: int = 1,
    behind: int | None = None,
    chip: int = 1,
    threads: int | None = None,
    through_engine: bool = False,
    progress: Progress | None = None,
) -> Simulation:
    """Plays rounds from a seed, and sets what came beside the exact odds.

    >>> run = simulate("casino-war", rounds=200_000, seed=7, wagers=["initial", "tie"])
    >>> run["tie"].decided, run["tie"].alarming
    (200000, False)

    - ``wagers``: names, with a number where they have one: ``"place-win 6"``; all, if none is named.
    - ``stakes``: what is staked on a wager, in cents; otherwise an amount on which no payment is rounded.
    - ``behind``: deals from a shoe with so many cards behind the cutting card; otherwise every round from all cards.
    - ``through_engine``: plays the real table, input by input, with an auditor watching money and cards.
    """
    stakes = dict(stakes or {})
    named = list(wagers)
    if not named and stakes:
        raise TypeError("name the wagers that the stakes are for")
    unknown = set(stakes) - set(named)
    if unknown:
        raise TypeError(f"not among the wagers: {', '.join(sorted(unknown))}")
    run = {
        "game": game,
        "rounds": rounds,
        "seed": seed,
        "decks": decks,
        "variant": variant,
        "strategy": strategy,
        "areas": areas,
        "behind": behind,
        "wagers": [(*_mark(name), stakes.get(name)) for name in named],
        "chip": chip,
        "threads": threads,
        "through_engine": through_engine,
    }
    data = json.loads(_native.simulate(run, progress))
    return Simulation(**{**data, "wagers": tuple(map(_simulated, data["wagers"]))})


def _mark(name: str) -> tuple[str, int | None]:
    on, _, mark = name.partition(" ")
    return (on, int(mark) if mark else None)


def _simulated(data: dict[str, Any]) -> Simulated:
    results = tuple(
        Result(it["result"], it["net"], it["clause"], it["count"], it["exact"] and Fraction(it["exact"]))
        for it in data["results"]
    )
    interval = data["interval"] and tuple(data["interval"])
    return Simulated(**{**data, "results": results, "exact_edge": Fraction(data["exact_edge"]), "interval": interval})


@dataclass(frozen=True)
class ExactNight:
    """The chances of a flat wager, walked and not sampled; ``results`` has the chance of each result in cents."""

    ruin: float
    goal: float
    mean: float
    sd: float
    results: Mapping[int, float]


@dataclass(frozen=True)
class Session:
    """What came of many nights. Amounts are cents; ``results`` has how often each result came.

    ``quantiles`` has the result that so many of a thousand nights do not exceed. ``exact`` is there for strategies
    whose nights can be walked.
    """

    title: str
    game: str
    sessions: int
    rounds: int
    ruined: int
    goals: int
    left: int
    full: int
    results: Mapping[int, int]
    drawdowns: Mapping[int, int]
    losing_runs: Mapping[int, int]
    quantiles: Mapping[int, int]
    handle: int
    net: int
    exact: ExactNight | None

    @property
    def mean(self) -> Fraction:
        """What a night brings on the average, in cents."""
        return Fraction(self.net, self.sessions)

    def _repr_html_(self) -> str:
        def share(count: int) -> str:
            return _shown.percent(Fraction(count, self.sessions))

        rows = [
            ("nights", self.sessions),
            ("mean", _shown.dollars(round(self.mean))),
            ("ruined", share(self.ruined)),
            ("reached the goal", share(self.goals)),
            *((f"{part / 10:g} %", _shown.dollars(cents)) for part, cents in self.quantiles.items()),
        ]
        chart = _shown.histogram(self.results, f"What {self.sessions:,} nights brought")
        return chart + _shown.table([self.title, ""], rows)


def session(
    strategy: str | Path,
    *,
    bankroll: int = 30_000,
    goal: int | None = None,
    rounds: int = 240,
    sessions: int = 20_000,
    seed: int = 1,
    minimum: int = 500,
    maximum: int = 50_000,
    unit: int = 100,
    chip: int = 1,
    decks: int | None = None,
    variant: str | None = None,
    behind: int | None = None,
    changed: Mapping[str, object] | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Session:
    """Plays nights with a bankroll and a strategy: a file, or its text.

    Every wager is placed and settled by the engine. Amounts are cents; ``changed`` changes numbers of the strategy, such
    as ``{"unit": 25}``; ``behind`` is how many cards lie behind the cutting card, without it the cards are shuffled
    before every round.

    >>> flat = '''
    ... title = "Flat"
    ... about = "Ten dollars on the field, roll after roll."
    ... game = "craps"
    ... [[before]]
    ... wager = "field"
    ... stake = "10"
    ... '''
    >>> nights = session(flat, rounds=50, sessions=100)
    >>> nights.sessions, sum(nights.results.values())
    (100, 100)
    """
    text = strategy.read_text() if isinstance(strategy, Path) else strategy
    nights = {
        "strategy": text,
        "changed": [(name, str(number)) for name, number in (changed or {}).items()],
        "bankroll": bankroll,
        "goal": goal,
        "rounds": rounds,
        "sessions": sessions,
        "seed": seed,
        "minimum": minimum,
        "maximum": maximum,
        "unit": unit,
        "chip": chip,
        "decks": decks,
        "variant": variant,
        "behind": behind,
        "threads": threads,
    }
    data = json.loads(_native.session(nights, progress))
    counts = {name: _whole(data[name]) for name in ("results", "drawdowns", "losing_runs")}
    walked = data["exact"]
    exact = walked and ExactNight(**{**walked, "results": _whole(walked["results"])})
    return Session(**{**data, **counts, "quantiles": dict(data["quantiles"]), "exact": exact})


def _whole(counts: Mapping[str, Any]) -> dict[int, Any]:
    return {int(number): count for number, count in counts.items()}
