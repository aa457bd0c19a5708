"""draw(seed): a random model from the public elements, which fits together where it starts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

import numpy as np

from mbfmu.model.declare.frame import Frame
from mbfmu.model.elements.constraints import Constraint, JointMotionFiltered, SineJointMotion, SteadyJointMotion
from mbfmu.model.elements.constraints.coupling import Coupling
from mbfmu.model.elements.forces import Bushing, JointForce, JointLoad, JointTorque
from mbfmu.model.elements.joints import Cylindrical, FreeMotion, Joint, Planar, Prismatic, Revolute, RotorInertia, Spherical, Universal
from mbfmu.model.elements.parts import Body
from mbfmu.model.elements.parts.base import Part
from mbfmu.model.elements.roads import FlatRoad
from mbfmu.model.elements.sensors import AccelerationSensor, DistanceSensor, JointReaction, KineticEnergy
from mbfmu.model.elements.tires import LinearTire

from ..motion_of_trees import at_rest
from ..random_constraints import BETWEEN_FRAMES, BETWEEN_JOINTS
from ..random_forces import OF_NUMBERS, joint_for, random_inputs, random_values
from ..random_loops import Mechanism, random_mechanism
from ..random_models import ALL_JOINTS, Link, random_links, random_place
from .description import Description, Item, Place, described
from .scales import scaled

CLOSING = (Revolute, Prismatic, Cylindrical, Universal, Spherical, Planar)
HOLDING = (*BETWEEN_FRAMES, *BETWEEN_JOINTS)
DRIVES = (SineJointMotion, SteadyJointMotion, JointMotionFiltered)
MOST_BODIES = 12
STOP_TIME = 0.4  # s: of a model of order one, whose speeds are
UPRIGHT = 0.5  # sine between the axle of a wheel and the normal of its road, at least
BUSHING_TURN = 1.5  # rad: beyond 180 degrees a bushing is not defined


def draw(seed: int) -> Description:
    """The description of a random model."""
    rng = np.random.default_rng(seed)
    mechanism = next(_mechanisms(rng))
    found = described(mechanism.model, STOP_TIME)
    found = _spun(found, rng)
    found = found.with_items(added=_drive(found, rng))
    found = found.with_items(added=_forces(found, mechanism, rng))
    found = found.with_items(added=_tire(found, mechanism, rng))
    found = found.with_items(added=_rotors(found, rng))
    found = found.with_items(added=_sensors(found, rng))
    found = _controlled(found, rng)
    return scaled(found, *map(float, 10.0 ** rng.uniform(-2.0, 2.0, 3))) if _seldom(rng) else found


def _seldom(rng: np.random.Generator) -> bool:
    """True in one of four models."""
    return bool(rng.random() < 0.25)


def _mechanisms(rng: np.random.Generator) -> Iterator[Mechanism]:
    """Random mechanisms without end."""
    for _ in count():
        closing = list(rng.choice(np.array(CLOSING), rng.choice(3, p=[0.5, 0.4, 0.1])))
        holding = list(rng.choice(np.array(HOLDING), rng.choice(3, p=[0.55, 0.35, 0.1])))
        kinds = _kinds(closing, holding, rng)
        try:
            yield random_mechanism(rng, kinds, closing, holding, _links(rng, kinds))
        except ValueError:
            continue  # these do not fit together


def _kinds(closing: Sequence[type[Joint]], holding: Sequence[type[Constraint]], rng: np.random.Generator) -> list[type[Joint]]:
    """Joints with more freedoms than loops and constraints take, among them those that constraints couple, in any order."""
    coupled = [kind for held in holding if issubclass(held, Coupling) for kind in held.attachments.values()]
    kinds = [Revolute if kind is Joint else kind for kind in coupled]
    taken = sum(6 - kind.nv for kind in closing) + sum(len(held.units) for held in holding)
    least = 2 + rng.poisson(1.5)
    while len(kinds) < MOST_BODIES and (len(kinds) < least or sum(kind.nv for kind in kinds) <= taken + 1):
        kinds.append(ALL_JOINTS[rng.integers(len(ALL_JOINTS))])
    return [kinds[i] for i in rng.permutation(len(kinds))]


def _links(rng: np.random.Generator, kinds: Sequence[type[Joint]]) -> list[Link]:
    """Random links, in one of four models with masses and in another with lengths that differ by orders of magnitude."""
    links = random_links(rng, kinds)
    masses = 10.0 ** rng.uniform(-4.0, 4.0, len(links)) if _seldom(rng) else np.ones(len(links))
    lengths = 10.0 ** rng.uniform(-2.0, 2.0, len(links)) if _seldom(rng) else np.ones(len(links))
    return [_resized(link, m, r) for link, m, r in zip(links, masses, lengths)]


def _resized(link: Link, mass: float, length: float) -> Link:
    def place(r, n, angle):
        return r * length, n, angle

    body = {"m": link.body["m"] * mass, "r_CM": link.body["r_CM"] * length, "I": link.body["I"] * mass * length**2}
    return replace(link, on_parent=place(*link.on_parent), on_child=place(*link.on_child), body=body)


def _spun(found: Description, rng: np.random.Generator) -> Description:
    """In one of four models all speeds are up to a hundred times as large, and the run is as much shorter."""
    factor = float(10.0 ** rng.uniform(0.5, 2.0)) if _seldom(rng) else 1.0
    speeds = {"w_start", "v_start", "w_a_start", "w_b_start", "v_x_start", "v_y_start"}
    spun = {j.name: j.given(**{name: factor * value for name, value in j.values.items() if name in speeds}) for j in found.of(Joint)}
    return replace(found.with_items(spun), stop_time=found.stop_time / factor)


def _along(joint: Item) -> tuple[float, float]:
    """Coordinate and speed at the start of a joint of one coordinate."""
    q, v = ("phi_start", "w_start") if joint.kind is Revolute else ("s_start", "v_start")
    return float(joint.values.get(q, 0.0)), float(joint.values.get(v, 0.0))


def _drive(found: Description, rng: np.random.Generator) -> list[Item]:
    """In one of four models a joint goes on by a drive as it moves at the start."""
    joints = found.of(Revolute, Prismatic)
    if not joints or not _seldom(rng):
        return []
    joint = joints[rng.integers(len(joints))]
    coupled = [held for held in found.of(Constraint) if joint.name in held.attached]
    return [] if coupled else [_going_on(joint, DRIVES[rng.integers(len(DRIVES))], found.stop_time, rng)]


def _going_on(joint: Item, kind: type[Constraint], stop_time: float, rng: np.random.Generator) -> Item:
    q, v = _along(joint)
    if kind is SteadyJointMotion:
        return Item("drive", kind, (joint.name,), {"s_0": np.array(q), "v": np.array(v)})
    frequency, phase = rng.uniform(0.1, 1.0) / stop_time, rng.uniform(-1.0, 1.0)
    if kind is JointMotionFiltered:
        start = {"y_start": np.array(q), "y_dot_start": np.array(v)}
        return Item("drive", kind, (joint.name,), {"w": np.array(2 * np.pi * frequency), **start}, {"s": np.array(q + rng.normal())})
    amplitude = v / (2 * np.pi * frequency * np.cos(phase))
    motion = {"amplitude": amplitude, "frequency": frequency, "phase": phase, "offset": q - amplitude * np.sin(phase)}
    return Item("drive", kind, (joint.name,), {name: np.array(value) for name, value in motion.items()})


def _forces(found: Description, mechanism: Mechanism, rng: np.random.Generator) -> list[Item]:
    """Up to four forces and loads of any kind, weak or strong, with inputs that are constant."""
    added = []
    for i, kind in enumerate(rng.choice(np.array(OF_NUMBERS), rng.integers(5))):
        if issubclass(kind, JointLoad):
            joints = found.of(joint_for(kind))
            on: tuple[Any, ...] = (joints[rng.integers(len(joints))].name,) if joints else ()
        else:
            on = tuple(_frames(kind, found, mechanism, rng))
        if on:
            strong = 10.0 ** rng.uniform(-1.0, 3.0)
            values = {name: value * (strong if name in STRENGTHS else 1.0) for name, value in random_values(rng, kind).items()}
            added.append(Item(f"force{i}", kind, on, _arrays(values), _arrays(random_inputs(rng, kind))))
    return added


STRENGTHS = {"c", "d", "c_phi", "d_phi"}  # parameters of forces that go together: springs stay damped, where they are


def _arrays(values: Mapping[str, Any]) -> dict[str, np.ndarray]:
    return {name: np.asarray(value, dtype=float) for name, value in values.items()}


def _frames(kind: type, found: Description, mechanism: Mechanism, rng: np.random.Generator) -> list[Place]:
    """Random places, a pair for each bushing which are turned little against each other."""
    parts = [item.name for item in found.of(Part)]
    first = _place(parts[rng.integers(len(parts))], rng)
    if len(kind.attachments) == 1:
        return [first]
    other = _place(rng.choice([part for part in parts if part != first.part]), rng)
    if kind is Bushing:
        elements = mechanism.model.elements
        a, b = at_rest(mechanism.tree, mechanism.q, [Frame(elements[place.part]) for place in (first, other)])
        turn = Place("", turn=rng.uniform(-1.0, 1.0, 3) * BUSHING_TURN / 2).R
        other = Place(other.part, other.r).at(b.R.T @ a.R @ first.R @ turn, np.zeros(3))
    return [first, other]


def _tire(found: Description, mechanism: Mechanism, rng: np.random.Generator) -> list[Item]:
    """In one of four models a body has a wheel that stands a little pressed on a road."""
    if not _seldom(rng):
        return []
    bodies = found.of(Body)
    wheel = _place(bodies[rng.integers(len(bodies))].name, rng)
    (body,) = at_rest(mechanism.tree, mechanism.q, [Frame(mechanism.model.elements[wheel.part])])
    upright = float(np.linalg.norm((body.R @ wheel.R)[:2, 1]))
    if upright < UPRIGHT:
        return []
    lengths = {name: rng.uniform(0.2, 0.6) for name in ("radius", "sigma_kappa", "sigma_alpha")}
    height = (body.r + body.R @ wheel.r)[2] - upright * 0.95 * lengths["radius"]
    stiff = {"c_z": rng.uniform(100.0, 1000.0), "d_z": 1.0, "c_kappa": 5.0, "c_alpha": 5.0, "d_slip": 0.5, "v_low": 1.0}
    return [
        Item("road", FlatRoad, (), {"mu": np.array(1.0), "z": np.array(height)}),
        Item("tire", LinearTire, (wheel, "road"), _arrays(lengths | stiff)),
    ]


def _place(part: str, rng: np.random.Generator) -> Place:
    r, n, angle = random_place(rng)
    return Place(part, r, n / np.linalg.norm(n) * angle)


def _rotors(found: Description, rng: np.random.Generator) -> list[Item]:
    """In one of four models a rotor turns with a joint."""
    joints = [joint for joint in found.of(Revolute, Prismatic) if not joint.name.startswith("loop")]
    if not joints or not _seldom(rng):
        return []
    values = {"J": np.array(rng.uniform(0.01, 1.0)), "ratio": np.array(rng.uniform(-3.0, 3.0))}
    return [Item("rotor", RotorInertia, (joints[rng.integers(len(joints))].name,), values)]


def _sensors(found: Description, rng: np.random.Generator) -> list[Item]:
    """What is compared: numbers that do not depend on how a model is described."""
    sensors = [Item("energy", KineticEnergy)]
    for body in found.of(Body):
        sensors.append(Item(f"{body.name}_far", DistanceSensor, (_place("world", rng), _place(body.name, rng))))
        sensors.append(Item(f"{body.name}_near", DistanceSensor, (_place("world", rng), _place(body.name, rng))))
        sensors.append(Item(f"{body.name}_pulled", AccelerationSensor, (_place(body.name, rng),)))
    joints = [joint for joint in found.of(Joint) if joint.kind is not FreeMotion]  # which transmits nothing
    watched = rng.choice(len(joints), min(2, len(joints)), replace=False)
    return sensors + [Item(f"{joints[i].name}_reaction", JointReaction, (joints[i].name,)) for i in watched]


def _controlled(found: Description, rng: np.random.Generator) -> Description:
    """In one of four models a sampled controller holds a joint."""
    joints = found.of(Revolute, Prismatic)
    if not joints or not _seldom(rng):
        return found
    joint = joints[rng.integers(len(joints))]
    load = Item(f"pid_{joint.name}", JointTorque if joint.kind is Revolute else JointForce, (joint.name,))
    period, limit = rng.uniform(0.03, 0.2) * found.stop_time, 100.0
    values = {"period": period, "k": rng.uniform(-20.0, 20.0), "T_i": period, "T_t": period, "y_min": -limit, "y_max": limit}
    return replace(found.with_items(added=[load]), controllers={joint.name: _arrays(values)})
