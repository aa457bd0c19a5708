"""Where a wheel touches a road: a single point in the plane of the wheel, and how the wheel moves there."""

from __future__ import annotations

import numpy as np

from ....base.scalars import Record, value_and_gradient
from ....base.spatial.rotations import cross
from ..roads.base import surface
from .loaded_radius import loaded_radius

FLATTEST = 1e-30  # keeps directions finite where a road pulls to all sides


def contact(wheel: Record, road: Record, t, radius) -> Record:
    """The point of contact of a wheel, its axes, and how the wheel moves there.

    `wheel` is the motion of the wheel's frame (R, r, v, w), whose y is the axis of spin; `road` a Record of the road's parameters with its `kind`;
    `radius` [m] that of the tire in the air.

    - `r_l` [m] is the loaded radius, the distance of the road from the centre. All else is its gradient, by the place and by the rotation of the
      wheel: so a force that depends on `r_l` alone derives from a potential, and gains no energy on any road.
    - `C` (3,) [m] lies on the road, `arm` (3,) [m] from the centre.
    - `x`, `y`, `n` (3,) are the axes W of ISO 8855 there: forward, to the left, and normal to the road. All are resolved in the world.
    - `gamma` [rad] is the inclination, positive where the wheel leans to its right.
    - `rise` is what `r_l` grows for each metre along n, `share` the same over that above a plane: less than 1 where a wheel lies between two slopes.
      `twist` [m] is what `r_l` grows for each radian about n, over the rise: where a wheel stands askew on an edge.
    - `v_x`, `v_y` [m/s] are the velocity of the wheel at C against the road, without its spin, along x and y; `slip` (3,) [m/s] is that with its
      spin. `closing` [m/s] is the speed at which `r_l` shrinks.
    - `spin` [rad/s] is the angular velocity about the axis, `turn` that about the normal of the road.
    - `mu` is the road's friction, `off_road` [m] how far C is outside of where the road is known.

    Source: on a plane, Pacejka (2012), Tire and Vehicle Dynamics, 3rd ed., chapter 2.
    """
    axis, w = wheel.R[:, 1], wheel.R @ wheel.w
    r_l, (by_place, by_axis, by_time) = value_and_gradient(
        lambda centre, axis, t: np.array([loaded_radius(centre, axis, road, t, radius)]), (wheel.r, axis, t), np.array([1.0])
    )
    by_rotation = cross(axis, by_axis)
    rise = (by_place @ by_place + FLATTEST) ** 0.5
    n = by_place / rise
    sin_gamma = axis @ n
    cos_gamma = (1.0 - sin_gamma * sin_gamma) ** 0.5
    x = cross(axis, n) / cos_gamma
    y = cross(n, x)
    aside = cross(n, by_rotation) / rise
    arm = aside - ((r_l - sin_gamma / cos_gamma * (aside @ axis)) / cos_gamma) * n
    C = wheel.r + arm
    spin = wheel.w[1]
    v = wheel.v + cross(w - spin * axis, arm) - np.array([0.0, 0.0, surface(road, C[0], C[1], t).z_dot])
    return Record(
        C=C,
        arm=arm,
        r_l=r_l,
        x=x,
        y=y,
        n=n,
        gamma=np.arcsin(sin_gamma),
        rise=rise,
        share=rise * cos_gamma,
        twist=by_rotation @ n / rise,
        v_x=v @ x,
        v_y=v @ y,
        slip=v + spin * cross(axis, arm),
        closing=-(by_place @ wheel.v + by_rotation @ w + by_time),
        spin=spin,
        turn=w @ n,
        w=w,
        mu=road.kind.friction(road, C[0], C[1], t),
        off_road=road.kind.outside(road, C[0], C[1]),
    )
