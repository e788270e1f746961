"""The house that the flows play in: a stage with its own journal and clock, and a wire that can be cut."""

import json
import pathlib
import shutil
import socket
import subprocess
import tempfile
import threading
import urllib.request

PASSWORD = "a password of the stage"
PEOPLE = {
    "max": ["manager"], "mia": ["manager"], "sue": ["supervisor"], "dan": ["dealer"], "box": ["boxperson", "stickperson", "dealer"],
    "cas": ["cashier"], "ina": ["inspector"], "eye": ["surveillance"], "ann": ["player"], "bob": ["player"], "pat": ["promotions"], "sam": ["scrutineer"],
}
# Betting lasts until somebody says so, or until the clock is moved; cards come fast, and nobody waits for the cut
# unless a flow is about it.
CONFIG = """
examples = true
[pace]
betting = 600000
choice = 600000
cut = {cut}
card = 40
idle_guest = 100000000
[limits]
guests_per_minute = 1000
guests_per_address = 1000
guest_acts_per_minute = 100000
demo_seats_per_address = 100
sockets_per_address = 1000
idle_staff_minutes = {idle}
"""


class Stage:
    """A house on a port of its own. Its clock moves when it is told to."""

    def __init__(self, program, people=True, idle=15, cut=0):
        self.program = program
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="croupier-stage-"))
        (self.folder / "stage.toml").write_text(CONFIG.format(idle=idle, cut=cut))
        self.open("127.0.0.1:0")
        if people:
            password = PASSWORD.replace(" ", "-")
            self.tell(f"found max {password} mia {password}")
            for name, roles in PEOPLE.items():
                if name not in ("max", "mia"):
                    self.tell(f"person {name} {password} {' '.join(roles)}")
            self.act("max", {"mint": {"amount": 1_000_000_000}}, waits="mia")

    def open(self, address):
        command = [self.program, self.folder, address, self.folder / "stage.toml"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.url = self._line("address")
        self.founding = self._line("founding")

    def _line(self, word):
        line = self.process.stdout.readline().rstrip("\n")
        got, _, rest = line.partition(" ")
        if got != word:
            raise AssertionError(f"the stage said {line!r}, not {word}")
        return rest

    def tell(self, line):
        """Has the stage do something; returns what it answers."""
        self.process.stdin.write(line + "\n")
        answer = self._line("done")
        return json.loads(answer) if answer else None

    def act(self, who, act, waits=None):
        """Has somebody do something, and a second person agree if it `waits` for one."""
        answer = self.tell(f"act {who} {json.dumps(act)}")
        verdict = answer["verdict"]
        if waits and "waits" in verdict:
            return self.act(waits, {"approve": {"request": verdict["waits"]["request"]}})
        if verdict != "done":
            raise AssertionError(f"{who} {act}: {verdict}")
        return answer

    def now(self):
        """What time it is in the house, in milliseconds since 1970."""
        with urllib.request.urlopen(f"{self.url}/api/promotions") as answer:
            return json.load(answer)["now"]

    def advance(self, seconds):
        self.tell(f"advance {round(seconds * 1000)}")

    def kill(self):
        self.process.kill()
        self.process.wait()

    def again(self):
        """Opens the same house at the same address."""
        self.open(self.url.removeprefix("http://"))

    def close(self):
        if self.process.poll() is None:
            self.process.stdin.close()
            # A house lets those inside finish, and saves what it has; on a busy machine that may take its time.
            self.process.wait(180)
        shutil.rmtree(self.folder, ignore_errors=True)


class Wire:
    """A wire to a stage, with an address of its own. Cut, it drops whoever talks and refuses whoever comes."""

    def __init__(self, url):
        host, port = url.removeprefix("http://").split(":")
        self.to = (host, int(port))
        self.whole = True
        self.sockets, self.lines, self.asleep = set(), set(), set()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                here, _ = self.listener.accept()
            except OSError:
                return
            try:
                there = socket.create_connection(self.to) if self.whole else None
            except OSError:
                there = None
            if there is None:
                here.close()
                continue
            self.sockets |= {here, there}
            for ends in [(here, there), (there, here)]:
                threading.Thread(target=self._carry, args=ends, daemon=True).start()

    def _carry(self, one, other):
        try:
            while data := one.recv(65536):
                if b"upgrade: websocket" in data.lower():
                    self.lines.add(frozenset((one, other)))
                if frozenset((one, other)) not in self.asleep:
                    other.sendall(data)
        except OSError:
            pass
        for end in (one, other):
            self.sockets.discard(end)
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def cut(self):
        self.whole = False
        for end in list(self.sockets):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def mend(self):
        self.whole = True

    def put_to_sleep(self):
        """Live lines that are open now carry nothing any more, and neither end is told; lines that come later do."""
        self.asleep |= self.lines

    def close(self):
        self.cut()
        self.listener.close()
