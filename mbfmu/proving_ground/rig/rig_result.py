"""RigResult: curves of a suspension on the rig."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...base.html_table import html_table
from ...base.one_line import one_line
from ...model.signals.result import Result
from ..manoeuvres.manoeuvre_result import Curve, Diagram

DRAWN = {  # the label of each axis, and the columns drawn on it
    "toe-in [deg]": ("toe_left", "toe_right"),
    "camber [deg]": ("camber_left", "camber_right"),
    "caster [deg]": ("caster_left", "caster_right"),
    "outward [m]": ("outward_left", "outward_right"),
    "wheel rate [N/m]": ("wheel_rate_left", "wheel_rate_right"),
    "roll centre [m]": ("roll_centre_height",),
    "toe-in by lateral force [deg/kN]": ("toe_by_lateral_force_left", "toe_by_lateral_force_right"),
    "camber by lateral force [deg/kN]": ("camber_by_lateral_force_left", "camber_by_lateral_force_right"),
    "outward by lateral force [mm/kN]": ("outward_by_lateral_force_left", "outward_by_lateral_force_right"),
    "forward by braking force [mm/kN]": ("forward_by_braking_force_left", "forward_by_braking_force_right"),
    "toe-in by aligning torque [deg/(100 N.m)]": ("toe_by_aligning_torque_left", "toe_by_aligning_torque_right"),
}
ROUNDING = 1e-9  # deg, mm, and the same by a unit of load: less is roundoff
SHOWN = {"rad": ("deg", 180.0 / np.pi), "m": ("mm", 1e3), "N/m": ("N/mm", 1e-3)}  # units in which rigs are read, and how many of them one is
POSITIVE = {
    "toe": "the wheel points inward ahead",
    "camber": "the top leans outward",
    "outward": "the wheel is farther outward",
    "forward": "the wheel is farther ahead",
    "braking_slope": "the contact moves forward when the wheel rises, brake held",
    "driving_slope": "the centre moves forward when the wheel rises",
    "motion_ratio": "the spring shortens when the wheel rises",
    "wheel_rate": "the load grows when the wheel rises",
    "caster": "the steer axis leans to the rear above",
    "kingpin": "the steer axis leans inward above",
    "caster_trail": "the steer axis meets the ground ahead of the contact",
    "scrub_radius": "the contact lies outward of the steer axis",
    "lateral_force": "by a force outward at the contact",
    "driving_force": "by a force forward at the wheel's centre",
    "braking_force": "by a force rearward at the contact, brake held",
    "aligning_torque": "by a torque that turns the wheel outward ahead",
}


@one_line
@dataclass(frozen=True)
class RigResult:
    """A suspension over one motion of the rig: `bounce`, `roll` or `steer`.

    `table` has a row a posture, with units; angles are in rad. Its first column is what was moved: how far both wheels rise (`bounce`), how far the
    left wheel rises and the right one sinks (`roll`), or how far the rack moves to the left (`steer`), all in m. `compliance` has the same rows:
    how much each wheel turns and moves by a force of 1 kN or a torque of 100 N.m on both wheels, at held heights. `beyond` says which elements go
    beyond what real ones do, with the bound: there, the numbers are those of no suspension.
    """

    suspension: str
    motion: str
    table: Result
    compliance: Result
    beyond: tuple[str, ...] = ()

    @property
    def middle(self) -> float:
        """The place [m] that is nearest to the design position."""
        return float(self.table[self.motion][self._middle])

    @property
    def _middle(self) -> int:
        return int(np.abs(self.table[self.motion]).argmin())

    def rows(self) -> list[tuple[str, str, str, str, str]]:
        """Each quantity in the middle of the motion: its name, its numbers on the left and on the right, their unit, and what is positive."""
        found = []
        for table in (self.table, self.compliance):
            for name in (name.removesuffix("_left") for name in table.dtype.names or () if not name.endswith("_right") and name != self.motion):
                columns = [name] if name in (table.dtype.names or ()) else [f"{name}_left", f"{name}_right"]
                unit, scale = SHOWN.get(own := table.units[columns[0]], (own, 1.0))
                numbers = [scale * float(table[column][self._middle]) for column in columns]
                left, right = ([f"{x if abs(x) > ROUNDING else 0.0:.5g}" for x in numbers] + [""])[:2]
                words, _, load = name.partition("_by_")
                meaning = "; ".join(POSITIVE[one] for one in (words, load) if one in POSITIVE)
                found.append((name.replace("_", " "), left, right, unit, meaning))
        return found

    def diagrams(self) -> tuple[Diagram, ...]:
        """The curves worth a look, angles in degrees; those of compliance only where something gives way."""
        x = np.asarray(self.table[self.motion])
        columns = {name: np.asarray(table[name]) for table in (self.table, self.compliance) for name in table.dtype.names or ()}
        found = []
        for label, names in DRAWN.items():
            scale = 180.0 / np.pi if label.endswith("[deg]") else 1.0
            curves = tuple(Curve(name, x, scale * columns[name]) for name in names if name in columns)
            if curves and not (set(names) <= set(self.compliance.dtype.names or ()) and self.rigid):
                found.append(Diagram(f"{self.motion} [m]", label, curves))
        return tuple(found)

    @property
    def rigid(self) -> bool:
        """Whether nothing gives way."""
        return all(np.abs(self.compliance[name]).max() < ROUNDING for name in self.compliance.dtype.names or () if "_by_" in name)

    def _repr_html_(self) -> str:
        """The quantities in the middle of the motion, for notebooks."""
        title = f"{self.suspension} over {self.motion}, at {self.middle:.4g} m"
        return html_table(title, ("quantity", "left", "right", "unit", "positive"), self.rows())


def support(slope: np.ndarray, share: float, wheelbase: float, height: float) -> np.ndarray:
    """Which part of the load transfer the links carry past the springs: 1 is anti-dive (or anti-lift, anti-squat) of 100 %.

    `slope` is `braking_slope` or `driving_slope` of a RigResult; `share` is the share of the axle in the longitudinal force, positive in front and
    negative at the rear, where the transfer has the other sign; `wheelbase` and the `height` of the centre of mass are in m.
    """
    return share * np.asarray(slope) * wheelbase / height
