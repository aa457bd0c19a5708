"""Parameters of a model: NumPy on them is NumPy on their values, and what cannot be is refused in words."""

import math
import re

import numpy as np
import pytest

from mbfmu import (
    Body,
    Box,
    FreeMotion,
    JointLoad,
    MbfmuError,
    Model,
    PositionSensor,
    Revolute,
    World,
    compile_problem,
    from_roll_pitch_yaw,
    switch,
    where,
)
from mbfmu.base.errors import InvalidValue, ProblemsFound
from mbfmu.model.declare.expression import declared_values, expressions_in

from ...running import Running
from ...tolerances import ROUNDOFF

L, H = 2.5, 0.2  # m


def pendulum() -> Model:
    """A rod whose mass, centre and tip follow from its length L."""
    model = Model("Pendulum")
    length = model.parameter("L", L, "m", "length of the rod")
    model.world, model.rod = World(), Body(m=2.0 * length, r_CM=[length / 2, 0, 0], I=1.0)
    model.pivot = Revolute(model.world.frame_b, model.rod.frame_a, n=[0, 1, 0])
    model.tip = PositionSensor(model.rod.at([length, 0, 0]))
    model.expose(outputs={"r": model.tip.r})
    return model


COMPUTED = {
    "arithmetic": lambda a, b: 2 * a - b / 3 + a**2 * -b + abs(-a) + 2**b - (1 - a) / (1 / b),
    "functions": lambda a, b: np.sin(a) + np.cos(b) * np.tan(b) + np.arcsin(b) + np.arccos(b) + np.arctan(a) + np.exp(-a) * np.log(a) + np.tanh(b),
    "roots": lambda a, b: np.sqrt(a**2 + b**2) + np.square(a) + np.power(b, 3) + np.linalg.norm([a, b, 0]),
    "largest": lambda a, b: np.minimum(a, b) + np.maximum(1.0, a) - np.clip(a, 0.1, 2.0 * b) + np.hypot(a, b) + np.hypot(2.0, b),
    "angles": lambda a, b: np.arctan2(a, b) + np.arctan2(1.0, a) + np.arctan2(a, 1.0),
    "numbers of NumPy": lambda a, b: np.float64(2) * a + a * np.float64(3) + np.array([1.0, 2.0])[1] * b,
    "vectors": lambda a, b: np.cross([a, 0, 0], [0, b, 1]) + a * np.ones(3) + np.ones(3) * b + np.array([a, b, 0]) / a,
    "matrices": lambda a, b: np.diag([a, b]) @ np.array([[1, 2], [3, 4]]) + np.eye(2) * a,
    "sums": lambda a, b: sum([a, b]) + np.sum([a, b]) + np.prod([a, b]) + np.dot([a, b], [1, 2]),
    "choices": lambda a, b: where(a > 2, b, 3.0) + where(a < 2 * b, a, where(b >= 0.5, 1.0, a)),
}


@pytest.mark.parametrize("compute", COMPUTED.values(), ids=COMPUTED)
def test_numpy_on_parameters_is_numpy_on_their_values(compute):
    model = Model("M")
    found = expressions_in(compute(model.parameter("L", L), model.parameter("h", H)))
    np.testing.assert_allclose(declared_values(found), compute(L, H), rtol=ROUNDOFF, atol=ROUNDOFF)


