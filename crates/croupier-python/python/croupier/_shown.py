"""Tables as a notebook shows them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from html import escape


def table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Writes a table of HTML; numbers stand on the right.

    >>> table(["on", "edge"], [("tie", 1)])
    '<table><thead><tr><th>on</th><th>edge</th></tr></thead><tbody><tr><td>tie</td><td style="text-align:right">1</td></tr></tbody></table>'
    """
    head = "".join(f"<th>{escape(column)}</th>" for column in columns)
    body = "".join(f"<tr>{''.join(map(cell, row))}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def cell(value: object) -> str:
    """Writes one cell."""
    right = ' style="text-align:right"' if isinstance(value, (int, float, Fraction)) else ""
    return f"<td{right}>{escape('' if value is None else str(value))}</td>"


def percent(ratio: Fraction | float) -> str:
    """Writes a share with four decimals.

    >>> percent(Fraction(7, 495))
    '1.4141 %'
    """
    return f"{float(ratio) * 100:.4f} %"


def dollars(cents: int) -> str:
    """Writes an amount of cents.

    >>> dollars(-123456)
    '-$1,234.56'
    """
    sign = "-" if cents < 0 else ""
    return f"{sign}${abs(cents) // 100:,}.{abs(cents) % 100:02}"
