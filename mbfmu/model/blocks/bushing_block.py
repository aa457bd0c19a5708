"""BushingBlock: a bushing between two hubs as a part of its own, for systems of FMUs."""

from ..declare.port import HubPort
from ..elements.forces import Bushing
from .base import Block
from .hub_motion import hub_motion


class BushingBlock(Block):
    """Springs and dampers in all six directions between two hubs, in the axes of frame_a: a `Bushing` in an FMU of its own.

    The wrenches on both hubs are opposite, and those of the springs derive from a stored energy, whatever the hubs do together. Rotation is measured
    as in the element, and relative rotations must stay below 180 degrees. With `BlockModel(..., interface_mass=True)` it predicts the motion of both
    hubs, so that it may be stiff in any communication step.
    """

    frame_a = HubPort({"pos": "position of the hub in whose axes stiffness and damping are"})
    frame_b = HubPort({"pos": "position of the hub that is held"})
    c, d, c_phi, d_phi = Bushing.c, Bushing.d, Bushing.c_phi, Bushing.d_phi
    r, phi = Bushing.r, Bushing.phi

    @staticmethod
    def respond(p, u, t, x):
        hubs = hub_motion(u.frame_a), hub_motion(u.frame_b)
        given = {}
        for name, hub, (force, moment) in zip(("frame_a", "frame_b"), hubs, Bushing.wrenches(p, u, t, *hubs)):
            given |= {f"{name}.point": hub.r, f"{name}.force": force, f"{name}.moment": moment}
        return {}, {**given, **Bushing.outputs(p, u, t, *hubs)}
