"""restitution(model, contact, speeds): the coefficient of restitution of two bodies, from a run through their contact on the fast time scale."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isfinite, pi
from numbers import Real

import numpy as np

from ...base.errors import MbfmuError
from ...base.one_line import one_line
from ...model.declare.lookup_table import LookupTable
from ...model.declare.model import Model
from .fast_run import FastRun, Impact
from .line_of_impact import LineOfImpact, line_of_impact
from .struck import Struck

ENOUGH = 3.0  # periods of the highest mode that fit into the time of contact
COARSE = 1e-8  # tolerance of a second run, to see
DIFFERENT = 1e-3  # whether e depends on it: after many contacts, small causes have large effects

logger = logging.getLogger("mbfmu")


@one_line
@dataclass(frozen=True, eq=False)
class Restitution:
    """Coefficients of restitution `e` (k,) of a `contact` at impact speeds `speeds` (k,) [m/s], which ascend.

    `impulses` (k,) [N.s] act along the line of impact in all, `forces` (k,) [N] are the largest. Of the energy of the relative motion of rigid
    bodies, the share e^2 is left in it, and the share `vibration` (k,) is in vibration when contact ends. Damping has taken the rest.
    """

    contact: str
    speeds: np.ndarray
    e: np.ndarray
    impulses: np.ndarray
    forces: np.ndarray
    vibration: np.ndarray

    @cached_property
    def table(self) -> LookupTable:
        """e over the impact speed, smooth between two speeds or more and constant beyond."""
        return LookupTable(self.speeds, self.e, units=("m/s", "1"), smooth=True)


def restitution(model: Model, speeds: Sequence[float], contact: str | None = None, progress: Callable[[float], None] = lambda v: None) -> Restitution:
    """The restitution of the two bodies of a contact at impact speeds (k,) [m/s], of the only contact if none is named.

    A body flies freely, on a FreeMotion against the world, or is the world. A rigid one may hang on another joint, as a hammer does. The surfaces
    meet along their normal where they are nearest to each other at the start of the model; its start speeds do not matter. A fast run in the engine
    leads from the first touch, through all that follow, to where vibration cannot bring the bodies together again. Then

        e = impulse / (m v) - 1,    1 / m = 1 / m_1 + 1 / m_2

    for central impacts; else 1 / m is what both move along the normal for each unit of impulse. Friction, gravity and other forces have no time to
    act. Vibration of a flexible body takes energy, as its data and its damping say: it needs modes up to the frequencies that the contact excites.
    The logger "mbfmu" warns of too few modes, and where slender bodies touch so often that e is a matter of chance. `progress` is called with each
    speed. Raises ProblemsFound for a model that cannot be built, MbfmuError for wrong speeds, for bodies that do not fly freely, and where contact
    does not end.
    Source: Schiehlen (2005), Recent developments in multibody dynamics, eqs. 42 to 44.
    """
    v = _speeds(speeds)
    line = line_of_impact(model, contact)
    impact, runs = Impact(line), []
    for each in v:
        progress(each)
        runs.append(impact.run(each))
        _warn_of_chance(line, each, runs[-1], impact.run(each, tolerance=COARSE))
    _warn_of_few_modes(line, runs[-1])
    columns = np.array([_told(line, run) for run in runs]).T
    return Restitution(line.contact.path, np.array(v), *columns)


def _speeds(speeds: Sequence[float]) -> list[float]:
    listed = isinstance(speeds, (Sequence, np.ndarray)) and len(speeds) > 0
    if not listed or not all(isinstance(v, Real) and isfinite(v) and v > 0.0 for v in speeds):
        raise MbfmuError(f"speeds = {speeds!r} must be a list of impact speeds > 0 m/s, such as [0.1, 0.2, 0.5]")
    return sorted({float(v) for v in speeds})


def _told(line: LineOfImpact, run: FastRun) -> tuple[float, float, float, float]:
    """e, impulse, largest force and share of vibration of a run."""
    v, m = -run.s_dot[0], 1.0 / line.mobility
    impulse = m * (run.s_dot[-1] + v)
    left = min(int(np.flatnonzero(run.N > 0.0)[-1]) + 1, len(run.t) - 1)  # the first row without contact
    vibration = run.e_dot[left] @ run.e_dot[left] + line.K @ run.e[left] ** 2
    return impulse / (m * v) - 1.0, impulse, run.N.max(), vibration / (m * v * v)


def _warn_of_chance(line: LineOfImpact, v: float, run: FastRun, other: FastRun) -> None:
    """Warn of an impact whose outcome rounding decides."""
    found, again = (each.s_dot[-1] / v for each in (run, other))
    if abs(found - again) > DIFFERENT:
        contacts = np.count_nonzero(np.diff(np.sign(run.N)) > 0)
        logger.warning(
            f"{line.contact.path}: at {v:.4g} m/s the bodies touch about {contacts} times, and small errors decide how they part: "
            f"e is {found:.3g} or {again:.3g}; take it as a mean of several speeds, or give the bodies their damping by zeta"
        )


def _warn_of_few_modes(line: LineOfImpact, run: FastRun) -> None:
    """Warn of a flexible body whose modes are too slow for an impact."""
    touching = run.t[run.N > 0.0]
    lasts = touching[-1] - touching[0]
    for body in (line.a, line.b):
        if body.data and body.highest * lasts < 2.0 * pi * ENOUGH:
            logger.warning(_few_modes(line, body, lasts))


def _few_modes(line: LineOfImpact, body: Struck, lasts: float) -> str:
    wanted = f"take modes up to {ENOUGH / lasts:.3g} Hz, such as by modes= of beam_data, and its interfaces at the place that is struck"
    if not body.highest:
        return f"{line.contact.path}: no mode of {body.name} moves along the line of impact, so that it is rigid there: {wanted}"
    return (
        f"{line.contact.path}: the highest mode of {body.name} that moves along the line of impact has {body.highest / (2.0 * pi):.4g} Hz, "
        f"too few for a contact that lasts {lasts:.3g} s: {wanted}"
    )
