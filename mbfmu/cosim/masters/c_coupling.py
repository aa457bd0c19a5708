"""A Coupling as C has it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..c_master import structures
from ..c_master.memory import Memory
from .coupling import Coupling
from .wires import Wires


def c_turns(memory: Memory, coupling: Coupling, numbers: Mapping[str, int]) -> dict[str, Any]:
    """Who steps when, as fields of a Master; components have `numbers`."""
    turns = [structures.Turn(numbers[turn.component], turn.index, turn.count, turn.together) for turn in coupling.turns]
    return {
        "turns": memory.structures(turns, structures.Turn),
        "turn_count": len(turns),
        "order": memory.integers(numbers[name] for name in coupling.order),
    }


def c_histories(memory: Memory, coupling: Coupling, numbers: Mapping[str, int], place: Callable[[str, str], int]) -> list[structures.History]:
    """The histories of outputs, with as many samples as polynomials need from the beginning of a communication step on.

    `place` says where an output of a component stands among its real ones.
    """
    found, first = [], 0
    for of in coupling.outputs:
        found.append(
            structures.History(
                slave=numbers[of.component],
                first_signal=first,
                count=len(of.names),
                sloped=of.sloped,
                kept=coupling.system.degree + 3 + of.parts,
                parts=of.parts,
                quaternion_count=len(of.quaternions),
                places=memory.integers(place(of.component, name) for name in of.names),
                quaternions=memory.integers(of.quaternions.ravel().tolist()),
                scale=memory.doubles(of.sizes.tolist()),
            )
        )
        first += len(of.names)
    return found


def c_sources(memory: Memory, wires: Wires) -> dict[str, Any]:
    """What drives real inputs of a component, as fields of a Slave."""
    sources = [
        structures.Source(
            history=source.outputs,
            count=len(source.names),
            held=source.held,
            places=memory.integers(source.places),
            factors=memory.doubles(each.factor for each in source.conversions) if source.conversions else None,
            offsets=memory.doubles(each.offset for each in source.conversions) if source.conversions else None,
        )
        for source in wires.sources
    ]
    return {
        "sources": memory.structures(sources, structures.Source),
        "source_count": len(sources),
        "heard_count": len(wires.names),
        "signal_count": len(wires.signals),
    }


def c_places(coupling: Coupling, name: str) -> dict[str, int]:
    """Which histories and signals are a component's own, as fields of a Slave: they stand side by side."""
    own = [i for i, of in enumerate(coupling.outputs) if of.component == name]
    signals = [i for i, (component, _) in enumerate(coupling.signals) if component == name]
    return {
        "first_history": own[0] if own else 0,
        "histories": len(own),
        "first_signal": signals[0] if signals else 0,
        "signals": len(signals),
    }
