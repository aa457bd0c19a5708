"""Roads: where the ground is, and how much friction it has."""

from __future__ import annotations

import numpy as np

from ...model.declarations import Parameter
from ...model.element import Element, declarations
from ...model.rehearsal import symbols, symbols_for
from ...model.returned import number
from ...scalars import Record, gradient


class Road(Element):
    """The ground under tires, in the axes of the world: z is up. A new road supplies

    1. `height(p, x, y, t)` -> z [m] of the surface above the point (x, y) [m] of the world, at the time t [s]; it must be smooth.
    2. `friction(p, x, y, t)` -> friction relative to that of the surface on which the data of the tires were measured; 1 if not supplied.

    Both are static, plain NumPy. `plane` says that it has one tangent plane, which is then asked for once instead of twice.
    """

    plane = False

    @staticmethod
    def friction(p, x, y, t):
        return 1.0

    def rehearse(self, rehearsal):
        p = symbols_for(declarations(type(self), Parameter))
        arguments = {"p": p, "x": symbols(()), "y": symbols(()), "t": symbols(())}
        rehearsal.call("height", arguments, number())
        rehearsal.call("friction", arguments, number())


def surface(road: Record, x, y, t) -> Record:
    """The surface of a road at a point: height z [m], its rate z_dot [m/s], the unit normal n (3,), pointing up.

    `road` is a Record of the road's parameters, with its class as `kind`.
    """
    p = road
    z = p.kind.height(p, x, y, t)
    z_x, z_y, z_t = gradient(lambda x, y, t: np.array([p.kind.height(p, x, y, t)]), (x, y, t), np.ones(1))
    steepness = (1.0 + z_x * z_x + z_y * z_y) ** 0.5
    return Record(z=z, z_dot=z_t, n=np.array([-z_x / steepness, -z_y / steepness, 1.0 / steepness]))
