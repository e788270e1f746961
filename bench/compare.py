"""Compares the speed of two builds of croupier: runs both in turn, and prints ratios with their spread.

usage: compare.py OLD NEW [--runs N] [WHAT...]

OLD and NEW are programs (such as target/release/croupier), or commits of this repository, which are then built with the release
profile in target/compare. Each thing is done by one and then by the other, so that a busy machine is busy for both. What is
compared is the processor time of user and system, new by old: under 1 the new one is faster. The least, the median
and the most of all pairs are shown.
"""

import argparse
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).parent.parent
GAMES = ["baceball", "casino-war", "craps", "lucky-draw-baccarat", "three-card-baccarat"]


def program(name):
    """The program itself, or the one that is built of a commit."""
    path = pathlib.Path(name)
    if path.is_file():
        return path.resolve()
    commit = subprocess.run(["git", "rev-parse", "--verify", "--quiet", f"{name}^{{commit}}"], cwd=ROOT, capture_output=True, text=True).stdout.strip()
    if not commit:
        sys.exit(f"error: {name} is neither a program nor a commit")
    folder = ROOT / "target" / "compare" / commit
    if not folder.exists():
        subprocess.run(["git", "worktree", "add", "--detach", folder, commit], cwd=ROOT, check=True)
    subprocess.run(["cargo", "build", "--release", "--locked", "-p", "croupier"], cwd=folder, check=True)
    return folder / "target" / "release" / "croupier"


def seconds(command):
    """Runs a command to its end, and returns its processor time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = subprocess.run([str(word) for word in command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    # 1 says that something in the input is wrong, and some sheets are wrong on purpose.
    if run.returncode not in (0, 1):
        sys.exit(f"error: {' '.join(map(str, command))} ended with status {run.returncode}\n{run.stderr}")
    return (after.ru_utime - before.ru_utime) + (after.ru_stime - before.ru_stime)


def jobs(folder, old):
    """What is compared: a name, and the words of the command, with the place of a new file where it writes one."""
    # Of sheets, those of the old commit, if it is one: it would refuse newer ones early.
    root = next((it for it in old.parents if (it / "sheets").is_dir()), ROOT)
    lines = [file.read_text() for file in sorted((root / "sheets").glob("*/*.jsonl"))]
    sheets = folder / "sheets.jsonl"
    sheets.write_text("".join(lines) * 20)
    yield "settle", lambda new: ["settle", sheets]
    for game in GAMES:
        yield f"fast {game}", lambda new, game=game: ["simulate", game, "--rounds", "3e7", "--threads", 1]
        yield f"engine {game}", lambda new, game=game: ["simulate", game, "--rounds", "3e5", "--threads", 1, "--through-engine"]
        yield f"par {game}", lambda new, game=game: ["par", game, "--out", folder / "par.html"]
    yield "floor", lambda new: ["floor", new, "--rehearse", 100000, "--tables", 50, "--players", 100]
    night = folder / "night.db"
    yield "verify", lambda new: ["verify", night]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("what", nargs="*")
    asked = parser.parse_intermixed_args()
    old, new = program(asked.old), program(asked.new)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        print(f"{'new by old':<28}{'least':>8}{'median':>8}{'most':>8}{'old s':>9}")
        files = 0
        for name, words in jobs(folder, old):
            if asked.what and not any(what in name for what in asked.what):
                continue
            if name == "verify":
                seconds([old, "floor", folder / "night.db", "--rehearse", 100000, "--tables", 50, "--players", 100])
            ratios, least = [], float("inf")
            for _ in range(asked.runs):
                pair = []
                for build in (old, new):
                    files += 1
                    pair.append(seconds([build, *words(folder / f"{files}.db")]))
                    for file in folder.glob(f"{files}.db*"):
                        file.unlink()
                ratios.append(pair[1] / pair[0])
                least = min(least, pair[0])
            print(f"{name:<28}{min(ratios):>8.2f}{statistics.median(ratios):>8.2f}{max(ratios):>8.2f}{least:>9.2f}", flush=True)


if __name__ == "__main__":
    main()
