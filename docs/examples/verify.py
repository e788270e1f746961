#!/usr/bin/env python3
"""Verifies a croupier journal, written from docs/journal.md alone: verify.py JOURNAL [CHECKPOINT_TEXT...]

Ends with 0 if everything is right, 1 if something is wrong, 2 if the file cannot be read.
"""

import hashlib
import pathlib
import sqlite3
import sys
import urllib.parse

try:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
except ImportError:
    Ed25519PublicKey = None

TABLES = {
    "journal": "one format id public_key chapter number link checkpoints snapshots",
    "entries": "number chain seq at who kind round rules body effects previous hash link",
    "places": "chapter chain first least_round most_round offsets",
    "checkpoints": "id at number link previous heads signature",
    "snapshots": "chain seq hash bytes digest",
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


class Journal:
    def __init__(self, path):
        # Without a log the file is read as it is; with one, SQLite needs its log to see the end.
        log = pathlib.Path(str(path) + "-wal")
        sealed = "" if log.exists() and log.stat().st_size else "&immutable=1"
        name = urllib.parse.quote(str(path))
        self.database = sqlite3.connect(f"file:{name}?mode=ro{sealed}", uri=True)
        self.database.text_factory = bytes
        self.faults = []

    def wrong(self, what):
        self.faults.append(what)

    def rows(self, table, order):
        return self.database.execute(f"SELECT {TABLES[table].replace(' ', ', ')} FROM {table} ORDER BY {order}")

    def verify(self, kept):
        value = lambda sql: self.database.execute(sql).fetchone()[0]
        if (value("PRAGMA application_id"), value("PRAGMA user_version")) != (0x4352504A, 2):
            return self.wrong("not a journal of format 2")
        found = {(kind.decode(), name.decode()) for kind, name in self.database.execute("SELECT type, name FROM sqlite_schema")}
        if found != {("table", name) for name in TABLES}:
            return self.wrong("the tables are not those of a journal")
        journal = list(self.rows("journal", "one"))
        if len(journal) != 1 or journal[0][:2] != (1, 2):
            return self.wrong("the row that says which journal it is was changed")
        _, _, self.id, self.key, self.chapter, number, link, checkpoints, snapshots = journal[0]
        self.signed = {}
        self.check_checkpoints(checkpoints)
        self.check_kept(kept)
        self.check_entries(number, link)
        self.check_snapshots(snapshots)

    def check_checkpoints(self, recorded):
        previous, due = bytes(32), 1
        for id, at, number, link, before, heads, signature in self.rows("checkpoints", "id"):
            message = self.message(id, at, number, link, before, heads)
            if id != due or before != previous:
                self.wrong(f"checkpoint {id}: does not follow the one before it")
            if not is_signed(self.key, signature, message):
                self.wrong(f"checkpoint {id}: is not signed by the journal's key")
            self.signed.setdefault(number, []).append((f"checkpoint {id}", link, heads))
            previous, due = sha(message), id + 1
        if due - 1 != recorded or due == 1:
            self.wrong(f"there are {due - 1} checkpoints, {recorded} were recorded")

    def message(self, id, at, number, link, previous, heads):
        return b"croupier checkpoint 1" + self.id + self.key + u64(id) + u64(at) + u64(number) + link + previous + heads

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
            before = bytes.fromhex(fields["previous"])
            message = self.message(int(fields["checkpoint"]), int(fields["at"]), number, link, before, pack(heads))
            if not is_signed(self.key, bytes.fromhex(fields["signature"]), message):
                self.wrong(f"{path}: is not signed by the journal's key")
            self.signed.setdefault(number, []).append((str(path), link, pack(heads)))

    def compare(self, number, link, heads):
        for name, signed_link, signed_heads in self.signed.pop(number, ()):
            if (signed_link, signed_heads) != (link, pack(heads)):
                self.wrong(f"{name}: signed something else than the first {number} entries")

    def check_entries(self, recorded, recorded_link):
        heads, due, link, places = {}, 1, sha(b"croupier order 1", self.id), {}
        damaged = set()
        self.snapshot_entries = {}
        wanted = {(chain, seq) for chain, seq, *_ in self.rows("snapshots", "chain")}
        self.compare(0, link, heads)
        for row in self.rows("entries", "number"):
            number, chain, seq, at, who, kind, round, rules, body, effects, previous, hash, row_link = row
            place = f"chain {chain}, seq {seq} (entry {number})"
            head = heads.get(chain, (0, sha(b"croupier chain 1", self.id, u32(chain))))
            counted = u32(chain) + u64(seq) + u64(at) + u64(round)
            texts = text(who) + text(kind) + text(rules) + text(body)
            if number != due:
                self.wrong(f"{place}: entry {due} should stand here")
            if chain not in damaged:
                fault = None
                if hash != sha(b"croupier entry 1", counted, texts, effects, previous):
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
            if (chain, seq) in wanted:
                self.snapshot_entries[chain, seq] = hash
            first, least, most, offsets = places.get(chain, (seq, round, round, b""))
            offset = ((number - 1) % self.chapter).to_bytes(2, "big")
            places[chain] = (first, min(least, round), max(most, round), offsets + offset)
            if number % self.chapter == 0:
                self.check_places(number // self.chapter - 1, places)
                places = {}
            self.compare(number, link, heads)
        if (due - 1, link) != (recorded, recorded_link):
            self.wrong(f"the journal ends at {due - 1}, but was recorded up to {recorded}")
        for number, signed in self.signed.items():
            self.wrong(f"{signed[0][0]}: signed {number} entries, there are {due - 1}")
        rows = self.database.execute("SELECT count(*) FROM places WHERE chapter >= ?", ((due - 1) // self.chapter,))
        if rows.fetchone()[0]:
            self.wrong("the directory has places beyond the end")
        self.entries, self.chains = due - 1, len(heads)

    def check_places(self, chapter, places):
        sql = f"SELECT {TABLES['places'].replace(' ', ', ')} FROM places WHERE chapter = ? ORDER BY chain"
        found = self.database.execute(sql, (chapter,)).fetchall()
        wanted = [(chapter, chain, *row) for chain, row in sorted(places.items())]
        if found != wanted:
            self.wrong(f"chapter {chapter}: the directory does not lead to the entries")

    def check_snapshots(self, recorded):
        snapshots = list(self.rows("snapshots", "chain"))
        if len(snapshots) != recorded:
            self.wrong(f"there are {len(snapshots)} snapshots, {recorded} were recorded")
        for chain, seq, hash, content, digest in snapshots:
            if digest != sha(content) or hash != self.snapshot_entries.get((chain, seq)):
                self.wrong(f"chain {chain}: the snapshot does not fit its entry")


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
    for fault in journal.faults:
        print(fault)
    if not journal.faults:
        print(f"{journal.entries} entries in {journal.chains} chains: nothing is wrong")
        print(f"signed with {journal.key.hex()}")
    return 1 if journal.faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
