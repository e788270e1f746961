"""Tables and charts as a notebook shows them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
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


def histogram(counts: Mapping[int, int], title: str, bins: int = 40) -> str:
    """Draws how often each amount of cents came, as a picture of SVG; losses are drawn darker.

    >>> histogram({}, "nothing")
    ''
    >>> histogram({-500: 3, 700: 1}, "nights", bins=2).count("<rect")
    2
    """
    if not counts:
        return ""
    least, most = min(counts), max(counts)
    width = max(1, -(-(most - least + 1) // bins))
    sums = [0] * ((most - least) // width + 1)
    for cents, count in counts.items():
        sums[(cents - least) // width] += count
    all_of_them, highest = sum(sums), max(sums)
    step = 600 / len(sums)
    bars = []
    for at, count in enumerate(sums):
        begins = least + at * width
        height = 120 * count / highest
        colour = "#8a4b4b" if begins + width <= 0 else "#4b7a8a"
        says = f"{dollars(begins)} to {dollars(begins + width - 1)}: {percent(Fraction(count, all_of_them))}"
        bars.append(
            f'<rect x="{20 + at * step:.1f}" y="{130 - height:.1f}" width="{max(step - 1, 1):.1f}" height="{height:.1f}" '
            f'fill="{colour}"><title>{escape(says)}</title></rect>'
        )
    return _picture(title, "".join(bars), [(20, "start", dollars(least)), (620, "end", dollars(most))])


def bars(shares: Sequence[tuple[str, Fraction | float]], title: str) -> str:
    """Draws shares beside each other, each with its name, as a picture of SVG; what is below nothing points to the left.

    >>> bars([("tie", Fraction(1, 7)), ("initial", Fraction(1, 43))], "edge").count("<rect")
    2
    """
    if not shares:
        return ""
    most = max((abs(float(share)) for _, share in shares), default=0) or 1
    rows = []
    for at, (name, share) in enumerate(shares):
        length = 300 * abs(float(share)) / most
        left = 300 - length if share < 0 else 300
        top = 10 + at * 20
        rows.append(
            f'<text x="290" y="{top + 12}" text-anchor="end" font-size="12" fill="currentColor">{escape(name)}</text>'
            f'<rect x="{left:.1f}" y="{top}" width="{length:.1f}" height="15" fill="{"#8a4b4b" if share > 0 else "#4b8a5f"}">'
            f"<title>{escape(f'{name}: {percent(share)}')}</title></rect>"
        )
    return _picture(title, "".join(rows), [], 20 + 20 * len(shares))


def _picture(title: str, inside: str, below: Sequence[tuple[int, str, str]], height: int = 150) -> str:
    marks = "".join(
        f'<text x="{at}" y="145" text-anchor="{anchor}" font-size="12" fill="currentColor">{escape(text)}</text>'
        for at, anchor, text in below
    )
    name = escape(title, quote=True)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 {height}" width="640" height="{height}" role="img" '
        f'aria-label="{name}">{inside}{marks}</svg>'
    )
