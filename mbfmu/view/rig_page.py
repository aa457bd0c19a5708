"""The page of a suspension on the rig: its values in the middle of the motion, and its curves, in one file of HTML."""

from __future__ import annotations

from html import escape
from pathlib import Path

from ..base.files.whole_file import whole_file
from ..proving_ground.rig.rig_result import RigResult
from .manoeuvre_page import STYLE, pictures, rows_of

HEADS = ("quantity", "left", "right", "unit", "positive")


def rig_page(result: RigResult, path: str | Path) -> Path:
    """Write the page of a rig into `path`; it needs no other file. Raises OSError when it cannot be written."""
    path = Path(path)
    with whole_file(path) as partial:
        partial.write_text(_page(result), encoding="utf-8")
    return path


def _page(result: RigResult) -> str:
    """The page as HTML. Texts are escaped, since names come from strangers."""
    title = escape(f"{result.suspension}: {result.motion}")
    about = f"values at {result.motion} {result.middle:.4g} m; compliance by loads on both wheels alike, heights held"
    parts = (
        f"<!doctype html><html lang=en><meta charset=utf-8><title>{title}</title><style>{STYLE}</style>",
        f"<h1>{title}</h1><p class=from>{escape(about)}</p>",
        "".join(f"<p>Beyond what real parts do: {escape(sentence)}</p>" for sentence in result.beyond),
        rows_of(HEADS, result.rows(), numbers=(1, 2)),
        pictures(result.diagrams()),
        "</html>\n",
    )
    return "\n".join(parts)
