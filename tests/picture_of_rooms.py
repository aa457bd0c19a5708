"""The picture of the rooms in ARCHITECTURE.md, drawn from the imports: `python -m tests.picture_of_rooms` writes it."""

import re
from collections.abc import Mapping
from pathlib import Path

from .imports import PACKAGE, imports
from .test_rooms import ORDER, files

PAGE = Path(__file__).parent.parent / "ARCHITECTURE.md"
BEGIN, END = "<!-- rooms: written by python -m tests.picture_of_rooms -->\n", "<!-- end of rooms -->"
Arrows = Mapping[str, set[str]]  # a room -> the rooms that it imports from


def arrows() -> Arrows:
    """All arrows between the rooms at the top of the package, the highest room first."""
    found: dict[str, set[str]] = {name: set() for name in reversed(dict.fromkeys(name.split("/")[0] for name in ORDER))}
    for path in files():
        own = path.relative_to(PACKAGE).parts[0]
        found[own] |= {to.relative_to(PACKAGE).parts[0] for to in imports(path)} & found.keys() - {own}
    return found


def reduced(graph: Arrows) -> Arrows:
    """The arrows that do not follow from others: a room below one that is imported is left out."""
    below: dict[str, set[str]] = {}
    for name in reversed(graph):
        below[name] = graph[name].union(*(below[lower] for lower in graph[name]))
    return {name: {lower for lower in direct if not any(lower in below[other] for other in direct)} for name, direct in graph.items()}


def picture(graph: Arrows) -> str:
    """A Mermaid diagram."""
    lines = [f"    {name} --> {' & '.join(lower for lower in graph if lower in direct)}" for name, direct in reduced(graph).items() if direct]
    return "```mermaid\nflowchart TD\n" + "\n".join(lines) + "\n```\n"


def drawn(page: str) -> str:
    """The picture that stands in a page."""
    return re.findall(f"{BEGIN}(.*?){END}", page, re.S)[0]


def main() -> None:
    """Put the picture into the page."""
    page = re.sub(f"(?<={re.escape(BEGIN)}).*?(?={END})", lambda _: picture(arrows()), PAGE.read_text(), flags=re.S)
    PAGE.write_text(page)


if __name__ == "__main__":
    main()