UNLIKE = {
    "a + m": "L [m] and m [kg] differ in dimension: they cannot be added or compared",
    "m - a": "m [kg] and L [m] differ",
    "rho * a + a": "(rho*L) [kg] and L [m] differ",
    "a < m": "L [m] and m [kg] differ",
    "where(a < b, a, m)": "L [m] and m [kg] differ",
    "a / T + w": "(L/T) [m/s] and w [rad/s] differ",
    "np.sqrt(a * b) - m": "sqrt((L*h)) [m] and m [kg] differ",
    "np.array([a, b]) @ np.array([b, a]) + abs(a)": "[m2] and fabs(L) [m] differ",
    "np.sum([a, -m])": "L [m] and (-m) [kg] differ",
}
ALIKE = [
    "a + b - a",
    "rho * a + m",
    "w * T + angle",
    "a**2 + b * b",
    "a * 9.81 + m",
    "a + 1.0 + m",
    "0 + a",
    "where(a < b, a / b, ratio) + angle",
    "a**ratio + m",
    "a**1.4 / b**0.4 + a",  # 1.4 - 0.4 is 1 but for roundoff
    "(a**0.1)**3 / a**0.3 + angle",
]


def of_units(text: str):
    """What a text computes of parameters with units."""
    model, units = Model("M"), {"a": "m", "b": "m", "m": "kg", "rho": "kg/m", "w": "rad/s", "T": "s", "angle": "rad", "ratio": "1"}
    names = {"a": "L", "b": "h"}
    return eval(text, {"np": np, "where": where} | {name: model.parameter(names.get(name, name), 0.5, unit) for name, unit in units.items()})


@pytest.mark.parametrize(("text", "message"), UNLIKE.items())
def test_numbers_that_differ_in_dimension_are_not_added(text, message):
    with pytest.raises(MbfmuError, match=re.escape(message)):
        of_units(text)


@pytest.mark.parametrize("text", ALIKE)
def test_numbers_of_which_nobody_knows_the_unit_are_added(text):
    assert np.isfinite(of_units(text).value)


def test_what_is_computed_in_another_unit_alone_is_held_against_it():
    model = Model("M")
    body = Body(m=model.parameter("rho", 2.0, "kg/m") * model.parameter("L", 3.0, "m"), r_CM=[0, 0, of_units("rho * a")])
    assert list(body.problems) == ["r_CM"]
    assert "r_CM = (rho*L) [kg] is not a quantity in m: the units differ in dimension" in body.problems["r_CM"]


NO_NUMBER = {
    "L is no number yet, since L may be set in the FMU: write np.sin(...) instead of math.sin(...), or go by L.value": math.sin,
    "L is no number yet, since L may be set in the FMU: write where(a < b, ...)": lambda a: a == 2.0,
    "(2<L) is neither true nor false yet, since L may be set in the FMU: write where(condition, a, b) from mbfmu": lambda a: 1 if a > 2 else 0,
    "(L<2) is neither true nor false yet": lambda a: max(a, 2),
    "(2<L) is neither": lambda a: np.where(a > 2, 1, 0),
    "L: of NumPy's functions arithmetic, abs, sin, cos": lambda a: np.cbrt(a),
    "switch('on', ...) belongs into a method of an element: elsewhere write where(condition, a, b)": lambda a: switch("on", a, 1.0, 0.0),
}


@pytest.mark.parametrize("message, use", NO_NUMBER.items())
def test_what_needs_the_number_at_once_is_refused(message, use):
    with pytest.raises(MbfmuError, match=re.escape(message)):
        use(Model("M").parameter("L", L, "m"))


UNSOUND = {
    "the parameter x = nan m is not finite": dict(value=math.nan, unit="m"),
    "the parameter x = 'long' is not a number [m]": dict(value="long", unit="m"),
    "the parameter x = [1.0, 2.0] is not a number [m]": dict(value=[1, 2], unit="m"),
    "the parameter x = -1.0 m must be >= 0 m (a length)": dict(value=-1, unit="m", description="a length", min=0.0),
    "the parameter x = 2 kg is not a quantity in m": dict(value=(2, "kg"), unit="m"),
    "declared in 'mm': declare it in an SI unit, and give the value as (2500.0, 'mm')": dict(value=1, unit="mm"),
    "the parameter x has max = '3': give a number in m": dict(value=1, unit="m", max="3"),
    "the parameter x has the description 5: give a text": dict(value=1, description=5),
    "declared in 5: declare it in an SI unit": dict(value=1, unit=5),
    "unit 'inch': 'inch' is not known": dict(value=1, unit="inch"),
    "the name 'rod' is used twice in Pendulum": dict(name="rod", value=1),
    "the name 'L' is used twice in Pendulum": dict(name="L", value=1),
    "the name 'step_size' is the model's own": dict(name="step_size", value=1),
    "'left leg' cannot name a parameter": dict(name="left leg", value=1),
    "'time' cannot name a parameter": dict(name="time", value=1),
}


