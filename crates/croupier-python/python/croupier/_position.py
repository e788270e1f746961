"""A game in which chance is a player, position by position."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from croupier import _native

CHANCE = -1
"""The player who deals and rolls."""
TERMINAL = -4
"""Nobody's turn: all wagers are settled."""


class Position:
    """A table with its wagers placed, after everything that happened so far.

    It has the methods of a state of OpenSpiel for a game of one player; probabilities are fractions, and the return is
    in cents. The cards come from a full shoe, without replacement.

    >>> position = Position("casino-war", {"initial": 1000})
    >>> position.current_player() == CHANCE
    True
    >>> dict(position.chance_outcomes())[0]
    Fraction(1, 52)
    >>> for card in ("9C", "9D"):
    ...     position.apply_action(position.action(card))
    >>> position.current_player(), [position.action_to_string(it) for it in position.legal_actions()]
    (0, ['war', 'surrender'])
    >>> position.child(position.action("surrender")).returns()
    [-500]
    """

    def __init__(
        self, game: str, wagers: Mapping[str, int], *, decks: int | None = None, variant: str | None = None
    ) -> None:
        stakes = []
        for name, cents in wagers.items():
            on, _, mark = name.partition(" ")
            stakes.append((on, int(mark) if mark else None, cents))
        self._at = _native.Position(game, stakes, decks, variant)

    def current_player(self) -> int:
        """Whose turn it is: 0 for the player, ``CHANCE`` or ``TERMINAL``."""
        return {"chance": CHANCE, "player": 0, "over": TERMINAL}[self._at.turn()]

    def is_chance_node(self) -> bool:
        """Tells whether a card or a roll comes next."""
        return self.current_player() == CHANCE

    def is_terminal(self) -> bool:
        """Tells whether all wagers are settled."""
        return self.current_player() == TERMINAL

    def chance_outcomes(self) -> list[tuple[int, Fraction]]:
        """What can come next, each with its probability."""
        chances = self._at.chances()
        ways = sum(count for _, count in chances)
        return [(action, Fraction(count, ways)) for action, count in chances]

    def legal_actions(self) -> list[int]:
        """What whoever's turn it is can do."""
        if self.is_chance_node():
            return [action for action, _ in self._at.chances()]
        return self._at.choices()

    def apply_action(self, action: int) -> None:
        """Takes an action; one that cannot be taken raises an error and changes nothing."""
        self._at.take(action)

    def child(self, action: int) -> Position:
        """Returns the position after an action."""
        child = self.clone()
        child.apply_action(action)
        return child

    def clone(self) -> Position:
        """Returns a copy."""
        copy = Position.__new__(Position)
        copy._at = self._at.copy()
        return copy

    def returns(self) -> list[int]:
        """What the player has won or, below 0, lost by all that is settled, in cents."""
        return [self._at.net()]

    def action_to_string(self, action: int) -> str:
        """Names an action: a card, a roll such as ``3-4``, or a choice."""
        name = self._at.action_name(action)
        if name is None:
            raise _native.Error(f"there is no action {action} now")
        return name

    def action(self, name: str) -> int:
        """Finds an action by its name."""
        for action in self.legal_actions():
            if self.action_to_string(action) == name:
                return action
        raise _native.Error(f"there is no action {name!r} now")

    def history(self) -> list[str]:
        """Everything that happened, as steps of a round sheet."""
        return self._at.history()

    def __str__(self) -> str:
        return " ".join(self.history())
