"""SplitFrictionRoad: a horizontal plane with other friction on the left than on the right."""

from ...declare.declarations import Parameter
from .flat_road import FlatRoad
from .rise import rise


class SplitFrictionRoad(FlatRoad):
    """A horizontal plane with different friction on its left and right side.

    For x < `start`, the friction is `mu`. For x > `start`, it is `mu_left` where y > 0 and `mu_right` where y < 0. At these borders, friction changes
    by a smooth step over the length `blend`.
    """

    mu_left = Parameter("1", "friction where y > 0, relative to that of the surface on which the tires were measured", min=0.0)
    mu_right = Parameter("1", "friction where y < 0, relative to that of the surface on which the tires were measured", min=0.0)
    start = Parameter("m", "x at which it begins", 0.0)
    blend = Parameter("m", "length over which friction changes", 0.2, min=0.0, exclusive_min=True)

    @staticmethod
    def friction(p, x, y, t):
        split = p.mu_right + (p.mu_left - p.mu_right) * rise(y / p.blend + 0.5)
        return p.mu + (split - p.mu) * rise((x - p.start) / p.blend + 0.5)
