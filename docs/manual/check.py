"""Checks the manual as it was built: every link leads somewhere, every command that a page shows does what the page says, and every button that a
page names is in the program.

    python docs/manual/check.py PROGRAM BOOK
"""

import html.parser
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
# Where the examples are played with a folder of their own; the examples of other pages are run by the tests of the command.
PLAYED = ["tutorials", "how-to"]
ADDRESS = "127.0.0.1:8080"


class Page(html.parser.HTMLParser):
    """The links of a page, and the places in it that can be linked to."""

    def __init__(self, text):
        super().__init__()
        self.links, self.places = [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.places |= {given[name] for name in ("id", "name") if given.get(name)}
        self.links += [given[name] for name in ("href", "src") if given.get(name)]


def wrong_links(book):
    """The links of the built book that lead nowhere."""
    pages = {path: Page(path.read_text()) for path in book.rglob("*.html")}
    found = []
    for path, page in pages.items():
        # 404.html is answered at any address, and has its links from the top.
        if path.name == "404.html":
            continue
        for link in page.links:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or parts.netloc or link == "#":
                continue
            to = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
            to = to / "index.html" if to.is_dir() else to
            place = urllib.parse.unquote(parts.fragment)
            if not to.exists():
                found.append(f"{path.relative_to(book)}: {link}: there is no such file")
            elif place and to in pages and place not in pages[to].places:
                found.append(f"{path.relative_to(book)}: {link}: there is no such place")
    return found, len(pages)


def sessions(text):
    """The commands that a page shows, each with what it prints."""
    for block in re.findall(r"^```console\n(.*?)^```", text, re.M | re.S):
        for session in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, wanted = session.partition("\n")
            yield command, wanted.rstrip("\n")


def fits(wanted, given):
    """Whether what is printed is what the page says: `[..]` is any text, a line `...` any lines."""
    lines = [".*" if line == "..." else re.escape(line).replace(re.escape("[..]"), "[^\n]*") for line in wanted.splitlines()]
    return re.fullmatch("\n".join(lines), given.rstrip("\n"), re.S) is not None


class Shell:
    """A shell in a folder of its own, with the project's sheets and examples in it."""

    def __init__(self, program):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="croupier-manual-"))
        for name in ("sheets", "docs", "strategies"):
            (self.folder / name).symlink_to(ROOT / name)
        programs = self.folder / "programs"
        programs.mkdir()
        (programs / "croupier").symlink_to(program)
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.address = f"127.0.0.1:{free.getsockname()[1]}"
        env = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}", "COLUMNS": "100", "CROUPIER_LISTEN": self.address, "LC_ALL": "C.UTF-8"}
        self.shell = subprocess.Popen(["bash"], cwd=self.folder, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True)
        self.clock = threading.Timer(300, self.close)
        self.clock.start()

    def run(self, command, wanted):
        """Runs a command, and returns what it prints. Of a server it is as much as the page shows: it goes on running."""
        command = command.replace(ADDRESS, self.address)
        serves = command.endswith("&")
        end = "" if serves else "\necho; echo --over--"
        self.shell.stdin.write(f"{command}{end}\n")
        self.shell.stdin.flush()
        lines = []
        for line in self.shell.stdout:
            if line == "--over--\n":
                return "".join(lines).removesuffix("\n").replace(self.address, ADDRESS)
            lines.append(line)
            if serves and line.startswith("ctrl-c"):
                return "".join(lines).replace(self.address, ADDRESS)
        raise AssertionError(f"$ {command}\nthe shell ended: {''.join(lines)}")

    def close(self):
        self.clock.cancel()
        try:
            os.killpg(self.shell.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.shell.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def wrong_examples(page, program):
    """What a page shows that is not what the program does."""
    shell, found, count = Shell(program), [], 0
    try:
        for command, wanted in sessions(page.read_text()):
            given = shell.run(command, wanted)
            count += 1
            if not fits(wanted, given):
                found.append(f"{page.relative_to(DOCS)}: $ {command}\n  wanted\n{wanted}\n  given\n{given}")
    finally:
        shell.close()
    return found, count


def wrong_names(page, sources):
    """Buttons and fields that a page names in bold, and that stand nowhere in the program."""
    text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.M | re.S)
    named = set(re.findall(r"\*\*([^*]+)\*\*", text))
    return [f"{page.relative_to(DOCS)}: nothing is called {name!r}" for name in sorted(named) if name not in sources], len(named)


def main():
    program, book = (pathlib.Path(it).resolve() for it in sys.argv[1:3])
    wrong, pages = wrong_links(book)
    examples = names = 0
    web = ROOT / "crates/croupier-server/web"
    sources = "\n".join(path.read_text() for ending in ("js", "html") for path in web.rglob(f"*.{ending}"))
    for page in sorted(path for folder in PLAYED for path in (DOCS / folder).glob("*.md")):
        for found, count in [wrong_examples(page, program)]:
            wrong += found
            examples += count
        found, count = wrong_names(page, sources)
        wrong += found
        names += count
    print(f"the manual: {pages} pages, {examples} examples, {names} names of buttons and fields")
    if wrong:
        sys.exit("\n".join(wrong))
    if pages < 40 or examples < 30 or names < 20:
        sys.exit("so little of the manual was checked that something is wrong with the check")


if __name__ == "__main__":
    main()
