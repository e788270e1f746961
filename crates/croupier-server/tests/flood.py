"""Attacks a house from one address for some minutes, and says what that costs it and an honest player.

usage: flood.py CROUPIER [MINUTES]

Starts a house with the limits that hold if nothing is said, on this machine and reachable from nowhere else. Crooks at
127.0.0.1 do all that a stranger or a guest can, as fast as there is an answer, but no more than REQUESTS in a second;
a guest at 127.0.0.2 wagers and takes the wager back, and looks at the table in between, as often as a guest may. Each
minute a line says how the house stands. At the end the journal is verified. The exit status is 1 if memory or journal
grew, or the honest player waited, more than docs/security.md allows for an hour. On a machine that is busy with other
things the wait says little. ./test does not run it: it takes too long, and it measures.
"""

import http.client
import itertools
import json
import math
import multiprocessing
import os
import pathlib
import socket
import subprocess
import sys
import tempfile
import time

# Twice what all who ask from one address may.
CROOKS, REQUESTS = 4, 1_000
WAR = 4
MOST_MEMORY, MOST_JOURNAL, MOST_WAIT = 50 << 20, 20 << 20, 0.050


class Visitor:
    """Speaks HTTP from an address of this machine."""

    def __init__(self, own, port):
        self.own, self.port, self.line, self.session, self.number = own, port, None, {}, itertools.count()

    def ask(self, method, path, body=None):
        """Returns the status and the answer; status 0 if there was none."""
        headers = {"content-type": "application/json", "host": f"127.0.0.1:{self.port}", **self.session}
        headers["idempotency-key"] = f"{id(self)} {next(self.number)}"
        try:
            if self.line is None:
                self.line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20, source_address=(self.own, 0))
            self.line.request(method, path, json.dumps(body) if method == "POST" else None, headers)
            answer = self.line.getresponse()
            told = answer.read()
        except (OSError, http.client.HTTPException):
            self.line = None
            return 0, None
        cookie = answer.getheader("set-cookie")
        if answer.status == 200 and path == "/api/guest":
            me = json.loads(told)["me"]
            self.name, self.session = me["name"], {"cookie": cookie.split(";")[0], "x-csrf-token": me["csrf"]}
        return answer.status, told

    def act(self, act):
        return self.ask("POST", "/api/acts", act)


def attacks(crook, port):
    """Does one thing after the other that costs a house something."""
    words = "x" * 490
    spot = lambda: {"player": getattr(crook, "name", "guest-1"), "area": 1, "on": "initial"}
    step = lambda step: crook.act({"step": {"table": WAR, "step": step}})
    tries = [
        lambda: crook.ask("POST", "/api/guest"),
        lambda: crook.ask("POST", "/api/sign-in", {"name": "max", "password": words}),
        lambda: crook.ask("POST", "/api/sign-in", {"name": words * 40, "password": "p"}),
        lambda: crook.act({"incident": {"table": None, "person": None, "what": words * 100}}),
        lambda: crook.act({"complain": {"table": WAR, "what": words}}),
        lambda: crook.act({"sit": {"table": WAR, "player": spot()["player"], "seat": 1}}),
        lambda: crook.act({"bring": {"table": WAR, "player": spot()["player"], "amount": 1000}}),
        lambda: step({"wager": {**spot(), "amount": 500}}),
        lambda: step({"withdraw": spot()}),
        lambda: crook.act({"leave": {"table": WAR, "player": spot()["player"]}}),
        lambda: crook.act({"mint": {"amount": 10**9}}),
        lambda: crook.ask("GET", "/api/journal"),
        lambda: crook.ask("GET", "/api/statement"),
        lambda: crook.ask("GET", "/openapi.json"),
        lambda: crook.ask("GET", f"/api/tables/{WAR}/offers"),
        lambda: crook.ask("GET", "/" + words * 10),
        lambda: hold(port),
    ]
    for number in itertools.count():
        tries[number % len(tries)]()
        if number % 500 == 499:
            crook.session = {}
        yield


LINES = []


