"""Which joints of hand-drawn mechanisms make the tree, and which close loops."""

import itertools

import numpy as np
import pytest

from mbfmu import (
    Body,
    Cylindrical,
    Fixed,
    FixedTranslation,
    FreeMotion,
    JointTorque,
    Model,
    Planar,
    Prismatic,
    Revolute,
    Spherical,
    TorsionSpringDamper,
    Universal,
    World,
)
from mbfmu.base.scalars import Record
from mbfmu.mechanics.topology import build_tree
from mbfmu.model.elements.joints import Joint, QuaternionCoordinates
from mbfmu.model.elements.sensors import JointReaction

from ...random_loops import motions_between, pose_between, random_mechanism
from ...tolerances import ROUNDOFF


def mechanism(*joints):
    """A model of joints (kind, part, part), named part_part, each with frames of its own; `world` and bodies made as they come."""
    model = Model("Mechanism")
    model.world = World()
    for kind, *ends in joints:
        for end in ends:
            if end not in model.elements:
                model.add(end, Body(m=1.0, I=1.0))
        model.add("_".join(ends), kind(*(model.elements[end].at([1, 2, 3]) for end in ends)))
    return model


def drawn(tree):
    """A tree as joint -> joint below (None at the world), in the order of the bodies, and the loops as closing joint -> joints."""
    names = [None, *(body.name for body in tree.bodies)]
    below = {names[k]: names[j] for k, j in enumerate(tree.lower, 1)}
    return below, {cut.name: [names[k] for k in tree.loop(cut)] for cut in tree.cuts}


FOUR_BAR = [(Revolute, "world", "a"), (Revolute, "a", "b"), (Revolute, "b", "c"), (Revolute, "c", "world")]


def test_four_bar_has_short_branches():
    below, loops = drawn(build_tree(mechanism(*FOUR_BAR)))
    assert below == {"world_a": None, "a_b": "world_a", "c_world": None}
    assert loops == {"b_c": ["world_a", "a_b", "c_world"]}


def test_four_bar_is_cut_the_same_way_in_any_order_of_declaration():
    for order in itertools.permutations(FOUR_BAR):
        first = next(f"{a}_{b}" for _, a, b in order if "world" not in (a, b))
        below, loops = drawn(build_tree(mechanism(*order)))
        assert set(below) == {"world_a", "c_world", first} and set(loops) == {"a_b", "b_c"} - {first}


def test_of_a_slider_crank_the_joint_with_most_freedoms_closes_the_loop():
    below, loops = drawn(
        build_tree(mechanism((Revolute, "world", "crank"), (Spherical, "crank", "rod"), (Universal, "rod", "slider"), (Prismatic, "world", "slider")))
    )
    assert below == {"world_crank": None, "world_slider": None, "rod_slider": "world_slider"}
    assert loops == {"crank_rod": ["world_crank", "world_slider", "rod_slider"]}


def n_four_bar(n):
    uprights = [(Revolute, "world", f"upright{i}") for i in range(n + 1)]
    couplers = [((Revolute, f"upright{i}", f"coupler{i}"), (Revolute, f"coupler{i}", f"upright{i + 1}")) for i in range(n)]
    return mechanism(*uprights, *(joint for pair in couplers for joint in pair))


def test_double_four_bar():
    tree = build_tree(n_four_bar(2))
    below, loops = drawn(tree)
    assert below == {
        "world_upright0": None,
        "upright0_coupler0": "world_upright0",
        "world_upright1": None,
        "upright1_coupler1": "world_upright1",
        "world_upright2": None,
    }
    assert loops == {
        "coupler0_upright1": ["world_upright0", "upright0_coupler0", "world_upright1"],
        "coupler1_upright2": ["world_upright1", "upright1_coupler1", "world_upright2"],
    }


def test_loops_of_a_row_of_four_bars_stay_short():
    tree = build_tree(n_four_bar(40))
    assert len(tree.cuts) == 40 and all(len(tree.loop(cut)) == 3 for cut in tree.cuts)


