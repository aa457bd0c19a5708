"""Outputs between the integrator's steps: as accurate as the steps, on the constraints, and nothing goes on from them."""

import math
from collections.abc import Callable
from dataclasses import replace

import casadi as ca
import numpy as np
import pytest
from numpy.polynomial import Legendre
from scipy.integrate import RK23, RK45

from mbfmu import Body, JointForce, JointLoad, MbfmuError, Model, Prismatic, World
from mbfmu.analysis.instant.drive import InputDriver
from mbfmu.analysis.simulate.scipy_run import outputs_by_scipy
from mbfmu.analysis.simulate.simulate import simulate
from mbfmu.base.errors import StepFailed
from mbfmu.engine.instance import Instance
from mbfmu.problem.between_steps import changes_with_time, outputs_need_derivative
from mbfmu.problem.compile import compile_problem
from mbfmu.problem.data.integrators import BY_ERROR
from mbfmu.problem.data.ref import Ref
from mbfmu.problem.data.steps import Call
from tests.fmus.test_four_bar import tip
from tests.library import problem_of
from tests.tolerances import ASYMPTOTIC, INTEGRATION, PROPORTIONAL, ROUNDOFF

from .problems import G, Y, chattering, dropped_on_spring, lambert, oscillating, pendulum
from .test_integrators import exact_pendulum, spiral, started

PARTS = np.linspace(0.05, 1.0, 20)  # of a step


@pytest.mark.parametrize(("integrator", "order"), [("bogacki_shampine", 4), ("dormand_prince", 6), ("radau", 4)])
def test_order(integrator: str, order: int) -> None:
    """Of the error within one step in its size: explicit steps are met by a polynomial as good as they are, implicit ones by the collocation's."""
    errors = []
    for h in (0.4, 0.2):
        instance, times = started(replace(spiral(integrator), step_size=0.1))
        instance.advance(1.0, 0.5)  # from here steps are long enough
        start, _ = instance.buffers["x"].copy(), times.clear()
        found = instance.sample(1.0 + h * PARTS, 0.5)
        assert len(times) == 1
        exact = [np.exp(-s / 2) * np.array([[np.cos(s), -np.sin(s)], [np.sin(s), np.cos(s)]]) @ start for s in h * PARTS]
        errors.append(np.abs(found - exact).max())
    assert np.log2(errors[0] / errors[1]) == pytest.approx(order, abs=ASYMPTOTIC)


SPIRAL = np.array([[-0.5, -1.0], [1.0, -0.5]])  # its rates
LENGTH = 0.4  # of the step that is looked at, from its start on


def dormand_prince(start: np.ndarray) -> Callable[[float], np.ndarray]:
    """SciPy's dense output of the step."""
    solver = RK45(lambda t, x: SPIRAL @ x, 0.0, start, LENGTH, first_step=LENGTH, rtol=1.0, atol=1.0)
    solver.step()
    assert solver.t == LENGTH
    return solver.dense_output()


def met(conditions: list[tuple[float, int, np.ndarray]]) -> Callable[[float], np.ndarray]:
    """The polynomial of a part of a step that has these values of its derivatives: (part, order, value)."""
    degree = len(conditions) - 1
    rows = [[math.perm(k, order) * part ** (k - order) if k >= order else 0.0 for k in range(degree + 1)] for part, order, _ in conditions]
    coefficients = np.linalg.solve(np.array(rows), np.array([value for _, _, value in conditions]))
    return lambda t: (t / LENGTH) ** np.arange(degree + 1) @ coefficients


def refined_dormand_prince(start: np.ndarray) -> Callable[[float], np.ndarray]:
    """The polynomial through both ends that has their rates, and those at a fifth and at four fifths of SciPy's dense output."""
    rough = dormand_prince(start)
    rates = [(part, 1, LENGTH * SPIRAL @ rough(part * LENGTH)) for part in (0.0, 0.2, 0.8, 1.0)]
    return met([(0.0, 0, start), (1.0, 0, rough(LENGTH)), *rates])


def bogacki_shampine(start: np.ndarray) -> Callable[[float], np.ndarray]:
    """Hermite's cubic polynomial through SciPy's step."""
    solver = RK23(lambda t, x: SPIRAL @ x, 0.0, start, LENGTH, first_step=LENGTH, rtol=1.0, atol=1.0)
    solver.step()
    return met([(part, order, (LENGTH * SPIRAL if order else np.eye(2)) @ x) for part, x in ((0.0, start), (1.0, solver.y)) for order in (0, 1)])


def radau(start: np.ndarray) -> Callable[[float], np.ndarray]:
    """The cubic polynomial from the start whose rates are right at the nodes of Radau: the zeros of P_3 - P_2, from 0 to 1."""
    nodes = 0.5 * (1.0 + np.sort(Legendre([0, 0, -1, 1]).roots()))
    powers = np.arange(1, 4)
    rates = np.array([[np.kron(k * c ** (k - 1.0), np.eye(2)) - c**k * LENGTH * SPIRAL for k in powers] for c in nodes])  # of 3 coefficients
    right = np.concatenate([LENGTH * SPIRAL @ start] * 3)
    coefficients = np.linalg.solve(rates.transpose(0, 2, 1, 3).reshape(6, 6), right).reshape(3, 2)
    return lambda t: start + (t / LENGTH) ** powers @ coefficients


