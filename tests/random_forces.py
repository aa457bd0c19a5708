"""Every kind of force and joint load on a random tree, with random parameters and inputs."""

from __future__ import annotations

from typing import Any

import numpy as np

from mbfmu import LookupTable, Model
from mbfmu.model.declare.declarations import Input, Parameter, State
from mbfmu.model.declare.element import Element, declarations
from mbfmu.model.declare.table_parameter import TableParameter
from mbfmu.model.elements import forces
from mbfmu.model.elements.forces import BeamElement, Force, JointLoad, SpanContact
from mbfmu.model.elements.forces.air_force import AirForce
from mbfmu.model.elements.joints import Joint, Revolute
from mbfmu.model.elements.parts import Body

KINDS = [kind for name in forces.__all__ if (kind := getattr(forces, name)) not in (Force, JointLoad)]
# what reads other forces, or has states, has tests of its own
ALONE = tuple(kind for kind in KINDS if not any(issubclass(of, Element) and not issubclass(of, Joint) for of in kind.attachments.values()))
ALL_FORCES = tuple(kind for kind in ALONE if not declarations(kind, State))
# and of no curves; random moments of the air spin bodies up until they are no numbers, beams refuse ends that are half a turn apart, and decks stand
# upright nowhere
OF_NUMBERS = tuple(
    kind for kind in ALL_FORCES if not declarations(kind, TableParameter) and not issubclass(kind, (AirForce, BeamElement, SpanContact))
)


def joint_for(kind: type[JointLoad]) -> type[Joint]:
    """A kind of joint that a load can act on: what it is attached to, or a revolute joint where it takes several."""
    wanted = kind.attachments["joint"]
    return Revolute if wanted is Joint else wanted


def random_values(rng: np.random.Generator, kind: type[Element]) -> dict[str, Any]:
    """Positive random parameters and curves; the limits of end stops are such that many a coordinate lies outside."""
    values = {name: rng.uniform(0.5, 2.0, p.shape) for name, p in declarations(kind, Parameter).items()}
    if "lower" in values:
        values["lower"], values["upper"] = 0.1 * values["lower"], 0.2 + 0.1 * values["upper"]
    if "w_idle" in values:
        values["w_max"] = values["w_idle"] + values["w_max"]
    return values | {name: random_table(rng, len(table.axes)) for name, table in declarations(kind, TableParameter).items()}


def random_table(rng: np.random.Generator, axes: int) -> LookupTable:
    """Of one axis a smooth curve through the origin that ascends, of more a smooth table."""
    if axes > 1:
        return LookupTable(*np.cumsum(rng.uniform(0.2, 1.0, (axes, 4)), axis=1), rng.normal(size=(4,) * axes), smooth=True)
    below, above = (np.cumsum(rng.uniform(0.2, 1.0, (2, 3)), axis=1) for _ in range(2))
    x, f = np.concatenate([-below[:, ::-1], np.zeros((2, 1)), above], axis=1)
    return LookupTable(x, f, smooth=True, outside="extrapolated")


def random_inputs(rng: np.random.Generator, kind: type[Element]) -> dict[str, np.ndarray]:
    """Random inputs of order one; the feet of springs stand still."""
    inputs = declarations(kind, Input).items()
    return {name: np.zeros(d.shape) if name == "v_foot" else rng.normal(size=d.shape) for name, d in inputs}


def by_variable(forces: list, rng: np.random.Generator) -> dict[str, np.ndarray]:
    """Random inputs of forces by the variables of a Problem that exposes each as "force.input"."""
    found = {}
    for force in forces:
        for name, value in random_inputs(rng, type(force)).items():
            pieces = getattr(type(force), name).pieces
            found |= {f"{force.name}.{name}.{p}": v for p, v in zip(pieces, value)} if pieces else {f"{force.name}.{name}": value}
    return found


def add_every_force(model: Model, rng: np.random.Generator) -> list[Element]:
    """Adds one of each kind under its own name, between random frames or on a random joint that fits."""
    bodies = model.of_type(Body)
    added = []
    for kind in ALL_FORCES:
        if issubclass(kind, Force):
            on = [rng.choice(bodies).at(*rng.normal(size=(2, 3)), 1.0) for _ in kind.attachments]
        else:
            on = [rng.choice(model.of_type(joint_for(kind)))]
        added.append(model.add(kind.__name__, kind(*on, **random_values(rng, kind))))
    return added