@pytest.mark.parametrize("message, given", UNSOUND.items())
def test_an_unsound_parameter_is_refused_where_it_is_declared(message, given):
    with pytest.raises(MbfmuError, match=re.escape(message)):
        pendulum().parameter(**{"name": "x", **given})


def use_of_another_model(model):
    model.rod.m = Model("Other").parameter("rho", 1.0)


def never_used(model):
    model.rod.visual = [Box(size=[model.parameter("w", 1.0, "m"), 0.1, 0.1])]


def named_as_a_variable(model):
    model.rod.I = model.parameter("rod.m", 1.0)


def element_of_the_same_name(model):
    model.L = Body(m=1.0)


def output_of_the_same_name(model):
    model.expose(outputs={"L": model.pivot.w})


def tuned_as_well(model):
    model.expose(tunable=[model.rod.m])


def wrong_elements():
    given = {
        "the name 'L' is that of a parameter of the model: give the element another": element_of_the_same_name,
        "rod.m follows from rho, which is no parameter of Pendulum: declare one there": use_of_another_model,
        "nothing follows from the parameter w: use it in an element (figures do not count), or leave it out": never_used,
        "the parameter 'rod.m' has the name of a variable of rod": named_as_a_variable,
        "'L' is the name of a parameter already: expose the variable as something else": output_of_the_same_name,
        "rod.m cannot be tunable: it follows from L; leave it out of tunable, and tune that": tuned_as_well,
    }
    values = {
        "rod.m = L [m] is not a quantity in kg: the units differ in dimension (mass of the body)": ("rod", "m", lambda a: a),
        "rod.m = L [m] is not a quantity in t": ("rod", "m", lambda a: (a, "t")),
        "rod.m = -1.5 kg must be >= 0 kg (mass of the body); it follows from L": ("rod", "m", lambda a: 1 - a),
        "rod.I = [-0.5, 1.0, 1.0, 0.0, 0.0, 0.0] kg.m2 must have no negative principal moment": ("rod", "I", lambda a: [a - 3, 1, 1]),
        "rod.r_CM = [2.5, 0.0] is not 3 numbers [m]": ("rod", "r_CM", lambda a: [a, 0]),
        "rod.r_CM = [nan  0.  0.] m is not finite; it follows from L": ("rod", "r_CM", lambda a: [np.sqrt(a - 3), 0, 0]),
        "pivot.n follows from L, but the structure of the equations depends on it: give numbers": ("pivot", "n", lambda a: [0, a, 0]),
        "pivot.q_fixed follows from L, but must be True or False": ("pivot", "q_fixed", lambda a: a),
    }
    setting = lambda element, name, value: lambda model: setattr(getattr(model, element), name, value(model.L))
    return given | {message: setting(*of) for message, of in values.items()}


@pytest.mark.parametrize("message, change", wrong_elements().items())
def test_what_cannot_follow_from_a_parameter_is_refused_when_the_model_is_built(message, change):
    model = pendulum()
    change(model)
    with pytest.raises(ProblemsFound, match=re.escape(message)):
        compile_problem(model)


