"""FlexibleBody: a body that deforms in modes, small deformations against a frame that moves with it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from ....base.errors import MbfmuError
from ....base.nearest import nearest
from ...declare.declarations import Output, Parameter
from ...declare.frame import Frame
from ...declare.variable_types import Boolean
from ...structure.elastic_data import ElasticData
from ...structure.modes import in_modes, mass_normalized
from ...structure.reference_frame import held_at
from ..freedoms import Freedoms
from ..visuals import Visual
from .base import Part
from .flexible_node import FlexibleNode


class FlexibleBody(Freedoms, Part):
    """A body that deforms in the modes of its `data`, of which it keeps the lowest `modes`, by default all; `body.node("tip")` gives a node's frame.

    Its frame moves with the node at which its joint enters, the nearest to the world, or is frame_a of the data where a joint enters there. The
    elastic coordinates e belong to its natural modes when it is held so, with unit modal masses, the lowest first: kinetic energy 1/2 e_dot.e_dot.
    Deformations are small; displacements of second order in `data` stiffen a body that turns or carries loads.
    Source: Omar (2014), section 3, with the coupling of all modes.
    """

    zeta = Parameter("1", "damping ratio of all modes", 0.01, min=0.0)
    q_fixed = Parameter("1", "whether assembly keeps the elastic coordinates at the start", True, start=True, type=Boolean())
    v_fixed = Parameter("1", "whether assembly keeps their rates at the start", True, start=True, type=Boolean())

    massless = False
    shown_by_help = ("frame_a", "at", "node")
    data: Any = None
    nodes: Any = ()
    deformed: Any = None
    nq = nv = 0

    def __new__(cls, data: ElasticData | None = None, modes: int | None = None, **_: Any):
        if cls.nq:  # as copies are made
            return super().__new__(cls)
        if not isinstance(data, ElasticData):
            raise MbfmuError(f"FlexibleBody: data must be ElasticData, such as of beam_data(...), not {data!r}")
        there = mass_normalized(data).modes
        kept = there if modes is None else modes
        if not isinstance(kept, int) or isinstance(kept, bool) or not 0 < kept <= there:
            raise MbfmuError(f"FlexibleBody: modes = {modes!r} must be a whole number from 1 to {there}, the modes that deform it")
        return super().__new__(_kind(kept))

    def __init__(self, data: ElasticData, modes: int | None = None, visual: Sequence[Visual] = (), **values: Any):
        super().__init__(visual=visual, **values)
        self.data = mass_normalized(data)
        self.nodes = {name: FlexibleNode(self, name, node.x) for name, node in data.nodes.items()}
        self.deformed = DeformedShape(self)

    @property
    def members(self) -> tuple[Part, ...]:
        """Its nodes on which anything hangs."""
        return tuple(node for node in self.nodes.values() if node.attachers)

    def node(self, name: str) -> Frame:
        """The frame of the node of this name, parallel to frame_a while nothing deforms it."""
        if name not in self.nodes:
            raise MbfmuError(f"{self.path} has no node {name!r}{nearest(name, self.nodes)}; it has {', '.join(self.nodes) or 'none'}")
        return self.nodes[name].frame_a

    def held_at(self, node: str | None) -> ElasticData:
        """The data with the lowest modes of the body held at a node, or in its own frame where that is None."""
        data = self.data if node is None else held_at(self.data, node)
        return in_modes(data, np.eye(data.modes)[:, : self.nq])

    @staticmethod
    def start(p):
        return p.e_start, p.e_dot_start

    @staticmethod
    def outputs(q, v, v_dot):
        return {"e": q, "e_dot": v}

    def observe(self, see):
        own = see.joint(self)
        return self.outputs(own.q, own.v, own.v_dot)


class DeformedShape(Part):
    """The material of a FlexibleBody, which carries its nodes: it deforms, but has the frame of the body."""

    must_be_named = False
    body: Any = None

    def __init__(self, body: FlexibleBody):
        self.body = body
        super().__init__()

    @property
    def path(self) -> str:
        """The name of the body."""
        return self.body.path


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
