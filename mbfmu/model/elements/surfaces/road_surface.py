"""RoadSurface: a height field, as roads have them."""

from ..roads.base import Road, surface
from .base import Surface


class RoadSurface(Surface):
    """The ground of a road, in the axes of its frame, which may be any: the height is along its z.

    Distances are those from the tangent plane below a point: right on slopes, and near where the road bends little over the size of what touches it.
    Friction is relative to that of the road. A force normal to it follows from the place alone, so no road that rests gives energy.
    """

    attachments = {"road": Road}
    ground = True

    @staticmethod
    def distance(p, r, t):
        below = surface(p.road, r[0], r[1], t)
        return (r[2] - below.z) * below.n[2]

    @staticmethod
    def friction(p, r, t):
        return p.road.kind.friction(p.road, r[0], r[1], t)
