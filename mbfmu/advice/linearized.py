"""A System that is to be run, as a linear system near its start, and ways to couple that."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from ..cosim.checks import check_system
from ..cosim.coupling import drivers
from ..cosim.driven_inputs import DrivenInputs
from ..cosim.equilibrium import common_equilibrium, starts_in_equilibrium
from ..cosim.following import followed_inputs, times_held
from ..cosim.loops import stepping_order
from ..cosim.ports_ahead import without_prediction
from ..cosim.settle import settle
from ..cosim.simulate import running
from ..cosim.system import Connector, System
from ..cosim.variables import kind_of, looks_ahead, scalar_variables
from ..model_description import describe_fmu, unit_of
from .limit import time_near_start
from .linear_coupling import LinearCoupling
from .linear_part import hides_states, linear_part
from .linear_system import LinearSystem
from .stand_in import StandIn


@dataclass(frozen=True)
class Traits:
    """What masters look at in an FMU: inputs that it follows within a step, where others are held, whether it knows slopes and takes back steps."""

    followed: frozenset[str]
    held_at: Mapping[str, float]
    knows_slopes: bool
    takes_back: bool


@dataclass(frozen=True)
class Linearized:
    """A `system` near its start, the `units` of its connected outputs, and the `order` in which its components step.

    `hidden` are components whose FMUs do not say how their states move: here they have none. Those that look `ahead`, by interface mass, are
    here what they are without it: they follow inputs and know slopes, as all FMUs of mbfmu.
    """

    system: System
    linear: LinearSystem
    units: Mapping[Connector, str]
    traits: Mapping[str, Traits]
    order: tuple[str, ...]
    hidden: tuple[str, ...]
    ahead: tuple[str, ...]

    @cached_property
    def rate(self) -> float:
        """How fast the fastest motion of the coupled equations themselves grows [1/s]; negative where all decay."""
        return float(np.linalg.eigvals(self.linear.whole.A).real.max(initial=-np.inf))

    @property
    def duration(self) -> float:
        """The time [s] of the experiment that is looked at."""
        return time_near_start(self.system.stop_time - self.system.start_time, self.rate)

    def coupling(self, method: str, input_order: int) -> LinearCoupling:
        """The system under a master and with inputs of a degree."""
        system = replace(self.system, method=method, input_order=input_order, tolerance=None)
        instances = {}
        for name, part in self.linear.parts.items():
            traits = self.traits[name]
            instances[name] = StandIn(name, part, traits.followed if input_order else (), traits.held_at, traits.knows_slopes)
        return LinearCoupling(system, instances, self.order)

    def merged(self, names: Iterable[str]) -> Linearized:
        """The same with some components in one FMU, which steps when the first of them did."""
        inside = [name for name in self.system.components if name in {*names}]
        linear, first = self.linear.merged(inside), next(name for name in self.order if name in inside)
        new = next(name for name in linear.parts if name not in self.linear.parts)
        of = {name: self.traits[name] for name in inside}
        traits = Traits(
            frozenset(f"{name}.{v}" for name, t in of.items() for v in t.followed),
            {f"{name}.{v}": at for name, t in of.items() for v, at in t.held_at.items()},
            all(t.knows_slopes for t in of.values()),
            all(t.takes_back for t in of.values()),
        )
        components = {new if name == inside[0] else name: c for name, c in self.system.components.items() if name not in inside[1:]}
        connections = tuple((source, (name, v)) for name, drivers in linear.driven_by.items() for v, source in drivers.items())
        system = replace(self.system, components=components, connections=connections, divisors={}, order=(), inputs={})
        order = tuple(new if name == first else name for name in self.order if name == first or name not in inside)
        return Linearized(system, linear, self.units, {**self.traits, new: traits}, order, self.hidden, self.ahead)


def linearized(system: System) -> Linearized:
    """The linear system of a System near its start; raises what a run of it raises that does not start."""
    check_system(system)
    descriptions = {name: describe_fmu(component.fmu) for name, component in system.components.items()}
    ahead = tuple(name for name, description in descriptions.items() if looks_ahead(description))
    system = without_prediction(system, ahead)
    order, driven_by = system.order or stepping_order(system, descriptions), drivers(system)
    known = {name: scalar_variables(description) for name, description in descriptions.items()}
    with running(system, descriptions) as instances:
        DrivenInputs(system, descriptions).set(instances, system.start_time)
        if starts_in_equilibrium(system):
            common_equilibrium(instances, descriptions, driven_by)
        else:
            settle(instances, driven_by, order)
        links = {name: {v: source for v, source in of.items() if kind_of(known[name][v]) == "Real"} for name, of in driven_by.items()}
        sources = dict.fromkeys(source for of in links.values() for source in of.values())
        outputs = {name: [variable for component, variable in sources if component == name] for name in instances}
        parts = {name: linear_part(instance, descriptions[name], [*links[name]], outputs[name]) for name, instance in instances.items()}
    traits = {
        name: Traits(
            frozenset(parts[name].inputs) if name in ahead else followed_inputs(d, system.components[name].fmu),
            times_held(d),
            name in ahead or bool(d.coSimulation.maxOutputDerivativeOrder),
            bool(d.coSimulation.canGetAndSetFMUstate),
        )
        for name, d in descriptions.items()
    }
    hidden = tuple(name for name, d in descriptions.items() if hides_states(instances[name], d))
    units = {(name, v): unit for name, v in sources if (unit := unit_of(known[name][v]))}
    return Linearized(system, LinearSystem(parts, links), units, traits, tuple(order), hidden, ahead)
