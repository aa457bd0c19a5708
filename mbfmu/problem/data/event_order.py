"""In which order parts of a connection do what is due at one time: along the signal flow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from .steps import Call

Connector = tuple[str, str]  # a part and its variable


@dataclass(frozen=True)
class LinkedOutput:
    """How an output that links lead from is computed and handed on.

    It needs the inputs `needs` of its part; it is `late` if it needs all that the derivatives of the part do; it is `held` if it follows numbers
    that events change.
    """

    step: Call
    needs: frozenset[str]
    late: bool
    held: bool


def event_order(updating: Sequence[str], outputs: Mapping[Connector, LinkedOutput], links: Sequence[tuple[Connector, Connector]]) -> list[str]:
    """The parts `updating`, those that have events, in the order in which events of one time happen.

    What follows the update of another part comes behind it, and sees what that has given. In a loop of such parts the first declared comes first,
    and sees what the last ones gave before.
    """
    source = {target: connector for connector, target in links}
    known: dict[Connector, frozenset[str]] = {}

    def follows(connector: Connector) -> frozenset[str]:
        """The parts whose events an output follows within an instant."""
        if connector not in known:
            part, output = connector[0], outputs[connector]
            read = [s for target, s in source.items() if target[0] == part and (output.late or target[1] in output.needs)]
            known[connector] = frozenset([part] * (output.held or output.late)).union(*map(follows, read))
        return known[connector]

    before = {part: _among(updating, (of for target, s in source.items() if target[0] == part for of in follows(s))) for part in updating}
    for through in updating:
        for part in updating:
            if through in before[part]:
                before[part] |= before[through]
    left, order = list(updating), []
    while left:
        first = next(part for part in left if all(part in before[other] for other in left if other in before[part]))
        left.remove(first)
        order.append(first)
    return order


def needed_for(connector: Connector, waits: Mapping[Connector, list[Connector]]) -> set[Connector]:
    """All that must be computed before a connector, which `waits` for others."""
    found: set[Connector] = set()
    left = list(waits[connector])
    while left:
        connector = left.pop()
        if connector not in found:
            found.add(connector)
            left += waits[connector]
    return found


def _among(updating: Sequence[str], found: Iterable[str]) -> set[str]:
    return set(found) & set(updating)
