#!/usr/bin/env python3
"""Computes the draw of a promotion again, as docs/promotions.md and docs/journal.md describe it: draw.py DOCUMENT

DOCUMENT is what `croupier fair DB --promotion N --json` or `GET /api/promotions/N/proof` gives. Of it, that an entry was removed or
its person kept out is taken as the house says it; the signature of the checkpoint is not looked at (verify.py does that).
Ends with 0 if everything follows, 1 if something does not, 2 if the document cannot be read.
"""

import hashlib
import json
import re
import sys


def sha(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def u4(number):
    return number.to_bytes(4, "big")


def u8(number):
    return number.to_bytes(8, "big")


def text(value):
    return u8(len(value)) + value


def hexed(value):
    return bytes.fromhex(value)


def leaf(promotion, number, entry):
    if isinstance(entry, str):
        return hexed(entry)
    [(kind, who)] = entry["who"].items()
    who = b"\0" + u4(who) if kind == "person" else b"\1" + hexed(who)
    [(kind, it)] = entry["source"].items()
    if kind == "wager":
        source = b"\0" + u4(it["table"]) + u8(it["round"])
    elif kind == "hand":
        source = b"\1" + u4(it["by"])
    else:
        source = b"\2" + u4(it["by"]) + u4(it["file"]) + u4(it["row"])
    return sha(b"\0", hexed(entry["salt"]), u4(promotion), u4(number), who, source)


def root(leaves):
    """The root of RFC 9162, level by level."""
    if not leaves:
        return sha()
    while len(leaves) > 1:
        pairs = [sha(b"\1", *leaves[at : at + 2]) for at in range(0, len(leaves) - 1, 2)]
        leaves = pairs + leaves[len(pairs) * 2 :]
    return leaves[0]


def numbers(promotion, seed, root, entries, value):
    """Gives a number from 1 up to what it is sent, again and again."""
    key, block, most = sha(b"croupier promotion draw", u4(promotion), seed, root, u4(entries), value), 0, (yield)
    while True:
        number, block = int.from_bytes(sha(key, u8(block))[:8], "big"), block + 1
        if number < 2**64 - 2**64 % most:
            most = yield number % most + 1


class Draw:
    def __init__(self, document):
        self.document, self.wrong, self.drawn, self.won, self.of = document, [], set(), set(), {}
        # Who entered under a name alone, and who is not told, is nobody whom the house could know again.
        self.persons = [None if isinstance(entry, str) else entry["who"].get("person") for entry in document["entries"]]

    def check(self, holds, what):
        if not holds:
            self.wrong.append(what)

    def verify(self):
        it = self.document
        promotion, closed, value = it["promotion"], it["closed"], it["value"]
        written = json.dumps(it["terms"], separators=(",", ":"), ensure_ascii=False).encode()
        self.check(sha(written).hex() == it["terms_hash"], "the hash is not that of the terms")
        seed, given = hexed(it["seed"]), hexed(value["value"])
        due = sha(b"croupier promotion commitment", u4(promotion), seed)
        self.check(due.hex() == it["commitment"], "the seed is not the one that the house was committed to")
        if "sealed" in value:
            self.check(sha(b"croupier promotion value", u4(promotion), given).hex() == value["sealed"], "the value is not what was sealed")
        if "published" in value:
            self.check(sha(value["published"].encode()) == given, "the value does not follow from what was published")
        leaves = [leaf(promotion, number, entry) for number, entry in enumerate(it["entries"], 1)]
        self.check(len(leaves) == closed["entries"] and root(leaves).hex() == closed["root"], "the entries are not those of the root")
        self.next = numbers(promotion, seed, hexed(closed["root"]), closed["entries"], given)
        next(self.next)
        for draw in it["draws"]:
            self.check_draw(draw)
        self.check_journal()

    def check_draw(self, draw):
        """Draws each prize as often as the terms say, or the prize of an award that is drawn again."""
        prizes = self.document["terms"]["prizes"]
        due = [number for number, prize in enumerate(prizes, 1) for _ in range(prize.get("count", 1))]
        if "again" in draw:
            due = [self.of[draw["again"]["award"]]]
        said, unfit = iter(draw.get("drawn", [])), {it["entry"] for it in draw.get("unfit", [])}
        undrawn, tried, left = [], 0, None
        while due:
            if tried == 20:
                every = range(1, len(self.persons) + 1)
                left = [number for number in every if number not in unfit and not self.has_won(number)]
            barrel = len(self.persons) if left is None else len(left)
            if barrel == 0:
                undrawn.append(due.pop(0))
                tried = 0
                continue
            place = self.next.send(barrel)
            entry = place if left is None else left[place - 1]
            award = next(said, None)
            if award is None or (award["prize"], award["entry"]) != (due[0], entry):
                return self.check(False, f"entry {entry} is drawn for prize {due[0]}, and not {award}")
            passed = award.get("passed")
            self.check((passed == "has-won") == (self.has_won(entry) and passed not in ("removed", "excluded")), f"award {award['award']}: has won or not")
            self.of[award["award"]], tried = due[0], tried + 1
            if passed is None:
                self.drawn.add(entry)
                self.won.add(self.persons[entry - 1])
                left = left and [other for other in left if other != entry]
                due.pop(0)
                tried = 0
        self.check(next(said, None) is None, "more was drawn than there are prizes")
        self.check(len(undrawn) == len(draw.get("undrawn", [])), "other prizes were not drawn")

    def has_won(self, entry):
        person = self.persons[entry - 1]
        known = person is not None and self.document["terms"].get("one_each", False)
        return entry in self.drawn or (known and person in self.won)

    def check_journal(self):
        """Shows that every act is in the checkpoint, and that those with the value, the seed and the root say so."""
        journal = self.document.get("journal")
        if journal is None:
            return
        fields = dict(line.split(" ", 1) for line in journal["checkpoint"].splitlines()[1:])
        size, kept = int(fields["entries"]), hexed(re.search(r"^root ([0-9a-f]{64})$", journal["checkpoint"], re.M)[1])
        told = ""
        for act in journal["acts"] + journal.get("tried", []):
            parts = [sha(it["text"].encode()) if "text" in it else hexed(it["sha256"]) for it in (act["body"], act["effects"])]
            counted = u4(act["chain"]) + u8(act["seq"]) + u8(act["at"]) + u8(act["round"]) + u4(act["who"]) + u4(act["format"])
            texts = text(act["kind"].encode()) + text(act["rules"].encode()) + text(hexed(act["key"]))
            hash = sha(b"croupier entry 3", counted, texts, *parts, hexed(act["previous"]))
            self.check(climbs(act["number"] - 1, size, sha(b"\0", hash), act["path"]) == kept, f"act {act['number']} is not in the checkpoint")
            told += act["body"].get("text", "") + act["effects"].get("text", "")
        it = self.document
        for what in (it["commitment"], it["closed"]["root"], it["value"]["value"], it["seed"]):
            self.check(what in told, f"no act says {what}")


def climbs(index, size, hash, path):
    """The root that an inclusion proof leads to (RFC 9162, 2.1.3.2)."""
    last = size - 1
    for beside in map(hexed, path):
        if index & 1 or index == last:
            hash = sha(b"\1", beside, hash)
            while not index & 1 and index:
                index, last = index >> 1, last >> 1
        else:
            hash = sha(b"\1", hash, beside)
        index, last = index >> 1, last >> 1
    return hash if last == 0 else None


def main(words):
    try:
        draw = Draw(json.load(open(words[0], encoding="utf-8")))
        draw.verify()
    except (IndexError, KeyError, OSError, TypeError, ValueError) as error:
        print(f"not the document of a draw: {error!r}", file=sys.stderr)
        return 2
    for what in draw.wrong:
        print(what)
    drawn, redrawn = len(draw.drawn), len(draw.document["draws"]) - 1
    print(f"{len(draw.persons)} entries, {drawn} drawn, {redrawn} drawn again: {len(draw.wrong) or 'nothing'} wrong")
    return 1 if draw.wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
