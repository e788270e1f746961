"""Tries the alarms, parses what the dashboard asks, and has Prometheus's own reader look at what a house answers.

    python3 packaging/tests/monitoring.py target/debug/croupier
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.request

FOLDER = pathlib.Path(__file__).resolve().parents[1] / "monitoring"


def promtool(*arguments, **more):
    done = subprocess.run(["promtool", *arguments], capture_output=True, text=True, **more)
    if done.returncode:
        raise SystemExit(f"promtool {' '.join(map(str, arguments))}\n{done.stdout}{done.stderr}")


def asked():
    """What the dashboard asks, panel by panel."""
    dashboard = json.loads((FOLDER / "dashboard.json").read_text())
    taken = set()
    for panel in dashboard["panels"]:
        place = panel["gridPos"]
        assert (place["x"], place["y"]) not in taken, panel["title"]
        taken.add((place["x"], place["y"]))
        for target in panel["targets"]:
            yield panel["title"], target["expr"].replace("$instance", ".*")


def answered(croupier):
    """What a house answers to Prometheus."""
    with tempfile.TemporaryDirectory() as folder:
        house = subprocess.Popen(
            [croupier, "serve", "--listen", "127.0.0.1:0", "--journal", f"{folder}/house.db"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )
        try:
            address = house.stdout.readline().split()[-1]
            return urllib.request.urlopen(f"{address}/metrics", timeout=120).read().decode()
        finally:
            house.terminate()
            house.wait(120)


def main(croupier):
    promtool("check", "rules", FOLDER / "alarms.yml")
    promtool("test", "rules", FOLDER / "alarms.test.yml")
    alarms = set(re.findall(r"- alert: (\w+)", (FOLDER / "alarms.yml").read_text()))
    tried = set(re.findall(r"alertname: (\w+)", (FOLDER / "alarms.test.yml").read_text()))
    assert alarms == tried, alarms ^ tried
    page = (FOLDER.parents[1] / "docs/operations.md").read_text()
    assert not [alarm for alarm in alarms if alarm not in page], "docs/operations.md says what to do about each alarm"
    rules = [{"record": f"panel:{at}", "expr": expression} for at, (_, expression) in enumerate(asked())]
    with tempfile.NamedTemporaryFile("w", suffix=".yml") as file:
        json.dump({"groups": [{"name": "panels", "rules": rules}]}, file)
        file.flush()
        promtool("check", "rules", file.name)
    figures = answered(croupier)
    promtool("check", "metrics", input=figures)
    known = set(re.findall(r"^(croupier_\w+)", figures, re.M))
    wanted = set()
    for text in [expression for _, expression in asked()] + [(FOLDER / "alarms.yml").read_text()]:
        wanted |= set(re.findall(r"\bcroupier_\w+", text))
    assert wanted <= known, f"no house has {wanted - known}"
    families = {re.sub("_(bucket|sum|count)$", "", name) for name in known}
    shown = {re.sub("_bucket$", "", name) for name in wanted}
    assert families == shown | {"croupier_start_timestamp_seconds"}, f"nobody sees {families - shown}"
    print(f"{len(alarms)} alarms and {len(rules)} questions of the dashboard are as they should be")


main(*sys.argv[1:])
