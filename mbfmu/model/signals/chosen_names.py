"""Names chosen by patterns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ...base.errors import ProblemsFound
from ...base.nearest import nearest


def chosen(names: Sequence[str], patterns: Iterable[str]) -> list[str]:
    """The names that patterns match, in the order of the patterns and none twice; `*` stands for any characters, `?` for one.

    Brackets stand for themselves, since names of array elements have them (`r[1]`). Raises ProblemsFound for patterns that match nothing.
    """
    found: dict[str, None] = {}
    wrong = []
    for pattern in patterns:
        matches = [name for name in names if re.fullmatch(_expression(pattern), name)]
        found |= dict.fromkeys(matches)
        if not matches:
            wrong.append(f"no signal is called {pattern!r}{nearest(pattern, names)}")
    if wrong:
        raise ProblemsFound(f"the signals are {', '.join(names) or 'none'}:", wrong)
    return list(found)


def _expression(pattern: str) -> str:
    return re.escape(pattern).replace(r"\*", ".*").replace(r"\?", ".")
