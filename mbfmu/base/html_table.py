"""Tables for notebooks, which show what `_repr_html_` gives in place of the repr."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

MANY = 100  # rows that are shown
LONG = 200  # characters of a cell


def html_table(caption: str, heads: Sequence[str], rows: Sequence[Iterable[str]]) -> str:
    """A table in HTML. All texts are escaped, since names come from strangers; of many rows the first are shown, of long texts the beginning."""
    head = _row("th", heads)
    body = "".join(_row("td", row) for row in rows[:MANY])
    more = f"; the first {MANY} of {len(rows)}" if len(rows) > MANY else ""
    return f"<table><caption>{_cell(caption)}{more}</caption><thead>{head}</thead><tbody>{body}</tbody></table>"


def _row(tag: str, cells: Iterable[str]) -> str:
    return f"<tr>{''.join(f'<{tag}>{_cell(text)}</{tag}>' for text in cells)}</tr>"


def _cell(text: str) -> str:
    return escape(text if len(text) <= LONG else f"{text[:LONG]} ...")
