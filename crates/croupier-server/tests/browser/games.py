"""The games as the server describes them: what is played in the browser is played for each of them."""

import json
from pathlib import Path

# A test of the server keeps this file as `GET /api/games` answers.
SERVED = json.loads((Path(__file__).parents[2] / "web/tests/games.json").read_text())["games"]
GAMES = {game["name"]: game for game in SERVED}
DICE = {name for name, game in GAMES.items() if game["dice"]}

# Where the first wagers may stand for several rolls, such as are decided by the next one.
AT_ONCE = {"craps": ["field", "any-seven"]}


def main_wager(game):
    """The wager that brings an area its cards, or the first one."""
    return GAMES[game]["main"] or GAMES[game]["wagers"][0]["name"]


def first_wagers(game):
    """One or two wagers that are decided by the next round or roll."""
    if game in AT_ONCE:
        return AT_ONCE[game]
    main = main_wager(game)
    beside = [wager["name"] for wager in GAMES[game]["wagers"]
              if wager["needs"] == main and not wager["follows"] and not wager["fixed_price"]]
    return [main, *beside[:1]]


def goes_wrong(game):
    """What goes wrong with a card in a first round: what the menu says, and its fields."""
    known = {situation["what"] for situation in GAMES[game]["situations"]}
    words = "A card was dealt or burned in error" if "astray" in known else "A card in the source lies face up"
    return words, {"Card": "5H"}