@pytest.mark.parametrize(
    ("integrator", "polynomial"), [("dormand_prince", refined_dormand_prince), ("bogacki_shampine", bogacki_shampine), ("radau", radau)]
)
def test_samples_lie_on_the_polynomial_of_the_step(integrator: str, polynomial: Callable[[np.ndarray], Callable[[float], np.ndarray]]) -> None:
    instance, times = started(replace(spiral(integrator), step_size=0.1))
    instance.advance(1.0, 0.5)
    expected, _ = polynomial(instance.buffers["x"].copy()), times.clear()
    found = instance.sample(1.0 + LENGTH * PARTS, 0.5)
    assert len(times) == 1
    assert found == pytest.approx(np.array([expected(LENGTH * part) for part in PARTS]), abs=ROUNDOFF)


@pytest.mark.parametrize("part", PARTS[:-1:3])
def test_events_are_looked_for_on_the_dense_output(part: float) -> None:
    """Behind a mode that switches at a known time the states are those of SciPy's dense output there."""
    plain, x, t = spiral("dormand_prince"), ca.SX.sym("x", 2), ca.SX.sym("t")
    rates = ca.Function("rates", [x, t], [plain.functions["rates"](x), t - (1.0 + part * LENGTH)])
    time, mode = Ref("t", 0, 1), Ref("g", 0, 1)
    (call,) = plain.derivative
    switched = {"functions": plain.functions | {"rates": rates}, "derivative": (Call("rates", (*call.arguments, time), (*call.results, mode)),)}
    instance, _ = started(replace(plain, sizes=plain.sizes | {"m": 1, "g": 1}, mode_names=("late",), **switched))
    instance.advance(1.0, 0.5)
    expected = dormand_prince(instance.buffers["x"].copy())
    found: list[np.ndarray] = []
    instance.passing = lambda t: found.append(np.append(instance.buffers["x"], t))
    instance.advance(1.0 + LENGTH, 0.5)
    *states, t = found[0]
    assert t == pytest.approx(1.0 + part * LENGTH, abs=INTEGRATION)  # indicators are passed by a little
    assert states == pytest.approx(expected(t - 1.0), abs=ROUNDOFF)


TOLERANCES = dict.fromkeys(BY_ERROR, (1e-5, 1e-7, 1e-9)) | {"bogacki_shampine": (1e-5, 1e-6, 1e-7)}  # with fewer steps than samples


@pytest.mark.parametrize(("integrator", "tolerances"), TOLERANCES.items())
def test_error_follows_tolerance(integrator: str, tolerances: tuple[float, ...]) -> None:
    """At thousands of times, which cost no steps."""
    problem = replace(pendulum(), integrator=integrator, step_size=0.1)
    times = np.linspace(0.0, 3.0, 3001)
    exact = exact_pendulum(times)[0]
    for tolerance in tolerances:
        (instance, steps), (alone, few) = started(problem), started(problem)
        alone.advance(3.0, tolerance)
        found = instance.sample(times[1:], tolerance)[:, 0]
        assert steps == few and len(steps) < 1500
        assert np.abs(found - exact[1:]).max() < PROPORTIONAL * tolerance


def test_samples_lie_on_the_constraints() -> None:
    """Also those within steps: the tip of Hoecken's linkage is where its closed form puts it, and no drift is left."""
    steps: list[float] = []
    result = simulate(problem_of("four_bar"), stop_time=0.5, rtol=1e-6, progress=steps.append)
    assert len(result) == 501 and len(steps) < 100
    assert result["tip[1]"] + 1j * result["tip[3]"] == pytest.approx(tip(result["crank_angle"]), abs=ROUNDOFF)
    assert result["drift"].max() < ROUNDOFF


def test_a_motion_that_turns_round_is_sampled_as_accurately_as_any() -> None:
    """At 0.9145 s the crank stands still: an energy that is put right there would be a large change of its speed."""
    problem, times = problem_of("four_bar"), np.array([0.0, *np.linspace(0.911, 0.917, 61)])
    instance, other = Instance(problem), Instance(problem)
    for each in (instance, other):
        each.initialize()
    exact = np.array(outputs_by_scipy(other, InputDriver(other, {}, {}), times, 1e-11, "DOP853"))
    assert np.diff(np.sign(exact[1:, 1])).any()
    assert instance.sample(times[1:], 1e-9)[:, 1] == pytest.approx(exact[1:, 1], abs=INTEGRATION)