def test_andrews_mechanism():
    """Seven bodies, crank k1, rod k2, three rockers on the ground, all meeting at E of the rocker k3."""
    tree = build_tree(
        mechanism(
            (Revolute, "world", "k1"),
            (Revolute, "k1", "k2"),
            (Revolute, "k2", "k3"),
            (Revolute, "world", "k3"),
            (Revolute, "k3", "k4"),
            (Revolute, "k4", "k5"),
            (Revolute, "world", "k5"),
            (Revolute, "k3", "k6"),
            (Revolute, "k6", "k7"),
            (Revolute, "world", "k7"),
        )
    )
    below, loops = drawn(tree)
    assert below == {
        "world_k1": None,
        "k1_k2": "world_k1",
        "world_k3": None,
        "k3_k4": "world_k3",
        "k3_k6": "world_k3",
        "world_k5": None,
        "world_k7": None,
    }
    assert loops == {
        "k2_k3": ["world_k1", "k1_k2", "world_k3"],
        "k4_k5": ["world_k3", "k3_k4", "world_k5"],
        "k6_k7": ["world_k3", "k3_k6", "world_k7"],
    }


def test_stewart_platform():
    """Six legs: 6 (2 + 1) + 3 coordinates, and five times three rows, leave the platform its six freedoms."""
    legs = [((Universal, "world", f"low{i}"), (Prismatic, f"low{i}", f"high{i}"), (Spherical, f"high{i}", "platform")) for i in range(6)]
    tree = build_tree(mechanism(*itertools.chain(*legs)))
    assert [cut.name for cut in tree.cuts] == [f"high{i}_platform" for i in range(1, 6)]
    assert tree.nv == 21 and tree.nv - sum(6 - cut.joint.nv for cut in tree.cuts) == 6
    assert [len(tree.loop(cut)) for cut in tree.cuts] == [5] * 5


WHEEL_LOADER = [
    (FreeMotion, "world", "rear"),
    (Revolute, "rear", "wheel1"),
    (Revolute, "rear", "wheel2"),
    (Revolute, "rear", "front"),
    (Revolute, "front", "wheel3"),
    (Revolute, "front", "wheel4"),
    (Revolute, "front", "boom"),
    (Revolute, "boom", "bucket"),
    (Revolute, "front", "barrel"),
    (Prismatic, "barrel", "rod"),
    (Revolute, "rod", "boom"),
    (Revolute, "boom", "lever"),
    (Revolute, "lever", "link"),
    (Revolute, "link", "bucket"),
]


def test_wheel_loader_on_a_free_frame():
    """The free frame is in no loop, and the loops of boom and bucket have no coordinate in common."""
    tree = build_tree(mechanism(*WHEEL_LOADER))
    below, loops = drawn(tree)
    assert list(below) == [
        "world_rear",
        "rear_wheel1",
        "rear_wheel2",
        "rear_front",
        "front_wheel3",
        "front_wheel4",
        "front_boom",
        "boom_bucket",
        "boom_lever",
        "lever_link",
        "front_barrel",
        "barrel_rod",
    ]
    assert loops == {
        "rod_boom": ["front_boom", "front_barrel", "barrel_rod"],
        "link_bucket": ["boom_bucket", "boom_lever", "lever_link"],
    }


def test_loops_that_share_a_coordinate_are_merged():
    """The bucket's lever on the front frame instead, so that both loops turn the boom, as in Omar (2014), section 4."""
    joints = [j for j in WHEEL_LOADER if j[1:] != ("boom", "lever")] + [(Revolute, "front", "lever")]
    tree = build_tree(mechanism(*joints))
    assert all("front_boom" in loop for loop in drawn(tree)[1].values())


