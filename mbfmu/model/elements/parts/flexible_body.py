"""FlexibleBody: a body that deforms in modes, small deformations against a frame that moves with it."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from ....base.errors import MbfmuError
from ....base.nearest import nearest
from ...declare.declarations import Output, Parameter
from ...declare.frame import Frame
from ...declare.variable_types import Boolean
from ...structure.elastic_data import ElasticData, Node
from ...structure.mean_axes import in_mean_axes
from ...structure.modes import in_modes, mass_normalized
from ...structure.reference_frame import held_at
from ..freedoms import Freedoms
from ..visuals import Visual
from .base import Part
from .flexible_node import FlexibleNode

FRAME = "frame_a"  # the node that stands for the frame of the data
SAME = 1e-9  # m: from a node, where a place is taken for it


class FlexibleBody(Freedoms, Part):
    """A body that deforms in the modes of its `data`, of which it keeps the lowest `modes`, by default all; `body.node("tip")` gives a node's frame.

    The lowest are those of the body held where its joint enters, the way to the world. The elastic coordinates e belong to natural modes of what is
    left, free in space, with unit modal masses, the lowest first. frame_a is the frame of the data, in which their modes are displacements.
    Deformations are small; displacements of second order in `data` stiffen a body that turns or carries loads.
    Source: Omar (2014), section 3, in mean axes and with the coupling of all modes.
    """

    zeta = Parameter("1", "damping ratio of all modes, as the body is held where its joint enters", 0.01, min=0.0)
    q_fixed = Parameter("1", "whether assembly keeps the elastic coordinates at the start", True, start=True, type=Boolean())
    v_fixed = Parameter("1", "whether assembly keeps their rates at the start", True, start=True, type=Boolean())

    massless = False
    shown_by_help = ("frame_a", "at", "node")
    data: Any = None
    nodes: Any = ()
    nq = nv = 0

    def __new__(cls, data: ElasticData | None = None, modes: int | None = None, **_: Any):
        if cls.nq:  # as copies are made
            return super().__new__(cls)
        if not isinstance(data, ElasticData):
            raise MbfmuError(f"FlexibleBody: data must be ElasticData, such as of beam_data(...), not {data!r}")
        if wrong := data.not_finite():
            raise MbfmuError(f"FlexibleBody: {', '.join(wrong)} of the data must be finite numbers; look at what they were read or computed from")
        there = mass_normalized(data).modes
        if not there:
            raise MbfmuError("FlexibleBody: the data have no modes that deform it; use Body, with their mass, centre and inertia")
        kept = there if modes is None else modes
        if not isinstance(kept, int | np.integer) or isinstance(kept, bool) or not 0 < kept <= there:
            raise MbfmuError(f"FlexibleBody: modes = {modes!r} must be a whole number from 1 to {there}, the modes that deform it")
        return super().__new__(_kind(int(kept)))

    def __init__(self, data: ElasticData, modes: int | None = None, visual: Sequence[Visual] = (), **values: Any):
        super().__init__(visual=visual, **values)
        n = data.modes
        frame = Node(x=np.zeros(3), Phi=np.zeros((3, n)), Psi=np.zeros((3, n)), G=np.zeros((3, n, n)))
        self.data = mass_normalized(replace(data, nodes={FRAME: frame, **data.nodes}))
        self.nodes = {name: FlexibleNode(self, name, node.x) for name, node in self.data.nodes.items()}

    @property
    def members(self) -> tuple[Part, ...]:
        """Its nodes on which anything hangs."""
        return tuple(node for node in self.nodes.values() if node.attachers)

    @property
    def frame_a(self) -> Frame:
        """The frame of the data."""
        return self.node(FRAME)

    def at(self, r: Any, n: Any = None, angle: float = 0.0) -> Frame:
        """A frame at r (3,) [m], turned by `angle` [rad] about n (3,), both resolved in frame_a, with which it moves; it is no point of the body.

        Warns where a node is, which moves with the material.
        """
        there = [name for name, node in self.data.nodes.items() if name != FRAME and np.shape(r) == (3,) and np.allclose(node.x, r, atol=SAME)]
        if there:
            warnings.warn(f"{self.path}.at({list(r)}) does not move with the material: take node({there[0]!r}), which is there.", stacklevel=2)
        return self.nodes[FRAME].at(r, n, angle)

    def node(self, name: str) -> Frame:
        """The frame of the node of this name, parallel to frame_a while nothing deforms it."""
        if name not in self.nodes:
            raise MbfmuError(f"{self.path} has no node {name!r}{nearest(str(name), self.nodes)}; it has {', '.join(self.nodes)}")
        return self.nodes[name].frame_a

    def entered_at(self, node: str) -> ElasticData:
        """The data in mean axes, seen from the centre of mass, with the lowest modes of the body held at a node."""
        return in_mean_axes(self._kept(node))

    def relative_damping(self, node: str) -> np.ndarray:
        """What damping (n, n) a damping ratio of one of these held modes, each, is along the modes of `entered_at`."""
        held = self._kept(node)
        return in_mean_axes(replace(held, De=2.0 * np.sqrt(held.Ke))).De

    def _kept(self, node: str) -> ElasticData:
        held = held_at(self.data, node)
        return in_modes(held, np.eye(held.modes)[:, : self.nq])

    @staticmethod
    def start(p):
        return p.e_start, p.e_dot_start

    @staticmethod
    def outputs(q, v, v_dot):
        return {"e": q, "e_dot": v}

    def observe(self, see):
        own = see.joint(self)
        return self.outputs(own.q, own.v, own.v_dot)


@cache
def _kind(modes: int) -> type[FlexibleBody]:
    """The class of flexible bodies of so many modes."""
    numbered = range(1, modes + 1)
    kind = type(
        "FlexibleBody",
        (FlexibleBody,),
        {
            "__doc__": FlexibleBody.__doc__,
            "__module__": __name__,
            "__qualname__": f"FlexibleBody_{modes}",  # where pickle finds it
            "e_start": Parameter("1", "elastic coordinates at the start", [0.0] * modes, shape=modes, start=True),
            "e_dot_start": Parameter("1/s", "rates of the elastic coordinates at the start", [0.0] * modes, shape=modes, start=True),
            "e": Output("1", "elastic coordinates, of modes of unit modal mass in SI units", shape=modes),
            "e_dot": Output("1/s", "rates of the elastic coordinates", shape=modes),
            "nq": modes,
            "nv": modes,
            "coordinate_names": tuple(f"e[{i}]" for i in numbered),
            "speed_names": tuple(f"e_dot[{i}]" for i in numbered),
            "coordinate_units": ("1",) * modes,
            "speed_units": ("1/s",) * modes,
        },
    )
    return kind


def __getattr__(name: str) -> type[FlexibleBody]:
    """A class by its number of modes, as another process asks for it."""
    stem, _, modes = name.partition("_")
    if stem != "FlexibleBody" or not modes.isdecimal():
        raise AttributeError(f"module {__name__} has no {name!r}")
    return _kind(int(modes))