def test_a_sample_at_an_event_is_one_behind_it() -> None:
    """Before it the mode of the fall, at it and behind it that of the contact."""
    fallen = dropped_on_spring()
    mode = {"outputs": ca.Function("outputs", [m := ca.SX.sym("m")], [m])}
    variable = replace(fallen.variables[0], name="touching", ref=Y, shape=())
    output = (Call("outputs", (Ref("m", 0, 1),), (Y,)),)
    shown = {"functions": {**fallen.functions, **mode}, "variables": (variable,), "sizes": {**fallen.sizes, "y": 1}, "output": output}
    problem = replace(fallen, step_size=0.1, **shown)
    instance, steps = started(problem)
    instance.advance(0.5, 1e-9)
    lands = min(steps, key=lambda t: abs(t - np.sqrt(2 / G)))
    assert lands == pytest.approx(np.sqrt(2 / G), abs=INTEGRATION)
    instance, _ = started(problem)
    assert instance.sample(np.array([lands - 1e-12, lands, lands + 1e-12, 0.5]), 1e-9).ravel().tolist() == [0.0, 1.0, 1.0, 1.0]


@pytest.mark.parametrize("name", ["lambert", "quarter_car", "slider_crank"])
def test_nothing_goes_on_from_samples(name: str) -> None:
    """Whether there are algebraic unknowns, modes or constraints: the steps are those of a run that is not looked at, to the last bit."""
    problem = replace(lambert(), step_size=0.1) if name == "lambert" else problem_of(name)
    (alone, few), (instance, steps) = started(problem), started(problem)
    alone.advance(0.3, 1e-7)
    instance.sample(np.linspace(0.0, 0.3, 701)[1:], 1e-7)
    assert steps == few
    assert np.array_equal(instance.buffers["x"], alone.buffers["x"])


def test_a_step_passes_over_a_hundred_communication_steps_at_most() -> None:
    """Or one interval where that is longer: a state that does not change would be passed over at once."""
    problem = replace(oscillating(0.0), step_size=0.01)
    for interval, longest in ((0.01, 1.0), (2.5, 2.5)):
        instance, steps = started(problem)
        instance.sample(interval * np.arange(1, 1 + round(10 / interval)), 1e-6)
        assert np.diff(steps).max() == pytest.approx(longest, rel=ROUNDOFF)


def guided_mass() -> Model:
    """A mass of 1 kg on a guide without gravity."""
    model = Model("Guided", step_size=0.01)
    model.world, model.mass = World(g=0.0), Body(m=1.0)
    model.guide = Prismatic(model.world.frame_b, model.mass.frame_a, n=[1, 0, 0])
    model.push = JointForce(model.guide)
    model.expose(inputs={"f": model.push.f}, outputs={"v": model.guide.v})
    return model


def blow(t):
    """A force [N] of a few milliseconds."""
    return 100.0 * np.exp(-(((t - 0.51) / 0.002) ** 2))


class Blow(JointLoad):
    attachments = {"joint": Prismatic}

    @staticmethod
    def load(p, u, t, q, v):
        return np.array([blow(t)])


def test_what_depends_on_time_alone_is_not_stepped_over() -> None:
    """A mass at rest says nothing of a blow to come, be it an input or a force that sees the time."""
    by_input = simulate(guided_mass(), stop_time=1.0, inputs={"f": blow})["v"]
    model = guided_mass()
    model.blow = Blow(model.guide)
    by_force = simulate(model, stop_time=1.0)["v"]
    assert by_input[-1] == pytest.approx(0.2 * np.sqrt(np.pi), abs=INTEGRATION)
    assert by_force == pytest.approx(by_input, abs=INTEGRATION)
    assert changes_with_time(compile_problem(model)) and not changes_with_time(compile_problem(guided_mass()))


def test_outputs_that_need_no_accelerations_are_known() -> None:
    """Angles and lengths do not; reactions and algebraic unknowns do."""
    assert not outputs_need_derivative(problem_of("crane"))
    assert outputs_need_derivative(problem_of("four_bar")) and outputs_need_derivative(lambert())


def test_a_sample_counts_as_a_communication_point() -> None:
    """For how many steps are too many: between two samples, not in all."""
    problem = replace(oscillating(1e4), max_steps=50)
    instance, steps = started(problem)
    instance.sample(np.linspace(0.0, 0.01, 51)[1:], 1e-9)
    assert len(steps) > 10 * problem.max_steps
    with pytest.raises(StepFailed, match="after 50 steps .* allow more"):
        instance.sample(np.array([0.02]), 1e-9)


def test_what_fails_leaves_the_instance_as_it_was() -> None:
    instance, _ = started(chattering())
    before = instance.save()
    with pytest.raises(StepFailed, match="neither side of slip.forward lasts"):
        instance.sample(np.linspace(0.0, 1.0, 11)[1:], 1e-9)
    assert instance.save() == before
    for times in ([], [0.2, 0.1], [0.0], [np.nan]):
        with pytest.raises(MbfmuError, match="the times of outputs must ascend from 0.0 s"):
            instance.sample(np.array(times), 1e-9)


def test_who_hears_of_time_can_end_a_run() -> None:
    """Whoever made the steps."""

    def ended(t: float) -> None:
        if t > 0.1:
            raise KeyboardInterrupt

    for inputs in ({}, {"motor_torque": lambda t: 0.0}):
        with pytest.raises(KeyboardInterrupt):
            simulate(problem_of("pendulum_chain"), inputs=inputs, progress=ended)
