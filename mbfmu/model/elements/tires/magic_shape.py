"""The curves of the Magic Formula.

Source: Pacejka (2012), Tire and Vehicle Dynamics, 3rd ed., sec. 4.3.
"""

import numpy as np

from ....base.scalars import where


def sine(B, C, D, E, x):
    """D sin(C arctan(B x - E (B x - arctan(B x)))): a force or moment over slip."""
    return D * np.sin(C * _angle(B, E, x))


def cosine(B, C, E, x):
    """cos(C arctan(B x - E (B x - arctan(B x)))): what one slip leaves of the force of the other, and trails."""
    return np.cos(C * _angle(B, E, x))


def _angle(B, E, x):
    return np.arctan(B * x - E * (B * x - np.arctan(B * x)))


def fading(x):
    """cos(arctan(x)): 1 at zero, 0 where x is large."""
    return 1.0 / (1.0 + x * x) ** 0.5


def rising(x):
    """sin(2 arctan(x)): 2 x at first, 1 at x = 1, and falling behind it."""
    return 2.0 * x / (1.0 + x * x)


def sign(x):
    """1 for x >= 0, else -1."""
    return where(x < 0.0 * x, -1.0, 1.0)
