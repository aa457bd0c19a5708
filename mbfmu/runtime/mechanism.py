"""A Manifold tied to the numbers of one instance: where its states are, how far from the constraints, and how they move."""

from typing import Mapping

import numpy as np
from casadi import Function

from .manifold import Manifold, Row
from .ref import Buffers
from .scaled_rows import ScaledRows, mass_factor, significant
from .steps import bind_all

EPS = np.finfo(float).eps
ROUNDOFF = 16 * EPS  # relative to the terms that a residual is the sum of
MISFIT = 1e-7  # relative to the lengths involved: dependent rows may disagree by it, as parameters written with eight digits do
NORMALIZE = 0.5  # s times q_rate at rest, k (1 - |q|^2) q with k = 1/s: Newton's correction of |q| to 1
NORMALIZATIONS = 10  # corrections at most, each of which squares what the last has left


class Mechanism:
    """Views of one instance's buffers: `x` (nq + own + nv), `q` (nq), `v` (nv), `A` (m, nv), `M` (nv, nv), and the slots by their names.

    `like` (m, m) says which rows are of one superelement and unit, `moves` (nq, nv) which coordinates each speed moves.
    """

    def __init__(self, manifold: Manifold, functions: Mapping[str, Function], buffers: Buffers):
        self.manifold = manifold
        nq, nv, m, s = manifold.nq, manifold.nv, len(manifold.rows), len(manifold.starts)
        slot = lambda name: buffers[manifold.prefix + name]  # noqa: E731
        self.x = buffers["x"][manifold.states_from : manifold.states_from + nq + manifold.own + nv]
        self.q, self.v = self.x[:nq], self.x[nq + manifold.own :]
        self.speeds_from = manifold.states_from + nq + manifold.own  # in the states of the instance
        self.phi, self.psi, self.A, self.M = slot("phi"), slot("psi"), slot("A").reshape(m, nv), slot("M").reshape(nv, nv)
        self.phi_start, self.psi_start, self.A_start = slot("phi_start"), slot("psi_start"), slot("A_start").reshape(s, nv)
        self.fixed_position, self.fixed_speed = slot("fixed_position"), slot("fixed_speed")
        self.k, self.lost = slot("k"), slot("lost")
        self.open = buffers.get(manifold.prefix + "open")
        self._direction, self._q_rate, self._energy = slot("direction"), slot("q_rate"), slot("energy")
        self._v_rate = slot("v_rate")
        self._side = slot("side") if manifold.closing else ()
        bind = lambda steps: bind_all(steps, functions, buffers)  # noqa: E731
        self.evaluate, self._displace, self._evaluate_energy = bind(manifold.evaluate), bind(manifold.displace), bind(manifold.energy)
        self.measure, self._find_sides = bind(manifold.measure), bind(manifold.sides)
        self.find_start_speeds = bind(manifold.find_start_speeds)
        is_so = lambda name: np.array([getattr(row, name) for row in manifold.rows], dtype=bool)  # noqa: E731
        self.holonomic, self.driven, self.fed = is_so("holonomic"), is_so("driven"), is_so("fed")
        units = np.array([row.unit for row in manifold.rows])
        group = np.arange(m)
        for rows in manifold.superelements:
            group[list(rows)] = m + rows[0]
        self.like = (units[:, None] == units) & (group[:, None] == group)
        self.moves = self._moved_coordinates()

    @property
    def active(self) -> np.ndarray:
        """Which rows (m) say anything, as last evaluated; rows of disabled elements do not."""
        return self.A.any(axis=1)

    @property
    def kept(self) -> np.ndarray:
        """Which rows (m) are kept."""
        return self.k > 0

    def constraints(self) -> bytes:
        """What the constraints say at the present states, evaluated anew: to tell whether they are still the same."""
        self.evaluate()
        return b"".join(values.tobytes() for values in (self.phi, self.psi, self.A))

    def factor(self) -> np.ndarray:
        """The factor of the mass metric, as last evaluated."""
        return mass_factor(self.M, self.A)

    def scaled(self, rows: np.ndarray) -> ScaledRows:
        """Some of the rows kept (mask or numbers), as last evaluated, in the mass metric and measured by their usual lengths."""
        return ScaledRows.of(self.A[rows], self.factor(), 1.0 / self.k[rows])

    def measured(self, rows: np.ndarray) -> ScaledRows:
        """Some of the rows (mask or numbers), as last evaluated, in the mass metric and measured by the longest like them."""
        raw, factor = self.raw()
        usual = significant(self._longest(np.linalg.norm(raw, axis=1)))
        return ScaledRows(raw[rows] / usual[rows, None], usual[rows], factor)

    def raw(self) -> tuple[np.ndarray, np.ndarray]:
        """All rows, as last evaluated, in the mass metric, A L^-T (m, nv), and L (nv, nv)."""
        factor = self.factor()
        return ScaledRows.of(self.A, factor, np.ones(len(self.A))).rows, factor

    def upside_down(self) -> list[str]:
        """The joints that close loops whose frames are half a turn off."""
        self._find_sides()
        return [name for name, side in zip(self.manifold.closing, self._side) if side < 0]

    def rates(self, direction: np.ndarray | float) -> np.ndarray:
        """The rates of the coordinates (nq) at speeds `direction` (nv)."""
        self._direction[:] = direction
        self._displace()
        return self._q_rate

    def displace(self, change: np.ndarray) -> None:
        """Move the coordinates by a change of speeds (nv) times one second, to first order, and normalize Euler parameters.

        Speeds resolved in bodies that turn go along: at 7.7 km/s in orbit, a body corrected by 1e-9 rad would else be thrown off by
        8e-6 m/s.
        """
        drift = self.rates(0.0).copy()
        self.q += self.rates(change) - drift
        self.v += self._v_rate
        for _ in range(NORMALIZATIONS):
            small = NORMALIZE * self.rates(0.0)
            self.q += small
            if np.abs(small).max(initial=0.0) <= EPS:
                break
        self.measure()

    def energy(self) -> float:
        """The energy of motion, gravity and springs [J]."""
        self._evaluate_energy()
        return float(self._energy.sum())

    def sizes(self) -> np.ndarray:
        """For each speed (nv) the size of the largest coordinate it moves, at least 1: what roundoff of coordinates is relative to."""
        return np.where(self.moves, np.abs(self.q)[:, None], 0.0).max(axis=0, initial=1.0)

    def lengths(self) -> np.ndarray:
        """For each row (m) the largest change of residuals like it by a unit of every speed: the lengths involved; 1 where none changes."""
        lengths = self._longest(np.abs(self.A).sum(axis=1))
        return np.where(lengths > 0.0, lengths, 1.0)

    def _longest(self, values: np.ndarray) -> np.ndarray:
        """For each row (m) the largest of the values (m) of rows of its superelement and unit."""
        return np.where(self.like, values, 0.0).max(axis=1)

    def elements(self, rows: np.ndarray) -> list[str]:
        """The elements of some rows (mask or numbers), each once, in order."""
        return list(dict.fromkeys(self.manifold.rows[i].element for i in np.arange(len(self.manifold.rows))[rows]))

    def _moved_coordinates(self) -> np.ndarray:
        """Which coordinates each speed moves (nq, nv), found at coordinates that are nothing special."""
        before, random = self.x.copy(), np.random.default_rng(0)
        self.x[:] = random.uniform(0.3, 0.7, self.x.size)
        rest = self.rates(0.0).copy()
        columns = [self.rates(unit) - rest != 0.0 for unit in np.eye(self.manifold.nv)]
        self.x[:] = before
        return np.array(columns, dtype=bool).reshape(self.manifold.nv, self.manifold.nq).T


