"""Surfaces: where bodies touch each other."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from ...declare.element import Element


class Surface(Element):
    """The surface of a body, in the axes of the frame that contacts put it on; many bodies may share one. A new surface supplies what it can of

    1. `distance(p, r, t)` -> the distance [m] of a point r (3,) [m] from the surface, negative inside; its gradient must have the length 1 near the
       surface. Spheres touch surfaces that supply it.
    2. `balls(p, n)` -> spheres (centre (3,) [m], radius [m]), `points` of them, that touch ground with the unit normal n (3,), which points out of
       the ground. Surfaces that supply it touch ground. `rigid_balls(p, n)` -> the same for rigid contacts, if they need others, `rigid_points` of
       them, each with the gradient (3,) [m] of the gap by n beside that by which the centre moves with the body.
    3. `reach(p)` -> the radius [m] of a sphere about the origin that it lies in. Ground has none.
    4. `core(p)` -> its Core, if it is convex. Surfaces that supply it touch each other, at one point.
    5. `friction(p, r, t)` -> friction at a point relative to that of the contact; 1 if not supplied.

    p is a Record of its parameters, with its class as `kind`. All are static, plain NumPy. `ground` says that it has no end and carries bodies;
    `exact` that its distances are those of the nearest point also far away, so that they tell which bodies are far; `rounded` that it has no edges.
    """

    points: ClassVar[int] = 1
    rigid_points: ClassVar[int] = 0
    ground: ClassVar[bool] = False
    exact: ClassVar[bool] = False
    rounded: ClassVar[bool] = False
    distance: ClassVar[Any] = None
    balls: ClassVar[Any] = None
    rigid_balls: ClassVar[Any] = None
    core: ClassVar[Any] = None

    @staticmethod
    def reach(p):
        return np.inf

    @staticmethod
    def friction(p, r, t):
        return 1.0
