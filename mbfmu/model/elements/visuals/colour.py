"""Colours as users write them."""

from __future__ import annotations

import re
from typing import Any

HEXADECIMAL = re.compile(r"#[0-9a-f]{6}(?:[0-9a-f]{2})?")


def hexadecimal(colour: Any) -> str:
    """A colour, by a name of CSS or by #rrggbb or #rrggbbaa, as #rrggbbaa; ValueError says what is wrong with it."""
    text = colour.lower() if isinstance(colour, str) else ""
    if HEXADECIMAL.fullmatch(text):
        return text.ljust(len("#rrggbbaa"), "f")
    from matplotlib.colors import CSS4_COLORS, to_hex  # here, since models without names of colours need not wait for it

    if text not in CSS4_COLORS:
        raise ValueError(f"{colour!r} is no colour: give a name of CSS, such as 'steelblue', or '#rrggbb'")
    return to_hex(text, keep_alpha=True)
