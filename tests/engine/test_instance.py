"""Values, their validity, and saving and restoring."""

import os
import signal
import sys
import threading
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy.special import expi

from mbfmu import Body, Model, Prismatic, World, compile_problem
from mbfmu.base.errors import InvalidValue, MbfmuError, StepFailed
from mbfmu.engine.instance import Instance
from mbfmu.problem.data.problem import Limit, Problem
from mbfmu.problem.data.ref import Ref
from tests.tolerances import FINITE_DIFFERENCE, INTEGRATION, ROUNDOFF

from .problems import dropped_on_spring, lambert, pendulum, robertson, two_masses

ALL = [pendulum, dropped_on_spring, two_masses, lambert, robertson]


def started(problem) -> Instance:
    instance = Instance(problem)
    instance.initialize()
    return instance


def test_everything_wrong_is_said_at_once() -> None:
    """One sentence for each value, in the user's words."""
    instance = Instance(pendulum())
    instance.set("bob.m", -1.0)
    instance.set("phi_start", np.inf)
    instance.set("tau", 101.0)
    with pytest.raises(InvalidValue) as refused:
        instance.initialize()
    assert refused.value.problems == (
        "tau = 101.0 N.m must be <= 100 N.m (torque on the pendulum)",
        "bob.m = -1.0 kg must be > 0 kg (mass of the bob)",
        "phi_start = inf rad must be a finite number (angle at the start)",
    )


def test_checks_of_derived_values() -> None:
    """A bound that only the derived values show is refused with its own message."""
    instance = started(pendulum())
    instance.set("bob.m", 0.05)
    with pytest.raises(InvalidValue, match="bob.m must be above 0.1 kg for this bearing"):
        instance.advance(1.0)
    assert instance.t == 0.0


def test_tunable_acts_at_the_next_step() -> None:
    """A changed mass gives the trajectory of an instance that is put into the same state with that mass."""
    tuned = started(pendulum())
    tuned.advance(0.5)
    other = Instance(pendulum())
    other.set("bob.m", 3.0)
    other.initialize(0.5)
    other.buffers["x"][:] = tuned.buffers["x"]
    tuned.set("bob.m", 3.0)
    for instance in (tuned, other):
        instance.advance(1.0, 1e-10)
    assert tuned.get("phi") == pytest.approx(other.get("phi"), abs=INTEGRATION)


@pytest.mark.parametrize("then", [2.0, 3.0])
def test_a_step_that_fails_spoils_no_parameters(then: float) -> None:
    """Behind it what follows is that of the mass set then, that of before or the one that it failed with."""
    tuned, other = (started(replace(pendulum(), max_steps=50)) for _ in range(2))
    for instance in (tuned, other):
        instance.set("bob.m", 2.0)
        instance.advance(0.1)
    tuned.set("bob.m", 3.0)
    with pytest.raises(StepFailed, match="after 50 steps"):
        tuned.advance(100.0)
    assert tuned.t == 0.1
    for instance in (tuned, other):
        instance.set("bob.m", then)
        instance.advance(0.3, 1e-8)
    assert tuned.get("phi") == pytest.approx(other.get("phi"), abs=ROUNDOFF)


def test_parameters_set_within_a_step_are_asked_for_until_they_are_allowed() -> None:
    """What a callback sets stays set where the step fails by it; nothing is computed with it."""
    instance = started(pendulum())
    instance.passing = lambda t: instance.set("bob.m", -1.0)
    for _ in range(2):
        with pytest.raises(InvalidValue, match="bob.m = -1.0 kg must be > 0 kg"):
            instance.advance(1.0)
        assert instance.t == 0.0
        instance.passing = lambda t: None
    instance.set("bob.m", 2.0)
    instance.advance(1.0)
    assert instance.t == 1.0


@pytest.mark.parametrize("make", ALL)
def test_restored_runs_are_identical(make) -> None:
    """Continuing, restoring and continuing again, in this instance and in another, gives the same bits."""
    instance, other = started(make()), Instance(make())
    instance.advance(0.4)
    saved = instance.save()
    trail = []
    for each in (instance, instance, other):
        each.restore(saved)
        states = []
        for t in (0.401, 0.5, 0.9):
            each.advance(t)
            states.append(each.save())
        trail.append(states)
    assert trail[0] == trail[1] == trail[2]


@pytest.mark.parametrize("make", ALL)
def test_reading_outputs_changes_nothing(make) -> None:
    """Asking for outputs leaves all that follows as it is."""
    instance = started(make())
    instance.advance(0.4)
    before = instance.save()
    instance.outputs()
    assert instance.save() == before


def test_foreign_state_is_refused() -> None:
    """A state of another size is no state."""
    with pytest.raises(MbfmuError, match="a state of Pendulum has"):
        Instance(pendulum()).restore(b"12345678")


def test_unknown_name() -> None:
    """The names there are are listed."""
    with pytest.raises(MbfmuError, match="no variable 'mass'; it has bob.m, phi_start"):
        Instance(pendulum()).set("mass", 1.0)


def test_algebraic_unknowns() -> None:
    """x_dot = -W with W exp(W) = x: W_dot = -W exp(-W) / (1 + W), so that Ei(W) + exp(W) falls at a rate of one."""
    instance = started(lambert())
    start = instance.buffers["z"][0]
    for t in (0.3, 1.0, 2.5):
        instance.advance(t, 1e-10)
        w = instance.buffers["z"][0]
        assert expi(start) + np.exp(start) - expi(w) - np.exp(w) == pytest.approx(t, abs=INTEGRATION)
        assert w * np.exp(w) == pytest.approx(instance.buffers["x"][0], abs=INTEGRATION)


