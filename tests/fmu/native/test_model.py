"""The model in time in C, against the interpreted runtime, closed forms and finite differences."""

from __future__ import annotations

from dataclasses import replace

import casadi as ca
import numpy as np
import pytest
from scipy.special import expi

from mbfmu import Body, Distance, Model, Revolute, World
from mbfmu.problem.mechanics import compile_model
from mbfmu.runtime.advance import advance
from mbfmu.runtime.errors import MbfmuError, StepFailed
from mbfmu.runtime.instance import Instance
from mbfmu.runtime.problem import Limit, Problem, Variable
from mbfmu.runtime.steps import Call, Ref
from tests.library import problem_of
from tests.problem.linkages import closed
from tests.problem.test_drives import fed_four_bar
from tests.problem.test_singular_positions import NO_WAY_ON, assert_said_rarely, at_rest_on_a_cone, trembling
from tests.runtime.problems import G, U, chattering, dropped_on_spring, lambert, pendulum, resting, sliding, two_masses
from tests.runtime.test_integrators import exact_pendulum
from tests.runtime.test_pace import STANDSTILL
from tests.tolerances import FINITE_DIFFERENCE, INTEGRATION, PROPORTIONAL, ROUNDOFF

from .native_model import NativeModel, build

FMUS = ("crane", "four_bar", "hydraulics", "pid", "quarter_car", "slider_crank")


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Instances of problems, each compiled once."""
    libraries = {}

    def make(problem: Problem) -> NativeModel:
        if problem.name not in libraries:
            libraries[problem.name] = build(tmp_path_factory.mktemp("model"), problem), problem
        return NativeModel(*libraries[problem.name])

    return make


def integrals() -> Problem:
    """x_dot = u, y = (x, u^2)."""
    x, u = ca.SX.sym("x"), ca.SX.sym("u")
    functions = {
        "start": ca.Function("start", [], [ca.DM([0.0])]),
        "rates": ca.Function("rates", [u], [u]),
        "outputs": ca.Function("outputs", [x, u], [ca.vertcat(x, u**2)]),
    }
    x1 = Ref("x", 0, 1)
    return Problem(
        "Integrals", "", (
            Variable("u", "input", "continuous", "m/s", "rate", U, (0.0,)),
            Variable("y", "output", "continuous", "m", "integral and square", Ref("y", 0, 2), (), (2,)),
        ),
        {"t": 1, "x": 1, "u": 1, "x_dot": 1, "y": 2}, functions, (), (Call("start", (), (x1,)),),
        (Call("rates", (U,), (Ref("x_dot", 0, 1),)),), (Call("outputs", (x1, U), (Ref("y", 0, 2),)),),
        state_names=("x",), nominal_x=(1.0,),
    )  # fmt: skip


@pytest.mark.parametrize("name", FMUS)
def test_models_move_as_interpreted(name: str, made) -> None:
    problem = problem_of(name)
    native, interpreted = made(problem), Instance(problem)
    native.initialize()
    interpreted.initialize()
    for k in range(51):
        advance(interpreted, k * problem.step_size, 1e-9)
        native.advance(k * problem.step_size, 1e-9)
        for slot in ("x", "y"):
            size = np.maximum(1.0, np.abs(interpreted.buffers[slot]))
            assert (np.abs(native[slot] - interpreted.buffers[slot]) <= INTEGRATION * size).all()


def test_contact_in_closed_form(made) -> None:
    """A mass dropped from 1 m onto a spring is thrown back to 1 m, whatever the steps; the event stops a journey that asks for it."""
    fall, w = np.sqrt(2 / G), 20.0
    v = G * fall
    contact = (2 * np.pi - 2 * np.arctan2(v, G / w)) / w
    for steps in (1, 7):
        model = made(dropped_on_spring())
        model.initialize()
        for t in np.linspace(0, 2 * fall + contact, steps + 1)[1:]:
            model.advance(t, 1e-10)
        assert model["x"] == pytest.approx([1.0, 0.0], abs=INTEGRATION)
    model = made(dropped_on_spring())
    model.initialize()
    assert model.advance(1.0, 1e-10, at_events=True)
    assert model["t"][0] == pytest.approx(fall, abs=INTEGRATION)
    assert model["m"][0] == 1.0 and model["g"][0] == pytest.approx(0.0, abs=INTEGRATION)
    assert not model.advance(model["t"][0] + 1e-3, 1e-10, at_events=True)


def test_indicators_keep_the_sign_of_their_mode(made) -> None:
    model = made(dropped_on_spring())
    model.initialize()
    for height, mode, positive in ((1e-11, 0, False), (-1e-11, 0, False), (-2e-10, 0, True), (1e-11, 1, True), (2e-10, 1, False)):
        model["x"][:], model["m"][:] = (height, -1.0), mode
        model.do("model_evaluate")
        assert (model.library.model_indicator(model.instance, 0) > 0) == positive


@pytest.mark.parametrize("step", [1.0, 1e-3, 1e-5])
def test_chattering_is_named(made, step: float) -> None:
    model = made(chattering())
    model.initialize()
    model.advance(0.099995)
    with pytest.raises(StepFailed, match=r"100 events within .* s at t = 0\.1.* s: neither side of slip\.forward lasts; smooth the switch"):
        model.advance(0.099995 + step)


def test_rest_beside_a_switch(made) -> None:
    model = made(resting())
    model.initialize()
    model.advance(10.0)
    assert abs(model["x"][0]) < 1e-5


def test_algebraic_unknowns(made) -> None:
    """x_dot = -W with W exp(W) = x: W_dot = -W exp(-W) / (1 + W), so that Ei(W) + exp(W) falls at a rate of one."""
    model = made(lambert())
    model.initialize()
    start = model["z"][0]
    for t in (0.3, 1.0, 2.5):
        model.advance(t, 1e-10)
        w = model["z"][0]
        assert expi(start) + np.exp(start) - expi(w) - np.exp(w) == pytest.approx(t, abs=INTEGRATION)
        assert w * np.exp(w) == pytest.approx(model["x"][0], abs=INTEGRATION)


def test_asking_for_outputs_changes_nothing(made) -> None:
    silent, asked = made(lambert()), made(lambert())
    for model in (silent, asked):
        model.initialize()
        for k in range(1, 11):
            model.advance(0.1 * k)
            if model is asked:
                model.do("model_outputs", 0)
                model.output_rates()
    for slot in ("x", "z", "y"):
        assert (silent[slot] == asked[slot]).all()


@pytest.mark.parametrize("problem", [pendulum(), two_masses(), lambert()], ids=lambda p: p.name)
def test_sensitivities(problem: Problem, made) -> None:
    """Tangents against differences of evaluations, adjoints against tangents."""
    model, random = made(problem), np.random.default_rng(3)
    model.initialize()
    if model.sizes["u"]:
        model.set("u", 0.7)
    seeds = {slot: random.standard_normal(model.sizes[slot]) for slot in ("x", "u", "p")}
    found = ("x_dot", "y")

    def values(share: float) -> np.ndarray:
        there = made(problem)
        there.initialize()
        for slot, seed in seeds.items():
            there[slot][:] = model[slot] + share * seed
        there.do("model_validate")
        there.do("model_evaluate")
        there.do("model_held_outputs")
        return np.concatenate([there[slot] for slot in found])

    values_there = values(0.0)
    model.do("model_evaluate")
    model.do("model_held_outputs")
    assert np.concatenate([model[slot] for slot in found]) == pytest.approx(values_there, abs=ROUNDOFF)
    coarse, fine = ((values(h) - values(-h)) / (2 * h) for h in (4e-3, 2e-3))
    tangent = model.sensitivity("tangent", seeds, found)
    assert tangent == pytest.approx((4 * fine - coarse) / 3, abs=FINITE_DIFFERENCE)
    weights = {slot: random.standard_normal(model.sizes[slot]) for slot in found}
    adjoint = model.sensitivity("adjoint", weights, tuple(seeds))
    assert adjoint @ np.concatenate(list(seeds.values())) == pytest.approx(np.concatenate(list(weights.values())) @ tangent, abs=ROUNDOFF)


def test_inputs_are_carried_on_by_their_rates(made) -> None:
    """With three derivatives given, a cubic input is met exactly; the input itself stays what was set, and rates count for one step."""
    model = made(integrals())
    model.set("u", 1.0)
    model.initialize()
    for order, rate in enumerate((2.0, -3.0, 12.0), 1):
        model.input_rate(rate, order)
    model.advance(0.5)
    s = 0.5
    u = 1 + 2 * s - 1.5 * s**2 + 2 * s**3
    assert model["x"][0] == pytest.approx(s + s**2 - 0.5 * s**3 + 0.5 * s**4, abs=ROUNDOFF)
    assert model["y"] == pytest.approx([model["x"][0], u**2], abs=ROUNDOFF)
    assert model["u"][0] == 1.0
    assert model.output_rates() == pytest.approx([u, 2 * u * (2 - 3 * s + 6 * s**2)], abs=ROUNDOFF)
    assert model["u"][0] == 1.0
    before = model["x"][0]
    model.advance(1.0)
    assert model["x"][0] == pytest.approx(before + 0.5, abs=ROUNDOFF)
    assert model.output_rates() == pytest.approx([1.0, 0.0], abs=ROUNDOFF)


def test_failed_steps_keep_what_was_set(made) -> None:
    model = made(integrals())
    model.set("u", -1.0)
    model.initialize()
    model.input_rate(np.nan)
    before = model.save()
    with pytest.raises(StepFailed, match="rate of x is not a number"):
        model.advance(1.0)
    assert model.save() == before


def test_singular_positions_are_said_rarely(made) -> None:
    """Of hundreds of passages; a state that is restored goes on as before, to the last bit, what it says included."""
    model = made(trembling())
    model.initialize()
    steps = np.arange(1, 501) * 1e-3
    for t in steps:
        model.advance(t)
        if t == steps[250]:
            saved, said = model.save(), model.reports()
    assert_said_rarely(model.reports())
    final, later = model.save(), model.reports()[len(said) :]
    model.restore(saved)
    for t in steps[251:]:
        model.advance(t)
    assert later and model.reports() == [*said, *later, *later] and model.save() == final


def test_runs_that_make_no_progress(made) -> None:
    """A jump is named by the state that it moves, a singular position by its constraint."""
    for problem, words in ((sliding(), STANDSTILL), (at_rest_on_a_cone(), NO_WAY_ON)):
        model = made(problem)
        model.initialize()
        with pytest.raises(StepFailed, match=words):
            model.advance(1.0, 1e-9)
        assert model["t"][0] == 0.0


def test_limits(made) -> None:
    model = made(replace(integrals(), name="Limited", limits=(Limit("x", "m", Ref("x", 0, 1), Ref("y", 1, 1)),)))
    model.set("u", 2.0)
    model.initialize()
    model.advance(1.75)
    with pytest.raises(StepFailed, match=r"Limited at t = 3 s is beyond its limits: x = (6\.0|5\.9)\d* m \(limit 4\.0 m\); compute it with a tighter"):
        model.advance(3.0)


def test_stopped_by_the_host(made) -> None:
    model = made(pendulum())
    model.initialize()
    model.library.probe_stop_at(model.instance, 3)
    assert model.advance(5.0)
    assert 0 < model["t"][0] < 5.0
    assert model["y"][0] == pytest.approx(exact_pendulum(np.array([0.0, model["t"][0]]))[0, -1], abs=PROPORTIONAL * 1e-6)
    assert not model.advance(5.0) and model["t"][0] == 5.0


@pytest.mark.parametrize(
    "values",
    [
        {"tau": np.nan}, {"tau": 101.0}, {"bob.m": 0.0}, {"bob.m": -1e-5, "tau": 1e300}, {"bob.m": 0.05}, {"bob.m": np.inf, "phi_start": np.nan},
    ],
    ids=str,
)  # fmt: skip
def test_invalid_values_in_the_same_words(values: dict[str, float], made) -> None:
    """At the start and later; old parameters can be had back."""
    native, interpreted = made(pendulum()), Instance(pendulum())
    for later in (False, True):
        native, interpreted = made(pendulum()), Instance(pendulum())
        if later:
            native.initialize()
            interpreted.initialize()
        for name, value in values.items():
            ref = interpreted.variable(name).ref
            native.set(ref.slot, value, ref.start)
            interpreted.set(name, value)
        with pytest.raises(MbfmuError) as said:
            advance(interpreted, 0.1) if later else interpreted.initialize()
        before = native.save()
        with pytest.raises(StepFailed) as says:
            native.advance(0.1) if later else native.initialize()
        assert str(says.value) == str(said.value)
        if later:
            assert native.save() == before
            native.library.model_undo_parameters(native.instance)
            native.set("u", 0.0)
            native.advance(0.1)


def test_tuned_parameters_are_taken_in(made) -> None:
    native, interpreted = made(pendulum()), Instance(pendulum())
    for model in (native, interpreted):
        model.initialize()
    native.set("p", 3.5)
    interpreted.set("bob.m", 3.5)
    native.advance(1.0, 1e-10)
    advance(interpreted, 1.0, 1e-10)
    assert native["x"] == pytest.approx(interpreted.buffers["x"], abs=INTEGRATION)


def test_geometry_that_cannot_be_assembled_is_refused(made) -> None:
    """A coupler too short is refused in the words of the interpreted runtime; the state is as before, and the old length goes on."""
    model = Model("TwoCranks")
    model.world, model.crank, model.rocker = World(), Body(m=1.0, r_CM=[0.1, 0, 0], I=0.1), Body(m=1.0, r_CM=[0.1, 0, 0], I=0.1)
    model.left = Revolute(model.world.frame_b, model.crank.frame_a, n=[0, 1, 0], phi_start=-1.5)
    model.right = Revolute(model.world.at([1, 0, 0]), model.rocker.frame_a, n=[0, 1, 0], phi_start=-1.5)
    model.coupler = Distance(model.crank.at([0.2, 0, 0]), model.rocker.at([0.2, 0, 0]), s=1.0)
    model.expose(outputs={"phi": model.left.phi}, tunable=[model.coupler.s])
    problem = compile_model(model)
    native, interpreted = made(problem), Instance(problem)
    length = interpreted.variable("coupler.s").ref
    for instance in (native, interpreted):
        instance.initialize()
    native.advance(0.1)
    advance(interpreted, 0.1)
    native.set("p", 0.1, length.start)
    interpreted.set("coupler.s", 0.1)
    before = native.save()
    with pytest.raises(StepFailed) as said:
        advance(interpreted, 0.2)
    with pytest.raises(StepFailed) as says:
        native.advance(0.2)
    assert str(says.value) == str(said.value)
    assert native.save() == before
    native.library.model_undo_parameters(native.instance)
    native.advance(0.15)
    interpreted.set("coupler.s", 1.0)
    native.advance(0.2)
    advance(interpreted, 0.2)
    assert native["x"] == pytest.approx(interpreted.buffers["x"], abs=PROPORTIONAL * 1e-6)
    native.set("p", 1.05, length.start)
    interpreted.set("coupler.s", 1.05)
    native.advance(0.3, 1e-9)
    advance(interpreted, 0.3, 1e-9)
    assert native["x"] == pytest.approx(interpreted.buffers["x"], abs=PROPORTIONAL * 1e-6)


def test_inputs_that_feed_constraints(made) -> None:
    """However far they jump: the crank is where the input is, and the rocker where the loop then has it; outputs follow at once."""
    model = made(replace(compile_model(fed_four_bar("A")), name="FedFourBar"))
    model.set("u", -1.0)
    model.initialize()
    for step, s in enumerate((-0.95, -0.5, 0.3, -1.2)):
        model.set("u", s)
        model.do("model_outputs", 0)
        asked = model.get("A", "D", "rate")
        model.advance(0.01 * (step + 1))
        wanted = s, closed(0.4, 1.2, 0.9, 1.0, s)[1], 0.0
        assert model.get("A", "D", "rate") == pytest.approx(wanted, abs=10 * ROUNDOFF)
        assert asked == pytest.approx(wanted, abs=10 * ROUNDOFF)
