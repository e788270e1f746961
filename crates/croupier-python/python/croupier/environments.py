"""Environments for Gymnasium: rounds at which a player decides, and dice on which a player bets.

Importing this module registers one environment for each game that has decisions or dice:

>>> import gymnasium, croupier.environments
>>> env = gymnasium.make("croupier/CasinoWar-v0")
>>> observation, info = env.reset(seed=1)
>>> observation, reward, terminated, truncated, info = env.step(0)

All tables of a vector environment are stepped in one call. Every card, roll and wager goes through the engine's own
table: no rule stands here. Needs ``pip install croupier[gymnasium]``.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from croupier import _native
from croupier._games import games

__all__ = ["BettingEnv", "BettingVectorEnv", "DecisionEnv", "DecisionVectorEnv"]

CARDS = 52
MOST_UNITS = 9


class _Decisions:
    """Tables with decisions, and their spaces."""

    def __init__(self, game: str, stake: int, tables: int, decks: int | None, variant: str | None) -> None:
        self.tables = _native.Rounds(game, stake, tables, decks, variant)
        self.count, self.stake, self.seen = tables, stake, _native.Rounds.SEEN
        self.observations = spaces.MultiDiscrete([2] + [CARDS + 1] * (self.seen - 1), dtype=np.uint8)
        self.actions = spaces.Discrete(len(self.tables.choices()))

    def step(self, actions: NDArray[Any]) -> tuple[NDArray[np.uint8], NDArray[np.float64], NDArray[np.bool_]]:
        seen, net, over = self.tables.step(np.asarray(actions, dtype=np.uint8).tobytes())
        return (
            np.frombuffer(seen, dtype=np.uint8).reshape(self.count, self.seen),
            np.frombuffer(net, dtype="<i8") / self.stake,
            np.frombuffer(over, dtype=np.bool_),
        )


class DecisionEnv(gymnasium.Env[NDArray[np.uint8], np.int64]):
    """One player's rounds at a game with decisions; an episode is one round, dealt from all cards.

    The first step of a round stakes and deals, whatever the action is; the others decide. The action is a place in
    ``choices``. An observation tells whether a choice is due, then the player's cards and the dealer's, four each:
    0 for none, else 1 to 52 in the order of ``CARD_NAMES``. The reward is the net result in stakes, when the round is
    over.

    >>> env = DecisionEnv("casino-war")
    >>> env.choices
    ('war', 'surrender')
    """

    metadata = {"render_modes": []}

    def __init__(self, game: str, *, stake: int = 1000, decks: int | None = None, variant: str | None = None) -> None:
        self._decisions = _Decisions(game, stake, 1, decks, variant)
        self.observation_space = self._decisions.observations
        self.action_space = self._decisions.actions
        self.choices = tuple(self._decisions.tables.choices())

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begins a round; with a seed, cards that follow from it."""
        fresh = self._np_random is None
        super().reset(seed=seed)
        if seed is not None or fresh:
            self._decisions.tables.reset(int(self.np_random.integers(2**63)))
        return np.zeros(self._decisions.seen, dtype=np.uint8), {}

    def step(self, action: Any) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        """Stakes and deals, or decides."""
        seen, net, over = self._decisions.step(np.array([action]))
        return seen[0], float(net[0]), bool(over[0]), False, {}


