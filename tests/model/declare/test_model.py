"""Naming elements and exposing their variables."""

import rlcompleter

import numpy as np
import pytest

from mbfmu import Body, FreeMotion, JointMotionInput, LineActuator, Model, Revolute, World, WorldForce, compile_problem
from mbfmu.base.errors import MbfmuError

from ...running import Running


@pytest.fixture
def model():
    model = Model("Crane")
    model.world, model.boom = World(), Body(m=(0.25, "t"), r_CM=([1500, 0, 0], "mm"), I=[5, 190, 190])
    model.pivot = Revolute(model.world.frame_b, model.boom.frame_a, n=[0, 2, 0], phi_start=(-90, "deg"))
    model.cylinder = LineActuator(model.world.at([0.5, 0, -0.8]), model.boom.at([1.0, 0, 0]))
    return model


def test_values_are_in_si(model):
    assert model.boom.m.value == 250.0
    np.testing.assert_allclose(model.boom.r_CM.value, [1.5, 0, 0], rtol=1e-15)
    np.testing.assert_array_equal(model.boom.I.value, [5, 190, 190, 0, 0, 0])
    np.testing.assert_array_equal(model.pivot.n.value, [0, 1, 0])
    assert model.pivot.phi_start.value == pytest.approx(-np.pi / 2, rel=1e-15)


@pytest.mark.parametrize(
    "I, six",
    [
        (2.0, [2, 2, 2, 0, 0, 0]),
        ([1, 2, 3], [1, 2, 3, 0, 0, 0]),
        ([3, 2, 3, 0.1, 0.2, 0.3], [3, 2, 3, 0.1, 0.2, 0.3]),
        ([[3, 0.1, 0.2], [0.1, 2, 0.3], [0.2, 0.3, 3]], [3, 2, 3, 0.1, 0.2, 0.3]),
    ],
)
def test_moments_of_inertia_in_every_form(I, six):
    np.testing.assert_array_equal(Body(m=1.0, I=I).I.value, six)


def test_handles_are_named_by_element_and_variable(model):
    assert model.cylinder.f.name == "cylinder.f"
    assert model.boom.m == model.boom.m
    assert model.boom.m != model.boom.I


def test_a_sound_model_has_no_problems(model):
    model.expose(inputs={"force": model.cylinder.f}, outputs={"stroke": model.cylinder.s}, tunable=[model.boom.m])
    assert model.problems() == []


def test_problems_of_exposure(model):
    other = Revolute(model.world.frame_b, model.boom.frame_a)
    model.expose(
        inputs={"a": model.cylinder.f, "b": model.cylinder.f, "c": model.boom.m},
        outputs={"a": model.cylinder.s, "d": "boom.m", "e": other.phi},
        tunable=[model.pivot.n, model.pivot.phi_start, model.cylinder.s],
    )
    assert model.problems() == [
        "'a' is exposed twice: give each variable a name of its own",
        "boom.m cannot be exposed as an input 'c': it is no input (there: none)",
        "cylinder.f is exposed as 'a' and as 'b': keep one of the names",
        "exposed as an output 'd': 'boom.m' is not a variable of an element, such as boom.m",
        "Revolute.phi is exposed as an output 'e', but its element is not part of the model: assign it to a name",
        "pivot.n cannot be tunable: the structure of the equations depends on it",
        "pivot.phi_start cannot be tunable: it only sets the start, and is a parameter of the FMU by itself",
        "cylinder.s cannot be exposed as tunable: it is no parameter (there: none)",
    ]


def test_names_of_variables_are_text(model):
    model.expose(outputs={1: model.cylinder.s}, inputs={None: model.cylinder.f})
    for name in ("1", "None"):
        with pytest.raises(MbfmuError, match=f"{name} cannot be exposed: a name is words of ASCII letters"):
            compile_problem(model)


def test_names_of_parameters_are_taken(model):
    model.expose(outputs={"boom.m": model.pivot.phi, "pivot.w_start": model.pivot.w}, tunable=[model.boom.m])
    assert model.problems() == [
        "'boom.m' is the name of a parameter already: expose the variable as something else",
        "'pivot.w_start' is the name of a parameter already: expose the variable as something else",
    ]


def test_what_a_model_refuses_at_once(model):
    with pytest.raises(MbfmuError, match="Crane.m must be an element such as Body"):
        model.m = 3.0
    with pytest.raises(MbfmuError, match="the model's name 'my crane' must be ASCII letters, digits and _"):
        Model("my crane")
    with pytest.raises(AttributeError, match=r"no element 'bom' \(did you mean 'boom'\?\); it has world, boom, pivot, cylinder"):
        model.bom


def test_inputs_start_where_the_model_says():
    model = Model("Driven")
    model.world = World()
    model.arm = Body(m=1.0, I=[1, 1, 1])
    model.hinge = Revolute(model.world.frame_b, model.arm.frame_a, phi_start=0.3)
    model.drive = JointMotionInput(model.hinge)
    model.expose(inputs={"angle": model.drive.s}, outputs={"phi": model.hinge.phi}, start={"angle": 0.3})
    run = Running(compile_problem(model))
    assert run.get("angle") == run.get("phi") == 0.3


def test_starts_of_no_input_or_in_no_shape_are_refused():
    model = Model("Pushed")
    model.world = World()
    model.arm = Body(m=1.0, I=[1, 1, 1])
    model.free = FreeMotion(model.world.frame_b, model.arm.frame_a)
    model.push = WorldForce(model.arm.frame_a)
    model.expose(inputs={"force": model.push.f}, start={"force": 1.0, "thrust": 2.0})
    with pytest.raises(MbfmuError, match="(?s)'force' = 1.0 must be finite numbers in the input's shape.*'thrust'"):
        compile_problem(model)


def test_completion_offers_elements_and_parameters():
    model = Model("Crane")
    model.world = World()
    model.add("no name", Body(m=1.0))
    model.parameter("length", 2.0, "m")
    model.parameter("left.length", 2.0, "m")
    assert {"world", "length", "expose", "stop_time"} <= {*dir(model)}
    offered = rlcompleter.Completer({"model": model})
    assert offered.complete("model.wor", 0) == "model.world"
    assert {"no name", "left.length"}.isdisjoint(dir(model))
