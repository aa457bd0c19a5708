"""A System that is to be run, as a linear system near its start, and ways to couple that."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from fmpy.model_description import ModelDescription

from ...base.model_description import describe_fmu, unit_of
from ...model.ports import Port
from ...model.ports.kinds import RESPONSES
from ..checks import check_system
from ..equilibrium.consistent_start import make_consistent
from ..fmu.instance import FmuInstance
from ..inputs.driven_inputs import DrivenInputs
from ..inputs.drivers import drivers
from ..loaded_system import running
from ..system.followed_inputs import followed_inputs, times_held
from ..system.loops import stepping_order
from ..system.ports_ahead import at_the_instant
from ..system.system import Connector, System
from ..system.variables import kind_of, looks_ahead, scalar_variables
from ..system.wiring import ports_of_fmu
from .limit import time_near_start
from .linear_coupling import LinearCoupling
from .linear_part import hides_states, linear_part
from .linear_system import LinearCoupledSystem
from .look_ahead import LookingAhead, Partner
from .ports_ahead import ports_ahead
from .reported_inertia import felt, under_forces
from .stand_in import StandIn

UNNOTICED = 0.1  # e-foldings during the experiment


@dataclass(frozen=True)
class Traits:
    """What masters look at in an FMU: inputs that it follows within a step, where others are held, whether it knows slopes and takes back steps."""

    followed: frozenset[str]
    held_at: Mapping[str, float]
    knows_slopes: bool
    takes_back: bool


@dataclass(frozen=True)
class LinearizedSystem:
    """A `system` near its start, the `units` of its connected outputs, and the `order` in which its components step.

    `hidden` are components whose FMUs do not say how their states move: here they have none. `partners` are those that look ahead, by interface mass.
    Those of them that take several steps within one of the master are `divided`: here they look at the instant.
    """

    system: System
    linear: LinearCoupledSystem
    units: Mapping[Connector, str]
    traits: Mapping[str, Traits]
    order: tuple[str, ...]
    hidden: tuple[str, ...]
    partners: Mapping[str, Partner]
    divided: tuple[str, ...]

    @cached_property
    def rate(self) -> float:
        """How fast the fastest motion of the coupled equations themselves grows [1/s]; negative where all decay."""
        return float(np.linalg.eigvals(self.linear.whole.A).real.max(initial=-np.inf))

    @property
    def tolerated(self) -> float:
        """How fast what is coupled may grow [1/s]: as the equations, or little while it runs, where ports feel each other a step late."""
        return max(self.rate, UNNOTICED / self.duration) if self.partners else self.rate

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
            answers = traits.followed if input_order else (), traits.held_at, traits.knows_slopes
            ahead = self.partners.get(name)
            instances[name] = LookingAhead(name, ahead, *answers) if ahead else StandIn(name, part, *answers)
        return LinearCoupling(system, instances, self.order)

    def merged(self, names: Iterable[str]) -> LinearizedSystem:
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
        system = replace(self.system, components=components, connections=connections, divisors={}, order=(), inputs={}, connectors={})
        order = tuple(new if name == first else name for name in self.order if name == first or name not in inside)
        partners = {name: partner for name, partner in self.partners.items() if name not in inside}
        return LinearizedSystem(
            system=system,
            linear=linear,
            units=self.units,
            traits={**self.traits, new: traits},
            order=order,
            hidden=self.hidden,
            partners=partners,
            divided=self.divided,
        )


def linearized(system: System) -> LinearizedSystem:
    """The linear system of a System near its start; raises what a run of it raises that does not start."""
    check_system(system)
    descriptions = {name: describe_fmu(component.fmu) for name, component in system.components.items()}
    ahead = tuple(name for name, description in descriptions.items() if looks_ahead(description))
    system = at_the_instant(system, ahead)
    order, driven_by = system.order or stepping_order(system, descriptions), drivers(system)
    known = {name: scalar_variables(description) for name, description in descriptions.items()}
    with running(system, descriptions) as instances:
        DrivenInputs(system, descriptions).set(instances, system.start_time)
        make_consistent(system, instances, descriptions, driven_by, order)
        links = {name: {v: source for v, source in of.items() if kind_of(known[name][v]) == "Real"} for name, of in driven_by.items()}
        sources = dict.fromkeys(source for of in links.values() for source in of.values())
        outputs = {name: [variable for component, variable in sources if component == name] for name in instances}
        ports = {name: _told_ports(descriptions[name]) for name in ahead}
        values = {name: _values(instances[name], of) for name, of in ports.items()}
        parts = {}
        for name, instance in instances.items():
            with_felt = felt(instance, [*links[name]], outputs[name])
            parts[name] = with_felt(linear_part(instance, descriptions[name], [*links[name]], outputs[name]))
    kinds = {name: {p.name: p.kind for p in of.values()} for name, of in ports.items()}
    linear = under_forces(LinearCoupledSystem(parts, links), kinds, values)
    scaled = {name: part.driven_through({v: driven_by[name].factor(v) for v in part.inputs}) for name, part in linear.parts.items()}
    linear = replace(linear, parts=scaled)
    told = {c for c in system.connections if c[1][0] in ahead and c[1][1] in links[c[1][0]] and c[1][1] not in linear.driven_by[c[1][0]]}
    system = replace(system, connections=tuple(c for c in system.connections if c not in told), conversions={})
    divided = tuple(name for name in ahead if system.divisors.get(name, 1) > 1)
    partners = {
        name: Partner(part, ports_ahead(kinds[name], part.inputs, part.outputs, values[name]))
        for name, part in linear.parts.items()
        if kinds.get(name) and name not in divided
    }
    traits = {
        name: Traits(
            followed_inputs(d, system.components[name].fmu),
            times_held(d),
            bool(d.coSimulation.maxOutputDerivativeOrder),
            bool(d.coSimulation.canGetAndSetFMUstate),
        )
        for name, d in descriptions.items()
    }
    hidden = tuple(name for name, d in descriptions.items() if hides_states(instances[name], d))
    units = {(name, v): unit for name, v in sources if (unit := unit_of(known[name][v]))}
    return LinearizedSystem(
        system=system, linear=linear, units=units, traits=traits, order=tuple(order), hidden=hidden, partners=partners, divided=divided
    )


def _told_ports(description: ModelDescription) -> dict[str, Port]:
    """The ports of an FMU that hear how the motion side answers to forces."""
    return {name: port for name, port in ports_of_fmu(description).items() if port.side == "force" and RESPONSES & port.inputs}


def _values(instance: FmuInstance, ports: Mapping[str, Port]) -> dict[str, float]:
    """What the inputs and outputs of ports are."""
    names = [f"{name}.{member}" for name, port in ports.items() for member in (*port.inputs, *port.outputs)]
    return dict(zip(names, instance.numbers(names).tolist()))
