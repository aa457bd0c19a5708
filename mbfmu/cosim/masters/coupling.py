"""What a master steps: which outputs it remembers, what drives which inputs, and who steps when."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from fmpy.model_description import ModelDescription

from ..fmu.instance import FmuInstance
from ..inputs.driven_inputs import DrivenInputs
from ..inputs.drivers import drivers
from ..system.names import Connector
from ..system.ports_ahead import held_connections
from ..system.quaternions import quaternions
from ..system.system import System
from ..system.variables import direct_feedthrough, kind_of, nominal_of, scalar_variables
from .outputs import Outputs, signals_of
from .wires import Wires, wires


@dataclass(frozen=True)
class Turn:
    """Step number `index` of `count` that a component takes in a communication step; those with one `together` begin together."""

    component: str
    index: int
    count: int
    together: int


@dataclass(frozen=True)
class Coupling:
    """Outputs and wires of the components of `system`, which step in an `order`; `jumping` outputs follow inputs at once."""

    system: System
    order: tuple[str, ...]
    outputs: tuple[Outputs, ...]
    wires: Mapping[str, Wires]
    jumping: Collection[Connector]

    @property
    def signals(self) -> list[Connector]:
        """The outputs that drive inputs."""
        return signals_of(self.outputs)

    def linked(self, component: str) -> list[str]:
        """The outputs of a component that drive inputs, also those that are no real numbers."""
        others = [source for of in self.wires.values() for source in of.others.values()]
        return [name for c, name in dict.fromkeys((*self.signals, *others)) if c == component]

    @property
    def turns(self) -> list[Turn]:
        """All steps within a communication step, in their order."""
        counts = {name: self.system.divisors.get(name, 1) for name in self.order}
        starts = sorted({Fraction(i, count) for count in counts.values() for i in range(count)})
        together = {start: i for i, start in enumerate(starts)}
        found = [Turn(name, i, count, together[Fraction(i, count)]) for name, count in counts.items() for i in range(count)]
        return sorted(found, key=lambda turn: turn.together)


def coupling_of(
    system: System, descriptions: Mapping[str, ModelDescription], instances: Mapping[str, FmuInstance], order: Sequence[str], driven: DrivenInputs
) -> Coupling:
    """The Coupling of running FMUs; signals drive inputs, too."""
    through = {name: direct_feedthrough(description) for name, description in descriptions.items()}
    known = {name: scalar_variables(description) for name, description in descriptions.items()}
    driven_by, outputs, at_once = drivers(system), list[Outputs](), set[Connector]()
    sources = dict.fromkeys(source for source, _ in system.connections)
    continued = system.degree or system.tolerance is not None  # else inputs are what outputs are, to the last bit
    for name, instance in instances.items():
        real = [v for c, v in sources if c == name and kind_of(known[name][v]) == "Real"]
        jumping = {v for v in real if {*through[name][v]} & {*driven_by[name]}}
        knows_slopes = bool(system.degree and descriptions[name].coSimulation.maxOutputDerivativeOrder)
        sloped = [v for v in real if v not in jumping and instance.scalar(v)] if knows_slopes else []
        for group, slopes in ((sloped, True), ([v for v in real if v not in sloped], False)):
            if group:
                outputs.append(
                    Outputs(
                        component=name,
                        names=tuple(group),
                        sloped=slopes,
                        sizes=np.array([nominal_of(known[name][v]) for v in group]),
                        quaternions=quaternions(descriptions[name], group if continued else ()),
                        parts=system.divisors.get(name, 1),
                    )
                )
        at_once |= {(name, v) for v in jumping}
    held = held_connections(system)
    laid = {name: wires(name, by, outputs, held, driven.real(name)) for name, by in driven_by.items()}
    return Coupling(system, tuple(order), tuple(outputs), laid, at_once)
