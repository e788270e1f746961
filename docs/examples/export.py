"""Reads an export with DuckDB and with Polars, and compares its sums with those of `croupier report`.

    python export.py CROUPIER DB DIR [DOCUMENT]

CROUPIER is the command, DB the journal and DIR its whole export. The queries and programs of a DOCUMENT
that reads the export of a folder `night` are run as well. Needs duckdb, pytz and polars. Ends with 1
and says what differs if anything does.
"""

import json
import os
import re
import subprocess
import sys

import duckdb
import polars

NAMES = ["entries", "tables", "rounds", "cards", "wagers", "settlements", "postings", "incidents"]
NAMES += ["contributions", "awards", "promotions", "promotion_entries", "promotion_awards", "vouchers"]


def same(what, got, want):
    """Compares two figures; a difference ends the program."""
    if got != want:
        sys.exit(f"error: {what}: {got!r}, but {want!r} is wanted")


def report(command, journal, kind, *more):
    """Returns a report as the command writes it."""
    done = subprocess.run([command, "report", journal, kind, "--json", *more], capture_output=True)
    if done.returncode != 0:
        sys.exit(f"error: croupier report {kind}: {done.stderr.decode()}")
    return json.loads(done.stdout)


def check_reading(query, folder):
    """Every file has the same rows for both readers, and every name does without quotes."""
    for name in NAMES:
        path = f"{folder}/{name}.parquet"
        query(f"create view {name} as from '{path}'")
        frame = polars.read_parquet(path)
        # Unquoted on purpose.
        rows = query(f"select {', '.join(frame.columns)} from {name}").fetchall()
        same(f"{name}: rows", len(rows), frame.height)
        for row, other in zip(rows, frame.iter_rows()):
            for column, one, two in zip(frame.columns, row, other):
                same(f"{name}: {column}", one, two)
        times = [column for column, kind in frame.schema.items() if kind.is_temporal()]
        for column in times:
            same(f"{name}: {column}", frame.schema[column], polars.Datetime("us", "UTC"))


def check_money(query, command, journal):
    """Postings add up to nothing, and to what the report of the ledger says of each account."""
    for currency, total in query("select currency, sum(amount_cents) from postings group by 1").fetchall():
        same(f"postings of {currency}", total, 0)
    sums = query(
        """select currency, account, table_number, player, pool, sum(amount_cents), sum(greatest(amount_cents, 0))
        from postings group by all"""
    ).fetchall()
    sums = {row[:5]: row[5:] for row in sums}
    ledger = report(command, journal, "ledger")
    accounts = {}
    for currency in ["cash", "chips", "tokens", "vouchers"]:
        for row in ledger.get(currency, []):
            if row["account"] == "sum":
                continue
            # Tokens lie in an account for each voucher that they came from, and vouchers one for each.
            key = (currency, row["account"], row["table"], row["person"], row["pool"])
            holds, got = accounts.get(key, (0, 0))
            accounts[key] = (holds + row["holds"], got + row["got"])
    for key, account in accounts.items():
        same(f"account {key}", sums.get(key), account)
    same("accounts", len(sums), len(accounts))


def check_tables(query, command, journal):
    """Win and turnover of each sitting are those of the report, by settlements and by rounds."""
    tables = report(command, journal, "table")["tables"]
    for source, win, handle in [
        ("settlements", "win_cents", "case when is_decided and not tokens then stake_cents else 0 end"),
        ("rounds", "win_cents", "handle_cents"),
    ]:
        rows = query(
            f"""select t.table_number, t.closed_entry, coalesce(sum({win}), 0), coalesce(sum({handle}), 0)
            from tables t left join {source} s using (sitting)
            group by t.sitting, t.table_number, t.closed_entry order by t.sitting"""
        ).fetchall()
        want = [(row["table"], row["closed-by-entry"], row["win"], row["turnover"]) for row in tables]
        same(f"win and turnover by {source}", rows, want)


def check_wagers(query, command, journal):
    """Wagers that were decided, their handle and pay-outs are those of the report."""
    want = {}
    for row in report(command, journal, "wagers")["wagers"]:
        game = re.split("[ ,]", row["game"])[0]
        tokens = row["wager"].endswith(" in tokens")
        sums = want.setdefault((game, tokens), [0, 0])
        sums[0] += row["handle"]
        sums[1] += row["paid"]
    rows = query(
        "select game, tokens, sum(stake_cents), sum(paid_cents) from settlements where is_decided group by all"
    ).fetchall()
    got = {(game, tokens): [handle, paid] for game, tokens, handle, paid in rows}
    same("handle and pay-outs", got, {key: sums for key, sums in want.items() if key in got or any(sums)})
    lost = query("select count(*) from settlements anti join wagers using (wager_id)").fetchone()
    same("settlements without a wager", lost, (0,))
    odd = "select count(*) from wagers where placed_cents <> lowered_cents + stake_cents + excess_cents"
    same("wagers that do not add up", query(odd).fetchone(), (0,))


