"""Round sheets: every sheet of the project gets the answer that it wants, from Python as from the command."""

import json
import subprocess
from pathlib import Path

import croupier
import pytest

SHEETS = Path(__file__).parents[3] / "sheets"


def test_every_sheet_is_answered_as_it_wants():
    count = 0
    for file in sorted(SHEETS.glob("*/*.jsonl")):
        for line in file.read_text().splitlines():
            differences = croupier.check(line)
            assert not differences, f"{file}: {differences}"
            count += differences is not None
            if "error" not in json.loads(line).get("want", {}):
                answer = croupier.settle(line)
                assert answer.text == json.dumps(json.loads(answer.text), separators=(",", ":"), ensure_ascii=False)
    assert count > 1000


def test_a_wrong_want_is_told():
    sheet = {"game": "craps", "script": [{"roll": [3, 4]}], "want": {"settled": [], "expects": "a card"}}
    assert croupier.check(sheet)


def test_the_command_answers_the_same(command):
    text = (SHEETS / "casino-war/5.1.1-rounds-in-a-row.jsonl").read_text()
    done = subprocess.run([command, "settle"], input=text, capture_output=True, text=True)
    assert croupier.settle_lines(text) == done.stdout
    assert croupier.settle_lines(map(json.loads, text.splitlines())) == done.stdout


def test_what_the_rules_refuse_is_data_and_what_is_no_sheet_is_an_error():
    answer = croupier.settle({"game": "craps", "script": [{"card": "KS"}]})
    assert answer.refused[0].step == 0 and answer.refused[0].clause and answer.refused[0].why
    with pytest.raises(croupier.Error, match="script"):
        croupier.settle({"game": "craps"})


def test_money_of_a_player():
    script = [
        {"wager": {"player": "A", "on": "buy", "number": 4, "amount": 2000}},
        {"wager": {"player": "B", "on": "field", "amount": 500}},
        {"roll": [2, 2]},
    ]
    answer = croupier.settle({"game": "craps", "script": [{"roll": [4, 5]}, *script]})
    assert answer.net("A") == 4000 - 100
    assert answer.net("B") == 500
