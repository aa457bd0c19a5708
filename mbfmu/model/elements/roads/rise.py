"""How roads change from one height, or friction, to another."""

from ....base.scalars import maximum, minimum


def rise(s):
    """0 for s <= 0, 1 for s >= 1, between them a quintic: its first and second derivatives are continuous, so that no integrator meets an edge."""
    within = minimum(maximum(s, 0.0), 1.0)
    return within * within * within * (10.0 + within * (6.0 * within - 15.0))
