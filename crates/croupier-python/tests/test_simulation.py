"""Simulation beside exact odds, nights, progress and interrupts."""

import json
import subprocess
from pathlib import Path

import croupier
import pytest

STRATEGIES = Path(__file__).parents[3] / "strategies"


def test_the_command_plays_the_same(command):
    options = ["--rounds", "300000", "--seed", "5", "--json"]
    done = subprocess.run([command, "simulate", "casino-war", *options], capture_output=True, text=True, check=True)
    shown = json.loads(done.stdout)["sure"]["wagers"]
    mine = croupier.simulate("casino-war", rounds=300_000, seed=5)
    counts = [[result["count"] for result in wager["results"]] for wager in shown]
    assert counts == [[result.count for result in wager.results] for wager in mine.values()]


def test_both_gears_and_any_number_of_threads_agree():
    play = lambda **how: croupier.simulate("craps", rounds=100_000, seed=3, wagers=["win-line", "place-win 6"], **how)
    assert play(threads=1) == play(threads=2) == play(through_engine=True)
    assert list(play()) == ["win-line", "place-win 6"]


def test_progress_is_told_and_can_stop_the_work():
    told = []
    croupier.simulate("craps", rounds=50_000, wagers=["field"], progress=lambda done, of: told.append((done, of)))
    assert told[-1] == (50_000, 50_000)

    class Enough(Exception):
        pass

    def stop(done, of):
        raise Enough

    with pytest.raises(Enough):
        croupier.simulate("craps", rounds=10**15, wagers=["field"], progress=stop)


def test_what_cannot_be_played_is_said():
    with pytest.raises(croupier.Error, match="has no wager war"):
        croupier.simulate("casino-war", wagers=["war"])
    with pytest.raises(TypeError, match="not among the wagers: tie"):
        croupier.simulate("casino-war", wagers=["initial"], stakes={"tie": 100})
    with pytest.raises(croupier.Error):
        croupier.simulate("casino-war", areas=99)


def test_the_command_plays_the_same_nights(command):
    name = "bold-play"
    options = ["--goal", "600", "--rounds", "50", "--sessions", "2000", "--seed", "4", "--json"]
    done = subprocess.run([command, "session", "--strategy", name, *options], capture_output=True, text=True, check=True)
    [shown] = json.loads(done.stdout)["strategies"]
    nights = croupier.session(STRATEGIES / f"{name}.toml", goal=60_000, rounds=50, sessions=2000, seed=4)
    assert dict(map(tuple, shown["results"])) == nights.results
    assert (shown["rounds_played"], shown["handle"], -shown["lost"]) == (nights.rounds, nights.handle, nights.net)
    assert nights.goals + nights.ruined + nights.left + nights.full == nights.sessions == 2000


def test_a_flat_wager_is_walked_too():
    flat = 'title = "t"\nabout = "a"\ngame = "craps"\n[[before]]\nwager = "field"\nstake = "10"\n'
    nights = croupier.session(flat, rounds=20, sessions=4000)
    assert 1 < nights._repr_html_().count("<rect") <= 41, "a chart of what the nights brought"
    assert nights.exact is not None
    assert abs(sum(nights.exact.results.values()) - 1) < 1e-9
    assert abs(float(nights.mean) - nights.exact.mean) < 5 * nights.exact.sd / 4000**0.5


def test_mistakes_in_a_strategy_are_shown_with_their_place():
    with pytest.raises(croupier.Error, match="1:"):
        croupier.session("nonsense")
    with pytest.raises(croupier.Error, match="goal"):
        croupier.session(STRATEGIES / "bold-play.toml", goal=100)
