"""Roads: where the ground is, and how much friction it has."""

from __future__ import annotations

import numpy as np

from ....base.scalars import Record, value_and_gradient
from ...declare.declarations import Parameter
from ...declare.dry_run import symbols, symbols_for
from ...declare.element import Element, declarations
from ...declare.return_values import number
from ..element_description import described


class Road(Element):
    """The ground under tires, in the axes of the world: z is up. A new road supplies

    1. `height(p, x, y, t)` -> z [m] of the surface above the point (x, y) [m] of the world, at the time t [s]; it must be smooth.
    2. `friction(p, x, y, t)` -> friction relative to that of the surface on which the data of the tires were measured; mu if not supplied.
    3. `outside(p, x, y)` -> how far [m] the point is outside of where the road is known; 0 if not supplied.
    4. `gentle(p)` -> whether it is so much like a plane around each wheel that the tangent plane below the centre stands for it. False if not
       supplied: tires then look for the nearest of many points, which takes as many evaluations of the height.
    5. `curvature(p)` -> its largest curvature along x [1/m], so that tires say where it is too sharp for them; 0 if not supplied.

    p is a Record of the road's parameters and tables, with its class as `kind`; x, y and t are numbers. `gentle` may look at tables and
    structural parameters only, `curvature` is given numbers. All are static, plain NumPy.
    """

    mu = Parameter("1", "friction relative to that of the surface on which the tires were measured", 1.0, min=0.0)

    @staticmethod
    def friction(p, x, y, t):
        return p.mu

    @staticmethod
    def outside(p, x, y):
        return 0.0

    @staticmethod
    def gentle(p) -> bool:
        return False

    @staticmethod
    def curvature(p) -> float:
        return 0.0

    def dry_run(self, dry_run):
        p = described(self, lambda of: Record(symbols_for(declarations(type(of), Parameter)) | of.tables))
        arguments = {"p": p, "x": symbols(()), "y": symbols(()), "t": symbols(())}
        dry_run.call("height", arguments, number())
        dry_run.call("friction", arguments, number())
        dry_run.call("outside", {name: arguments[name] for name in ("p", "x", "y")}, number())


def surface(road: Record, x, y, t) -> Record:
    """The surface of a road at a point: height z [m], its rate z_dot [m/s], the unit normal n (3,), pointing up.

    `road` is a Record of the road's parameters, with its class as `kind`.
    """
    z, (z_x, z_y, z_t) = value_and_gradient(lambda x, y, t: np.array([road.kind.height(road, x, y, t)]), (x, y, t), np.array([1.0]))
    steepness = (1.0 + z_x * z_x + z_y * z_y) ** 0.5
    return Record(z=z, z_dot=z_t, n=np.array([-z_x / steepness, -z_y / steepness, 1.0 / steepness]))