def check_pools(query, command, journal):
    """What tables brought to pools, what meters got and what was won is what the report says."""
    pools = report(command, journal, "pools")
    rows = query(
        """select pool, table_number, outside, count(*) filter (sign = 1), count(*) filter (sign = -1), sum(amount_cents),
        sum(major_cents), sum(minor_cents), sum(mystery_cents), sum(retained_cents)
        from contributions group by all"""
    ).fetchall()
    want = {
        (row["pool"], row["table"], row["table-elsewhere"]): (
            row["wagers-counted"], row["wagers-returned"], row["staked"] - row["returned"],
            row["to-major"], row["to-minor"], row["to-mystery"], row["retained"],
        )
        for row in pools["contributions"] if row["wagers-counted"] or row["wagers-returned"]
    }
    same("contributions", {row[:3]: row[3:] for row in rows}, want)
    for row in pools["meters"]:
        account = f"{row['meter']} meter"
        held = "select coalesce(sum(amount_cents), 0) from postings where pool = ? and account = ?"
        same(account, query(held, [row["pool"], account]).fetchone(), (row["shows"],))
        brought = f"select coalesce(sum({row['meter']}_cents), 0) from contributions where pool = ?"
        same(f"brought to {account}", query(brought, [row["pool"]]).fetchone(), (row["contributed"],))
    rows = query("select pool, slip, state, total_cents, sum(pays_cents), count(*) from awards group by all").fetchall()
    want = {(row["pool"], row["slip"]): row for row in pools["awards"]}
    same("awards", sorted(row[:2] for row in rows), sorted(want))
    for pool, slip, *found in rows:
        row = want[pool, slip]
        same(f"prize {slip} of pool {pool}", found, [row["state"], row["total"], row["total"], row["hands"]])


def check_promotions(query, command, journal):
    """Entries, awards and money of promotions, and vouchers, are those of the reports and of the postings."""
    told = report(command, journal, "promotions")
    rows = query(
        """select promotion, count(*), count(*) filter (source = 'wager'), count(*) filter (source = 'hand'),
        count(*) filter (source = 'file'), max(number) from promotion_entries group by 1"""
    ).fetchall()
    got = {row[0]: row[1:] for row in rows}
    for row in told["promotions"]:
        want = (row["entries"], row["by-wagers"], row["by-hand"], row["from-files"], row["entries"])
        same(f"entries of promotion {row['promotion']}", got.get(row["promotion"], (0,) * 5), want)
    columns = "promotion, award, prize, number, state, cash_cents, cheque_cents, transfer_cents"
    rows = query(f"select {columns} from promotion_awards order by 1, 2").fetchall()
    want = [
        (row["promotion"], row["award"], row["prize"], row["entry"], row["state"], row["in-cash"], row["by-cheque"], row["by-transfer"])
        for row in told["awards"]
    ]
    same("awards of promotions", rows, want)
    rows = query("select promotion, paid_cents, unpaid_cents from promotions order by 1").fetchall()
    same("money of promotions", rows, [(row["promotion"], row["paid"], row["to-be-paid"]) for row in told["money"]])
    held = "select coalesce(sum(amount_cents), 0) from postings where account = 'promotion prizes to be paid'"
    same("prizes to be paid", query(held).fetchone(), (sum(row["to-be-paid"] for row in told["money"]),))
    rows = query("select voucher, amount_cents, tokens_left_cents from vouchers order by 1").fetchall()
    vouchers = report(command, journal, "vouchers")["vouchers"]
    same("vouchers", rows, [(row["number"], row["value"], row["tokens-left"]) for row in vouchers])


def check_facts(query, command, journal, folder):
    """Each file says which journal, which range and which checkpoint it is of."""
    facts = report(command, journal, "ledger")["facts"]
    want = {
        "croupier.journal": facts["journal"],
        "croupier.first_entry": str(facts["first-entry"]),
        "croupier.last_entry": str(facts["last-entry"]),
        "croupier.checkpoint": str(facts["last-checkpoint"]),
        "croupier.checkpoint_link": facts["link"],
    }
    for name in NAMES:
        rows = query(f"select key, value from parquet_kv_metadata('{folder}/{name}.parquet')").fetchall()
        got = {key.decode(): value.decode() for key, value in rows}
        same(f"{name}: metadata", {key: got.get(key) for key in want}, want)
    entries = query("select count(*), min(entry), max(entry) from entries").fetchone()
    same("entries", entries, (facts["last-entry"], 1, facts["last-entry"]))


def check_document(query, folder, document):
    """What a document shows runs."""
    with open(document, encoding="utf-8") as file:
        text = file.read()
    os.chdir(os.path.dirname(os.path.abspath(folder)))
    queries = re.findall("```sql\n(.*?)```", text, re.DOTALL)
    programs = re.findall("```python\n(.*?)```", text, re.DOTALL)
    same("the document shows something", bool(queries and programs), True)
    for shown in queries:
        if not query(shown).fetchall():
            sys.exit(f"error: nothing comes of\n{shown}")
    for shown in programs:
        exec(shown, {})


def main(command, journal, folder, document=None):
    connection = duckdb.connect()
    connection.execute("set timezone = 'UTC'")
    query = connection.execute
    check_reading(query, folder)
    check_money(query, command, journal)
    check_tables(query, command, journal)
    check_wagers(query, command, journal)
    check_pools(query, command, journal)
    check_promotions(query, command, journal)
    check_facts(query, command, journal, folder)
    if document:
        check_document(query, folder, document)
    rows = sum(query(f"select count(*) from {name}").fetchone()[0] for name in NAMES)
    print(f"{rows} rows in {len(NAMES)} files agree with the reports")


if __name__ == "__main__":
    if len(sys.argv) not in (4, 5):
        sys.exit(__doc__)
    main(*sys.argv[1:])
