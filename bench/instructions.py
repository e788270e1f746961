"""Counts the processor instructions of what happens most often, and holds them against a recorded budget.

usage: instructions.py FOLDER [--record] [WHAT...]

FOLDER has the programs: croupier, and examples/stage. Each thing is done a few times and then some times more, each run under
callgrind; the difference is what one more costs, without the start of the program. Instructions, unlike seconds, are the same
on a busy machine. What costs over a tenth more than its budget fails. --record writes what was counted into budget.json.
"""

import http.client
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.request

HERE = pathlib.Path(__file__).parent
SHEETS = HERE.parent / "sheets"
BUDGET = HERE / "budget.json"
# Other compilers make other code of the same source: so much is not held against anybody.
ALLOWED = 1.10
GAMES = ["baceball", "casino-war", "craps", "lucky-draw-baccarat", "three-card-baccarat"]
SET_UP = """
[limits]
requests_per_second = 100000
address_requests_per_second = 1000000
burst = 100000
guest_acts_per_minute = 100000
"""


def counted(command, drive=None, statuses=(0,)):
    """Runs a program under callgrind, and returns how many instructions it took."""
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *map(str, command)]
    with tempfile.TemporaryFile("w+") as log:
        program = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True)
        if drive:
            drive(program)
        program.communicate()
        log.seek(0)
        said = log.read()
    found = re.search(r"Collected : (\d+)", said)
    if program.returncode not in statuses or not found:
        sys.exit(f"error: {' '.join(command)} ended with status {program.returncode}\n{said}")
    return int(found.group(1))


def each(run, few, many):
    """What one of them costs, from a run with few and one with many."""
    return round((run(many) - run(few)) / (many - few))


def rounds(programs, game):
    """A round through the engine with every wager down."""
    command = [programs / "croupier", "simulate", game, "--through-engine", "--seed", 1, "--threads", 1, "--rounds"]
    return each(lambda count: counted([*command, count]), 500, 1500)


def sheets(programs, folder):
    """A round sheet, read, played and answered: all that the project has of Casino War."""
    lines = [line for file in sorted((SHEETS / "casino-war").glob("*.jsonl")) for line in file.read_text().splitlines()]

    def settled(times):
        file = folder / f"{times}.jsonl"
        file.write_text("\n".join(lines * times) + "\n")
        # Some of them are wrong on purpose, which is what status 1 says.
        return counted([programs / "croupier", "settle", file], statuses=(0, 1))

    return round(each(settled, 1, 3) / len(lines))


def entries(programs, folder):
    """An act of a rehearsed night: decided, written into the journal, saved."""

    def rehearsed(acts):
        journal = folder / f"{acts}.db"
        night = ["--rehearse", acts, "--tables", 4, "--players", 8, "--seed", 6]
        return counted([programs / "croupier", "floor", journal, *night])

    return each(rehearsed, 400, 1600)


def wagers(programs, folder):
    """A wager over HTTP and its way back, two acts: asked for, decided, saved, answered."""
    set_up = folder / "house.toml"
    set_up.write_text(SET_UP)

    def played(times):
        home = folder / f"house-{times}"
        home.mkdir()

        def drive(stage):
            play(stage, times)

        return counted([programs / "examples/stage", home, "127.0.0.1:0", set_up], drive)

    return each(played, 20, 120)


def play(stage, times):
    """Sits down as a guest at the table of Casino War, and places and withdraws a wager so many times."""
    address = stage.stdout.readline().split()[-1].removeprefix("http://")
    with urllib.request.urlopen(urllib.request.Request(f"http://{address}/api/guest", b"null", {"content-type": "application/json"})) as answer:
        cookie, me = answer.headers["set-cookie"].split(";")[0], json.load(answer)["me"]
    line = http.client.HTTPConnection(address)
    headers = {"cookie": cookie, "x-csrf-token": me["csrf"], "content-type": "application/json"}

    def ask(method, path, body=None):
        line.request(method, path, json.dumps(body) if body else None, headers)
        answer = line.getresponse()
        said = json.loads(answer.read())
        if answer.status != 200 or said.get("verdict", "done") != "done":
            sys.exit(f"error: {path} {body} is answered with {answer.status} {said}")
        return said

    tables = ask("GET", "/api/lobby")["tables"]
    table = next(table["table"] for table in tables if table["game"] == "casino-war")
    spot = {"player": me["name"], "area": 1, "on": "initial"}
    ask("POST", "/api/acts", {"sit": {"table": table, "player": me["name"], "seat": 1}})
    ask("POST", "/api/acts", {"bring": {"table": table, "player": me["name"], "amount": 20000}})
    for _ in range(times):
        ask("POST", "/api/acts", {"step": {"table": table, "step": {"wager": {**spot, "amount": 500}}}})
        ask("POST", "/api/acts", {"step": {"table": table, "step": {"withdraw": spot}}})


def main():
    words = [word for word in sys.argv[1:] if word != "--record"]
    if not words:
        sys.exit(__doc__)
    programs, wanted = pathlib.Path(words[0]).resolve(), words[1:]
    budget = json.loads(BUDGET.read_text()) if BUDGET.exists() else {}
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        jobs = {f"round-{game}": lambda game=game: rounds(programs, game) for game in GAMES}
        jobs["sheet"] = lambda: sheets(programs, folder)
        jobs["act"] = lambda: entries(programs, folder)
        jobs["http-wager"] = lambda: wagers(programs, folder)
        over = []
        for what, count in jobs.items():
            if wanted and what not in wanted:
                continue
            now = count()
            before = budget.get(what)
            print(f"{what:<26}{now:>12,}" + (f"  {now / before:.3f} of its budget" if before else "  has no budget"), flush=True)
            if not before or now > ALLOWED * before:
                over.append(what)
            budget[what] = now if "--record" in sys.argv else before
    if "--record" in sys.argv:
        BUDGET.write_text(json.dumps(budget, indent=2) + "\n")
    elif over:
        sys.exit(f"error: over budget: {', '.join(over)}. Make it cheaper, or record what it costs now (--record) and say why in the commit")


if __name__ == "__main__":
    main()
