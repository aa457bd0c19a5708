"""The page of a manoeuvre: what it found as a table, how it was driven, and its diagrams, in one file of HTML."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from html import escape
from io import StringIO
from pathlib import Path

from matplotlib.figure import Figure

from ..base.files.whole_file import whole_file
from ..proving_ground.manoeuvres.manoeuvre_result import Diagram, ManoeuvreResult
from .manoeuvre_plot import HEIGHT, draw_diagrams
from .plot import WIDTH

STYLE = """body{font:15px/1.45 system-ui,sans-serif;color:#222;max-width:62rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.5rem;margin-bottom:0}table{border-collapse:collapse;margin:1rem 0}
th,td{padding:.25rem .8rem;text-align:left;border-bottom:1px solid #ddd}
td.number{text-align:right;font-variant-numeric:tabular-nums}p.from{color:#666;margin-top:.2rem}svg{max-width:100%;height:auto}"""


def manoeuvre_page(result: ManoeuvreResult, path: str | Path) -> Path:
    """Write the page of a manoeuvre into `path`; it needs no other file. Raises OSError when it cannot be written."""
    path = Path(path)
    with whole_file(path) as partial:
        partial.write_text(page_of(result), encoding="utf-8")
    return path


def page_of(result: ManoeuvreResult) -> str:
    """The page as HTML. Texts are escaped, since names come from strangers."""
    title = escape(f"{result.vehicle}: {result.manoeuvre}")
    driven = "; ".join(f"{one.name} {one.value:.4g} {one.unit}{f' ({one.meaning})' if one.meaning else ''}" for one in result.conditions)
    missing = "".join(f"<li>{escape(sentence)}</li>" for sentence in result.missing)
    parts = (
        f"<!doctype html><html lang=en><meta charset=utf-8><title>{title}</title><style>{STYLE}</style>",
        f"<h1>{title}</h1><p class=from>after {escape(result.standard)}; {escape(driven)}</p>",
        rows_of(("characteristic", "value", "unit", "meaning"), result.rows(), numbers=(1,)),
        f"<p>Not found:</p><ul>{missing}</ul>" if missing else "",
        pictures(result.diagrams),
        "</html>\n",
    )
    return "\n".join(part for part in parts if part)


def rows_of(heads: Sequence[str], rows: Iterable[Sequence[str]], numbers: Container[int]) -> str:
    """A table; columns in `numbers` are aligned to the right."""
    cell = lambda i, text: f"<td{' class=number' * (i in numbers)}>{escape(text)}</td>"
    body = "".join(f"<tr>{''.join(cell(i, text) for i, text in enumerate(row))}</tr>" for row in rows)
    return f"<table><thead><tr>{''.join(f'<th>{escape(head)}</th>' for head in heads)}</tr></thead><tbody>{body}</tbody></table>"


def pictures(diagrams: tuple[Diagram, ...]) -> str:
    """Diagrams one above the other, as SVG."""
    figure = Figure(figsize=(WIDTH, HEIGHT * len(diagrams)), layout="constrained")
    draw_diagrams(diagrams, figure)
    text = StringIO()
    figure.savefig(text, format="svg", metadata={"Date": None})
    return text.getvalue()[text.getvalue().index("<svg") :]