def hold(port):
    """Opens a live line or a request that is never finished, and keeps it without reading."""
    try:
        line = socket.create_connection(("127.0.0.1", port), timeout=5, source_address=("127.0.0.1", 0))
        upgrade = "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        line.sendall(f"GET /api/live HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\n{upgrade if len(LINES) % 2 else ''}".encode())
        LINES.append(line)
    except OSError:
        pass
    if len(LINES) > 100:
        LINES.pop(0).close()


def be_a_crook(port, until, counts, number):
    os.nice(10)
    crook = Visitor("127.0.0.1", port)
    began = time.monotonic()
    for done, _ in enumerate(attacks(crook, port), 1):
        counts[number] = done
        ahead = began + done * CROOKS / REQUESTS - time.monotonic()
        if ahead > 0:
            time.sleep(ahead)
        if time.monotonic() > until:
            break


def play(honest, waits):
    """Wagers and takes it back; betting may be closed just then, which is an answer, too."""
    spot = {"player": honest.name, "area": 7, "on": "initial"}
    for step in ({"wager": {**spot, "amount": 500}}, {"withdraw": spot}):
        began = time.monotonic()
        status, told = honest.act({"step": {"table": WAR, "step": step}})
        waits.append(time.monotonic() - began)
        if status not in (200, 409):
            sys.exit(f"the honest player is told {status}: {told}")
        for _ in range(4):
            time.sleep(0.3)
            honest.ask("GET", f"/api/tables/{WAR}")


def memory(house):
    text = pathlib.Path(f"/proc/{house.pid}/statm").read_text()
    return int(text.split()[1]) * os.sysconf("SC_PAGE_SIZE")


def length(folder):
    return sum(file.stat().st_size for file in folder.glob("house.db*"))


def attack(house, port, folder, minutes):
    honest = Visitor("127.0.0.2", port)
    assert honest.ask("POST", "/api/guest")[0] == 200
    assert honest.act({"sit": {"table": WAR, "player": honest.name, "seat": 7}})[0] == 200
    assert honest.act({"bring": {"table": WAR, "player": honest.name, "amount": 10000}})[0] == 200
    before, began = (memory(house), length(folder)), time.monotonic()
    counts = multiprocessing.Array("l", CROOKS)
    end = began + minutes * 60
    crooks = [multiprocessing.Process(target=be_a_crook, args=(port, end, counts, number), daemon=True) for number in range(CROOKS)]
    for crook in crooks:
        crook.start()
    waits, most = [], 0
    print("  minute   requests   memory +MB   journal +MB   honest p50 ms   p99 ms")
    for minute in range(math.ceil(minutes)):
        line = min(began + 60 * (minute + 1), end)
        while time.monotonic() < line:
            play(honest, waits)
            most = max(most, memory(house) - before[0])
        written, ordered = length(folder) - before[1], sorted(waits)
        half, slow = ordered[len(waits) // 2], ordered[len(waits) * 99 // 100]
        figures = f"{sum(counts):11}{most / 2**20:13.1f}{written / 2**20:14.2f}{half * 1e3:16.1f}{slow * 1e3:9.1f}"
        print(f"{(line - began) / 60:8.1f}{figures}", flush=True)
    for crook in crooks:
        crook.join(30)
    return most < MOST_MEMORY and written < MOST_JOURNAL and slow < MOST_WAIT


def main():
    croupier, minutes = sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else 1
    if not 0 < minutes <= 60:
        sys.exit("MINUTES is a number up to 60")
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        command = [croupier, "serve", "--listen", "127.0.0.1:0", "--journal", folder / "house.db"]
        with open(folder / "log", "w") as log:
            house = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
        try:
            port = int(house.stdout.readline().split()[-1].rstrip("/").rsplit(":", 1)[1])
            sound = attack(house, port, folder, minutes)
        finally:
            house.terminate()
        sound &= house.wait(60) == 0
        verify = subprocess.run([croupier, "verify", folder / "house.db"], capture_output=True, text=True)
        print(" ", verify.stdout.strip().splitlines()[-1])
        return 0 if sound and verify.returncode == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
