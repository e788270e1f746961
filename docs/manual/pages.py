"""Completes the pages of the manual, as mdBook asks: what the program says of itself is asked of it, and where a page names another one by
its file, it leads there. CROUPIER names the program."""

import html
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("CROUPIER", "croupier")


def ask(*words):
    return subprocess.run([PROGRAM, *words], capture_output=True, text=True, check=True, cwd=ROOT, env={**os.environ, "COLUMNS": "100"}).stdout


def commands(words=()):
    """The help of the command and of all its words."""
    text = ask(*words, "--help")
    level = "#" * (2 + len(words))
    out = [f"{level} croupier {' '.join(words)}\n" if words else "", f"```text\n{text.strip()}\n```\n"]
    listed = re.search(r"^Commands:\n((?:  .*\n)+)", text, re.M)
    for word in re.findall(r"^  ([a-z-]+) ", listed[1], re.M) if listed else []:
        if word != "help":
            out.append(commands((*words, word)))
    return "\n".join(out)


def http():
    """Every request, as the server describes it."""
    described = json.loads(ask("serve", "--print-openapi"))
    out = ["| request | what it answers | status |", "| --- | --- | --- |"]
    for path, methods in described["paths"].items():
        for method, it in methods.items():
            what = cell(it.get("summary") or it.get("description") or "")
            out.append(f"| `{method.upper()} {path}` | {what} | {', '.join(sorted(it['responses']))} |")
    return "\n".join(out)


def cell(text):
    return html.escape(text.replace("\n", " "), quote=False).replace("|", "\\|")


def clauses(game):
    """Each clause with its words, the places in the code that cite it, and the sheets that pin it."""
    rows = [line.split("\t") for line in (ROOT / "rules" / f"{game}.clauses.tsv").read_text().splitlines()[1:]]
    covered = {it["clause"]: it["tests"] for it in json.loads(ask("rules", game, "--coverage", "--json"))["clauses"]}
    cited = citations(game)
    out = ["| clause | in our words | level | code | tests |", "| --- | --- | --- | --- | --- |"]
    for clause, _kind, actor, words, level, *_ in rows:
        tests = covered.get(clause, [])
        shown = ", ".join(f"`{pathlib.PurePath(it).name}`" for it in tests[:3]) + (f" and {len(tests) - 3} more" if len(tests) > 3 else "")
        out.append(f"| {cell(clause)} | {cell(words)} <small>{cell(actor)}</small> | {level} | {', '.join(cited.get(clause, []))} | {shown} |")
    return "\n".join(out)


def citations(game):
    """Where the sources of a game cite each clause."""
    module = game.replace("-", "_")
    folder = ROOT / "crates/croupier-engine/src/games"
    found = {}
    for file in sorted([folder / f"{module}.rs", *folder.glob(f"{module}/**/*.rs")]):
        for number, line in enumerate(file.read_text().splitlines(), 1):
            for clause in re.findall(r'"([\d.]+[^"]*)"', line):
                found.setdefault(clause, []).append(f"`{file.relative_to(folder)}:{number}`")
    return found


def counts():
    return f"```text\n{ask('rules', '--coverage').split(chr(10) + chr(10))[0].strip()}\n```"


MAKERS = {"command": commands, "http": http, "clause-counts": counts, "clauses": clauses}


def complete(text):
    def made(found):
        name, *rest = found[1].split()
        return MAKERS[name](*rest)

    return re.sub(r"^\{\{((?:%s)\b[^}]*)\}\}$" % "|".join(MAKERS), made, text, flags=re.M)


def linked(text, here, pages):
    """Makes links of pages that are named by their files, outside of code."""
    up = "../" * (len(pathlib.PurePath(here).parts) - 1)

    def link(found):
        page = found[0].removeprefix("docs/")
        return f"[{found[0]}]({up}{page})" if page in pages and page != here else found[0]

    parts = re.split(r"(^```.*?^```|`[^`\n]*`|\[[^\]\n]*\]\([^)\n]*\)|^    .*$)", text, flags=re.M | re.S)
    for at in range(0, len(parts), 2):
        parts[at] = re.sub(r"docs/[\w/-]+\.md\b", link, parts[at])
    return "".join(parts)


def every(items):
    for item in items:
        if isinstance(item, dict) and "Chapter" in item:
            yield item["Chapter"]
            yield from every(item["Chapter"]["sub_items"])


def main():
    if sys.argv[1:2] == ["supports"]:
        return
    _, book = json.load(sys.stdin)
    chapters = list(every(book.get("items") or book.get("sections")))
    pages = {chapter["path"] for chapter in chapters if chapter["path"]}
    for chapter in chapters:
        chapter["content"] = linked(complete(chapter["content"]), chapter["path"], pages)
    json.dump(book, sys.stdout)


if __name__ == "__main__":
    main()
