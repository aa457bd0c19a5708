"""What on the rig goes beyond what real parts do: rubber and stops that are pressed too far, joints and rods that turn too far.

Rubber of templates has no end of travel, so the rig finds postures for any lift. Bounds are beyond all that cars have: rubber gives way by up to
1 cm, bump stops are 4 cm to 8 cm long and shrink to a third, ball joints tilt by 30 deg.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import singledispatch

import numpy as np

from ...base.scalars import Record
from ...mechanics.formulations.derived_parameters import place
from ...model.declare.element import Element
from ...model.declare.frame import Frame
from ...model.declare.lookup_table import LookupTable
from ...model.elements.constraints import Distance
from ...model.elements.forces import BumpStop, Bushing, BushingCurves, ReboundStop, SpringDamperCurves, SpringDamperParallel
from ...model.elements.joints import Revolute, Spherical

RUBBER, DEPTH = 0.02, 0.05  # m: by which rubber gives way, and stops are pressed
PIVOT, BALL = 0.7, 1.0  # rad: by which pivots and rubber turn, balls and rods tilt
SHORT = 0.6  # of its length, by which a spring becomes shorter
LESS = "move it less"

Pose = Callable[[Frame], tuple[np.ndarray, np.ndarray]]
"""Of a frame: R (3, 3), which takes vectors into the world, and r (3,) [m]."""


@dataclass(frozen=True)
class Excess:
    """An element that has gone to `size` where parts of its kind end at `bound`, both in `unit`, by what it `does`; and what to do."""

    element: str
    does: str
    size: float
    bound: float
    unit: str
    remedy: str

    @property
    def ratio(self) -> float:
        """How far beyond its bound it is."""
        return self.size / self.bound

    def __str__(self) -> str:
        shown = (lambda x: f"{np.degrees(x):.3g} deg") if self.unit == "rad" else (lambda x: f"{x:.3g} {self.unit}")
        return f"{self.element} {self.does} {shown(self.size)}, beyond {shown(self.bound)}: {self.remedy}"


@singledispatch
def excesses(element: Element, pose: Pose) -> Iterator[Excess]:
    """What of an element is beyond what its kind does; nothing of kinds without a bound."""
    yield from ()


@excesses.register
def _(element: Bushing, pose: Pose) -> Iterator[Excess]:
    r, phi = _deformed(element, pose)
    gives_way = float(np.linalg.norm(r[np.asarray(element.values["c"]) > 0.0]))
    turned = 2.0 * float(np.arcsin(np.clip(0.5 * np.linalg.norm(phi), 0.0, 1.0)))
    yield from _beyond(element, "gives way by", gives_way, RUBBER, "m", f"give a stiffer bush, curves with an end, or {LESS}")
    yield from _beyond(element, "is twisted by", turned, PIVOT, "rad", LESS)


@excesses.register
def _(element: BushingCurves, pose: Pose) -> Iterator[Excess]:
    yield from excesses.dispatch(Bushing)(element, pose)
    deformed = np.concatenate(_deformed(element, pose))
    for name, x in zip(("f_x", "f_y", "f_z", "t_x", "t_y", "t_z"), deformed.tolist()):
        curve: LookupTable = element.tables[name]
        if curve.values.any():
            lowest, highest = (float(end) for end in curve.axes[0][[0, -1]])
            bound, unit = (highest if x > 0.0 else -lowest), "m" if name.startswith("f") else "rad"
            does = f"is deformed along its curve {name} by"
            yield from _beyond(element, does, abs(x), bound, unit, f"give a longer curve, or {LESS}")


@excesses.register(BumpStop)
@excesses.register(ReboundStop)
def _(element: BumpStop | ReboundStop, pose: Pose) -> Iterator[Excess]:
    (_, a), (_, b) = (pose(frame) for frame in element.attached.values())
    depth = element.outward * (float(element.values["s_stop"]) - float(np.linalg.norm(b - a)))
    yield from _beyond(element, "is pressed by", depth, DEPTH, "m", f"give a stiffer stop, or {LESS}")


@excesses.register(Revolute)
@excesses.register(Spherical)
def _(element: Revolute | Spherical, pose: Pose) -> Iterator[Excess]:
    (R_a, _), (R_b, _) = (pose(frame) for frame in element.attached.values())
    angle = float(np.arccos(np.clip(0.5 * (np.trace(R_a.T @ R_b) - 1.0), -1.0, 1.0)))
    yield from _beyond(element, "turns by", angle, PIVOT if isinstance(element, Revolute) else BALL, "rad", LESS)


@excesses.register
def _(element: Distance, pose: Pose) -> Iterator[Excess]:
    yield from _beyond(element, "tilts at an end by", _tilt(element, pose), BALL, "rad", LESS)


@excesses.register(SpringDamperParallel)
@excesses.register(SpringDamperCurves)
def _(element: SpringDamperParallel | SpringDamperCurves, pose: Pose) -> Iterator[Excess]:
    """The spring of a suspension, or a rod with rubber in its ends."""
    (_, a), (_, b) = (pose(frame) for frame in element.attached.values())
    if element.path.endswith("_spring"):
        designed = float(np.linalg.norm(_designed(element)))
        shorter = designed - float(np.linalg.norm(b - a))
        yield from _beyond(element, "is shorter by", shorter, SHORT * designed, "m", f"give it a bump stop, or {LESS}")
        return
    stretched = abs(float(np.linalg.norm(b - a)) - float(element.values["s_unstretched"]))
    yield from _beyond(element, "gives way by", stretched, RUBBER, "m", f"give stiffer bushes, or {LESS}")
    yield from _beyond(element, "tilts at an end by", _tilt(element, pose), BALL, "rad", LESS)


def _beyond(element: Element, does: str, size: float, bound: float, unit: str, remedy: str) -> Iterator[Excess]:
    if size > bound:
        yield Excess(element.path, does, size, bound, unit, remedy)


def _deformed(element: Element, pose: Pose) -> tuple[np.ndarray, np.ndarray]:
    """Displacement and rotation of a bush (3,), in frame_a."""
    still = np.zeros(3)
    a, b = (Record(R=R, r=r, v=still, w=still) for R, r in (pose(frame) for frame in element.attached.values()))
    r, _, phi, _, _ = Bushing.deformation(a, b)
    return r, phi


def _designed(element: Element) -> np.ndarray:
    """From one end of a line to the other (3,) [m] in the design position, where all parts stand at the vehicle's axes."""
    a, b = (place(frame, {})[1] for frame in element.attached.values())
    return b - a


def _tilt(element: Element, pose: Pose) -> float:
    """The larger angle by which a rod has turned on the parts at its ends."""
    (R_a, a), (R_b, b) = (pose(frame) for frame in element.attached.values())
    designed, now = (line / np.linalg.norm(line) for line in (_designed(element), b - a))
    return max(float(np.arccos(np.clip(R.T @ now @ designed, -1.0, 1.0))) for R in (R_a, R_b))
