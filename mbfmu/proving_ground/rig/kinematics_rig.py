"""kinematics_rig: what the wheels of a suspension do over bounce, roll and steer, and how they give way."""

from __future__ import annotations

import warnings
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from ...base.errors import MbfmuError
from ...model.signals.result import Result
from ...model.vehicles.anti_roll_bar import AntiRollBar
from ...model.vehicles.rack_steering import Rack
from ...model.vehicles.suspension import Suspension
from ..table import table_of
from .axle_on_rig import SIDES, AxleOnRig, Setup
from .compliance import compliance
from .rig_result import RigResult
from .side_now import SideNow
from .travel_ends import Excess

MOTIONS = {"bounce": (1.0, 1.0, 0.0), "roll": (1.0, -1.0, 0.0), "steer": (0.0, 0.0, 1.0)}  # of the left wheel, the right one and the rack
TRAVEL, RACK = 0.06, 0.04  # m: to both sides, if nothing else is asked for
POSTURES = 13
SAID = 4  # elements that a warning names

Row = dict[str, tuple[float, str]]


def kinematics_rig(
    suspension: Suspension, motion: str = "bounce", at: ArrayLike | None = None, steering: Rack | None = None, bar: AntiRollBar | None = None
) -> RigResult:
    """Kinematics and compliance of a suspension of mbfmu.model.vehicles, on a body that stands still.

    `motion` is "bounce", "roll" or "steer"; `at` are the places [m] of its wheels or its rack: 13 of them to +-0.06 m, or +-0.04 m of rack, if not
    given. In each place, spring, stops and bushes are in equilibrium with forces under the wheels, without weight. The rack is held; with a
    `steering`, the steering wheel is, and its column gives way, without assistance. `bar` is an anti-roll bar between the wheels.

    Axes are those of ISO 8855: x forward, y to the left, z up. Toe is positive where the wheels point inward ahead, camber where their tops
    lean outward. Raises MbfmuError where links, stops or bushes do not let the wheels come, and for what no bush holds. Warns where rubber, stops or
    joints go beyond what real ones do; `beyond` of the result says the same.
    """
    setup = _setup(suspension, motion, steering, bar)
    most = RACK if motion == "steer" else TRAVEL
    places = np.linspace(-most, most, POSTURES) if at is None else np.asarray(at, dtype=float)
    if places.ndim != 1 or not places.size or not np.isfinite(places).all():
        raise MbfmuError(f"at = {at!r} of kinematics_rig: give one or more finite numbers in m")
    rig = AxleOnRig(setup)
    design, rows, gives_way, excesses = rig.sides(), [], [], []
    for place in places.tolist():
        left, right, rack = (place * share for share in MOTIONS[motion])
        rig.place(dict(zip(SIDES, (left, right))), rack)
        now = rig.sides()
        excesses += [(excess, place) for excess in rig.excesses()]
        rows.append({motion: (place, "m"), **_both(now, design, motion, setup.steered)})
        gives_way.append({motion: (place, "m"), **compliance(now)})
    beyond = _largest(excesses, motion)
    if beyond:
        more = f"; and {len(beyond) - SAID} more, see `beyond` of the result" if len(beyond) > SAID else ""
        warnings.warn(f"kinematics_rig, {setup.kind}: {'; '.join(beyond[:SAID])}{more}", stacklevel=2)
    return RigResult(suspension=setup.kind, motion=motion, table=_table(rows), compliance=_table(gives_way), beyond=beyond)


def _largest(found: Sequence[tuple[Excess, float]], motion: str) -> tuple[str, ...]:
    """A sentence for each element and what it does, where it is farthest beyond its bound; the worst first."""
    most: dict[tuple[str, str], tuple[Excess, float]] = {}
    for excess, place in found:
        key = excess.element, excess.does
        if key not in most or excess.ratio > most[key][0].ratio:
            most[key] = excess, place
    worst = sorted(most.values(), key=lambda one: -one[0].ratio)
    return tuple(f"at {motion} {place:g} m {excess}" for excess, place in worst)


def _setup(suspension: Suspension, motion: str, steering: Rack | None, bar: AntiRollBar | None) -> Setup:
    """What was asked for, checked."""
    if motion not in MOTIONS:
        raise MbfmuError(f"motion = {motion!r} of kinematics_rig: it is one of {', '.join(MOTIONS)}")
    for name, value, kind, such in (
        ("suspension", suspension, Suspension, "McPherson(...)"),
        ("steering", steering, Rack, "RackSteering(...)"),
        ("bar", bar, AntiRollBar, "AntiRollBar(...)"),
    ):
        if not isinstance(value, kind) and not (value is None and name != "suspension"):
            raise MbfmuError(f"{name} = {value!r:.60} of kinematics_rig: give one of mbfmu.model.vehicles, such as {such}")
    setup = Setup(suspension, steering, bar)
    if not setup.steered and (motion == "steer" or steering is not None):
        raise MbfmuError(f"kinematics_rig: a {setup.kind} has no tie rods, so it cannot be steered; choose bounce or roll, and no steering")
    return setup


def _table(rows: Sequence[Row]) -> Result:
    return table_of([(name, unit, np.array([row[name][0] for row in rows])) for name, (_, unit) in rows[0].items()])


def _both(now: dict[str, SideNow], design: dict[str, SideNow], motion: str, steered: bool) -> Row:
    """A row of the table: numbers with units by name."""
    left, right = now.values()
    rolling = left.alone - right.alone
    v_left, v_right = (side.at(side.contact, rolling) for side in now.values())
    angle = (v_left[2] - v_right[2]) / (left.contact[1] - right.contact[1])  # rad a metre of rise on the left and of fall on the right
    found = {
        "track": (float(left.contact[1] - right.contact[1]), "m"),
        "roll_centre_height": (float(0.5 * (v_left[1] + v_right[1]) / angle), "m"),
    }
    for name, side in now.items():
        other = right if side is left else left
        rise = side.alone + {"bounce": 1.0, "roll": -1.0, "steer": 0.0}[motion] * other.alone
        own = _wheel(side, design[name], rise) | (_steering(side) if steered else {})
        found |= {f"{quantity}_{name}": value for quantity, value in own.items()}
    return found


def _wheel(side: SideNow, design: SideNow, rise: np.ndarray) -> Row:
    axle = side.R[:, 1]
    moved, v = side.contact - design.contact, side.at(side.contact, rise)
    return {
        "toe": (float(side.sign * np.arctan2(axle[0], axle[1])), "rad"),
        "camber": (float(-side.sign * np.arcsin(axle[2])), "rad"),
        "outward": (float(side.sign * moved[1]), "m"),
        "forward": (float(moved[0]), "m"),
        "braking_slope": (float(v[0] / v[2]), "1"),
        "driving_slope": (float(side.at(side.centre, rise)[0]), "1"),
        "motion_ratio": (float(side.compressions @ rise), "1"),
        "wheel_rate": (float(side.forces @ rise), "N/m"),
    }


def _steering(side: SideNow) -> Row:
    axis, axle = side.steer_axis(), side.R[:, 1]
    heading = np.array([axle[1], -axle[0], 0.0]) / np.hypot(axle[0], axle[1])
    to_axis = axis.at_height(side.contact[2]) - side.contact
    return {
        "caster": (axis.caster, "rad"),
        "kingpin": (axis.kingpin(side.sign), "rad"),
        "caster_trail": (float(to_axis @ heading), "m"),
        "scrub_radius": (float(-side.sign * to_axis @ np.array([-heading[1], heading[0], 0.0])), "m"),
    }