class Positions:
    """The level of positions: residuals phi, changed by moving coordinates."""

    per = ""
    what = "coordinate"

    def __init__(self, mechanism: Mechanism):
        self.mechanism = mechanism
        self.residual, self.start_residual, self.fixed = mechanism.phi, mechanism.phi_start, mechanism.fixed_position

    @property
    def rows(self) -> np.ndarray:
        """The rows (m) that hold at this level, also those that no motion changes; those of disabled elements are fulfilled."""
        return self.mechanism.holonomic

    def move(self, change: np.ndarray) -> None:
        """Change the states of this level by `change` (nv)."""
        self.mechanism.displace(change)

    def roundoff(self) -> np.ndarray:
        """The roundoff in each residual (m)."""
        return ROUNDOFF * np.maximum(np.abs(self.mechanism.A) @ self.mechanism.sizes(), 1.0)

    def misfit(self) -> np.ndarray:
        """What residuals (m) of dependent rows may be."""
        return np.maximum(MISFIT * self.mechanism.lengths(), 10 * self.roundoff())


class Speeds:
    """The level of speeds: residuals psi, changed by changing speeds."""

    per = "/s"
    what = "speed"

    def __init__(self, mechanism: Mechanism):
        self.mechanism = mechanism
        self.residual, self.start_residual, self.fixed = mechanism.psi, mechanism.psi_start, mechanism.fixed_speed

    @property
    def rows(self) -> np.ndarray:
        """The rows (m) that hold at this level: all."""
        return np.ones(self.residual.size, dtype=bool)

    def move(self, change: np.ndarray) -> None:
        """Change the states of this level by `change` (nv)."""
        self.mechanism.v += change

    def roundoff(self) -> np.ndarray:
        """The roundoff in each residual (m)."""
        return ROUNDOFF * np.maximum(np.abs(self.mechanism.A) @ np.abs(self.mechanism.v), np.abs(self.mechanism.v).max(initial=0.0))

    def misfit(self) -> np.ndarray:
        """What residuals (m) of dependent rows may be."""
        return np.maximum(MISFIT * self.mechanism.lengths(), MISFIT / ROUNDOFF * self.roundoff())


Level = Positions | Speeds


def unit(row: Row, level: Level) -> str:
    """The unit of a row's residual at a level; nonholonomic rows give that of the residual times s."""
    return row.unit + level.per
