"""What may have been meant by a name that is unknown, and what there is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

LISTED = 12  # names: more hide what is wrong


def nearest(name: str, known: Iterable[str]) -> str:
    """A question in brackets that names the nearest of the known names; nothing where none is near."""
    found = get_close_matches(name, [*known], n=1)
    return f" (did you mean {found[0]!r}?)" if found else ""


def listed(names: Sequence[str]) -> str:
    """Names in a sentence, those beyond LISTED as their number."""
    more = len(names) - LISTED
    return ", ".join(names[:LISTED]) + (f" and {more} more (mbfmu info shows them)" if more > 0 else "")
