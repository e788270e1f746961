"""Casino table games by the letter of their rules.

From here to an exact edge:

>>> import croupier
>>> croupier.odds("craps")["win-line"].edge
Fraction(7, 495)

Every rule is the engine's own: this package asks it, and makes Python objects of what it says. Amounts of money are
whole numbers of cents; odds are fractions.
"""

from croupier._games import Game, Wager, game, games
from croupier._journal import Entry, Journal, Proof
from croupier._native import Error
from croupier._odds import (
    BreakEven,
    Chart,
    LeftOut,
    Odds,
    OddsReport,
    Outcome,
    Par,
    Rounding,
    Volatility,
    break_even,
    odds,
    par,
)
from croupier._position import CHANCE, TERMINAL, Position
from croupier._sheets import Act, Answer, Line, OpenWager, Refusal, check, settle, settle_lines
from croupier._simulation import ExactNight, Result, Session, Simulated, Simulation, session, simulate

__all__ = [
    "Act",
    "Answer",
    "BreakEven",
    "CHANCE",
    "Chart",
    "Entry",
    "Error",
    "ExactNight",
    "Game",
    "Journal",
    "LeftOut",
    "Line",
    "Odds",
    "OddsReport",
    "OpenWager",
    "Outcome",
    "Par",
    "Position",
    "Proof",
    "Refusal",
    "Result",
    "Rounding",
    "Session",
    "Simulated",
    "Simulation",
    "TERMINAL",
    "Volatility",
    "Wager",
    "break_even",
    "check",
    "game",
    "games",
    "odds",
    "par",
    "session",
    "settle",
    "settle_lines",
    "simulate",
]
