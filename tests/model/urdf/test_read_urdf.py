"""What read_urdf makes of a file, and what it says about files that cannot be used."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from mbfmu.analysis.simulate.simulate import simulate
from mbfmu.base.errors import MbfmuError, ProblemsFound
from mbfmu.base.scalars import Record
from mbfmu.model.urdf import read_urdf
from mbfmu.problem.mechanism.mechanics import compile_model

from ...running import Running
from ...tolerances import FMU_INTEGRATION, ROUNDOFF, TUNED

SMALL_ARM = Path(__file__).parent / "small_arm.urdf"
INERTIA = '<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/>'
SOLID = f'<inertial><mass value="1"/>{INERTIA}</inertial>'


def written(folder: Path, content: str) -> Path:
    path = folder / "robot.urdf"
    path.write_text(f'<robot name="r">{content}</robot>')
    return path


def link(name: str, content: str = SOLID) -> str:
    return f'<link name="{name}">{content}</link>'


def joint(name: str, parent: str, child: str, content: str = "", kind: str = "revolute") -> str:
    return f'<joint name="{name}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>{content}</joint>'


def test_interface():
    model = read_urdf(SMALL_ARM)
    assert model.name == "small_arm"
    assert list(model.inputs) == ["turn.tau", "lift_joint.tau", "rod.f"]
    assert list(model.outputs) == ["turn.phi", "turn.w", "lift_joint.phi", "lift_joint.w", "rod.s", "rod.v"]
    variables = {v.name: v for v in compile_model(model).variables}
    assert variables["turn.phi_start"].start == (0.0,)
    assert variables["lift_joint.phi_start"].start == (0.2,)  # its lower limit
    assert variables["rod.s_start"].start == (0.0,)


def test_floating_base_starts_at_the_world():
    problem = compile_model(read_urdf(SMALL_ARM, floating=True))
    outputs = Running(problem).outputs_at(Running(problem).x)
    assert outputs["floating_base.r"].tolist() == [0, 0, 0]
    assert outputs["floating_base.Q"].tolist() == [0, 0, 0, 1]


@pytest.mark.parametrize(("joint", "depth", "limit", "effort"), [("lift_joint", 0.01, 1.5, 80.0), ("rod", 0.001, 0.3, 50.0)])
def test_end_stops_hold_the_effort(joint, depth, limit, effort):
    stop = read_urdf(SMALL_ARM).elements[f"{joint}_stop"]
    load = stop.load(Record(stop.values), None, 0.0, np.array([limit + depth]), np.zeros(1))
    assert abs(load[0] + effort) <= ROUNDOFF * effort
    assert f"{joint}_stop" not in read_urdf(SMALL_ARM, end_stops=False).elements


@pytest.mark.parametrize("kind", ["planar", "floating"])
@pytest.mark.parametrize("axis", ["1 0 0", "0 1 0", "0.6 0 0.8"])
def test_planar_and_floating_joints_fall_with_gravity(tmp_path, kind, axis):
    file = written(tmp_path, link("a") + link("b") + joint("j", "a", "b", f'<axis xyz="{axis}"/>', kind))
    problem = compile_model(read_urdf(file))
    state = Running(problem)
    rate = state.derivative(0.0, state.x)
    n = np.array(axis.split(), dtype=float)
    g = np.array([0.0, 0.0, -9.81])
    truth = np.linalg.norm(g if kind == "floating" else g - n * (n @ g))
    assert abs(np.linalg.norm(rate[len(state.x) // 2 :]) - truth) <= ROUNDOFF * 9.81


def test_names_become_identifiers_without_clashes(tmp_path):
    content = link("a/b") + link("a.b") + link("2-x") + joint("a-b", "a/b", "a.b") + joint("world", "a.b", "2-x")
    model = read_urdf(written(tmp_path, content))
    assert list(model.inputs) == ["a_b.tau", "world_joint.tau"]
    assert {"a_b", "a_b_link", "a_b_link_2", "_2_x"} <= set(model.elements)


def test_elements_are_not_called_like_what_a_model_has(tmp_path):
    model = read_urdf(written(tmp_path, link("name") + link("inputs") + joint("expose", "name", "inputs")))
    assert list(model.inputs) == ["expose_joint.tau"]


def test_dry_friction_is_integrated_implicitly(tmp_path):
    """It is smoothed within 0.01 rad/s: a finger of 1e-6 kg.m2 stops at rates of 1e7 1/s, and comes to rest at tau = d w + dry tanh(w/v_dry)."""
    finger = link("b", SOLID.replace('"1"', '"1e-6"'))
    model = read_urdf(written(tmp_path, link("a") + finger + joint("j", "a", "b", '<axis xyz="0 0 1"/><dynamics friction="0.1" damping="1"/>')))
    assert model.integrator == "radau"
    w = simulate(compile_model(model), stop_time=0.1, inputs={"j.tau": lambda t: 0.05})["j.w"][-1]
    assert w + 0.1 * np.tanh(w / 0.01) == pytest.approx(0.05, rel=FMU_INTEGRATION)
    assert read_urdf(written(tmp_path, link("a") + finger + joint("j", "a", "b", '<dynamics damping="1"/>'))).integrator != "radau"


def test_a_fixed_joint_mimics_nothing(tmp_path):
    content = link("a") + link("b") + joint("j", "a", "b", '<mimic joint="k"/>', "fixed")
    assert not read_urdf(written(tmp_path, content)).inputs


def test_missing_mass_behind_a_joint_is_reported(tmp_path):
    with pytest.warns(UserWarning, match="nothing with mass"):
        model = read_urdf(written(tmp_path, link("a") + link("b", "") + joint("j", "a", "b")))
    with pytest.raises(ProblemsFound, match="j.w has no inertia"):
        compile_model(model)


BAD_ROBOTS = {
    "no links": ("", "the robot has no links"),
    "unknown parent": (link("a") + joint("j", "z", "a"), "joint 'j' .line 1.: its parent link 'z' is not in the file"),
    "no child": (link("a") + '<joint name="j" type="fixed"><parent link="a"/></joint>', "joint 'j' .line 1.: no child link"),
    "two roots": (link("a") + link("b"), "link 'a' .line 1., link 'b' .line 1. have no parent"),
    "circle": (link("a") + link("b") + joint("j", "a", "b") + joint("k", "b", "a"), "link 'a' .*, link 'b' .* follow each other"),
    "loop": (link("a") + link("b") + joint("j", "a", "b") + joint("k", "a", "b"), "link 'b' is the child of 2 joints .joint 'j' .line 1"),
    "two links": (link("a") + link("a"), "link 'a' is there 2 times"),
    "unnamed": ("<link/>", "line 1: a <link> has no name"),
    "type": (link("a") + link("b") + joint("j", "a", "b", kind="screw"), "joint 'j' .*: type 'screw' is not known"),
    "mimic": (link("a") + link("b") + joint("j", "a", "b", '<mimic joint="k"/>'), "joint 'j' .*: the joint 'k' that it mimics is not in"),
    "mimics nobody": (link("a") + link("b") + joint("j", "a", "b", "<mimic/>"), "joint 'j' .*: <mimic> names no joint"),
    "mimics itself": (link("a") + link("b") + joint("j", "a", "b", '<mimic joint="j"/>'), "joint 'j' .* mimics itself, by way of 'j'"),
    "mimics a ball": (
        link("a") + link("b") + link("c") + joint("k", "a", "b", kind="floating") + joint("j", "b", "c", '<mimic joint="k"/>'),
        "joint 'j' .* mimics 'k', a floating joint: only revolute, continuous, prismatic ones have one coordinate",
    ),
    "ball mimics": (
        link("a") + link("b") + link("c") + joint("k", "a", "b") + joint("j", "b", "c", '<mimic joint="k"/>', "floating"),
        "joint 'j' .*: a floating joint cannot mimic another",
    ),
    "words": (link("a", f'<inertial><mass value="heavy"/>{INERTIA}</inertial>'), "link 'a' .*: <mass value=\"heavy\"> must be a finite number"),
    "underscore": (link("a", f'<inertial><mass value="1_000"/>{INERTIA}</inertial>'), '<mass value="1_000"> must be a finite number'),
    "nan": (link("a", f'<inertial><origin xyz="0 nan 0"/><mass value="1"/>{INERTIA}</inertial>'), "3 finite numbers"),
    "no mass": (link("a", f"<inertial>{INERTIA}</inertial>"), "link 'a' .*: <inertial> has no mass"),
    "negative mass": (link("a", f'<inertial><mass value="-1"/>{INERTIA}</inertial>'), "link 'a' .*: <mass value=\"-1\"> must be >= 0 kg"),
    "axis": (link("a") + link("b") + joint("j", "a", "b", '<axis xyz="0 0 0"/>'), "joint 'j' .*: <axis xyz=\"0 0 0\"> has no direction"),
    "limits": (link("a") + link("b") + joint("j", "a", "b", '<limit lower="2" upper="1"/>'), "limit 2 must not be above"),
    "one limit": (link("a") + link("b") + joint("j", "a", "b", '<limit lower="2"/>'), "above its upper limit 0 .a limit that is not given is 0"),
    "damping": (link("a") + link("b") + joint("j", "a", "b", '<dynamics damping="-1"/>'), '<dynamics damping="-1"> must be >= 0'),
    "effort": (link("a") + link("b") + joint("j", "a", "b", '<limit effort="big"/>'), '<limit effort="big"> must be a finite number'),
    "xacro": ('<x:include xmlns:x="http://ros.org/wiki/xacro" file="f"/>' + link("a"), "line 1: <x:include> is not URDF: expand macros"),
    "macro": (link("a", f'<inertial><mass value="${{m}}"/>{INERTIA}</inertial>'), "must be a finite number: expand macros"),
}


@pytest.mark.parametrize("case", BAD_ROBOTS)
def test_bad_robots(tmp_path, case):
    content, message = BAD_ROBOTS[case]
    with pytest.raises(ProblemsFound, match=message):
        read_urdf(written(tmp_path, content))


def test_all_problems_at_once_with_their_lines(tmp_path):
    content = "\n" + link("a") + "\n" + link("b") + "\n\n" + joint("j", "a", "x", '<mimic joint="k"/><axis xyz="1 0"/>', "screw")
    with pytest.raises(ProblemsFound) as found:
        read_urdf(written(tmp_path, content))
    assert len(found.value.problems) == 4 and all("joint 'j' (line 5)" in problem for problem in found.value.problems)


BAD_FILES = {
    "not XML": ("<robot", "not well-formed"),
    "empty": ("", "not well-formed"),
    "another root": ("<sdf/>", "its root element is <sdf>, not <robot>"),
    "bomb": ('<!DOCTYPE r [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><robot>&b;</robot>', "DOCTYPE"),
    "outside": ('<!DOCTYPE r [<!ENTITY a SYSTEM "file:///etc/hostname">]><robot name="&a;"/>', "DOCTYPE|well-formed"),
    "deep": ("<robot>" * 100_000, "not well-formed"),
}


@pytest.mark.parametrize("case", BAD_FILES)
def test_bad_files(tmp_path, case):
    content, message = BAD_FILES[case]
    path = tmp_path / "robot.urdf"
    path.write_text(content)
    with pytest.raises(MbfmuError, match=message):
        read_urdf(path)


def test_files_that_cannot_be_opened(tmp_path):
    for path in tmp_path / "missing.urdf", tmp_path:
        with pytest.raises(MbfmuError, match="cannot be read"):
            read_urdf(path)


def test_a_link_of_a_robot_follows_from_a_parameter():
    heavy, carrying = read_urdf(SMALL_ARM), read_urdf(SMALL_ARM)
    heavy.arm.m = 3.8
    carrying.arm.m = 0.8 + carrying.parameter("payload", 1.0, "kg")
    expected, found = Running(compile_model(heavy)), Running(compile_model(carrying), {"payload": 3.0})
    np.testing.assert_allclose(found.derivative(0.0, found.x), expected.derivative(0.0, expected.x), rtol=TUNED)