def test_two_separate_loops_on_one_free_body():
    rings = [[(Revolute, "base", f"a{s}"), (Revolute, f"a{s}", f"b{s}"), (Revolute, f"b{s}", f"c{s}"), (Revolute, f"c{s}", "base")] for s in (1, 2)]
    tree = build_tree(mechanism((FreeMotion, "world", "base"), *rings[0], *rings[1]))
    loops = drawn(tree)[1]
    assert loops == {"b1_c1": ["base_a1", "a1_b1", "c1_base"], "b2_c2": ["base_a2", "a2_b2", "c2_base"]}


def test_nested_loops():
    """A four-bar whose coupler carries a slider on a bar between its rockers."""
    tree = build_tree(mechanism(*FOUR_BAR, (Revolute, "a", "bar"), (Prismatic, "bar", "sleeve"), (Revolute, "sleeve", "c")))
    loops = drawn(tree)[1]
    assert loops == {"b_c": ["world_a", "a_b", "c_world"], "bar_sleeve": ["world_a", "a_bar", "c_world", "sleeve_c"]}


def test_parallel_joints_between_two_bodies():
    """A door on two hinges: redundant, but a loop."""
    model = mechanism((Revolute, "world", "door"))
    model.second = Revolute(model.world.at([1, 2, 4]), model.door.at([1, 2, 4]))
    assert drawn(build_tree(model)) == ({"world_door": None}, {"second": ["world_door"]})


def closing(model):
    return [cut.name for cut in build_tree(model).cuts]


def loaded(model):
    model.drive = JointTorque(model.b_c)


def sprung(model):
    model.spring = TorsionSpringDamper(model.b_c, c=1.0, d=0.0)


def sensed(model):
    model.gauge = JointReaction(model.b_c)


def shown(model):
    model.expose(outputs={"angle": model.b_c.phi})


def placed(model):
    model.b_c.phi_start = 0.5


def moved(model):
    model.b_c.w_start = 0.5


def fixed(model):
    model.b_c.v_fixed = True


@pytest.mark.parametrize("ask", [loaded, sprung, sensed, shown, placed, moved, fixed])
def test_joints_that_somebody_asks_for_stay_in_the_tree(ask):
    model = mechanism(*FOUR_BAR)
    assert closing(model) == ["b_c"]
    ask(model)
    assert closing(model) == ["a_b"]


def test_no_branch_ends_in_a_massless_part():
    """A spherical joint made of three revolute ones is not opened, even where the others are asked for."""
    model = mechanism((Revolute, "world", "a"), (Revolute, "world", "b"))
    model.cross, model.other = FixedTranslation(r=[0, 0, 0]), FixedTranslation(r=[0, 0, 0])
    model.x = Revolute(model.a.frame_a, model.cross.frame_a, n=[1, 0, 0])
    model.y = Revolute(model.cross.frame_b, model.other.frame_a, n=[0, 1, 0])
    model.z = Revolute(model.other.frame_b, model.b.frame_a, n=[0, 0, 1])
    model.left, model.right = JointTorque(model.world_a), JointTorque(model.world_b)
    below, loops = drawn(build_tree(model))
    assert {"x", "y", "z"} < set(below) and len(loops) == 1


def test_reasons_to_stay_count_in_order():
    """Fixed at the start before asked for, asked for before given a start, given a start before few freedoms."""
    model = mechanism(*FOUR_BAR[:2], (Cylindrical, "b", "c"), FOUR_BAR[3])
    assert closing(model) == ["b_c"]
    model.b_c.phi_start = 0.1
    assert closing(model) == ["a_b"]
    model.drive1, model.drive2, model.drive3 = (JointTorque(joint) for joint in (model.world_a, model.a_b, model.c_world))
    assert closing(model) == ["b_c"]
    model.b_c.q_fixed = True
    assert closing(model) == ["a_b"]


def test_free_motion_between_bodies_joined_otherwise_restricts_nothing():
    tree = build_tree(mechanism((FreeMotion, "world", "a"), (Spherical, "a", "b"), (FreeMotion, "world", "b")))
    assert drawn(tree) == ({"world_a": None, "a_b": "world_a"}, {"world_b": ["world_a", "a_b"]})


