"""Exact odds, PAR data and meters, against figures that are known or that follow from each other."""

import json
import subprocess
from fractions import Fraction

import croupier
import pytest


def test_known_edges():
    craps = croupier.odds("craps")
    assert craps["win-line"].edge == Fraction(7, 495)
    assert craps["behind-win-line 6"].edge == 0
    assert craps["win-line"].rolls == Fraction(557, 165)


def test_every_report_adds_up():
    for game in croupier.games():
        report = croupier.odds(game.name)
        assert report.wagers
        for wager in report.values():
            assert sum(outcome.probability for outcome in wager.outcomes) == 1
            assert sum(outcome.net * outcome.probability for outcome in wager.outcomes) == wager.ev
            assert isinstance(wager.edge, Fraction)
            assert report[wager.name] is wager


def test_the_command_counts_the_same(command):
    for game in croupier.games():
        done = subprocess.run([command, "odds", game.name, "--json"], capture_output=True, text=True, check=True)
        shown = json.loads(done.stdout)
        mine = croupier.odds(game.name)
        assert [Fraction(it["edge"]) for it in shown["wagers"]] == [wager.edge for wager in mine.values()]


def test_options_change_the_answer():
    base = croupier.odds("casino-war")["initial"].edge
    assert croupier.odds("casino-war", strategy="surrender")["initial"].edge > base
    assert croupier.odds("casino-war", pays="tie=11:1")["tie"].edge < croupier.odds("casino-war")["tie"].edge
    assert croupier.odds("lucky-draw-baccarat", strategy="total").chart.rows != ()
    assert croupier.odds("craps", stake=500, chip=500)["place-win 6"].edge < croupier.odds("craps")["place-win 6"].edge


def test_wrong_questions_say_what_is_wrong():
    for question, why in [
        (dict(game="roulette"), "there is no game \"roulette\""),
        (dict(game="craps", removed=["AD"]), "Craps has no cards"),
        (dict(game="casino-war", removed=["1D"]), "\"1D\" is not a card"),
        (dict(game="casino-war", decks=3), "deck"),
        (dict(game="casino-war", strategy="draw"), "has no strategy \"draw\""),
        (dict(game="craps", major=100), "Craps has no jackpot"),
    ]:
        with pytest.raises(croupier.Error, match=why):
            croupier.odds(**question)
    with pytest.raises(TypeError, match="no option deks"):
        croupier.par("craps", deks=6)


def test_par_agrees_with_the_odds():
    sheet = croupier.par("casino-war", chips=3)
    assert set(sheet.removal) == set("A23456789TJQK")
    without = [croupier.odds("casino-war", removed=[f"A{suit}"])["tie"].edge for suit in "CDHS"]
    assert sheet.removal["A"]["tie"] == sum(without) / 4 - sheet.odds["tie"].edge
    for rounding in sheet.rounding:
        for chips, edge in rounding.stakes.items():
            assert croupier.odds("casino-war", stake=chips, chip=1)[rounding.on].edge == edge


def test_a_notebook_shows_tables():
    report = croupier.odds("craps")
    assert "<td>win-line</td>" in report._repr_html_()
    assert "7/495" in report._repr_html_()
    assert report._repr_html_().count("<rect") == len(report), "a bar for each wager"
