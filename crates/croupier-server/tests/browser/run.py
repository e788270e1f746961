"""Plays the house as people do, in a real browser: run.py STAGE OUT [WORDS...]

STAGE is the program of examples/stage.rs, OUT the folder for what is left of flows that failed: a picture of each
window and what its console said. WORDS choose the flows whose names have all of them. Exit status 1 if one failed.
"""

import multiprocessing
import multiprocessing.util
import os
import pathlib
import re
import shutil
import sys
import time
import traceback

import anyone
import console
import crew
import dealer
import felts
import guest
import inspector
import learner
import listener
import misconduct
import opening
import player
import pools
import promotions
import reader
import supervisor
import tasks
import translated
import vouchers
from house import Stage
from playwright.sync_api import sync_playwright
from visit import Visit

PEOPLE = [reader, dealer, console, crew, felts, learner, listener, translated, guest, opening, supervisor, misconduct, tasks, vouchers, pools, promotions, anyone, inspector, player]
WORKERS = max(2, min(4, os.cpu_count() or 2))
CHROMIUM = ["chromium", "chromium-browser", "google-chrome"]


class Scene:
    """What a flow is given: the shared stage, stages of its own, and windows. All are closed when it is over."""

    def __init__(self, browser, program, shared):
        self.browser, self.program, self.stage = browser, program, shared
        self.visits, self.closing, self.log = [], [], []

    def own_stage(self, **options):
        stage = Stage(self.program, **options)
        self.closing.append(stage)
        return stage

    def visit(self, url=None, **options):
        visit = Visit(self.browser, url or self.stage.url, self.log, **options)
        self.visits.append(visit)
        return visit

    def closes(self, thing):
        self.closing.append(thing)
        return thing

    def check(self):
        faults = [fault for visit in self.visits for fault in visit.faults]
        assert not faults, "the page reported:\n  " + "\n  ".join(faults)

    def keep(self, folder):
        """Keeps what is left of a flow that failed."""
        folder.mkdir(parents=True, exist_ok=True)
        for at, visit in enumerate(self.visits):
            try:
                visit.page.screenshot(path=folder / f"window-{at}.png")
                (folder / f"window-{at}.html").write_text(visit.page.content())
            except Exception as gone:
                self.log.append(f"no picture of window {at}: {gone}")
        (folder / "console.log").write_text("\n".join(self.log) + "\n")

    def close(self):
        for thing in [*self.visits, *reversed(self.closing)]:
            thing.close()


def flows():
    """Lists all flows: a name, and the function that plays it."""
    for person in PEOPLE:
        for name, flow in person.FLOWS.items():
            yield f"{person.__name__}: {name}", flow


def play(browser, program, shared, name, flow, out):
    """Plays one flow; returns what went wrong, if anything did."""
    scene = Scene(browser, program, shared)
    try:
        try:
            flow(scene)
            scene.check()
        except Exception:
            scene.log.append(traceback.format_exc())
            scene.keep(out / re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-"))
            raise
        finally:
            scene.close()
    except Exception:
        return traceback.format_exc()
    return None


def brief(wrong):
    """The lines of a fault that say where in the flows, and what; the whole is in console.log."""
    lines = wrong.splitlines()
    own = [line.strip() for at, line in enumerate(lines) if "tests/browser/" in line or "tests/browser/" in lines[at - 1]]
    said = next((at for at, line in enumerate(lines) if re.match(r"\w[\w.]*(Error|Exception)\b", line)), len(lines) - 1)
    return "\n".join(f"       {line}" for line in [*own[-4:], *lines[said:said + 12]])


class Worker:
    """A process with a browser and a shared stage of its own; flows come to it one by one."""

    here = None

    def __init__(self, program, out):
        chromium = next(filter(None, map(shutil.which, CHROMIUM)), None)
        assert chromium, "there is no chromium on this machine"
        self.program, self.out = program, out
        self.playwright = sync_playwright().start()
        self.browser = self.playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        self.shared = Stage(program)
        multiprocessing.util.Finalize(self, self.close, exitpriority=10)

    def close(self):
        self.shared.close()
        self.browser.close()
        self.playwright.stop()

    @classmethod
    def begin(cls, program, out):
        cls.here = cls(program, out)

    @classmethod
    def play(cls, name):
        since, it = time.monotonic(), cls.here
        wrong = play(it.browser, it.program, it.shared, name, dict(flows())[name], it.out)
        return name, wrong, time.monotonic() - since


def main(program, out, *words):
    out = pathlib.Path(out)
    shutil.rmtree(out, ignore_errors=True)
    chosen = [name for name, _ in flows() if all(word in name for word in words)]
    assert chosen, f"no flow has the words {words}"
    began, failed = time.monotonic(), []
    with multiprocessing.Pool(min(WORKERS, len(chosen)), Worker.begin, (program, out)) as pool:
        for name, wrong, took in pool.imap_unordered(Worker.play, chosen):
            print(f"{'FAIL' if wrong else 'ok  '} {took:5.1f} s  {name}", flush=True)
            if wrong:
                failed.append(name)
                print(brief(wrong), flush=True)
        pool.close()
        pool.join()
    print(f"{len(chosen) - len(failed)} passed, {len(failed)} failed")
    print(f"in {time.monotonic() - began:.0f} s" + (f"; what is left of failures is in {out}" if failed else ""))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