class DecisionVectorEnv(VectorEnv[NDArray[np.uint8], NDArray[np.int64], NDArray[Any]]):
    """Many tables of :class:`DecisionEnv`, stepped together; a round that is over is followed by the next at once.

    The last observation of a round that is over stands in ``info["final_obs"]``, with the mask ``info["_final_obs"]``.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        game: str,
        *,
        num_envs: int = 1,
        stake: int = 1000,
        decks: int | None = None,
        variant: str | None = None,
    ) -> None:
        super().__init__()
        self._decisions = _Decisions(game, stake, num_envs, decks, variant)
        self.num_envs = num_envs
        self.single_observation_space = self._decisions.observations
        self.single_action_space = self._decisions.actions
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.choices = tuple(self._decisions.tables.choices())

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begins rounds at all tables, with cards that follow from the seed."""
        super().reset(seed=seed)
        self._decisions.tables.reset(int(self.np_random.integers(2**63)))
        return np.zeros((self.num_envs, self._decisions.seen), dtype=np.uint8), {}

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[NDArray[np.uint8], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Takes an action at every table."""
        seen, net, over = self._decisions.step(actions)
        first = np.where(over[:, None], np.uint8(0), seen)
        info = {"final_obs": seen, "_final_obs": over}
        return first, net, over, np.zeros(self.num_envs, dtype=np.bool_), info


class _Bets:
    """Tables with dice, and their spaces."""

    def __init__(self, game: str, unit: int, bankroll: int, rolls: int, tables: int, variant: str | None) -> None:
        self.tables = _native.Rolls(game, unit, bankroll, rolls, tables, variant)
        self.count, self.unit = tables, unit
        self.places = tuple(map(_name, self.tables.places()))
        self.stands = tuple(map(_name, self.tables.stands()))
        most = np.iinfo(np.int64).max
        high = np.full(2 + len(self.stands), most, dtype=np.int64)
        high[1] = 10
        self.observations = spaces.Box(np.zeros_like(high), high, dtype=np.int64)
        self.actions = spaces.MultiDiscrete([MOST_UNITS + 1] * len(self.places), dtype=np.uint8)

    def seen(self, block: bytearray) -> NDArray[np.int64]:
        return np.frombuffer(block, dtype="<i8").reshape(self.count, 2 + len(self.stands))

    def step(self, units: NDArray[Any], again: bool) -> tuple[Any, Any, Any, Any, Any, Any]:
        units = np.ascontiguousarray(units, dtype=np.uint8)
        last, seen, net, refused, ruined, over = self.tables.step(units.tobytes(), again)
        return (
            self.seen(last),
            self.seen(seen),
            np.frombuffer(net, dtype="<i8") / self.unit,
            np.frombuffer(refused, dtype="<u4"),
            np.frombuffer(ruined, dtype=np.bool_),
            np.frombuffer(over, dtype=np.bool_),
        )


class BettingEnv(gymnasium.Env[NDArray[np.int64], NDArray[np.uint8]]):
    """One player who bets before every roll of the dice.

    An action says for each of ``places`` how many units are added to it; what the rules do not take, or the hand does
    not cover, is not placed, and is counted in ``info["refused"]``. An observation has the hand in cents, the point or
    0, and what stands on each of ``stands`` in cents. The reward is what the roll and commissions won or lost, in units.
    An episode is terminated when nothing stands and the hand holds less than a unit, and truncated after ``rolls``
    rolls: what stands then counts nothing.

    >>> env = BettingEnv("craps")
    >>> observation, info = env.reset(seed=1)
    >>> action = env.bet({"field": 1, "place-win 6": 2})
    >>> observation, reward, terminated, truncated, info = env.step(action)
    >>> info["refused"]
    0
    """

    metadata = {"render_modes": []}

    def __init__(
        self, game: str, *, unit: int = 600, bankroll: int = 60_000, rolls: int = 240, variant: str | None = None
    ) -> None:
        self._bets = _Bets(game, unit, bankroll, rolls, 1, variant)
        self.observation_space = self._bets.observations
        self.action_space = self._bets.actions
        self.places, self.stands = self._bets.places, self._bets.stands

    def bet(self, units: dict[str, int]) -> NDArray[np.uint8]:
        """Makes an action of wagers by name."""
        action = np.zeros(len(self.places), dtype=np.uint8)
        for name, number in units.items():
            action[self.places.index(name)] = number
        return action

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int64], dict[str, Any]]:
        """Begins an episode, with dice that follow from the seed."""
        super().reset(seed=seed)
        return self._bets.seen(self._bets.tables.reset(int(self.np_random.integers(2**63))))[0], {}

    def step(self, action: NDArray[np.uint8]) -> tuple[NDArray[np.int64], float, bool, bool, dict[str, Any]]:
        """Bets, and rolls once."""
        last, _, net, refused, ruined, over = self._bets.step(action, again=False)
        return last[0], float(net[0]), bool(ruined[0]), bool(over[0]), {"refused": int(refused[0])}


class BettingVectorEnv(VectorEnv[NDArray[np.int64], NDArray[np.uint8], NDArray[Any]]):
    """Many tables of :class:`BettingEnv`, stepped together; an episode that ended is followed by the next at once."""

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        game: str,
        *,
        num_envs: int = 1,
        unit: int = 600,
        bankroll: int = 60_000,
        rolls: int = 240,
        variant: str | None = None,
    ) -> None:
        super().__init__()
        self._bets = _Bets(game, unit, bankroll, rolls, num_envs, variant)
        self.num_envs = num_envs
        self.single_observation_space = self._bets.observations
        self.single_action_space = self._bets.actions
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.places, self.stands = self._bets.places, self._bets.stands

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int64], dict[str, Any]]:
        """Begins episodes at all tables, with dice that follow from the seed."""
        super().reset(seed=seed)
        return self._bets.seen(self._bets.tables.reset(int(self.np_random.integers(2**63)))), {}

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Bets at every table, and rolls once at each."""
        last, seen, net, refused, ruined, over = self._bets.step(actions, again=True)
        info = {"final_obs": last, "_final_obs": ruined | over, "refused": refused}
        return seen, net, ruined, over, info


def _name(wager: tuple[str, int | None]) -> str:
    on, mark = wager
    return on if mark is None else f"{on} {mark}"


CARD_NAMES: tuple[str, ...] = ("", *_native.cards())
"""The cards by the numbers that observations have; the first stands for none."""


def _register() -> None:
    for game in games():
        kind = "Decision" if game.choices else "Betting" if not game.decks else None
        if kind is not None:
            gymnasium.register(
                id=f"croupier/{game.title.replace(' ', '')}-v0",
                entry_point=f"croupier.environments:{kind}Env",
                vector_entry_point=f"croupier.environments:{kind}VectorEnv",
                kwargs={"game": game.name},
            )


_register()
