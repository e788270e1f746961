#!/usr/bin/env python3
"""Verifies a croupier journal, written from docs/journal.md alone: verify.py JOURNAL [CHECKPOINT_TEXT...]

Ends with 0 if everything is right, 1 if something is wrong, 2 if the file cannot be read.
"""

import hashlib
import pathlib
import re
import sqlite3
import sys
import urllib.parse

try:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
except ImportError:
    Ed25519PublicKey = None

TABLES = {
    "journal": "one format id public_key chapter epoch number link checkpoints seal",
    "entries": "number chain seq at who kind round rules format key previous hash link body effects",
    "places": "chapter chain first least_round most_round offsets",
    "tree": "level position hash",
    "checkpoints": "id at number link root previous heads signature",
    "snapshots": "number link format digest bytes",
    "beside": "id bytes",
}


def sha(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def u32(number):
    return number.to_bytes(4, "big")


def u64(number):
    return number.to_bytes(8, "big")


def text(value):
    return u64(len(value)) + value


def pack(heads):
    return b"".join(u32(chain) + u64(seq) + hash for chain, (seq, hash) in sorted(heads.items()))


def is_signed(public_key, signature, message):
    if Ed25519PublicKey is None:
        return True
    try:
        Ed25519PublicKey.from_public_bytes(public_key).verify(signature, message)
        return True
    except (InvalidSignature, ValueError):
        return False


class Tree:
    """The tree of RFC 9162 over the entries so far: the whole subtrees side by side, as (level, root)."""

    def __init__(self):
        self.size, self.whole, self.stored = 0, [], {}

    def push(self, content):
        level, root = 0, sha(b"\0", content)
        while self.whole and self.whole[-1][0] == level:
            root, level = sha(b"\1", self.whole.pop()[1], root), level + 1
            if level % 8 == 0:
                self.stored[level // 8, self.size >> level] = root
        self.whole.append((level, root))
        self.size += 1

    def root(self):
        if not self.whole:
            return sha()
        root = self.whole[-1][1]
        for _, left in reversed(self.whole[:-1]):
            root = sha(b"\1", left, root)
        return root


class Journal:
    def __init__(self, path):
        # Without a log the file is read as it is; with one, SQLite needs its log to see the end.
        log = pathlib.Path(str(path) + "-wal")
        sealed = "" if log.exists() and log.stat().st_size else "&immutable=1"
        name = urllib.parse.quote(str(path))
        self.database = sqlite3.connect(f"file:{name}?mode=ro{sealed}", uri=True)
        self.database.text_factory = bytes
        self.faults, self.notes = [], []

    def wrong(self, what):
        self.faults.append(what)

    def rows(self, table, order):
        return self.database.execute(f"SELECT {TABLES[table].replace(' ', ', ')} FROM {table} ORDER BY {order}")

    def verify(self, kept):
        value = lambda sql: self.database.execute(sql).fetchone()[0]
        if (value("PRAGMA application_id"), value("PRAGMA user_version")) != (0x4352504A, 4):
            return self.wrong("not a journal of format 4")
        found = {(kind.decode(), name.decode()) for kind, name in self.database.execute("SELECT type, name FROM sqlite_schema")}
        if found != {("table", name) for name in TABLES}:
            return self.wrong("the tables are not those of a journal")
        journal = list(self.rows("journal", "one"))
        if len(journal) != 1 or journal[0][:2] != (1, 4):
            return self.wrong("the row that says which journal it is was changed")
        _, _, self.id, self.key, self.chapter, _, number, link, checkpoints, seal = journal[0]
        end = self.id + self.key + u64(number) + link + u64(checkpoints)
        if not any(is_signed(self.key, seal, name + end) for name in (b"croupier end 4", b"croupier closed 4")):
            self.wrong("the recorded end is not signed by the journal's key")
        self.signed = {}
        self.check_checkpoints(checkpoints)
        self.check_kept(kept)
        self.check_entries(number, link)
        self.check_snapshots()
        self.check_beside()

    def check_checkpoints(self, recorded):
        previous, due = bytes(32), 1
        for id, at, number, link, root, before, heads, signature in self.rows("checkpoints", "id"):
            message = self.message(id, at, number, link, root, before, heads)
            if id != due or before != previous:
                self.wrong(f"checkpoint {id}: does not follow the one before it")
            if not is_signed(self.key, signature, message):
                self.wrong(f"checkpoint {id}: is not signed by the journal's key")
            self.signed.setdefault(number, []).append((f"checkpoint {id}", link, root, heads))
            previous, due = sha(message), id + 1
        if due - 1 != recorded or due == 1:
            self.wrong(f"there are {due - 1} checkpoints, {recorded} were recorded")

    def message(self, id, at, number, link, root, previous, heads):
        counted = u64(id) + u64(at) + u64(number)
        return b"croupier checkpoint 3" + self.id + self.key + counted + link + root + previous + heads

    def check_kept(self, kept):
        """Adds checkpoints that were kept elsewhere to what is compared with the entries."""
        for path in kept:
            lines = [line.split(" ") for line in pathlib.Path(path).read_text().splitlines()]
            fields = {words[0]: words[1] for words in lines if len(words) == 2}
            heads = {int(c): (int(s), bytes.fromhex(h)) for word, c, s, h in (w for w in lines if w[0] == "head")}
            if (fields["journal"], fields["key"]) != (self.id.hex(), self.key.hex()):
                self.wrong(f"{path}: belongs to another journal or key")
                continue
            number, link = int(fields["entries"]), bytes.fromhex(fields["link"])
            root, before = bytes.fromhex(fields["root"]), bytes.fromhex(fields["previous"])
            id, at = int(fields["checkpoint"]), int(fields["at"])
            message = self.message(id, at, number, link, root, before, pack(heads))
            if not is_signed(self.key, bytes.fromhex(fields["signature"]), message):
                self.wrong(f"{path}: is not signed by the journal's key")
            self.signed.setdefault(number, []).append((str(path), link, root, pack(heads)))

    def compare(self, number, link, tree, heads):
        for name, *signed in self.signed.pop(number, ()):
            if signed != [link, tree.root(), pack(heads)]:
                self.wrong(f"{name}: signed something else than the first {number} entries")

    def check_entries(self, recorded, recorded_link):
        heads, due, link, places = {}, 1, sha(b"croupier order 3", self.id), {}
        damaged, tree = set(), Tree()
        self.snapshot_links, self.committed = {}, set()
        wanted = {number for number, *_ in self.rows("snapshots", "number")}
        self.compare(0, link, tree, heads)
        for row in self.rows("entries", "number"):
            number, chain, seq, at, who, kind, round, rules, format, key, previous, hash, row_link, body, effects = row
            place = f"chain {chain}, seq {seq} (entry {number})"
            self.committed.update(re.findall(rb'"([0-9a-f]{64})"', body))
            head = heads.get(chain, (0, sha(b"croupier chain 3", self.id, u32(chain))))
            counted = u32(chain) + u64(seq) + u64(at) + u64(round) + u32(who) + u32(format)
            texts = text(kind) + text(rules) + text(key)
            if number != due:
                self.wrong(f"{place}: entry {due} should stand here")
            if chain not in damaged:
                fault = None
                if hash != sha(b"croupier entry 3", counted, texts, sha(body), sha(effects), previous):
                    fault = "the hash is wrong"
                elif seq != head[0] + 1:
                    fault = f"seq {head[0] + 1} should stand here"
                elif previous != head[1]:
                    fault = "it follows another entry"
                elif number == due and row_link != sha(link, u64(number), hash):
                    fault = "the order of commit was changed"
                if fault:
                    damaged.add(chain)
                    self.wrong(f"{place}: {fault}")
            heads[chain], link, due = (seq, hash), row_link, number + 1
            tree.push(hash)
            if number in wanted:
                self.snapshot_links[number] = row_link
            first, least, most, offsets = places.get(chain, (seq, round, round, b""))
            offset = ((number - 1) % self.chapter).to_bytes(2, "big")
            places[chain] = (first, min(least, round), max(most, round), offsets + offset)
            if number % self.chapter == 0:
                self.check_places(number // self.chapter - 1, places)
                places = {}
            self.compare(number, link, tree, heads)
        if (due - 1, link) != (recorded, recorded_link):
            self.wrong(f"the journal ends at {due - 1}, but was recorded up to {recorded}")
        for number, signed in self.signed.items():
            self.wrong(f"{signed[0][0]}: signed {number} entries, there are {due - 1}")
        rows = self.database.execute("SELECT count(*) FROM places WHERE chapter >= ?", ((due - 1) // self.chapter,))
        if rows.fetchone()[0]:
            self.wrong("the directory has places beyond the end")
        if {(level, position): hash for level, position, hash in self.rows("tree", "level")} != tree.stored:
            self.wrong("the stored hashes of the tree do not follow from the entries")
        self.entries, self.chains = due - 1, len(heads)

    def check_places(self, chapter, places):
        sql = f"SELECT {TABLES['places'].replace(' ', ', ')} FROM places WHERE chapter = ? ORDER BY chain"
        found = self.database.execute(sql, (chapter,)).fetchall()
        wanted = [(chapter, chain, *row) for chain, row in sorted(places.items())]
        if found != wanted:
            self.wrong(f"chapter {chapter}: the directory does not lead to the entries")

    def check_beside(self):
        """Texts are in no hash, and may be erased; but an entry commits to each, so that a changed one is noticed."""
        rows = [content for _, content in self.rows("beside", "id")]
        self.beside = len(rows)
        self.said = sum(sha(b"croupier said 3", content).hex().encode() in self.committed for content in rows)

    def check_snapshots(self):
        """Nothing depends on a snapshot: a bad one is named, and is no fault of the journal."""
        for number, link, format, digest, content in self.rows("snapshots", "number"):
            due = sha(b"croupier snapshot 4", self.id, u64(number), link, u32(format), content)
            if not is_signed(self.key, digest, due) or link != self.snapshot_links.get(number):
                self.notes.append(f"the snapshot after entry {number} was changed or does not fit; it does not count")


def main(words):
    if not words:
        sys.exit(__doc__)
    try:
        journal = Journal(words[0])
        journal.verify(words[1:])
    except (sqlite3.Error, OSError) as error:
        print(f"error: {words[0]}: {error}", file=sys.stderr)
        return 2
    except (ValueError, TypeError, AttributeError, OverflowError, KeyError) as error:
        journal.wrong(f"a field is not of the right kind: {error}")
    if Ed25519PublicKey is None:
        print("signatures were not checked: the Python package cryptography is missing", file=sys.stderr)
    for note in journal.notes:
        print(note, file=sys.stderr)
    for fault in journal.faults:
        print(fault)
    if not journal.faults:
        print(f"{journal.entries} entries in {journal.chains} chains: nothing is wrong")
        print(f"{journal.beside} rows beside them, {journal.said} of which are what an entry committed to")
        print(f"signed with {journal.key.hex()}")
    return 1 if journal.faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
