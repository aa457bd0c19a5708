"""Findings in a file: problems, which refuse it, and warnings."""

from __future__ import annotations

SHOWN = 5  # places that a warning names; a robot has hundreds of links


class Findings:
    """Collects problems, one sentence each, and warnings; what holds in many places is one warning that lists them."""

    def __init__(self) -> None:
        self.problems: list[str] = []
        self._places: dict[str, list[str]] = {}

    def problem(self, where: str, text: str) -> None:
        """The file cannot be used because of this."""
        self.problems.append(f"{where}: {text}")

    def warn(self, where: str, text: str) -> None:
        """The file can be used, but not as its author may think."""
        places = self._places.setdefault(text, [])
        if where not in places:
            places.append(where)

    @property
    def warnings(self) -> list[str]:
        """One sentence for each thing to be warned of, and where it is."""
        return [f"{text}: {_listed(places)}" for text, places in self._places.items()]


def _listed(places: list[str]) -> str:
    shown = ", ".join(places[:SHOWN])
    return shown if len(places) <= SHOWN else f"{shown} and {len(places) - SHOWN} more"
