"""TireBlock: a tire with its road inside, which takes the motion of a hub and gives the force on it."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from ...base.errors import MbfmuError, ProblemsFound
from ...base.files.given_path import given_path
from ...base.scalars import Record
from ..declare.declarations import Declaration, Output, Parameter, State, declarations
from ..declare.element import Element
from ..declare.place_in_code import folder_of_caller
from ..declare.port import HubPort
from ..elements.element_description import described
from ..elements.roads import Road
from ..elements.tires import Tire
from ..elements.tires.base import in_world, rates, shown
from ..elements.tires.tire_from_file import tire_data
from .base import Block
from .hub_motion import hub_motion
from .made_block import MadeBy, reduced


class TireBlock(Block):
    """A tire on its road, for a hub port. `tire_block` makes its kinds, each with the variables of its tire."""

    hub = HubPort({"pos": "position of the centre of the wheel", "rot": "quaternion of the wheel, whose y is the axis of spin, to the left"})
    tire: ClassVar[type[Tire]]
    road: ClassVar[Record]  # what its road is, but for the parameters that are the block's
    tuned: ClassVar[Mapping[str, str]]  # parameters of the road by their names in the block
    step_size, tolerance, integrator = 1e-3, 1e-5, "bogacki_shampine"  # motions are held between communication points, which errs far more

    @classmethod
    def respond(cls, p, u, t, x):
        road = Record(cls.road, **{of_road: p[name] for name, of_road in cls.tuned.items()})
        at, of = cls.tire.rolling(p, x, t, hub_motion(u.hub), road)
        force, moment = in_world(at, of)
        return rates(of), {**shown(at, of), "hub.point": at.C, "hub.force": force, "hub.moment": moment}


def tire_block(tire: type[Tire] | str | Path, road: Road, side: str | None = None, **values: Any) -> TireBlock:
    """A block with a tire on a road, for a hub port called `hub`: `BlockModel("TireFL", tire_block(LinearTire, FlatRoad(), radius=0.3, c_z=2e5))`.

    `tire` is a class of tires, or the path of a .tir file as for `tire_from_file`; `side` is as there. `values` are parameters of the tire. The block
    has all parameters and outputs of the tire, and as parameters the numbers of the road, as `road_mu`. Raises MbfmuError if it is no tire or
    no road, ProblemsFound for a road that cannot be used.
    """
    if not isinstance(road, Road):
        raise MbfmuError(f"road = {road!r} must be a road, such as FlatRoad()")
    if problems := _problems(road):
        raise ProblemsFound("the road of the tire cannot be used:", problems)
    kind: type[Tire]
    given_values = dict(values)
    if not isinstance(tire, type):
        tire = folder_of_caller() / given_path(tire)
        kind, values = tire_data(tire, side, values)
    elif side is not None:
        raise MbfmuError(f"side={side!r} is for a tire from a file: mirrored=True mirrors a {tire.__name__}")
    elif not issubclass(tire, Tire):
        raise MbfmuError(f"tire = {tire.__name__} must be a class of tires, such as LinearTire, or the path of a .tir file")
    elif "belt" in tire.attachments:
        raise MbfmuError(f"tire = {tire.__name__} rolls on a belt, a body that no block has; take a MagicFormulaTire, or add a RigidRing to a wheel")
    else:
        kind = tire
    shown = {name: d for what in (Parameter, Output, State) for name, d in declarations(kind, what).items()}
    given = declarations(type(road), Parameter).items()
    numbers = {name: d for name, d in given if d.shape == () and not d.structural and np.isfinite(road.values[name])}
    tuned = {f"road_{name}": name for name in numbers}
    of_road: dict[str, Declaration] = {f"road_{name}": copy(d) for name, d in numbers.items()}
    made_by: MadeBy = tire_block, (tire, road, side), given_values
    content = {
        **shown,
        **of_road,
        "tire": kind,
        "road": described(road, lambda of: Record(of.values | of.tables)),
        "tuned": tuned,
        "check_messages": kind.check_messages,
        "checks": staticmethod(kind.checks),
        "__doc__": f"{kind.__doc__ or ''}".splitlines()[0],
    }
    content["__reduce__"] = reduced(made_by)
    block = type(f"{kind.__name__}Block", (TireBlock,), content)
    return block(**{**{name: road.values[of] for name, of in tuned.items()}, **values})


def _problems(road: Element) -> list[str]:
    """What is wrong with a road, and with those to which it is attached."""
    return [*road.own_problems(), *(problem for under in road.attached.values() for problem in _problems(under))]
