"""Names from files become names of elements: letters, digits and underscores, each used once."""

from __future__ import annotations

import re
from collections.abc import Iterable
from keyword import iskeyword


def identifier(name: str) -> str:
    """`name` with everything else than ASCII letters, digits and underscores made an underscore, not starting with a digit, and no word of Python."""
    clean = re.sub(r"[^A-Za-z0-9_]", "_", name)
    clean = clean if re.match(r"[A-Za-z_]", clean) else f"_{clean}"
    return f"{clean}_" if iskeyword(clean) else clean


class Names:
    """Hands out names of elements, none of them twice and none that is `taken`."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self.taken = set(taken)

    def new(self, name: str, kind: str = "") -> str:
        """The identifier of `name`; where that is taken, it gets the suffix `kind`, and then a number."""
        wanted = [identifier(name), *([identifier(f"{name}_{kind}")] if kind else [])]
        free = next((w for w in wanted if w not in self.taken), None)
        number = 2
        while free is None:
            candidate = f"{wanted[-1]}_{number}"
            free, number = (candidate if candidate not in self.taken else None), number + 1
        self.taken.add(free)
        return free
