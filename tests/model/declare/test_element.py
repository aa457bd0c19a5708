"""What a user may do with an element after making it, and what it tells about itself."""

import inspect
import pydoc

import numpy as np
import pytest

import mbfmu
from mbfmu import Body, HeightMapRoad, MbfmuError, Model, Pid, PowerSensor, Revolute, RevoluteFriction, World, compile_problem
from mbfmu.base.errors import ProblemsFound
from mbfmu.model.declare.declarations import Handle
from mbfmu.model.declare.element import Element


def pendulum() -> Model:
    model = Model("Pendulum")
    model.world = World()
    model.bob = Body(m=1.0, I=[0, 1, 1], r_CM=[1, 0, 0])
    model.pivot = Revolute(model.world.frame_b, model.bob.frame_a, n=[0, 1, 0])
    model.expose(outputs={"phi": model.pivot.phi})
    return model


def test_a_parameter_can_be_given_anew():
    model = pendulum()
    model.bob.m = (2.0, "t")
    model.pivot.phi_start = 0.5
    model.stop_time = 3.0
    problem = compile_problem(model)
    assert model.bob.m.value == 2000.0 and isinstance(model.bob.m, Handle)
    assert {v.name: v.start for v in problem.variables}["pivot.phi_start"] == (0.5,)
    assert problem.stop_time == 3.0


def test_a_wrong_value_given_anew_is_reported_and_can_be_mended():
    model = pendulum()
    model.bob.m = -1.0
    with pytest.raises(ProblemsFound, match="bob.m = -1.0 kg must be >= 0 kg"):
        compile_problem(model)
    model.bob.m = 1.0
    compile_problem(model)


def test_nothing_unknown_is_taken_silently():
    model = pendulum()
    with pytest.raises(MbfmuError, match=r"bob \(Body\) has no parameter 'mas' to set; it has m, r_CM, I"):
        model.bob.mas = 5.0
    with pytest.raises(AttributeError, match=r"pivot \(Revolute\) has no 'phii'; it has .*phi.*w"):
        model.pivot.phii
    with pytest.raises(AttributeError, match=r"part.at\(\[x, y, z\]\)"):
        model.bob.frame_b
    with pytest.raises(MbfmuError, match="takes names and variables"):
        model.expose(outputs=[model.pivot.phi])
    with pytest.raises(MbfmuError, match=r"takes a list: \[bob.m\]"):
        model.expose(tunable=model.bob.m)


def test_names_are_usable_everywhere():
    model = pendulum()
    model.add("expose", Body(m=1.0))
    model.add("two words", Body(m=1.0))
    model.expose(outputs={"time": model.pivot.w, "a b": model.pivot.a})
    model.step_size = float("nan")
    with pytest.raises(ProblemsFound) as found:
        compile_problem(model)
    text = str(found.value)
    for words in ("'expose' is the model's own", "'two words'", "'time' cannot be exposed", "'a b' cannot", "step_size = nan s"):
        assert words in text, words
    for name in ("lambda", "Krän", "my crane"):
        with pytest.raises(MbfmuError, match="must be ASCII letters"):
            Model(name)


def test_an_impossible_inertia_is_warned_of():
    model = pendulum()
    model.bob.I = [1.0, 1.0, 100.0]
    with pytest.warns(UserWarning, match="bob.I, made in line 19 of .*test_element.py, has the principal moments 1, 1, 100 kg.m2"):
        compile_problem(model)


def test_a_power_sensor_wants_a_force():
    with pytest.raises(MbfmuError, match="PowerSensor: force must be a Load, not a Body"):
        PowerSensor(pendulum().bob)


REVOLUTE = """\
class Revolute(mbfmu.model.elements.joints.base.Joint)
 |  Revolute(frame_a, frame_b, *, n=[0, 0, 1], phi_start=0.0, w_start=0.0, q_fixed=False, v_fixed=False)
 |
 |  frame_b turns about the axis n of frame_a, by the angle phi.
 |
 |  Motion subspace of the speed w, angular velocity above velocity of frame_b relative to frame_a, resolved in frame_b:
 |
 |      S = [ n ]
 |          [ 0 ]
 |
 |  The frames coincide at phi = 0. phi and w are positive by the right-hand rule about n: where n is z, phi = pi/2 turns x of frame_b to y
 |  of frame_a.
 |
 |  attached to:
 |    frame_a: Frame
 |    frame_b: Frame
 |
 |  parameters:
 |    n = [0, 0, 1]: axis of rotation, resolved in frame_a (and frame_b)
 |    phi_start = 0.0 [rad]: angle at the start
 |    w_start = 0.0 [rad/s]: angular velocity at the start
"""


