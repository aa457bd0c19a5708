"""What a library needs and its loader does not find: the machine's lack, or the FMU's if it brings it along."""

from __future__ import annotations

import re
from pathlib import Path

WORDS = (
    r"([^\s:]+): cannot open shared object file",  # glibc
    r"(version `[^']+') not found",  # the C library, or another, is older than the one it was linked with
    r"Error loading shared library ([^\s:]+):",  # musl
    r"Library not loaded: (\S+)",  # macOS
    r"(one of its dependencies)",  # Windows, which does not say which
)
"""How loaders of different systems name what they do not find."""


def missing_library(message: str) -> str:
    """The library, or the version of one, that a loader's message says is not found; empty if the message is about something else."""
    return next((found[1] for words in WORDS if (found := re.search(words, message))), "")


def is_within(folder: Path, library: str) -> bool:
    """Whether the unpacked FMU holds a file of this name."""
    return any(path.name == Path(library).name for path in folder.rglob("*"))
