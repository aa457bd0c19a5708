"""kinematics_rig: what the wheels of a suspension do over bounce, roll and steer."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ...base.errors import MbfmuError
from ...model.vehicles.suspension import Suspension
from ..table import table_of
from .axle_on_rig import SIDES, AxleOnRig, SideNow
from .rig_result import RigResult

MOTIONS = {"bounce": (1.0, 1.0, 0.0), "roll": (1.0, -1.0, 0.0), "steer": (0.0, 0.0, 1.0)}  # of the left wheel, the right one and the rack
TRAVEL, RACK = 0.06, 0.04  # m: to both sides, if nothing else is asked for
POSTURES = 13


def kinematics_rig(suspension: Suspension, motion: str = "bounce", at: ArrayLike | None = None) -> RigResult:
    """The kinematics of a suspension of mbfmu.model.vehicles, with rigid joints, on a body that stands still.

    `motion` is "bounce", "roll" or "steer"; `at` are the places [m] of its wheels or its rack: 13 of them to +-0.06 m, or +-0.04 m of rack, if not
    given. Axes are those of ISO 8855: x forward, y to the left, z up. Toe is positive where the wheels point inward ahead, camber where their tops
    lean outward. Raises MbfmuError for a suspension with bushes or with one body for both wheels, and where the links do not reach.
    """
    if motion not in MOTIONS:
        raise MbfmuError(f"motion = {motion!r} of kinematics_rig: it is one of {', '.join(MOTIONS)}")
    if not isinstance(suspension, Suspension):
        raise MbfmuError(f"kinematics_rig takes a suspension of mbfmu.model.vehicles, such as McPherson(...), not {suspension!r:.60}")
    rig = AxleOnRig(suspension)
    kind = type(suspension).__name__
    if motion == "steer" and not rig.steered:
        raise MbfmuError(f"kinematics_rig: a {kind} has no tie rods, so it cannot be steered; choose bounce or roll")
    most = RACK if motion == "steer" else TRAVEL
    places = np.linspace(-most, most, POSTURES) if at is None else np.asarray(at, dtype=float)
    if places.ndim != 1 or not places.size or not np.isfinite(places).all():
        raise MbfmuError(f"at = {at!r} of kinematics_rig: give one or more finite numbers in m")
    rows = []
    design = {side: rig.side(side) for side in SIDES}
    for place in places.tolist():
        left, right, rack = (place * share for share in MOTIONS[motion])
        rises = dict(zip(SIDES, (left, right)))
        rates = rig.wheel_rates(rises, rack)
        rows.append({motion: (place, "m"), **_both({side: rig.side(side) for side in SIDES}, design, rates)})
    columns = [(name, unit, np.array([row[name][0] for row in rows])) for name, (_, unit) in rows[0].items()]
    return RigResult(suspension=kind, motion=motion, table=table_of(columns))


def _both(now: dict[str, SideNow], design: dict[str, SideNow], rates: dict[str, float]) -> dict[str, tuple[float, str]]:
    """A row of the table: numbers with units by name."""
    left, right = now.values()
    v_left, v_right = (side.motion_of_contact() for side in now.values())
    rolling = (v_left[2] + v_right[2]) / (left.contact[1] - right.contact[1])  # rad a metre of rise on the left and of fall on the right
    found = {
        "track": (float(left.contact[1] - right.contact[1]), "m"),
        "roll_centre_height": (float(0.5 * (v_left[1] - v_right[1]) / rolling), "m"),
    }
    for name, side in now.items():
        own = {**_wheel(side, design[name]), "wheel_rate": (rates[name], "N/m")}
        found |= {f"{quantity}_{name}": value for quantity, value in own.items()}
    return found


def _wheel(side: SideNow, design: SideNow) -> dict[str, tuple[float, str]]:
    axle = side.R[:, 1]
    moved, v = side.contact - design.contact, side.motion_of_contact()
    found = {
        "toe": (float(side.sign * np.arctan2(axle[0], axle[1])), "rad"),
        "camber": (float(-side.sign * np.arcsin(axle[2])), "rad"),
        "outward": (float(side.sign * moved[1]), "m"),
        "forward": (float(moved[0]), "m"),
        "braking_slope": (float(v[0] / v[2]), "1"),
        "driving_slope": (float(side.rising[0]), "1"),
        "motion_ratio": (side.motion_ratio, "1"),
    }
    if side.axis is not None:
        heading = np.array([axle[1], -axle[0], 0.0]) / np.hypot(axle[0], axle[1])
        to_axis = side.axis.at_height(side.contact[2]) - side.contact
        found |= {
            "caster": (side.axis.caster, "rad"),
            "kingpin": (side.axis.kingpin(side.sign), "rad"),
            "caster_trail": (float(to_axis @ heading), "m"),
            "scrub_radius": (float(-side.sign * to_axis @ np.array([-heading[1], heading[0], 0.0])), "m"),
        }
    return found
