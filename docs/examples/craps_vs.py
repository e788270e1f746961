#!/usr/bin/env python3
"""Rolls a second of a player on the Pass Line: crapssim beside croupier, one thread each, in one run.

    pip install crapssim==0.4.1
    python3 docs/examples/craps_vs.py target/release/croupier

Each figure is the best of five.
"""

import json
import subprocess
import sys
import time

from crapssim.strategy import BetPassLine
from crapssim.table import Table

TRIES = 5


def crapssim(rolls):
    table = Table(seed=1)
    table.add_player(bankroll=10**9, strategy=BetPassLine(5))
    start = time.perf_counter()
    table.run(max_rolls=rolls, verbose=False)
    return table.dice.n_rolls / (time.perf_counter() - start)


def croupier(*arguments):
    command = [sys.argv[1], *arguments, "--threads", "1", "--json"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def simulate(*arguments):
    report = json.loads(croupier("simulate", "craps", *arguments))
    return report["run"]["rounds"] / report["seconds"]


def session():
    # A session reports no time of its own, so starting the program is timed along with it.
    start = time.perf_counter()
    croupier("session", "--strategy", "win-line", "--bankroll", "10000000", "--maximum", "500",
             "--rounds", "1000", "--sessions", "1000")
    return 1000 * 1000 / (time.perf_counter() - start)


def best(measure, *arguments):
    return max(measure(*arguments) for _ in range(TRIES))


if len(sys.argv) != 2:
    sys.exit("usage: craps_vs.py CROUPIER")
base = best(crapssim, 100_000)
print(f"crapssim: {base:,.0f} rolls a second")
win_line = ["--wagers", "win-line"]
for name, rate in [
    ("simulate, Win Line", best(simulate, *win_line, "--rounds", "3e8")),
    ("simulate, all wagers", best(simulate, "--rounds", "3e8")),
    ("simulate --through-engine, Win Line",
     best(simulate, *win_line, "--rounds", "3e6", "--through-engine")),
    ("session, Win Line", best(session)),
]:
    print(f"{name}: {rate:,.0f} rolls a second, {rate / base:,.0f} times crapssim")
