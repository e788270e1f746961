"""Exact odds and PAR data, as fractions."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from croupier import _native, _shown


@dataclass(frozen=True)
class Outcome:
    """One thing that can become of a wager: what is won or lost for each unit staked, and how often."""

    result: str
    net: Fraction
    probability: Fraction
    clause: str


@dataclass(frozen=True)
class Odds:
    """Everything that can become of one wager, how often, and what it costs the player.

    ``edge`` is what the house keeps of each unit first staked, ``element_of_risk`` of each unit staked in all.
    ``rolls`` is how many rolls it stands, where dice are rolled; ``placed`` is how often it is placed in a round, if it
    only follows another wager.
    """

    on: str
    number: int | None
    point: int | None
    outcomes: tuple[Outcome, ...]
    edge: Fraction
    element_of_risk: Fraction
    average_stake: Fraction
    hit: Fraction
    push: Fraction
    rolls: Fraction | None
    placed: Fraction | None
    sd: float

    @property
    def mark(self) -> int | None:
        """The number or point total that it is on."""
        return self.number if self.point is None else self.point

    @property
    def name(self) -> str:
        """Its name, with its number or point total."""
        return self.on if self.mark is None else f"{self.on} {self.mark}"

    @property
    def ev(self) -> Fraction:
        """The expected net result for each unit first staked."""
        return -self.edge

    def _repr_html_(self) -> str:
        rows = [(o.result, o.net, o.probability, _shown.percent(o.probability), o.clause) for o in self.outcomes]
        return _shown.table(["result", "net", "probability", "", "clause"], rows)


@dataclass(frozen=True)
class LeftOut:
    """A wager that cannot be made at the stake that was asked for, and why."""

    on: str
    mark: int | None
    why: str
    clause: str


@dataclass(frozen=True)
class Chart:
    """A strategy by the player's total (down) and the dealer's card (across): D draws, S stands.

    A small letter has exceptions by cards, which are listed.
    """

    rows: tuple[str, ...]
    exceptions: tuple[str, ...]

    def _repr_html_(self) -> str:
        rows = [(str(total), *row) for total, row in enumerate(self.rows)]
        return _shown.table(["", *map(str, range(10))], rows)


@dataclass(frozen=True)
class OddsReport(Mapping[str, Odds]):
    """The odds of all wagers of a game, by name; a wager on a number is named with it: ``place-win 6``."""

    game: str
    title: str
    decks: int
    cards: Fraction
    wagers: tuple[Odds, ...]
    left_out: tuple[LeftOut, ...]
    chart: Chart | None

    def __getitem__(self, name: str) -> Odds:
        for wager in self.wagers:
            if wager.name == name:
                return wager
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return (wager.name for wager in self.wagers)

    def __len__(self) -> int:
        return len(self.wagers)

    def _repr_html_(self) -> str:
        rows = [(w.name, w.edge, _shown.percent(w.edge), _shown.percent(w.hit), f"{w.sd:.4f}") for w in self.wagers]
        chart = _shown.bars([(w.name, w.edge) for w in self.wagers], f"{self.title}: the edge of each wager")
        return chart + _shown.table(["wager", "edge", "", "wins", "deviation"], rows)


@dataclass(frozen=True)
class Volatility:
    """How far results scatter.

    ``bands`` has, for each percentage of runs, the least and the highest hold after each number of rounds.
    """

    index: float
    skewness: float | None
    kurtosis: float | None
    bands: Mapping[int, Mapping[int, tuple[float, float]]]


@dataclass(frozen=True)
class Rounding:
    """The stakes, in chips, at which paying up to the next chip halves the edge or hands it to the player."""

    on: str
    mark: int | None
    exact: Fraction
    stakes: Mapping[int, Fraction]


@dataclass(frozen=True)
class Par:
    """All of a PAR sheet that is counted.

    ``removal`` has, by rank, how the edge of each first wager changes when one card of it leaves the shoe.
    """

    odds: OddsReport
    volatility: Mapping[str, Volatility]
    removal: Mapping[str, Mapping[str, Fraction]]
    rounding: tuple[Rounding, ...]

    def _repr_html_(self) -> str:
        return self.odds._repr_html_()


@dataclass(frozen=True)
class BreakEven:
    """What the meters must show for a fair jackpot wager, in cents; ``None`` where no amount is needed or enough.

    ``why_major`` and ``why_minor`` say then which of the two it is.
    """

    major: int | None
    minor: int | None
    why_major: str | None
    why_minor: str | None


def odds(
    game: str,
    *,
    decks: int | None = None,
    variant: str | None = None,
    strategy: str | None = None,
    chart: str | None = None,
    pays: str | None = None,
    removed: Iterable[str] = (),
    major: int = 0,
    minor: int = 0,
    price: int = 500,
    stake: int | None = None,
    chip: int | None = None,
) -> OddsReport:
    """Counts the exact odds of every wager of a game.

    >>> report = odds("casino-war", strategy="war")
    >>> report["tie"].edge
    Fraction(58, 311)

    - ``decks``, ``variant``: how the table is set up.
    - ``strategy``: how the player decides: a choice that is always made, ``optimal`` or ``total``; ``chart`` is the
      text of a chart of one's own.
    - ``pays``: other prices, such as ``"strike-out=25:1"``.
    - ``removed``: cards that are gone from the shoe, such as ``["AD", "KS"]``.
    - ``major``, ``minor``, ``price``: what the meters of a jackpot show, and what its wager costs, in cents. Where a
      meter shows less than the order guarantees, what is guaranteed counts.
    - ``stake``, ``chip``: pays in chips on a stake, both in cents; otherwise everything is paid exactly.

    >>> odds("baceball", removed=["KC", "KD", "QS"])["strike-1"].edge
    Fraction(10, 103)
    """
    return _report(json.loads(_native.odds(_asked(locals()))))


def par(game: str, *, chips: int = 200, **question: Any) -> Par:
    """Counts what stands on the PAR sheet of a game; takes the options of :func:`odds`.

    ``chips`` is up to how many chips rounding is looked at.

    >>> sheet = par("craps", chips=5)
    >>> low, high = sheet.volatility["field"].bands[95][1_000_000]
    >>> low < sheet.odds["field"].edge < high
    True
    """
    data = json.loads(_native.par(_asked({**_DEFAULTS, "game": game, **question}), chips))
    report = _report(data["odds"])
    first = [wager.name for wager in report.wagers if wager.placed is None]
    volatility = {}
    for wager, it in zip(report.wagers, data["volatility"], strict=True):
        bands = {
            band["percent"]: {rounds: (low, high) for rounds, (low, high) in zip(data["rounds"], band["holds"], strict=True)}
            for band in it["bands"]
        }
        volatility[wager.name] = Volatility(it["index"], it["skewness"], it["kurtosis"], bands)
    removal = {
        it["rank"]: {name: Fraction(change) for name, change in zip(first, it["changes"], strict=True)}
        for it in data["removal"]
    }
    rounding = tuple(
        Rounding(it["on"], it["mark"], Fraction(it["exact"]), {chips: Fraction(edge) for chips, edge in it["stakes"]})
        for it in data["rounding"]
    )
    return Par(report, volatility, removal, rounding)


def break_even(game: str, **question: Any) -> BreakEven:
    """Says what each meter of a jackpot must show, with the other as it is, before its wager is fair.

    Takes the options of :func:`odds`.

    >>> meters = break_even("baceball", price=500)
    >>> odds("baceball", price=500, major=meters.major)["jackpot"].edge <= 0
    True
    >>> odds("baceball", price=500, major=meters.major - 1)["jackpot"].edge > 0
    True
    """
    asked = _asked({**_DEFAULTS, "game": game, **question})
    (major, why_major), (minor, why_minor) = _native.break_even(asked)
    return BreakEven(major, minor, why_major, why_minor)


_DEFAULTS: dict[str, Any] = dict(odds.__kwdefaults__ or {})


def _asked(options: Mapping[str, Any]) -> dict[str, Any]:
    unknown = set(options) - {"game"} - set(_DEFAULTS)
    if unknown:
        raise TypeError(f"odds have no option {', '.join(sorted(unknown))}")
    return {**options, "removed": list(options["removed"])}


def _fraction(text: str | None) -> Fraction | None:
    return None if text is None else Fraction(text)


def _report(data: dict[str, Any]) -> OddsReport:
    chart = data["chart"]
    return OddsReport(
        game=data["game"],
        title=data["title"],
        decks=data["decks"],
        cards=Fraction(data["cards"]),
        wagers=tuple(map(_odds, data["wagers"])),
        left_out=tuple(LeftOut(**out) for out in data["left_out"]),
        chart=chart and Chart(tuple(chart["rows"]), tuple(chart["exceptions"])),
    )


def _odds(data: dict[str, Any]) -> Odds:
    outcomes = tuple(
        Outcome(it["result"], Fraction(it["net"]), Fraction(it["probability"]), it["clause"]) for it in data["outcomes"]
    )
    exact = ("edge", "element_of_risk", "average_stake", "hit", "push", "rolls", "placed")
    return Odds(**{**data, **{name: _fraction(data[name]) for name in exact}, "outcomes": outcomes})
