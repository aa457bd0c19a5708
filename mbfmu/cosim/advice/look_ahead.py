"""A linear part in the place of a running FMU that looks ahead: what mbfmu/problem/blocks/prediction.py says, of small changes.

Within a step it predicts the motion of its ports, s + v t + a t^2 / 2 + j t^3 / 6, where a = a_free + W w and j = j_free + D w by the force w that
is held. At the end it gives the mean of the force over the next step, w + w_xi psi(h J) h F. Of small changes xi is (x, s, v, eta) with eta' = j,
so that s'' = a_free + W w(xi) + eta.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np

from ...problem.blocks.prediction import look_ahead
from .linear_part import LinearPart
from .ports_ahead import PortsAhead
from .stand_in import StandIn, at

_look_ahead = cache(look_ahead)


@dataclass(frozen=True, eq=False)
class Partner:
    """The equations of a `part` and of the motion at its `ports`."""

    part: LinearPart
    ports: PortsAhead

    @property
    def by_xi(self) -> np.ndarray:
        """How the force changes with xi (M, nx + 3 M)."""
        part, ports = self.part, self.ports
        D = ports.wrench @ part.D
        M = len(ports.mobility)
        return np.hstack([ports.wrench @ part.C, D @ ports.displaced + ports.wrench_by_place, D @ ports.moving, np.zeros((M, M))])

    @cache  # noqa: B019  # partners live as long as what is asked of them
    def ahead(self, size: float) -> np.ndarray:
        """What is added to the force for a step of `size` [s], by the rates of xi (M, nx + 3 M)."""
        part, ports = self.part, self.ports
        nx, M = part.order, len(ports.mobility)
        n, one = nx + 3 * M, np.eye(M)
        J = np.zeros((n, n))
        x, s, v, eta = (slice(*ends) for ends in ((0, nx), (nx, nx + M), (nx + M, nx + 2 * M), (nx + 2 * M, n)))
        J[x, x], J[x, s], J[x, v] = part.A, part.B @ ports.displaced, part.B @ ports.moving
        J[s, v] = one
        J[v] = ports.mobility @ self.by_xi
        J[v, eta] += one
        psi = np.array(_look_ahead(n, range(v.start, v.stop))(J * size, np.eye(n)))
        return self.by_xi @ psi * size

    def fitted(self, x: np.ndarray, u: np.ndarray, elapsed: np.ndarray | float, held: np.ndarray, size: float) -> np.ndarray:
        """The outputs with forces for a step of `size` [s], at states and inputs; `held` is the force since motion was told, `elapsed` [s] ago."""
        part, ports = self.part, self.ports
        y = part.C @ x + part.D @ u
        w = ports.wrench @ y + ports.wrench_by_place @ (ports.place @ u)
        v, j = ports.speed @ u, ports.rates @ u
        a = ports.free @ u + (j + ports.rates_by_force @ held) * elapsed + ports.mobility @ w
        rates = np.concatenate([part.A @ x + part.B @ u, v, a, j + ports.rates_by_force @ w])
        return y + ports.given @ (self.ahead(size) @ rates) + ports.carried @ v * (size / 2)


class LookingAhead(StandIn):
    """A `partner` as an Instance, which predicts the motion of its ports."""

    def __init__(self, name: str, partner: Partner, followed: Collection[str], held_at: Mapping[str, float], knows_slopes: bool):
        super().__init__(name, partner.part, followed, held_at, knows_slopes)
        self.partner = partner

    @cached_property
    def meant(self) -> np.ndarray:
        return (self.partner.ports.given != 0).any(axis=1) | (self.partner.ports.carried != 0).any(axis=1)

    def _for_first_step(self, size: float) -> np.ndarray:
        held = np.zeros((len(self.partner.ports.mobility), *self.x.shape[1:]))
        return self.partner.fitted(self.x, self.u, 0.0, held, size)

    def _advance(self, size: float, taken: np.ndarray) -> None:
        ports, u = self.partner.ports, self.u
        v = ports.speed @ u
        held = ports.wrench @ (self.y - ports.carried @ v * (size / 2)) + ports.wrench_by_place @ (ports.place @ u)
        a, j = ports.free @ u + ports.mobility @ held, ports.rates @ u + ports.rates_by_force @ held
        predicted = [ports.displaced @ v + ports.moving @ a, (ports.displaced @ a + ports.moving @ j) / 2, ports.displaced @ j / 6]
        coefficients = np.array([np.zeros_like(u), *predicted])
        coefficients[: len(taken)] += taken
        self._move(size, coefficients)
        self.y[:] = self.partner.fitted(self.x, at(coefficients, size), size, held, size)
