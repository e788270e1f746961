#!/usr/bin/env python3
"""Computes the mystery prizes of a pool again, as docs/fair.md describes them: mystery.py DOCUMENT

DOCUMENT is what `croupier fair DB --pool N --json` or `GET /api/pools/N/mysteries` gives. Of it, that no wager before had moved the
meter so far (`highest`), and which wagers might win, is taken as the house says it: the journal proves both (`croupier verify`).
Ends with 0 if everything follows, 1 if something does not, 2 if the document cannot be read.
"""

import hashlib
import json
import struct
import sys


def sha(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def commitment(what, pool, number, key):
    return sha(b"croupier " + what + b" commitment", pool.to_bytes(4, "big"), number.to_bytes(8, "big"), key).hex()


def chacha20(key, block):
    """A block of ChaCha20 (RFC 8439, 2.3) with nonce 0, as eight words of 64 bits."""
    start = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574, *struct.unpack("<8I", key), block, 0, 0, 0]
    x = list(start)

    def turn(a, b, c, d):
        for one, other, third, by in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            x[one] = (x[one] + x[other]) & 0xFFFFFFFF
            mixed = x[third] ^ x[one]
            x[third] = (mixed << by | mixed >> (32 - by)) & 0xFFFFFFFF

    for _ in range(10):
        for at in range(4):
            turn(at, 4 + at, 8 + at, 12 + at)
        for at in range(4):
            turn(at, 4 + (at + 1) % 4, 8 + (at + 2) % 4, 12 + (at + 3) % 4)
    return struct.unpack("<8Q", struct.pack("<16I", *((a + b) & 0xFFFFFFFF for a, b in zip(start, x))))


def below(what, key, most):
    """A number below another one, without bias."""
    if most <= 1:
        return 0
    block = 0
    while True:
        for word in chacha20(sha(b"croupier " + what, key), block):
            if word < 2**64 - 2**64 % most:
                return word % most
        block += 1


class Mystery:
    def __init__(self, proof):
        self.proof, self.wrong = proof, []

    def check(self, holds, what):
        if not holds:
            self.wrong.append(f"prize {self.proof['number']}: {what}")

    def verify(self):
        """Says what became of the prize."""
        if "won" in self.proof:
            self.check_won(self.proof["won"])
            return "won"
        if "shown" in self.proof:
            trigger, _ = self.check_keys(self.proof["shown"])
            self.check(self.proof["highest"] < trigger, "the meter had passed the trigger, and nobody has won")
            return "not won, and shown"
        return "given up as lost" if self.proof.get("lost") else "not won yet"

    def check_keys(self, told):
        it = self.proof
        trigger_key, winner_key = bytes.fromhex(told["trigger_key"]), bytes.fromhex(told["winner_key"])
        for what, key in ((b"trigger", trigger_key), (b"winner", winner_key)):
            kept = it[what.decode() + "_commitment"]
            self.check(commitment(what, it["pool"], it["number"], key) == kept, f"the key of the {what.decode()} is another")
        trigger = it["above"] + 1 + below(b"trigger", trigger_key, it["ceiling"] - it["above"])
        self.check(trigger == told["trigger"], f"the trigger is {trigger}")
        return trigger, winner_key

    def check_won(self, won):
        trigger, winner_key = self.check_keys(won)
        crossing, award = won["crossing"], won["award"]
        if crossing is None or award is None:
            return self.check(False, "nobody passed the trigger, or nobody was paid")
        self.check(self.proof["highest"] < trigger, "a wager before had passed the trigger")
        added = crossing["before"] + sum(crossing["added"])
        self.check(added == crossing["after"] >= trigger, "these wagers did not move the meter up to the trigger")
        self.check(len(crossing["added"]) > 0 < crossing["count"], "nobody might win")
        if crossing["count"] > 0:
            winner = below(b"winner", winner_key, crossing["count"])
            self.check((winner + 1, crossing["count"]) == (won["winner"], won["of"]), f"the winner is wager {winner + 1}")
            area = crossing["eligible"][winner] if "table" in crossing else winner + 1
            self.check(award["area"] == area, f"the prize is for area {area}")
        self.check(award["reading"] == crossing["after"], "the prize is not what the meter showed")
        self.check(award["pays"] >= award["reading"], "less was paid than the meter showed")


def main(words):
    try:
        given = json.load(open(words[0], encoding="utf-8"))
        prizes = [Mystery(proof) for proof in (given["mysteries"] if isinstance(given, dict) else given)]
        for prize in prizes:
            print(f"prize {prize.proof['number']} of pool {prize.proof['pool']}: {prize.verify()}")
    except (IndexError, KeyError, OSError, TypeError, ValueError) as error:
        print(f"not the document of mystery prizes: {error!r}", file=sys.stderr)
        return 2
    wrong = [what for prize in prizes for what in prize.wrong]
    for what in wrong:
        print(what)
    print(f"{len(prizes)} prizes: {len(wrong) or 'nothing'} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