def helped(kind: type) -> str:
    """What help() shows of a class, without the spaces at ends of lines."""
    lines = pydoc.plaintext.document(kind).splitlines()
    return "\n".join(line.rstrip() for line in lines) + "\n"


def test_help_of_a_joint_is_its_interface_and_no_more():
    text = helped(Revolute)
    assert text.startswith(REVOLUTE)
    assert len(text.splitlines()) <= 36
    assert "object>" not in text and "coordinates_from_pose" not in text


@pytest.mark.parametrize("kind", [kind for kind in map(mbfmu.__getattr__, mbfmu.__all__) if isinstance(kind, type) and issubclass(kind, Element)])
def test_help_shows_no_internals(kind):
    text = helped(kind)
    assert "Static methods" not in text and "Data and other attributes" not in text and "object>" not in text


def test_help_of_a_part_shows_where_others_are_attached():
    text = helped(Body)
    assert "at(self, r: 'Any'" in text and "A frame at r (3,) [m]" in text and "frame_a\n |      The part's own frame." in text
    assert "m [kg]: mass of the body (required)" in text


def test_help_lists_parameters_with_units():
    assert "v_dry = 0.01 [rad/s]: speed at which" in RevoluteFriction.__doc__
    assert list(inspect.signature(RevoluteFriction).parameters) == ["joint", "d", "dry", "v_dry"]


def test_help_shows_what_a_class_adds_to_its_parameters():
    assert list(inspect.signature(Pid).parameters)[:3] == ["measurement_unit", "output_unit", "k"]


def test_a_variable_is_no_number():
    model = pendulum()
    mistakes = (
        lambda: model.bob.m * 2,
        lambda: 2 * model.bob.m,
        lambda: -model.bob.m,
        lambda: np.sin(model.bob.m),
        lambda: np.ones(3) * model.bob.m,
        lambda: model.bob.m < 3,
        lambda: float(model.bob.m),
        lambda: model.bob.r_CM[0],
        lambda: model.bob.m + model.bob.m,
    )
    for mistake in mistakes:
        reported = r"bob\.(m|r_CM) is a variable of the model, and no number to compute with: its value is bob\.(m|r_CM)\.value"
        with pytest.raises(MbfmuError, match=reported):
            mistake()
    with pytest.raises(MbfmuError, match=r"pivot\.phi is .*: it has a value only while the model runs"):
        model.pivot.phi + 1.0
    model.bob.m = model.bob.r_CM
    with pytest.raises(ProblemsFound, match=r"bob.m = <Parameter bob.r_CM = \[1. 0. 0.\] \[m\]> is not a number \[kg\].*its value bob.r_CM.value"):
        compile_problem(model)


@pytest.mark.parametrize(
    "setting, value, words",
    [
        ("tolerance", 5, "tolerance = 5 must be a number > 0 and < 1"),
        ("max_steps", 0.5, "max_steps = 0.5 must be a whole number from 1 to 2147483647"),
        ("description", 3, "description = 3 must be text"),
        ("step_size", True, "step_size = True s must be a number > 0 s"),
        ("stop_time", "10", "stop_time = '10' s must be a number"),
        ("step_size", 1e-300, "step_size = 1e-300 s must be a number > 0 s, and at least 1e-15 s"),
        ("stabilization", 1e200, r"stabilization = 1e\+200 rad/s must be a number > 0 rad/s, and at most 1e\+15 rad/s"),
    ],
)
def test_settings_that_no_fmu_could_use(setting, value, words):
    model = pendulum()
    setattr(model, setting, value)
    with pytest.raises(ProblemsFound, match=words):
        compile_problem(model)


def test_names_are_text():
    with pytest.raises(MbfmuError, match="the model's name 3 must be ASCII letters"):
        Model(3)
    with pytest.raises(MbfmuError, match="3 cannot name a Body of Pendulum: a name is text"):
        pendulum().add(3, Body(m=1.0))


def test_a_description_of_several_lines_becomes_one():
    model = pendulum()
    model.description = """A pendulum
        that swings."""
    assert compile_problem(model).description == "A pendulum that swings."


def test_a_controller_has_the_units_of_what_it_connects():
    controller = Pid("m", "N")
    assert [controller.unit_of(d) for d in (Pid.k, Pid.k_ff, Pid.y, Pid.T_i)] == ["N/m", "N.s/m", "N", "s"]


def test_values_without_names_are_refused_with_the_names():
    with pytest.raises(MbfmuError, match=r"HeightMapRoad takes nothing .*by name \(mu, heights\), but was given 2 values"):
        HeightMapRoad([0.0, 1.0], [0.0, 1.0])