def test_asking_for_outputs_changes_nothing() -> None:
    """Not even the last digit of what Newton's method finds later."""
    silent, asked = started(lambert()), started(lambert())
    for instance in (silent, asked):
        for k in range(1, 11):
            instance.advance(0.1 * k)
            if instance is asked:
                instance.outputs()
    assert silent.save() == asked.save()


@pytest.mark.parametrize("problem", [pendulum(), two_masses(), lambert()], ids=lambda p: p.name)
def test_derivatives(problem: Problem) -> None:
    """Along a direction against differences of evaluations, and backwards against those along it."""
    random, found = np.random.default_rng(3), ("x_dot", "y")
    here = started(problem)
    seeds = {slot: random.standard_normal(here.buffers[slot].size) for slot in ("x", "u", "p")}

    def values(share: float) -> np.ndarray:
        there = started(problem)
        for slot, seed in seeds.items():
            there.buffers[slot][:] = here.buffers[slot] + share * seed
        there.validate()
        there.evaluate()
        there.outputs()
        return np.concatenate([there.buffers[slot] for slot in found])

    coarse, fine = ((values(h) - values(-h)) / (2 * h) for h in (4e-3, 2e-3))
    here.evaluate()
    here.outputs()
    along = np.concatenate(here.directional(seeds, found))
    assert along == pytest.approx((4 * fine - coarse) / 3, abs=FINITE_DIFFERENCE)
    weights = {slot: random.standard_normal(here.buffers[slot].size) for slot in found}
    backwards = np.concatenate(here.reverse(weights, tuple(seeds)))
    assert backwards @ np.concatenate(list(seeds.values())) == pytest.approx(np.concatenate(list(weights.values())) @ along, abs=ROUNDOFF)


def test_limits() -> None:
    """A run stops where an output is beyond what it may be."""
    instance = started(replace(pendulum(), name="Limited", limits=(Limit("phi", "rad", Ref("x", 0, 1), Ref("p", 1, 1)),)))
    instance.advance(0.1)
    instance.buffers["x"][0] = 1.25
    reported = r"Limited at t = 0\.1 s is beyond its limits: phi = 1\.25 rad \(limit 1\.0 rad\); compute it with a tighter"
    with pytest.raises(StepFailed, match=reported):
        instance.outputs()


@pytest.mark.parametrize("wrong", [KeyboardInterrupt, ValueError("mine")])
def test_what_callbacks_raise_comes_out(wrong: type[BaseException] | BaseException) -> None:
    """It ends the run at the step where it was raised; the instance can go on from there."""
    instance = started(pendulum())

    def passing(t: float) -> None:
        if t > 0.2:
            raise wrong

    instance.passing = passing
    with pytest.raises(wrong if isinstance(wrong, type) else type(wrong)):
        instance.advance(1.0)
    assert 0.2 < instance.t < 1.0
    instance.passing = lambda t: None
    instance.advance(1.0)
    assert instance.t == 1.0


@pytest.mark.parametrize("handler", [signal.default_int_handler, lambda *_: sys.exit("mine")])
def test_ctrl_c_ends_a_run(handler: Any) -> None:
    """At the next step, though it comes while C runs, and by the handler that is there."""
    instance, times = started(pendulum()), np.arange(1.0, 1e6)
    before = signal.signal(signal.SIGINT, handler)
    press = threading.Timer(0.01, os.kill, (os.getpid(), signal.SIGINT))
    instance.passing = lambda t: None if press.ident else press.start()
    try:
        with pytest.raises((KeyboardInterrupt, SystemExit)) as raised:
            instance.sample(times, 1e-9)
        assert signal.getsignal(signal.SIGINT) is handler
    finally:
        press.join()
        signal.signal(signal.SIGINT, before)
    assert raised.type is (KeyboardInterrupt if handler is signal.default_int_handler else SystemExit)
    assert 0.0 < instance.t < times[-1]
    instance.advance(instance.t + 1.0)


def test_inputs_of_time() -> None:
    """Asked for at every evaluation; what they raise ends the run, the instance as before."""
    instance = started(pendulum())
    before = instance.save()

    def inputs(t: float) -> None:
        if t > 0.5:
            raise ValueError("no input any more")

    instance.follow(inputs)
    with pytest.raises(ValueError, match="no input any more"):
        instance.advance(1.0)
    assert instance.save() == before


def test_the_start_moves_with_parameters() -> None:
    """Of a pendulum that starts at an angle; and of a joint whose start follows from a parameter of the model, as its square."""
    assert started(pendulum()).start_tangents({"p": np.array([0.0, 1.0])}).tolist() == [1.0, 0.0]
    model = Model("Slide")
    model.world, model.mass, length = World(), Body(m=1.0), model.parameter("length", 0.3)
    model.guide = Prismatic(model.world.frame_b, model.mass.frame_a, n=[1, 0, 0], s_start=length**2)
    instance = started(compile_problem(model))
    seed = np.eye(instance.buffers["p"].size)[instance.variable("length").ref.start]
    assert instance.start_tangents({"p": seed}) == pytest.approx([0.6, 0.0], abs=ROUNDOFF)
