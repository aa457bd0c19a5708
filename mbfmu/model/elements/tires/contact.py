"""Where a wheel touches a road: a single point in the plane of the wheel, and how the wheel moves there."""

from __future__ import annotations

import numpy as np

from ....base.scalars import Record
from ....base.spatial.rotations import cross
from ..roads.base import surface


def contact(wheel: Record, road: Record, t) -> Record:
    """The point of contact of a wheel, its axes, and how the wheel moves there.

    `wheel` is the motion of the wheel's frame (R, r, v, w), whose y is the axis of spin; `road` a Record of the road's parameters with its `kind`.

    - `C` (3,) [m] lies on the road in the plane of the wheel, `r_l` [m] from its centre: the loaded radius.
    - `x`, `y`, `n` (3,) are the axes W of ISO 8855 there: forward, to the left, and normal to the road. All are resolved in the world.
    - `gamma` [rad] is the inclination, positive where the wheel leans to its right, `cos_gamma` its cosine.
    - `v` (3,) [m/s] is the velocity of the wheel at C without its spin, `v_x`, `v_y` its components along the road. `closing` [m/s] is the speed at
      which C comes nearer to the centre.
    - `spin` [rad/s] is the angular velocity about the axis, `turn` that about the normal of the road. `z_dot` [m/s] is the speed of the road itself.
    - `mu` is the road's friction, `off_road` [m] how far C is outside of where the road is known.

    C is the point where a tangent plane of the road meets the radius of the wheel that points at it. The plane is that of the road below the centre;
    unless the road is gentle, it is then that of the road at the point found first.
    Source: Pacejka (2012), Tire and Vehicle Dynamics, 3rd ed., chapter 2.
    """
    axis = wheel.R[:, 1]
    at = wheel.r
    touched = _touched(wheel.r, axis, road, at, t)
    if not road.kind.gentle:
        touched = _touched(wheel.r, axis, road, touched.C, t)
    n, sin_gamma, cos_gamma = touched.n, touched.sin_gamma, touched.cos_gamma
    x = cross(axis, n) / cos_gamma
    y = cross(n, x)
    w = wheel.R @ wheel.w
    spin = wheel.w[1]
    v = wheel.v + cross(w - spin * axis, touched.arm)
    above = np.array([0.0, 0.0, touched.z_dot])
    return Record(
        C=touched.C,
        arm=touched.arm,
        r_l=touched.r_l,
        x=x,
        y=y,
        n=n,
        gamma=np.arcsin(sin_gamma),
        cos_gamma=cos_gamma,
        v=v,
        v_x=(v - above) @ x,
        v_y=(v - above) @ y,
        closing=-((v - above) @ n) / cos_gamma,
        spin=spin,
        turn=w @ n,
        w=w,
        above=above,
        mu=road.kind.friction(road, touched.C[0], touched.C[1], t),
        off_road=road.kind.outside(road, touched.C[0], touched.C[1]),
    )


def _touched(centre, axis, road: Record, at, t) -> Record:
    """Where the radius of the wheel that points at the tangent plane of the road above or below `at` meets that plane."""
    there = surface(road, at[0], at[1], t)
    sin_gamma = axis @ there.n
    cos_gamma = (1.0 - sin_gamma * sin_gamma) ** 0.5
    height = there.n @ (centre - np.array([at[0], at[1], there.z]))
    r_l = height / cos_gamma
    arm = -(there.n - sin_gamma * axis) * (r_l / cos_gamma)
    return Record(C=centre + arm, arm=arm, r_l=r_l, n=there.n, z_dot=there.z_dot, sin_gamma=sin_gamma, cos_gamma=cos_gamma)