def test_numbers_and_units():
    model = pendulum()
    model.rod.m = (2.0 * model.L, "t")
    model.rod.r_CM = ([model.L, 0, 0], "mm")
    assert (model.rod.m.value, model.L.value, repr(model.L)) == (5000.0, L, "L")
    np.testing.assert_allclose(model.rod.r_CM.value, [L / 1000, 0, 0], rtol=ROUNDOFF)
    running = Running(compile_problem(model), {"L": 3.0})
    assert (running.get("rod.m"), running.get("rod.r_CM")[0]) == pytest.approx((6000.0, 0.003), rel=ROUNDOFF)


def test_an_orientation_at_the_start_follows_from_angles():
    model = Model("Flight")
    a, b = model.parameter("a", 0.0, "rad"), model.parameter("b", 0.2, "rad")
    model.world, model.body = World(), Body(m=1.0, I=1.0)
    model.free = FreeMotion(model.world.frame_b, model.body.frame_a, Q_start=from_roll_pitch_yaw(a, 0.3, 2 * b))
    running = Running(compile_problem(model), {"a": 0.5})
    np.testing.assert_allclose(running.get("free.Q_start"), from_roll_pitch_yaw(0.5, 0.3, 0.4), rtol=ROUNDOFF)


def test_a_number_in_place_of_an_expression_and_back():
    model = pendulum()
    model.rod.m = 3.0
    assert "rod.m" not in {v.name for v in compile_problem(model).variables}
    model.rod.m = 3.0 * model.L
    assert "rod.m" in {v.name for v in compile_problem(model).variables}
    with pytest.raises(MbfmuError, match="a number is declared by Pendulum.parameter"):
        model.mass = 3.0


class Spring(JointLoad):
    attachments = {"joint": Revolute}
    stiffness = None

    @staticmethod
    def load(p, u, t, q, v):
        return np.array([Spring.stiffness * q[0]])


def test_equations_see_parameters_of_their_element_only():
    model = pendulum()
    model.spring, Spring.stiffness = Spring(model.pivot), model.L
    with pytest.raises(ProblemsFound, match=r"spring \(Spring\): load raises L belongs to the model, and no equation sees it: declare a Parameter"):
        compile_problem(model)


def test_what_cancels_is_a_number():
    model = pendulum()
    model.rod.r_CM = [model.L - model.L, 0, 0]
    model.eye = PositionSensor(model.rod.at([0, model.L - model.L, 1]))
    model.expose(outputs={"eye": model.eye.r})
    running = Running(compile_problem(model), {"L": 3.0})
    np.testing.assert_array_equal([*running.get("rod.r_CM"), *running.get("eye")], [0, 0, 0, 0, 0, 1])


def test_a_figure_has_the_size_that_is_declared():
    model = pendulum()
    model.rod.visual = [Box(size=[model.L, 0.1, 0.1], r=[model.L / 2, 0, 0])]
    compile_problem(model)
    np.testing.assert_array_equal(model.rod.visual[0].values["size"], [L, 0.1, 0.1])


REFUSED = {
    -1.0: "rod.m = -2.0 kg must be > 0 kg (mass of the body; follows from L)",
    math.inf: "L = inf m must be a finite number (length of the rod)",
}


@pytest.mark.parametrize("value, message", REFUSED.items())
def test_what_follows_is_held_against_its_bounds(value, message):
    with pytest.raises(InvalidValue, match=re.escape(message)):
        Running(compile_problem(pendulum()), {"L": value})


def test_what_follows_is_held_against_what_goes_together_and_against_numbers():
    model = pendulum()
    model.rod.I = [model.L - 1, 1.0, 1.0]
    model.eye = PositionSensor(model.rod.at([np.sqrt(model.L - 1), 0, 0]))
    model.expose(outputs={"eye": model.eye.r})
    with pytest.raises(InvalidValue) as refused:
        Running(compile_problem(model), {"L": 0.5})
    assert refused.value.problems == (
        "rod.I (which follows from L) must have no negative principal moment (moments of inertia about the centre of mass)",
        "the r of eye.frame_a is not a finite number; it follows from L",
    )
