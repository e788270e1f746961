"""Round sheets: who is paid what, and by which clause."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from croupier import _native, _shown

Sheet = str | Mapping[str, Any]
"""A round sheet: a line of JSON, or the same as a dictionary."""


@dataclass(frozen=True)
class Line:
    """What became of one wager; amounts are cents.

    Where a wager was settled already and is settled otherwise, ``result`` is ``correction``, ``was`` and ``now`` have
    how it was and is settled, and ``difference`` has what the player gets or, below 0, gives back.
    """

    step: int
    player: str
    on: str
    stake: int
    result: str
    clause: str
    pays: int = 0
    back: int = 0
    area: int | None = None
    number: int | None = None
    point: int | None = None
    tokens: bool = False
    excess: int = 0
    charge: int = 0
    was: Mapping[str, Any] | None = None
    now: Mapping[str, Any] | None = None
    difference: int = 0


@dataclass(frozen=True)
class Refusal:
    """A step that the rules do not allow: the clause that says so, and why."""

    step: int
    clause: str
    why: str


@dataclass(frozen=True)
class OpenWager:
    """A wager that still stands."""

    player: str
    on: str
    stake: int
    area: int | None = None
    number: int | None = None
    point: int | None = None
    tokens: bool = False
    excess: int = 0
    light: str | None = None
    collected: bool = False
    carried: bool = False


@dataclass(frozen=True)
class Act:
    """What is done about an irregular situation."""

    step: int
    act: str
    clause: str
    card: str | None = None
    whom: str | None = None
    device: int | None = None
    area: int | None = None
    to: int | str | None = None


@dataclass(frozen=True)
class Answer:
    """What followed from a sheet; ``text`` is the line that ``croupier settle`` prints."""

    id: str | None
    settled: tuple[Line, ...]
    refused: tuple[Refusal, ...]
    open: tuple[OpenWager, ...]
    expects: str
    acts: tuple[Act, ...] = ()
    text: str = field(default="", repr=False)

    def net(self, player: str) -> int:
        """Returns what a player has won or, below 0, lost by all that was settled, in cents.

        >>> answer = settle({"id": "a", "game": "craps", "script": [
        ...     {"wager": {"player": "Ann", "on": "field", "amount": 500}}, {"roll": [1, 3]}]})
        >>> answer.net("Ann")
        500
        """
        mine = [line for line in self.settled if line.player == player]
        stays = ("commission", "mystery")
        lost = sum(line.back - line.stake for line in mine if line.result not in (*stays, "correction"))
        return lost + sum(line.pays - line.charge + line.difference for line in mine)

    def _repr_html_(self) -> str:
        columns = ["step", "player", "area", "on", "number", "stake", "result", "pays", "back", "clause"]
        rows = [[getattr(line, name) for name in columns] for line in self.settled]
        return _shown.table(columns, rows)


def settle(sheet: Sheet) -> Answer:
    """Settles one round sheet.

    >>> answer = settle({"id": "a", "game": "casino-war", "script": [
    ...     {"wager": {"player": "Ann", "area": 1, "on": "initial", "amount": 500}},
    ...     {"card": "KS"}, {"card": "9D"}]})
    >>> [(line.on, line.result, line.pays, line.back, line.clause) for line in answer.settled]
    [('initial', 'win', 500, 500, '5.1.1.1')]
    >>> answer.expects
    'wagers'

    A line that is not a sheet raises an error that says what is wrong, and where:

    >>> settle({"game": "casino-war", "script": [{"card": "1S"}]})
    Traceback (most recent call last):
    ...
    croupier.Error: step 0.card: "1S" is not a card, expected a rank of A23456789TJQK and a suit of CDHS (column 47)
    """
    _, text = _native.settle(_line(sheet))
    return _answer(text)


def settle_lines(sheets: str | Iterable[Sheet]) -> str:
    """Settles sheets as ``croupier settle`` does: JSON Lines in, JSON Lines out, in order.

    A line that is not a sheet is answered with what is wrong; the others are still done.

    >>> print(settle_lines('{"id": "b", "game": "craps", "script": [{"roll": [7, 1]}]}'), end="")
    {"id":"b","error":"step 0.roll: 7 is not on a die, expected 1 to 6 (column 55)"}
    """
    text = sheets if isinstance(sheets, str) else "\n".join(map(_line, sheets))
    return _native.settle(text)[1]


def check(sheet: Sheet) -> list[str] | None:
    """Compares the answer to a sheet with its own ``want``: the differences, or ``None`` if it wants nothing.

    >>> sheet = {"game": "craps", "script": [{"roll": [3, 4]}], "want": {"settled": []}}
    >>> check(sheet)
    []
    """
    return _native.check(_line(sheet))


def _line(sheet: Sheet) -> str:
    """Writes a sheet on one line."""
    return sheet.replace("\n", " ") if isinstance(sheet, str) else json.dumps(dict(sheet))


def _answer(text: str) -> Answer:
    said = json.loads(text)
    if "error" in said:
        raise _native.Error(said["error"])
    return Answer(
        id=said["id"],
        settled=tuple(Line(**line) for line in said["settled"]),
        refused=tuple(Refusal(**refusal) for refusal in said["refused"]),
        open=tuple(OpenWager(**wager) for wager in said["open"]),
        expects=said["expects"],
        acts=tuple(Act(**act) for act in said.get("acts", ())),
        text=text.rstrip("\n"),
    )
