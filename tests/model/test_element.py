"""What a user may do with an element after making it, and what it tells about itself."""

import inspect

import pytest

from mbfmu import Body, MbfmuError, Model, Pid, PowerSensor, Revolute, RevoluteFriction, World, compile_problem
from mbfmu.model.declarations import Handle
from mbfmu.runtime.errors import ProblemsFound


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
    with pytest.warns(UserWarning, match="bob.I has the principal moments 1, 1, 100 kg.m2"):
        compile_problem(model)


def test_a_power_sensor_wants_a_force():
    with pytest.raises(MbfmuError, match="PowerSensor: force must be a Load, not a Body"):
        PowerSensor(pendulum().bob)


def test_help_lists_parameters_with_units():
    assert "v_dry [rad/s]: speed at which" in RevoluteFriction.__doc__
    assert list(inspect.signature(RevoluteFriction).parameters) == ["joint", "d", "dry", "v_dry"]


def test_a_controller_has_the_units_of_what_it_connects():
    controller = Pid("m", "N")
    assert [controller.unit_of(d) for d in (Pid.k, Pid.k_ff, Pid.y, Pid.T_i)] == ["N/m", "N.s/m", "N", "s"]
