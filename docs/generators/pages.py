"""Generated parts of pages: Markdown between `<!-- generated: NAME -->` and `<!-- end -->`, committed, and written by `python docs/generate.py`."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from generators.claims import claims
from generators.command_line import command_line
from generators.elements import ROOMS, room
from generators.functions import LISTED, functions

GENERATORS: Mapping[str, Callable[[], str]] = {
    **{name: lambda name=name: room(name) for name in ROOMS},
    **{page: lambda page=page: functions(page) for page in LISTED},
    "claims": claims,
    "command_line": command_line,
}
PART = re.compile(r"(?<=^<!-- generated: )(\w+)( -->\n).*?(?=^<!-- end -->$)", re.S | re.M)


def pages(docs: Path) -> list[Path]:
    """The pages that have a generated part."""
    return sorted(page for page in docs.rglob("*.md") if "_build" not in page.parts and PART.search(page.read_text()))


def regenerated(text: str) -> str:
    """The text of a page with its generated parts as the code gives them now."""
    return PART.sub(lambda part: f"{part[1]}{part[2]}\n{GENERATORS[part[1]]().strip()}\n\n", text)


def written_by_hand(text: str) -> str:
    """The text of a page without its generated parts."""
    return PART.sub(r"\1\2", text)
