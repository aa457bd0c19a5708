"""{generated} in a page stands for Markdown that a generator writes from the code when the site is built."""

import re
from collections.abc import Callable, Mapping

from generators.claims import claims
from generators.command_line import command_line
from generators.elements import ROOMS, room

GENERATORS: Mapping[str, Callable[[], str]] = {
    **{name: lambda name=name: room(name) for name in ROOMS},
    "claims": claims,
    "command_line": command_line,
}


def fill_in(app, page: str, source: list[str]) -> None:
    """Put what the generators write into the text of a page, before Sphinx parses it."""
    source[0] = re.sub(r"^```\{generated\} (\w+)\n```$", lambda asked: GENERATORS[asked[1]](), source[0], flags=re.M)
