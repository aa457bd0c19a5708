"""Which of some variables are ports: the same rule for FMUs of any tool, for models and for connections of several."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .kinds import KINDS, PortKind


@dataclass(frozen=True)
class Port:
    """A bundle of inputs and outputs called "name.member"; `inputs` and `outputs` are the members."""

    name: str
    kind: PortKind
    side: str  # "motion" or "force"
    inputs: frozenset[str]
    outputs: frozenset[str]

    def __str__(self) -> str:
        article = "takes force, gives motion" if self.side == "motion" else "takes motion, gives force"
        return f"{self.name}: {self.kind.name} port ({self.kind.summary()}), {article}"


def ports_among(inputs: Iterable[str], outputs: Iterable[str]) -> dict[str, Port]:
    """The ports among some inputs and outputs, by name: all that is called "name.member" with the members that a kind needs, in their directions."""
    members: dict[str, tuple[set[str], set[str]]] = {}
    for i, names in enumerate((inputs, outputs)):
        for name in names:
            pieces = name.split(".")
            for cut in range(1, len(pieces)):
                members.setdefault(".".join(pieces[:cut]), (set(), set()))[i].add(".".join(pieces[cut:]))
    found = {name: _port(name, *of) for name, of in members.items()}
    return {name: port for name, port in found.items() if port}


def _port(name: str, inputs: set[str], outputs: set[str]) -> Port | None:
    for kind in KINDS:
        taken, given = kind.given_by["force"], kind.given_by["motion"]
        for side, come, go in (("motion", taken, given), ("force", given, taken)):
            if kind.needed <= (inputs & come) | (outputs & go):
                return Port(name=name, kind=kind, side=side, inputs=frozenset(inputs & come), outputs=frozenset(outputs & go))
    return None
