"""Lining: friction on a joint that gives way elastically before it slides."""

import numpy as np

from ....base.scalars import maximum, minimum, where
from .base import JointLoad

ELASTIC = 0.7  # of z_max: so far the lining gives way without sliding


class Lining(JointLoad):
    """What brakes and joints with dry friction share: state z, parameters z_max and T_d. A kind supplies

    1. `pressed(p, u)` -> the friction of a lining that slides, [N.m] or [N].
    2. `slow(p)` -> the speed above which it comes near to z_max more slowly than the joint moves, [rad/s] or [m/s].

    Source: Dupont, Hayward, Armstrong & Altpeter (2002), Single state elastoplastic friction models, IEEE Trans. Automatic Control 47, eqs. 8-11.
    """

    @classmethod
    def load(cls, p, u, t, q, v):
        return np.array([-cls.resistance(p, u, v)])

    @classmethod
    def resistance(cls, p, u, v):
        """The friction against the motion, [N.m] or [N]."""
        return cls.pressed(p, u) * minimum(maximum((u.z + p.T_d * cls._rate(p, u, v)) / p.z_max, -1.0), 1.0)

    @classmethod
    def rates(cls, p, u, t, q, v):
        return {"z": cls._rate(p, u, v)}

    @classmethod
    def _rate(cls, p, u, v):
        speed, stretch = v[0], abs(u.z) / p.z_max
        beyond = minimum(maximum((stretch - ELASTIC) / (1.0 - ELASTIC), 0.0), 1.0)
        sliding = beyond * beyond * (3.0 - 2.0 * beyond)
        slow = speed / (1.0 + abs(speed) / cls.slow(p))
        return where(speed * u.z < 0.0, speed, (1.0 - sliding) * speed + sliding * slow * (1.0 - stretch))

    @classmethod
    def energy(cls, p, u, t, q, v):
        return 0.5 * cls.pressed(p, u) * u.z * u.z / p.z_max

    @classmethod
    def dissipation(cls, p, u, t, q, v):
        return cls.resistance(p, u, v) * v[0] - cls.pressed(p, u) * u.z / p.z_max * cls._rate(p, u, v)
