"""URDF as people write it moves as Pinocchio reads it."""

from __future__ import annotations

import pytest

from mbfmu.base.errors import MbfmuError, ProblemsFound
from mbfmu.model.urdf import read_urdf

from .test_read_urdf import SOLID, joint, link, written
from .test_robots import check

AXES = [f'<origin xyz="0.1 0.2 0.3" rpy="0.3 0.2 0.1"/><axis xyz="{axis}"/>' for axis in ("0 3 4", "0 0 2", "1 0 0.001")]
LIMITS = '<limit lower="-1" upper="2" effort="5" velocity="1"/>'
BODY = SOLID.replace("<mass", '<origin xyz="0.3 -0.2 0.1" rpy="0.1 0.2 0.3"/><mass').replace('izz="1"', 'izz="1.5"')
TINY = '<inertial><mass value="1e-6"/><inertia ixx="2e-8" ixy="6e-8" ixz="1e-8" iyy="3e-8" iyz="1e-8" izz="4e-8"/></inertial>'
JOINTS = (
    joint("j", "a", "b", AXES[0] + LIMITS),
    joint("k", "b", "c", AXES[1] + LIMITS, "prismatic"),
    joint("l", "c", "d", AXES[2], "continuous"),
)
CHAIN = "".join([*(link(name, BODY) for name in "abcd"), *JOINTS])
ANTENNA = link("mast", "") + link("antenna", TINY) + joint("m", "c", "mast", AXES[0], "fixed") + joint("n", "mast", "antenna", AXES[1], "fixed")
FLAT = '<inertial><mass value="1"/><inertia ixx="1" iyy="2" izz="2" ixy="{}" ixz="0" iyz="0"/></inertial>'
HINGES = joint("x", "d", "left", kind="continuous") + joint("y", "left", "right", kind="fixed")
PLATES = link("left", FLAT.format(2)) + link("right", FLAT.format(-2)) + HINGES
PECULIAR = {
    "axes that are not of length one": CHAIN,
    "both limits zero": CHAIN.replace('lower="-1" upper="2"', 'lower="0" upper="0"'),
    "a continuous joint with limits": CHAIN.replace(AXES[2], AXES[2] + LIMITS),
    "a ball": CHAIN.replace("continuous", "floating"),
    "an antenna with an inertia that no body has": CHAIN + ANTENNA,
    "two that are possible together": CHAIN + PLATES,
    "names of our own": CHAIN.replace('"a"', '"world"').replace('"b"', '"name"').replace('"c"', '"expose"'),
    "a world without mass": CHAIN + link("world", "") + joint("base", "world", "a", kind="fixed"),
    "no mass between joints": CHAIN.replace(link("b", BODY), link("b", "")),
    "a chain of followers, the last one first": CHAIN.replace(AXES[0], AXES[0] + '<mimic joint="k" multiplier="2"/>', 1).replace(
        AXES[1], AXES[1] + '<mimic joint="l" multiplier="-0.5" offset="0.1"/>', 1
    ),
}

PREFIXED = '<drake:loop a="1"/><drake:joint name="n" type="fixed"><parent link="a"/></drake:joint>'
PECULIAR |= {
    "tags and attributes of a prefix that is not declared": CHAIN.replace("<mass", '<drake:hydro a="1"/><mass q:b="2"') + PREFIXED,
}

FLOATING = ("a world without mass", "an antenna with an inertia that no body has")


@pytest.mark.filterwarnings("ignore:.*negative principal moments", "ignore:.*is not declared")
@pytest.mark.parametrize("case", PECULIAR)
def test_moves_as_pinocchio_says(tmp_path, case):
    check(written(tmp_path, PECULIAR[case]), 1, floating=case in FLOATING)


def test_the_namespace_of_another_program(tmp_path):
    path = written(tmp_path, CHAIN)
    path.write_text(path.read_text().replace("<robot", '<robot xmlns="http://drake.mit.edu"'))
    assert list(read_urdf(path).inputs) == ["j.tau", "k.f", "l.tau"]


def test_commas_that_ros_reads_on_from_are_spaces(tmp_path):
    """ROS leaves out the inertia, which is then that of no link; the numbers say what is meant."""
    with pytest.warns(UserWarning, match="are read as spaces; ROS reads the link without this <inertial>"):
        found = read_urdf(written(tmp_path, CHAIN.replace('xyz="0.3 -0.2 0.1" rpy="0.1 0.2 0.3"', 'xyz="0.3, -0.2, 0.1" rpy="0.1,0.2,0.3"')))
    path = written(tmp_path, CHAIN)
    for name in "abcd":
        for value in ("m", "r_CM", "I"):
            assert found.elements[name].values[value].tolist() == read_urdf(path).elements[name].values[value].tolist()


@pytest.mark.parametrize(("old", "new"), [('xyz="0.1 0.2 0.3" rpy', 'xyz="0.1, 0.2, 0.3" rpy'), ('<axis xyz="0 3 4"', '<axis xyz="0, 3, 4"')])
def test_commas_that_ros_refuses_are_refused(tmp_path, old, new):
    with pytest.raises(ProblemsFound, match="must be 3 finite numbers: write spaces in place of commas"):
        read_urdf(written(tmp_path, CHAIN.replace(old, new)))


def test_undeclared_macros_are_refused_as_macros(tmp_path):
    with pytest.raises(ProblemsFound, match="<xacro:include> is not URDF: expand macros first"):
        read_urdf(written(tmp_path, CHAIN + "<xacro:include/>"))


@pytest.mark.parametrize("more", ["<link", '<link name="e"></joint>', "&amp", "<drake:a></drake:b>", "<drake:a>"])
def test_other_faults_of_xml_are_refused(tmp_path, more):
    with pytest.raises(MbfmuError, match="is not well-formed XML: .*line 1"):
        read_urdf(written(tmp_path, CHAIN + more))


def test_an_inertia_that_no_body_has(tmp_path):
    """One that moves by itself, or is more than the links that it is fixed to bear, is told where it stands in the file."""
    path = written(tmp_path, CHAIN.replace(link("d", BODY), link("d", TINY)) + ANTENNA.replace("e-8", "e+1"))
    with pytest.raises(ProblemsFound) as found:
        read_urdf(path)
    reported = "its inertia has the principal moment -"
    assert [problem.partition(reported)[0] for problem in found.value.problems] == ["link 'd' (line 1): ", "link 'antenna' (line 1): "]


def test_an_inertia_that_no_body_has_is_told(tmp_path):
    with pytest.warns(UserWarning, match="negative principal moments .*, are added to those .*: link 'antenna' .line 1.$") as reported:
        model = read_urdf(written(tmp_path, CHAIN + ANTENNA))
    assert len(reported) == 1
    assert (model.c.values["m"], model.mast.values["m"], model.antenna.values["m"]) == (1.0 + 1e-6, 0.0, 0.0)
