"""Rewritings of a model that must not matter to its motion: one a function."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from scipy.spatial.transform import Rotation

from mbfmu.base.spatial.inertia import symmetric
from mbfmu.base.spatial.placement import compose, inverse
from mbfmu.model.elements.constraints import SineJointMotion, SteadyJointMotion
from mbfmu.model.elements.forces import Hub, LineLoad, WorldForce, WorldTorque
from mbfmu.model.elements.joints import Fixed, Joint
from mbfmu.model.elements.parts import Body, FixedRotation, World
from mbfmu.model.elements.roads import FlatRoad
from mbfmu.model.elements.tires.base import Tire

from .description import Description, Item, Place, placed
from .mirroring import mirrored
from .redundancy import ROWS, joint_beside, row_beside
from .reversing import reversed_joint
from .scales import scaled

Rewriting = Callable[[Description, np.random.Generator], Description]
FAR = 1e4  # m


def _turn(rng: np.random.Generator) -> np.ndarray:
    return Rotation.random(random_state=rng).as_matrix()


def _replaced(found: Description, change: Callable[[Place], Place]) -> Description:
    """With all places changed."""
    attached = lambda item: tuple(change(to) if isinstance(to, Place) else to for to in item.attached)
    return replace(found, items=tuple(replace(item, attached=attached(item)) for item in found.items))


def _moved(found: Description, R: np.ndarray, r: np.ndarray) -> Description:
    """As a whole moved and turned in the world, gravity and forces of the world with it; r is in metres of the model as it was drawn."""
    shift, roads = r * found.scale[0], {road.name: road.given(z=road.values["z"] + r[2] * found.scale[0]) for road in found.of(FlatRoad)}
    moved = _replaced(found, lambda to: placed(to.part, R @ to.R, R @ to.r + shift) if to.part == "world" else to)

    def item(of: Item) -> Item:
        gravity = {"n": R @ of.values["n"]} if of.kind is World else {}
        inputs = {name: R @ of.inputs[name] + shift * (name == "point") for name in IN_WORLD.get(of.kind, ())}
        return replace(of.given(**gravity), inputs={**of.inputs, **inputs})

    return replace(moved, items=tuple(map(item, moved.items))).with_items(roads)


IN_WORLD = {WorldForce: ("f",), LineLoad: ("q",), WorldTorque: ("t",), Hub: ("point", "force", "moment")}  # inputs that are resolved in the world


def far(found: Description, rng: np.random.Generator) -> Description:
    """Moved by 10 km."""
    r = rng.normal(size=3)
    return _moved(found, np.eye(3), FAR * r / np.linalg.norm(r))


def turned(found: Description, rng: np.random.Generator) -> Description:
    """Turned in the world; on a level road about its normal."""
    R = Rotation.from_rotvec([0.0, 0.0, rng.uniform(-np.pi, np.pi)]).as_matrix() if found.of(FlatRoad) else _turn(rng)
    return _moved(found, R, np.zeros(3))


def mirror(found: Description, rng: np.random.Generator) -> Description:
    """Mirrored."""
    return mirrored(found)


def later(found: Description, rng: np.random.Generator) -> Description:
    """Shifted in time."""
    shift = float(rng.uniform(1.0, 100.0)) * found.stop_time

    def drive(of: Item) -> Item:
        if of.kind is SteadyJointMotion:
            return of.given(s_0=of.values["s_0"] - of.values["v"] * shift)
        return of.given(phase=of.values["phase"] - 2 * np.pi * of.values["frequency"] * shift)

    drives = {of.name: drive(of) for of in found.of(SineJointMotion, SteadyJointMotion)}
    return replace(found.with_items(drives), start_time=found.start_time + shift)


def reordered(found: Description, rng: np.random.Generator) -> Description:
    """Elements in another order."""
    return replace(found, items=tuple(found.items[i] for i in rng.permutation(len(found.items))))


def reversed_joints(found: Description, rng: np.random.Generator) -> Description:
    """Every joint from the other side."""
    return found.with_items({joint.name: reversed_joint(joint) for joint in found.of(Joint)})


def other_origins(found: Description, rng: np.random.Generator) -> Description:
    """Bodies described from other frames of theirs."""
    own = {body.name: (_turn(rng), rng.normal(size=3) * found.scale[0]) for body in found.of(Body)}
    moved = _replaced(found, lambda to: placed(to.part, *inverse(own[to.part])).at(to.R, to.r) if to.part in own else to)
    return moved.with_items({body.name: _described_from(body, *own[body.name]) for body in found.of(Body)})


def _described_from(body: Item, R: np.ndarray, r: np.ndarray) -> Item:
    I = R.T @ symmetric(body.values["I"]) @ R
    return body.given(r_CM=R.T @ (body.values.get("r_CM", np.zeros(3)) - r), I=I[[0, 1, 2, 1, 2, 2], [0, 1, 2, 0, 0, 1]])


def other_units(found: Description, rng: np.random.Generator) -> Description:
    """In millimetres, grams and milliseconds, or in kilometres, tons and hours: numbers that the engine takes for metres, kilograms and seconds.

    Tires land on their road, and are damped from there on: modes are left 1e-10 of an indicator's unit behind its threshold, which in
    kilometres is more than runs may be apart.
    """
    return scaled(found, *((1e3, 1e3, 1e3) if rng.random() < 0.5 or found.of(Tire) else (1e-3, 1e-3, 1 / 3600)))


def second_joint(found: Description, rng: np.random.Generator) -> Description:
    """A second joint beside one that holds the same already."""
    return found.with_items(added=[joint_beside(joint, _turn(rng), _way(found, rng)) for joint in _any(found.of(*ROWS), rng)])


def second_row(found: Description, rng: np.random.Generator) -> Description:
    """A row beside a joint that holds the same already."""
    return found.with_items(added=[row_beside(joint, _turn(rng), _way(found, rng)) for joint in _any(found.of(*ROWS), rng)])


def _any(items: list[Item], rng: np.random.Generator) -> list[Item]:
    """One of the items, or none where there is none."""
    return [items[rng.integers(len(items))]] if items else []


def _way(found: Description, rng: np.random.Generator) -> np.ndarray:
    """A vector of about a metre of the model as it was drawn."""
    return rng.normal(size=3) * found.scale[0]


def massless_rod(found: Description, rng: np.random.Generator) -> Description:
    """A joint at the end of a massless part."""
    (joint,) = _any(found.of(Joint), rng)
    end, other = joint.attached
    foot = placed(end.part, _turn(rng), _way(found, rng))
    R, r = compose(inverse((foot.R, foot.r)), (end.R, end.r))
    turn = Rotation.from_matrix(R).as_rotvec()
    angle = np.linalg.norm(turn)
    rod = Item("rod", FixedRotation, (foot,), {"r": r, "n": turn / angle, "angle": angle})
    return found.with_items({joint.name: replace(joint, attached=(Place("rod"), other))}, [rod])


def massless_body(found: Description, rng: np.random.Generator) -> Description:
    """A joint on a body without mass that is fixed to the one it was on."""
    (joint,) = _any(found.of(Joint), rng)
    end, other = joint.attached
    here, there = (placed("clip", _turn(rng), _way(found, rng)) for _ in range(2))
    clip = Item("clip", Body, (), {"m": np.array(0.0), "I": np.zeros(6)})
    foot = end.at(*compose((there.R.T, -there.R.T @ there.r), (here.R, here.r)))
    return found.with_items({joint.name: replace(joint, attached=(there, other))}, [clip, Item("clipped", Fixed, (foot, here))])


def two_halves(found: Description, rng: np.random.Generator) -> Description:
    """A body made of two that are fixed to each other."""
    (body,) = _any(found.of(Body), rng)
    part = rng.uniform(0.1, 0.9)
    m, r_CM, I = body.values["m"], body.values.get("r_CM", np.zeros(3)), body.values["I"]
    own = placed(body.name, _turn(rng), _way(found, rng))
    half = _described_from(Item("half", Body, (), {"m": part * m, "r_CM": r_CM, "I": part * I}), own.R, own.r)
    return found.with_items({body.name: body.given(m=(1 - part) * m, I=(1 - part) * I)}, [half, Item("welded", Fixed, (own, Place("half")))])


REWRITINGS: tuple[Rewriting, ...] = (
    far,
    turned,
    mirror,
    later,
    reordered,
    reversed_joints,
    other_origins,
    other_units,
    second_joint,
    second_row,
    massless_rod,
    massless_body,
    two_halves,
)
