"""What a file has that is not read as its author may think is reported, with its place."""

from __future__ import annotations

import warnings

import pytest

from mbfmu.model.urdf import read_urdf
from mbfmu.problem.mechanism.mechanics import compile_model

from .test_read_urdf import SOLID, joint, link, written

ARM = link("a") + link("b")
SPHERE = '<geometry><sphere radius="1"/></geometry>'
LIMITS = '<limit lower="-1" upper="1" effort="5"/>'
TOLD = {
    "an origin of links": (
        ARM.replace("<inertial>", "<origin/><inertial>") + joint("j", "a", "b"),
        "<origin> is not part of a <link> .* link 'a' .*, link 'b'",
    ),
    "a tag of another program": (
        ARM + joint("j", "a", "b") + "<loop_joint/>",
        "<loop_joint> is not part of a <robot> in URDF and is ignored: line 1",
    ),
    "another namespace": (ARM + joint("j", "a", "b", '<d:screw xmlns:d="http://d"/>'), "<d:screw> is not part of a <joint> .*: joint 'j'"),
    "an undeclared prefix": (
        ARM + joint("j", "a", "b", "<drake:damper/>") + '<drake:loop a="1"/>',
        "the prefix 'drake' is not declared: each name with it is ignored: line 1",
    ),
    "an undeclared prefix of an attribute": (
        ARM.replace("<inertial", '<inertial q:b="1"', 1) + joint("j", "a", "b"),
        "the prefix 'q' is not declared",
    ),
    "a slip in an attribute": (
        ARM + joint("j", "a", "b", '\n<dynamics dampng="0.2"/>'),
        r"dampng=\"0.2\" is no attribute of <dynamics> in URDF and is ignored \(did you mean 'damping'\?\): joint 'j' \(line 2\)$",
    ),
    "a slip in an inertial": (
        ARM.replace("<inertial>", '<inertial><origin xyx="0 0 1"/>', 1) + joint("j", "a", "b"),
        r"xyx=\"0 0 1\" is no attribute of <origin> in URDF and is ignored \(did you mean 'xyz'\?\): link 'a' \(line 1\)$",
    ),
    "an attribute of a figure": (
        ARM.replace("<inertial>", f'<visual><origin xyz="0 0 0" w="1"/>{SPHERE}</visual><inertial>', 1) + joint("j", "a", "b"),
        r"w=\"1\" is no attribute of <origin> in URDF and is ignored: link 'a' \(line 1\)$",
    ),
    "commas in an inertial": (
        ARM.replace("<mass", '<origin rpy="0.1, 0,1"/><mass', 1) + joint("j", "a", "b"),
        r'commas in <origin rpy="0.1, 0,1"> are read as spaces; ROS reads the link without this <inertial>: link \'a\'',
    ),
    "commas in a visual": (
        ARM.replace("<inertial>", f'<visual><origin xyz="1,2,3"/>{SPHERE}</visual><inertial>', 1) + joint("j", "a", "b"),
        r'commas in <origin xyz="1,2,3"> are read as spaces; ROS reads the link without this <visual>: link \'a\'',
    ),
    "words in a visual": (
        ARM.replace("<inertial>", f'<visual><origin xyz="1 2 x"/>{SPHERE}</visual><inertial>', 1) + joint("j", "a", "b"),
        r'its <origin xyz="1 2 x"> must be 3 finite numbers, and a figure is shown without: link \'a\'',
    ),
    "twice": (ARM + joint("j", "a", "b", LIMITS + "<limit/>"), "<limit> is there more than once: only the first counts: joint 'j'"),
    "two limits of zero": (ARM + joint("j", "a", "b", '<limit lower="0" upper="0" effort="5"/>'), "moves freely: .* are the same: joint 'j'"),
    "limits without effort": (ARM + joint("j", "a", "b", '<limit lower="-1" upper="1"/>'), "no effort > 0 is given: joint 'j'"),
    "no effort as some write it": (ARM + joint("j", "a", "b", LIMITS.replace("5", "-1")), "no effort > 0 is given: joint 'j'"),
    "a point mass": (link("a", '<inertial><mass value="1"/></inertial>'), "without ixx, iyy, izz, ixy, ixz, iyz, which are taken as 0 .*: link 'a'"),
    "no product": (link("a", SOLID.replace('ixy="0" ', "")), "without ixy, which is taken as 0 kg.m2: link 'a'"),
    "a damped ball": (
        ARM + joint("j", "a", "b", '<dynamics damping="1"/>', "floating"),
        "damping and friction of a floating joint are not modelled: joint 'j'",
    ),
    "a mesh that is not there": (
        ARM.replace("<inertial>", '<visual><geometry><mesh filename="package://nowhere/a.stl"/></geometry></visual><inertial>')
        + joint("j", "a", "b"),
        "its mesh is not found, .* and is not shown: link 'a' .*, link 'b'",
    ),
    "nothing to move": (link("a") + link("b", "") + joint("j", "a", "b"), "nothing with mass or inertia moves with the joint: .*: joint 'j'"),
}


@pytest.mark.parametrize("case", TOLD)
def test_told(tmp_path, case):
    content, message = TOLD[case]
    with pytest.warns(UserWarning, match=message) as reported:
        read_urdf(written(tmp_path, content))
    assert len(reported) == 1


QUIET = {
    "how it looks": ARM.replace("<inertial>", '<visual><geometry><sphere radius="1"/></geometry></visual><inertial>')
    + joint("j", "a", "b", '<safety_controller k_velocity="1"/><calibration rising="0"/>')
    + '<transmission name="t"><joint name="j"/></transmission><gazebo reference="a"/><material name="m"/>',
    "attributes of other programs": ARM + joint("j", "a", "b", '<dynamics d:spring="1" xmlns:d="http://d" damping="1"/>'),
    "what others read": ARM + joint("j", "a", "b", '<limit effort="1" velocity="2" jerk="3"/>', "continuous"),
    "a continuous joint with limits": ARM + joint("j", "a", "b", '<limit lower="1" upper="0"/>', "continuous"),
    "a fixed joint without an axis": ARM + joint("j", "a", "b", '<axis xyz="0 0 0"/><mimic joint="k"/>', "fixed"),
}


@pytest.mark.parametrize("case", QUIET)
def test_nothing_to_tell(tmp_path, case):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert read_urdf(written(tmp_path, QUIET[case])).elements["a"].values["m"] == 1.0


def test_no_end_stops_are_asked_for(tmp_path):
    """Nothing is said of limits that are to stop nobody."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        read_urdf(written(tmp_path, ARM + joint("j", "a", "b", '<limit lower="0" upper="0"/>')), end_stops=False)


def test_many_places_are_counted(tmp_path):
    content = "".join(link(f"l{i}", "<spring/>") for i in range(9)) + "".join(joint(f"j{i}", "l0", f"l{i}", kind="fixed") for i in range(1, 9))
    with pytest.warns(UserWarning, match="link 'l4' .line 1. and 4 more$"):
        read_urdf(written(tmp_path, content))


def test_moments_that_no_body_has_are_told_with_their_line(tmp_path):
    """The largest principal moment is more than the sum of the others."""
    path = written(tmp_path, "\n" + ARM.replace('izz="1"', 'izz="3"', 1) + joint("j", "a", "b"))
    with pytest.warns(UserWarning, match=r"a\.I, made in link 'a' \(line 2\) of .*robot\.urdf, has the principal moments 1, 1, 3 kg\.m2: no body"):
        compile_model(read_urdf(path))