def test_coordinates_of_the_users_own_stay():
    tree = build_tree(mechanism((QuaternionCoordinates, "world", "a"), (Revolute, "a", "b"), (QuaternionCoordinates, "world", "b")))
    assert drawn(tree) == ({"world_a": None, "world_b": None}, {"a_b": ["world_a", "world_b"]})


def test_fixed_joints_in_a_loop_weld_or_are_kept():
    """A rod bolted together of two parts in a four-bar: one body, or two where somebody looks at the bolt; nothing else changes."""
    joints = [(Revolute, "world", "a"), (Revolute, "a", "b1"), (Fixed, "b1", "b2"), (Revolute, "b2", "c"), (Revolute, "c", "world")]
    model = mechanism(*joints)
    tree = build_tree(model)
    assert drawn(tree)[1] == {"b2_c": ["world_a", "a_b1", "c_world"]}
    assert tree.place[model.b1] == tree.place[model.b2]
    model.gauge = JointReaction(model.b1_b2)
    assert drawn(build_tree(model))[1] == {"b2_c": ["world_a", "a_b1", "b1_b2", "c_world"]}


def test_tree_prints_its_loops():
    assert str(build_tree(mechanism(*FOUR_BAR))).splitlines()[-1].strip() == "b_c (Revolute) closes the loop of world_a, a_b, c_world"


KINDS = (Revolute, Revolute, Revolute, Prismatic, Universal, Spherical, Cylindrical, Planar)


@pytest.mark.parametrize("seed", range(4))
def test_no_other_tree_has_fewer_coordinates(seed):
    """Against all choices of joints that connect the parts of a random graph."""
    rng = np.random.default_rng(seed)
    parts = ["world", "a", "b", "c", "d"]
    joints = {}
    for i in range(1, 5):
        joints[parts[i], parts[rng.integers(i)]] = KINDS[rng.integers(len(KINDS))]
    for _ in range(4):
        joints.setdefault(tuple(parts[i] for i in rng.choice(5, 2, replace=False)), KINDS[rng.integers(len(KINDS))])
    tree = build_tree(mechanism(*((kind, *ends) for ends, kind in joints.items())))

    def connects(choice):
        reached = {"world"}
        for _ in parts:
            reached |= {end for ends in choice if reached & set(ends) for end in ends}
        return len(reached) == len(parts)

    trees = [choice for choice in itertools.combinations(joints, 4) if connects(choice)]
    assert tree.nv == min(sum(joints[ends].nv for ends in choice) for choice in trees)
    assert len(tree.cuts) == len(joints) - 4


@pytest.mark.parametrize("loops", [[Spherical], [Revolute], [Cylindrical, Universal], [Prismatic, Spherical]])
def test_random_mechanisms_fit_together(loops):
    """Wherever the loops are cut, the joint there stands and moves as its start values say."""
    rng = np.random.default_rng(len(loops))
    random = random_mechanism(rng, rng.permutation((*KINDS, FreeMotion, Fixed)), loops)
    assert len(random.tree.cuts) == len(loops)
    assert str(build_tree(random.model)) == str(random.tree)  # start values do not turn the tree around
    starts = {joint: joint.start(Record(joint.values)) for joint in random.model.of_type(Joint)}
    assert np.abs(np.concatenate([starts[body.joint][0] for body in random.tree.bodies]) - random.q).max() < ROUNDOFF
    assert np.abs(np.concatenate([starts[body.joint][1] for body in random.tree.bodies]) - random.v).max() < ROUNDOFF
    for cut, V in zip(random.tree.cuts, next(motions_between(random.tree, random.q, [random.v]))):
        q, v = starts[cut.joint]
        R, r = pose_between(random.tree, random.q, cut)
        R_joint, r_joint = cut.joint.motion(q)
        assert np.abs(R - R_joint).max() < ROUNDOFF and np.abs(r - r_joint).max() < ROUNDOFF
        assert np.abs(V - cut.joint.subspace(q) @ v).max() < ROUNDOFF < np.abs(v).min()
