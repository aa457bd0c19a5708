"""What all elastic stops share: a progressive force that pushes back and never pulls."""

from ....base.scalars import maximum


def elastic(p, x):
    """The force of the spring alone at the depth x."""
    return p.c * x + p.c_3 * x * x * x


def push(p, x, x_dot):
    """The force at the depth x, zero or positive: (c x + c_3 x^3) (1 + d x_dot), and zero where that would pull."""
    return elastic(p, x) * maximum(1.0 + p.d * x_dot, 0.0)


def stored(p, x):
    """The energy of the spring at the depth x."""
    square = x * x
    return 0.5 * p.c * square + 0.25 * p.c_3 * square * square


def dissipated(p, x, x_dot):
    """The power that the damping takes."""
    return (push(p, x, x_dot) - elastic(p, x)) * x_dot
