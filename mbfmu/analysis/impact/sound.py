"""impact_sound(model, speed, radiators): the sound of a struck body, from the accelerations of its surface."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, isfinite, pi
from numbers import Real
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike
from scipy.io import wavfile
from scipy.linalg import expm

from ...base.errors import MbfmuError
from ...base.nearest import nearest
from ...base.one_line import one_line
from ...model.declare.model import Model
from .fast_run import FastRun, Impact
from .line_of_impact import LineOfImpact, line_of_impact
from .struck import Struck

RATE = 44_100  # Hz: samples of a WAV file
AIR, SPEED_OF_SOUND = 1.204, 343.2  # kg/m3, m/s: dry air at 20 degrees Celsius
LOUDEST = 0.9  # of full scale
LASTS = 1.0  # s


@one_line
@dataclass(frozen=True, eq=False)
class Sound:
    """The sound `pressure` (k,) [Pa], `rate` times a second from the first touch on."""

    pressure: np.ndarray
    rate: int = RATE

    @property
    def peak(self) -> float:
        """The largest pressure [Pa], which a WAV file does not tell."""
        return float(np.abs(self.pressure).max(initial=0.0))

    def write(self, path: str | Path) -> None:
        """Write a WAV file of 16 bits, whose peak is at 90 % of full scale; MbfmuError for silence, and where it cannot be written."""
        if not self.peak > 0.0:
            raise MbfmuError(f"{path}: there is no sound: no mode moves the radiating areas along their normals")
        samples = np.round(self.pressure * (LOUDEST * np.iinfo(np.int16).max / self.peak)).astype(np.int16)
        try:
            wavfile.write(path, self.rate, samples)
        except OSError as error:
            raise MbfmuError(f"{path} cannot be written: {error.strerror}") from None


def impact_sound(model: Model, speed: float, radiators: Mapping[str, ArrayLike], contact: str | None = None, distance: float = 1.0) -> Sound:
    """The sound of a second after an impact at `speed` [m/s], heard at a `distance` [m] from bodies that are small beside it.

    `radiators` are nodes of the flexible bodies, as "rod.far", with the area (3,) [m2] of the surface that moves with each, along its outward normal
    in the body's frame. Each is a monopole in a baffle, and all are equally far:

        p(t) = rho / (2 pi r) sum A a(t - r / c)

    with the acceleration a of the node, and rho and c of air at 20 degrees Celsius. Modes above half the sampling rate are left out. The bodies and
    their contact are those of `restitution`, which says what is raised; MbfmuError also for radiators that are no nodes or no areas.
    """
    if not all(isinstance(number, Real) and isfinite(number) and number > 0.0 for number in (speed, distance)):
        raise MbfmuError(f"a sound is that of a speed > 0 m/s at a distance > 0 m, not {speed!r} m/s and {distance!r} m")
    line = line_of_impact(model, contact)
    bodies = [body for body in (line.a, line.b) if body.data]
    areas = _areas(bodies, radiators)
    run = Impact(line).run(float(speed), 1.0 / RATE)
    flow = np.zeros(ceil(LASTS * RATE))
    late = round(distance / SPEED_OF_SOUND * RATE)
    for body in bodies:
        flow[late:] += _flow(line, run, body, areas[body.name], max(len(flow) - late, 0))
    return Sound(AIR / (2.0 * pi * distance) * flow)


def _areas(bodies: Sequence[Struck], radiators: Mapping[str, ArrayLike]) -> dict[str, dict[str, np.ndarray]]:
    """The areas (3,) [m2] by node of each body; MbfmuError for what is no node of them, or no area."""
    nodes = {f"{body.name}.{node}": (body.name, node) for body in bodies if body.data for node in body.data.nodes}
    if not radiators:
        raise MbfmuError(f"no radiators: name nodes with their areas in m2, such as {{{next(iter(nodes), 'rod.far')!r}: [0, 0, 1e-4]}}")
    found: dict[str, dict[str, np.ndarray]] = {body.name: {} for body in bodies}
    for name, given in radiators.items():
        if name not in nodes:
            raise MbfmuError(f"{name!r} is no node of a flexible body in contact{nearest(name, nodes)}; there is {', '.join(nodes) or 'none'}")
        area = np.asarray(given, dtype=float)
        if area.shape != (3,) or not np.isfinite(area).all():
            raise MbfmuError(f"the area of {name} must be three numbers in m2, its size along its outward normal, not {given!r}")
        body, node = nodes[name]
        found[body][node] = area
    return found


def _flow(line: LineOfImpact, run: FastRun, body: Struck, areas: Mapping[str, np.ndarray], count: int) -> np.ndarray:
    """The sum of areas times accelerations (count,) [m3/s2] of a body, at the rows of a run and after it."""
    assert body.data is not None
    sign, first = (1.0, 0) if body is line.a else (-1.0, len(line.a.modes))
    heard = np.flatnonzero(body.K < (pi * RATE) ** 2)
    Phi, K, D = body.Phi[heard], body.K[heard], body.D[np.ix_(heard, heard)]
    nodes = [(body.data.nodes[name], area) for name, area in areas.items()]
    by_mode = sum((area @ node.Phi[:, body.modes[heard]] for node, area in nodes), np.zeros(len(heard)))
    w, v = (body.R.T @ part for part in (body.push[:3], body.push[3:]))
    by_force = sign * (by_mode @ Phi + sum(area @ (v + np.cross(w, node.x)) for node, area in nodes))
    free = np.hstack((-by_mode * K, -by_mode @ D))  # by coordinates and their rates
    numbers = first + heard
    moved = np.hstack((run.e[:, numbers], run.e_dot[:, numbers]))
    n = len(heard)
    step = expm(np.block([[np.zeros((n, n)), np.eye(n)], [-np.diag(K), -D]]) / RATE)
    after, x = [], moved[-1]
    for _ in range(count - len(moved)):
        x = step @ x
        after.append(free @ x)
    return np.concatenate((moved @ free + by_force * run.N, after))[:count]
