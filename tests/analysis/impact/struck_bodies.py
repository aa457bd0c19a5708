"""Free bodies of aluminium that a steel sphere strikes: models, and modes in closed form."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.optimize import brentq

from mbfmu import Body, FlexibleBody, FreeMotion, HuntCrossleyContact, Material, Model, PlaneSurface, SphereSurface, World, hertz_stiffness
from mbfmu.model.structure.elastic_data import ElasticData, Node
from mbfmu.model.structure.points import of_points

STEEL, ALUMINIUM = Material(E=210e9, rho=7850.0, nu=0.3), Material(E=70e9, rho=2700.0, nu=0.34)
ROD_RADIUS = 0.01  # m


def struck(data: ElasticData, node: str, radius: float = 0.015, zeta: float = 0.0, beside: float = 0.0) -> Model:
    """A steel sphere above a node of a free body of aluminium, which it strikes along -z, so far `beside` the node along x."""
    model = Model("Struck")
    model.world, model.body, model.sphere = World(g=0.0), FlexibleBody(data, zeta=zeta), sphere(radius)
    model.free = FreeMotion(model.world.frame_b, model.body.node(node))
    model.flight = FreeMotion(model.world.frame_b, model.sphere.frame_a, r_start=[beside, 0.0, radius], v_start=[0.0, 0.0, -0.1])
    model.round, model.face = SphereSurface(radius=radius), PlaneSurface()
    c = hertz_stiffness(STEEL, ALUMINIUM, radius)
    model.hit = HuntCrossleyContact(model.sphere.frame_a, model.body.node(node), model.round, model.face, c=c, friction="none")
    return model


def sphere(radius: float) -> Body:
    """A sphere of steel."""
    m = STEEL.rho * 4.0 / 3.0 * np.pi * radius**3
    return Body(m=m, I=[0.4 * m * radius**2] * 3)


def exact_rod(L: float, modes: int) -> ElasticData:
    """The axial modes of a free rod along z, whose end "hit" is at 0 and whose end "far" at -L, in closed form."""
    A = np.pi * ROD_RADIUS**2
    points = 2 * modes
    z = (np.arange(points) + 0.5) / points
    k = np.arange(1, modes + 1)
    unit = np.sqrt(2.0 / (ALUMINIUM.rho * A * L))
    w = k * np.pi / L * np.sqrt(ALUMINIUM.E / ALUMINIUM.rho)
    shape = lambda at: unit * np.cos(k * np.pi * np.asarray(at)[..., None])
    return _of_line(
        ALUMINIUM.rho * A * L, [[0, 0, -L * each] for each in z], shape(z), w, {"hit": ([0, 0, 0], shape(0.0)), "far": ([0, 0, -L], shape(1.0))}
    )


def exact_beam(L: float, b: float, h: float, modes: int) -> ElasticData:
    """The symmetric bending modes of a free beam of Euler and Bernoulli along x, whose node "centre" is at 0, in closed form."""
    A, points = b * h, 4001
    x = (np.arange(points) + 0.5) / points - 0.5
    beta = np.array(
        [
            brentq(lambda at, k=k: np.tan(at / 2) + np.tanh(at / 2), (2 * k - 0.5 - 0.4) * np.pi, (2 * k - 0.5 + 0.4) * np.pi)
            for k in range(1, modes + 1)
        ]
    )
    unit = 1.0 / np.sqrt(ALUMINIUM.rho * A * L)
    # symmetric: cos(beta x) / cos(beta / 2) + cosh(beta x) / cosh(beta / 2), normalized by its mean square of one
    shape = lambda at: unit * (np.cos(beta * at[:, None]) / np.cos(beta / 2) + _cosh_ratio(beta, at[:, None]))
    w = (beta / L) ** 2 * np.sqrt(ALUMINIUM.E * h**2 / (12.0 * ALUMINIUM.rho))
    return _of_line(ALUMINIUM.rho * A * L, [[L * each, 0, 0] for each in x], shape(x), w, {"centre": ([0, 0, 0], shape(np.zeros(1))[0])})


def _cosh_ratio(beta: np.ndarray, x: np.ndarray) -> np.ndarray:
    """cosh(beta x) / cosh(beta / 2) of large numbers."""
    return (np.exp(beta * (np.abs(x) - 0.5)) + np.exp(-beta * (np.abs(x) + 0.5))) / (1.0 + np.exp(-beta))


def _of_line(m: float, line: list, along_z: np.ndarray, w: np.ndarray, nodes: dict[str, Any]) -> ElasticData:
    """Data of masses at four corners around each point of a line, which the modes move along z."""
    n, corners = len(w), 0.005 * np.array([[1, 1, 0], [-1, 1, 0], [-1, -1, 0], [1, -1, 0]])
    x = np.concatenate([np.array(line) + corner for corner in corners])
    in_z = lambda values: np.stack([np.zeros_like(values), np.zeros_like(values), values], axis=-2)
    none = np.zeros((3, n, n))
    named = {name: Node(x=np.array(at, float), Phi=in_z(values), Psi=np.zeros((3, n)), G=none) for name, (at, values) in nodes.items()}
    return of_points(x, np.full(len(x), m / len(x)), np.tile(in_z(along_z), (4, 1, 1)), None, np.diag(w**2), nodes=named)
