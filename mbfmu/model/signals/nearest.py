"""What may have been meant by a name that is unknown."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def nearest(name: str, known: Iterable[str]) -> str:
    """A question in brackets that names the nearest of the known names; nothing where none is near."""
    found = get_close_matches(name, [*known], n=1)
    return f" (did you mean {found[0]!r}?)" if found else ""
