"""Colours as users write them."""

from __future__ import annotations

from typing import Any


def hexadecimal(colour: Any) -> str:
    """A colour, by a name of CSS or by #rrggbb or #rrggbbaa, as #rrggbbaa; ValueError says what is wrong with it."""
    from matplotlib.colors import CSS4_COLORS, to_hex  # here, since models without visuals need not wait for it

    known = isinstance(colour, str) and (colour.lower() in CSS4_COLORS or colour.startswith("#") and len(colour) in (7, 9))
    try:
        if known:
            return to_hex(colour.lower(), keep_alpha=True)
    except ValueError:
        pass
    raise ValueError(f"{colour!r} is no colour: give a name of CSS, such as 'steelblue', or '#rrggbb'")
