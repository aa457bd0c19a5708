"""derive(p) -> d: all that depends on parameters only, laid out so that joints turn about z of their own frames."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ...base.scalars import Record, kernel
from ...base.spatial.inertia import total
from ...base.spatial.placement import IDENTITY, compose, inverse
from ...base.spatial.rotations import rounded
from ...model.declare.element import Element
from ...model.declare.frame import Frame
from ...model.elements.joints.rotor_inertia import reflected
from ..topology import Tree
from .base_inertias import base_inertias
from .elastic_bodies import elastic_constants
from .layout import denavit_hartenberg, shifts


def derive(tree: Tree, parameters: Mapping[Element, Record], frames: list[Frame]) -> Record:
    """The derived values of a tree.

    `parameters` holds a Record for each element; anonymous elements (those made by `part.at`) use their own values.
    Returns a Record with, for each body k (index k - 1): `joints`, the placement (R_pj, r_pj) of its laid-out joint frame on
    its lower body, `denavit_hartenberg`, the same in the parts that `layout.denavit_hartenberg` names, `inertias` (10,) in the body's own frame, or
    None where massless, and `base_inertias`, those that the recursion runs on; `frames`, for each of the given frames, its
    placement in its body; `places`, the placement of every part of `tree.massive`; `rotors`, the inertia of each of `tree.rotors` along its joint;
    `elastic`, the ElasticConstants of each of `tree.flexible`.
    """
    joints, _ = _placed(tree, parameters, [IDENTITY] * len(tree.bodies))
    joints, places = _placed(tree, parameters, shifts(tree, joints))
    own: list[list] = [[] for _ in range(len(tree.bodies) + 1)]
    for part in tree.massive:
        own[tree.place[part]].append(part.inertia(parameters[part], places[part]))
    inertias = [total(*inertia) if inertia else None for inertia in own[1:]]
    for point in tree.points:
        places[point] = IDENTITY
    placed = [compose(places[f.part], place(f, parameters)) for f in frames]
    return Record(
        joints=joints,
        denavit_hartenberg=denavit_hartenberg(tree, joints),
        inertias=inertias,
        base_inertias=base_inertias(tree, joints, inertias),
        frames=placed,
        places=[places[p] for p in tree.massive],
        rotors=[reflected(parameters[rotor]) for rotor in tree.rotors],
        elastic=[elastic_constants(tree.bodies[k - 1], parameters) for k in tree.flexible],
    )


def _placed(tree: Tree, parameters: Mapping[Element, Record], shifts: list) -> tuple[list, dict[Element, tuple]]:
    """Where each joint stands on its lower body, and each part in its body, with the joints' frames shifted."""
    places: dict[Element, tuple] = {tree.world: IDENTITY}
    _weld(tree.world_welds, places, parameters)
    joints = []
    for body, shift in zip(tree.bodies, shifts):
        layout = compose((body.joint.layout(body.joint.values), np.zeros(3)), shift)
        inboard = compose(places[body.inboard.part], place(body.inboard, parameters))
        joints.append(compose(inboard, layout))
        places[body.outboard.part] = inverse(compose(place(body.outboard, parameters), layout))
        _weld(body.welds, places, parameters)
    return joints, places


def _weld(welds, places: dict[Element, tuple], parameters: Mapping[Element, Record]) -> None:
    for weld in welds:
        known = compose(places[weld.known.part], place(weld.known, parameters))
        places[weld.new.part] = compose(known, inverse(place(weld.new, parameters)))


def place(frame: Frame, parameters: Mapping[Element, Record]) -> tuple:
    """Where a frame stands on its part."""
    placement = IDENTITY
    for element in frame.placements:
        p = parameters.get(element)
        if p is None:
            p = Record(element.values)
        placement = compose(placement, _placement(type(element), p))
    return placement


@kernel
def _placement(kind, p):
    R, r = kind.placement(p)
    return (rounded(R) if np.asarray(R).dtype == float else R), r
