"""The energies of a model, and what its forces and joints carry, as outputs beside its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from ...engine.instance import Instance
from ...model.declare.declarations import Handle, Output
from ...model.declare.element import Element, declarations
from ...model.declare.model import Model
from ...model.elements.forces.base import Load as LoadElement
from ...model.elements.joints import FreeMotion, Joint
from ...model.elements.sensors import JointReaction, KineticEnergy, PotentialEnergy
from ...model.elements.sensors.with_sensors import with_sensors
from ...problem.compile import Declared, compile_problem, declared_in
from ...problem.data.problem import Problem
from .equilibrium import Load

ADDED = "equilibrium."  # begins the names of outputs that are added, which none of the model's own then has
POTENTIAL, KINETIC = f"{ADDED}V", f"{ADDED}T"


@dataclass(frozen=True)
class Measured:
    """A Problem, the names of outputs that it has beside its own, and under which names it has the loads."""

    problem: Problem
    added: frozenset[str] = frozenset()
    loads: Mapping[str, str] = field(default_factory=dict)

    def energy(self, name: str, instance: Instance) -> float | None:
        """The energy [J] as the outputs last computed say, None where nobody knows it."""
        return float(instance.get(name)) if name in self.added else None

    def load(self, output: str, instance: Instance) -> Load:
        """What an output says of a load."""
        variable, value, unique = instance.variable(output), instance.get(output), f"{output}_unique"
        known = np.ravel(instance.get(unique)) > 0.0 if unique in self.added else np.full(np.size(value), True)
        return Load(value, variable.unit, variable.description.removesuffix(f" ({variable.origin})"), tuple(known.tolist()))


def measured(declared: Declared) -> Measured:
    """The Problem of a Model with its energies and with what its forces and joints carry; another as it is."""
    declared = declared_in(declared)
    if not isinstance(declared, Model):
        return Measured(compile_problem(declared))
    exposed = {_key(handle): name for name, handle in declared.outputs.items()}
    reactions = {joint.path: JointReaction(joint) for joint in declared.of_type(Joint) if not isinstance(joint, FreeMotion)}
    carried = {handle.name: handle for force in declared.of_type(LoadElement) for handle in _outputs(force) if handle.unit in ("N", "N.m")}
    carried |= {f"{path}.{handle.declaration.name}": handle for path, sensor in reactions.items() for handle in _outputs(sensor)}
    outputs = {name: exposed.get(_key(handle), f"{ADDED}{name}") for name, handle in carried.items()}
    added = {POTENTIAL: PotentialEnergy().V, KINETIC: KineticEnergy().T}
    added |= {outputs[name]: handle for name, handle in carried.items() if _key(handle) not in exposed}
    with with_sensors(declared, added.values()) as model:
        model.expose(outputs=added)
        problem = compile_problem(model)
    return Measured(problem, frozenset(added), {name: output for name, output in outputs.items() if not name.endswith("_unique")})


def _outputs(element: Element) -> list[Handle]:
    return [getattr(element, name) for name in declarations(type(element), Output)]


def _key(handle: Handle) -> tuple[int, str]:
    return id(handle.element), handle.declaration.name
