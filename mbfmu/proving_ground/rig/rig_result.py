"""RigResult: curves of a suspension on the rig."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

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
}


@one_line
@dataclass(frozen=True)
class RigResult:
    """A suspension over one motion of the rig: `bounce`, `roll` or `steer`.

    `table` has a row a posture, with units; angles are in rad. Its first column is what was moved: how far both wheels rise (`bounce`), how far the
    left wheel rises and the right one sinks (`roll`), or how far the rack moves to the left (`steer`), all in m. `compliance` has the same rows:
    how much each wheel turns and moves by a force of 1 kN or a torque of 100 N.m on both wheels, at held heights.
    """

    suspension: str
    motion: str
    table: Result
    compliance: Result

    def diagrams(self) -> tuple[Diagram, ...]:
        """The curves worth a look, angles in degrees."""
        x = np.asarray(self.table[self.motion])
        names, found = self.table.dtype.names or (), []
        for label, columns in DRAWN.items():
            scale = 180.0 / np.pi if label.endswith("[deg]") else 1.0
            curves = tuple(Curve(name, x, scale * np.asarray(self.table[name])) for name in columns if name in names)
            found += [Diagram(f"{self.motion} [m]", label, curves)] * bool(curves)
        return tuple(found)


def support(slope: np.ndarray, share: float, wheelbase: float, height: float) -> np.ndarray:
    """Which part of the load transfer the links carry past the springs: 1 is anti-dive (or anti-lift, anti-squat) of 100 %.

    `slope` is `braking_slope` or `driving_slope` of a RigResult; `share` is the share of the axle in the longitudinal force, positive in front and
    negative at the rear, where the transfer has the other sign; `wheelbase` and the `height` of the centre of mass are in m.
    """
    return share * np.asarray(slope) * wheelbase / height
