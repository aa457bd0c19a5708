"""The tree that is walked through a user's graph."""

import numpy as np
import pytest

from mbfmu import Body, Fixed, FixedTranslation, FreeMotion, Model, Prismatic, Revolute, World
from mbfmu.mechanics.topology import build_tree
from mbfmu.model.elements.joints import Reversed
from mbfmu.model.elements.sensors import JointReaction
from mbfmu.problem.mechanism.mechanics import compile_model

from ...running import Running
from ...tolerances import HANGING


def huston_liu_model(declared):
    """The ten bodies of Huston & Liu's Fig. 1, joined by revolutes, the joints declared in the order `declared`."""
    model = Model("Fig1")
    model.world = World()
    parts = [model.world, *(model.add(f"B{k}", Body(m=1.0, r_CM=[1, 0, 0], I=1.0)) for k in range(1, 11))]
    lower = [0, 1, 2, 2, 4, 5, 4, 7, 7, 1]
    for k in declared:
        model.add(f"J{k}", Revolute(parts[lower[k - 1]].frame_b if k == 1 else parts[lower[k - 1]].frame_a, parts[k].frame_a))
    return model


def test_declared_depth_first_the_numbers_are_the_users():
    tree = build_tree(huston_liu_model(range(1, 11)))
    assert tree.lower == (0, 1, 2, 2, 4, 5, 4, 7, 7, 1)
    assert [b.name for b in tree.bodies] == [f"J{k}" for k in range(1, 11)]


def test_branches_follow_the_order_of_declaration():
    tree = build_tree(huston_liu_model(range(10, 0, -1)))
    assert [b.name for b in tree.bodies] == ["J1", "J10", "J2", "J4", "J7", "J9", "J8", "J5", "J6", "J3"]
    assert tree.lower == (0, 1, 1, 3, 4, 5, 5, 4, 8, 3)


def test_a_satellite_with_a_flap_names_its_coordinates_and_speeds():
    """Euler parameters are four coordinates behind three speeds."""
    model = Model("Satellite")
    model.world, model.hull, model.flap = World(), Body(m=1.0, I=1.0), Body(m=1.0, I=1.0)
    model.free = FreeMotion(model.world.frame_b, model.hull.frame_a)
    model.hinge = Revolute(model.hull.frame_a, model.flap.frame_a)
    tree = build_tree(model)
    hull, flap = tree.bodies
    assert (hull.nq, hull.nv, flap.nq, flap.nv) == (7, 6, 1, 1)
    assert tree.coordinate_names == (*(f"free.r[{i}]" for i in (1, 2, 3)), *(f"free.Q[{i}]" for i in (1, 2, 3, 4)), "hinge.phi")
    assert tree.speed_names == (*(f"free.{of}[{i}]" for of in "wv" for i in (1, 2, 3)), "hinge.w")
    assert tree.coordinate_units == (*["m"] * 3, *["1"] * 4, "rad") and tree.speed_units == (*["rad/s"] * 3, *["m/s"] * 3, "rad/s")
    assert [len(piece) for piece in tree.split_q(range(8))] == [7, 1] and [len(piece) for piece in tree.split_v(range(7))] == [6, 1]


def test_joint_declared_from_the_child_is_walked_backwards():
    model = Model("Backwards")
    model.world, model.body = World(), Body(m=1.0, I=1.0)
    model.pivot = Revolute(model.body.frame_a, model.world.frame_b)
    (body,) = build_tree(model).bodies
    assert body.kind == Reversed(Revolute)
    assert body.outboard.part is model.body


def test_welded_parts_are_one_body_unless_the_joint_is_watched():
    model = Model("Welded")
    model.world, model.cart, model.box, model.rod = World(), Body(m=1.0), Body(m=2.0), FixedTranslation(r=[1, 0, 0])
    model.rail = Prismatic(model.world.frame_b, model.cart.frame_a)
    model.bolt = Fixed(model.rod.frame_b, model.box.frame_a)
    model.glue = Fixed(model.cart.frame_a, model.rod.frame_a)
    tree = build_tree(model)
    assert [tree.place[p] for p in (model.cart, model.rod, model.box)] == [1, 1, 1]
    model.gauge = JointReaction(model.bolt)
    tree = build_tree(model)
    assert [tree.place[p] for p in (model.cart, model.rod, model.box)] == [1, 1, 2]


@pytest.mark.slow
def test_thousand_links():
    """A chain hanging straight down stays at rest."""
    model = Model("Chain")
    model.world = World(n=[1, 0, 0])
    end = model.world.frame_b
    for i in range(1000):
        link = model.add(f"link{i}", Body(m=1.0, r_CM=[0.5, 0, 0], I=[0, 0.1, 0.1]))
        model.add(f"joint{i}", Revolute(end, link.frame_a, n=[0, 0, 1]))
        end = link.at([1, 0, 0])
    running = Running(compile_model(model))
    assert np.abs(running.derivative(0.0, running.x)).max() < HANGING
