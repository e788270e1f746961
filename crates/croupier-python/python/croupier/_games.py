"""The games, as the engine describes them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from typing import Any

from croupier import _native


@dataclass(frozen=True)
class Wager:
    """One kind of wager.

    ``marks`` are the numbers or point totals that it can be placed on; ``follows`` tells whether it is placed by a
    choice in the course of a round, never by itself.
    """

    name: str
    clause: str
    marks: tuple[int, ...]
    follows: bool


@dataclass(frozen=True)
class Game:
    """A game: its wagers, the choices of its players, its variants, and the decks it can be dealt from."""

    name: str
    title: str
    wagers: tuple[Wager, ...]
    choices: tuple[str, ...]
    variants: tuple[str, ...]
    decks: tuple[int, ...]
    areas: int
    jackpot: bool


@cache
def games() -> tuple[Game, ...]:
    """Lists the games.

    >>> [game.name for game in games()]
    ['baceball', 'craps', 'three-card-baccarat', 'casino-war', 'lucky-draw-baccarat']
    """

    def wager(data: dict[str, Any]) -> Wager:
        return Wager(**{**data, "marks": tuple(data["marks"])})

    def made(data: dict[str, Any]) -> Game:
        lists = {name: tuple(data[name]) for name in ("choices", "variants", "decks")}
        return Game(**{**data, **lists, "wagers": tuple(map(wager, data["wagers"]))})

    return tuple(map(made, json.loads(_native.games())))


def game(name: str) -> Game:
    """Finds a game by its name.

    >>> game("casino-war").choices
    ('war', 'surrender')
    """
    for found in games():
        if found.name == name:
            return found
    raise _native.Error(f"there is no game {name!r}: the games are {', '.join(game.name for game in games())}")
