"""Mechanisms that pass positions where their constraints depend on each other for the moment, tightly and loosely integrated."""

import logging
from dataclasses import replace

import numpy as np
import pytest

from mbfmu import Body, FreeMotion, KineticEnergy, Model, PotentialEnergy, Revolute, TorsionSpringDamper, World, simulate
from mbfmu.base.errors import StepFailed
from mbfmu.problem.mechanism.mechanics import compile_model
from mbfmu.problem.schedules.schedules import FORMULATIONS

from ..cases.iftomm_a02_nfourbar import UPRIGHT, mechanism
from ..model.elements.constraints.kinds import AppellHamel
from ..running import Running
from ..tolerances import INTEGRATION, PROPORTIONAL, SAMPLED_PASSAGE
from .linkages import Y, four_bar

W, STOP = 3.0, 1.6  # rad/s and s


def parallelogram():
    model = four_bar(0.5, 1.0, 0.5, 1.0, phi=-1.0, w=W, g=0.0)
    model.expose(outputs={"crank": model.A.phi, "rocker": model.D.phi, "w": model.A.w})
    return model


def assert_uniform(t, crank, rocker, w, error):
    """Without gravity crank and rocker of a parallelogram turn uniformly, on the same branch for ever."""
    np.testing.assert_allclose(crank, -1.0 + W * t, atol=error)
    np.testing.assert_allclose(np.cos(rocker - crank), 1.0, atol=error)
    np.testing.assert_allclose(w, W, atol=error)


TIGHT = "articulated_body", "joint_coordinates", "newton_euler"
every_case = pytest.mark.parametrize(("formulation", "rtol"), [*((name, 1e-8) for name in TIGHT), *((name, 1e-4) for name in FORMULATIONS)])


@every_case
def test_a_flat_parallelogram_in_process(formulation, rtol):
    run = simulate(compile_model(parallelogram(), formulation), STOP, 0.25, rtol=rtol)
    assert_uniform(run["time"], run["crank"], run["rocker"], run["w"], PROPORTIONAL * rtol)


@every_case
def test_a_flat_parallelogram_in_coarse_steps(formulation, rtol):
    """What is reported is reported once."""
    running, reported = Running(compile_model(parallelogram(), formulation)), []
    running.report = reported.append
    for t in np.linspace(0.0, STOP, 17)[1:]:
        running.advance(t, rtol)
        assert_uniform(t, *(running.get(name) for name in ("crank", "rocker", "w")), PROPORTIONAL * rtol)
    assert len(reported) <= 1 and all("passes a singular position" in sentence for sentence in reported)


def trembling():
    """A parallelogram on a stiff spring, with its rocker on the other side, trembles about its flat position.

    The rocker turns three times as fast as the crank, against it; the ends of the coupler move by 0.5 m and -1.5 m for each radian. So the inertia
    about A is 0.125 / 3 (1 + 9) + 0.25 + 4 / 12 = 1 kg.m2.
    """
    model = four_bar(0.5, 1.0, 0.5, 1.0, phi=0.01, g=0.0)
    model.spring = TorsionSpringDamper(model.A, c=1e7)
    return replace(compile_model(model), name="Trembling")


PASSAGES = np.sqrt(1e7) / np.pi  # 1/s
NOTICED = 1e-8  # relative tolerance


def assert_said_rarely(reported, times):
    """The first, the tenth, the hundredth ..., which only the first says at length, each at its time."""
    assert len(reported) == times
    assert "passes a singular position: constraints of C depend on each other for the moment (rank deficiency 1)" in reported[0]
    for power, sentence in enumerate(reported):
        assert power == 0 or f"the {10**power}th that was noticed: constraints of C" in sentence
        t = float(sentence.removeprefix("at t = ").split()[0])
        assert t == pytest.approx((10**power - 0.5) / PASSAGES, rel=SAMPLED_PASSAGE)


def test_many_passages_in_process(caplog):
    with caplog.at_level(logging.WARNING, "mbfmu"):
        simulate(trembling(), 1.0, 1e-3, rtol=NOTICED)
    assert_said_rarely(caplog.messages, 4)


def test_many_passages_in_steps():
    """Where a state is restored, what was said before it is not said again, and the count goes on from there."""
    running, reported = Running(trembling()), []
    running.report = reported.append
    while len(reported) < 1:
        running.advance(running.t + 1e-3, NOTICED)
    saved = running.save()
    while len(reported) < 2:
        running.advance(running.t + 1e-3, NOTICED)
    assert_said_rarely(reported, 2)
    end, final = running.t, running.save()
    running.restore(saved)
    while running.t < end:
        running.advance(running.t + 1e-3, NOTICED)
    assert reported[2:] == reported[1:2] and running.save() == final


@pytest.mark.parametrize("rtol", [1e-3, 1e-8])
def test_two_windows_under_gravity(rtol):
    """The N-four-bar swings through flat positions in co-simulation: its three uprights stay parallel and its energy with it."""
    model = mechanism(2, UPRIGHT)
    model.kinetic, model.potential = KineticEnergy(), PotentialEnergy()
    model.expose(outputs={"T": model.kinetic.T, "V": model.potential.V, **{f"phi{i}": model.elements[f"foot{i}"].phi for i in range(3)}})
    running = Running(compile_model(model))
    energy = running.get("T") + running.get("V")
    for t in np.linspace(0.0, 5.0, 51)[1:]:
        running.advance(t, rtol)
        assert abs(running.get("T") + running.get("V") - energy) <= PROPORTIONAL * rtol
        angles = [running.get(f"phi{i}") for i in range(3)]
        np.testing.assert_allclose(np.cos(np.diff(angles)), 1.0, atol=INTEGRATION)


def flat_truss() -> Model:
    """Two bars of 0.2 m between hinges 0.4 m apart: at first order they could move, but only there."""
    model = Model("FlatTruss")
    model.world = World()
    model.left, model.right = (Body(m=1.0, r_CM=[0.1, 0, 0], I=[0.01, 0.02, 0.03]) for _ in range(2))
    model.A = Revolute(model.world.frame_b, model.left.frame_a, n=Y)
    model.B = Revolute(model.world.at([0.4, 0, 0]), model.right.frame_a, n=Y, phi_start=np.pi)
    model.pin = Revolute(model.left.at([0.2, 0, 0]), model.right.at([0.2, 0, 0]), n=Y)
    return model


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_flat_truss_cannot_stand(formulation):
    """In absolute coordinates no other configuration is found from there; it seems to be a mechanism, until it should move; any joint tells then."""
    reported = "the structure cannot stand: .*pin.* no finite forces hold it|a step has left the constraints, by .* at (A|B|pin)"
    with pytest.raises(StepFailed, match=reported):
        Running(compile_model(flat_truss(), formulation)).advance(0.5)


@pytest.mark.parametrize("formulation", TIGHT)
@pytest.mark.parametrize("off", [0.0, 1e-8, 1e-6, 1e-4])
def test_a_start_in_or_beside_a_flat_position(formulation, off):
    """Flat, the crank's speed does not tell the rocker's: one that goes with no motion is refused; beside it there is but one, the crank's."""
    make = lambda w, **rocker: compile_model(flat(off, w, **rocker), formulation)
    if off < 1e-7:
        with pytest.raises(StepFailed, match="singular position, from which it may move in more than one way: .*fix the speed of one more joint"):
            Running(make(0.0))
        running = Running(make(W, v_fixed=True))
    else:
        running = Running(make(0.0))
    assert running.get("v") == pytest.approx(W, abs=INTEGRATION)
    running.advance(0.5, 1e-8)
    np.testing.assert_allclose([running.get(name) for name in ("crank", "rocker")], off + W * 0.5, atol=PROPORTIONAL * 1e-8)


def flat(angle, w, **rocker):
    """A parallelogram that lies along x but for an angle of its crank; its rocker starts at the speed `w`."""
    model = four_bar(0.5, 1.0, 0.5, 1.0, phi=-1.0, w=W, g=0.0)
    for joint, start in ((model.A, angle), (model.B, -angle), (model.C, angle), (model.D, angle)):
        joint.phi_start = start
    model.D.w_start = w
    for name, value in rocker.items():
        setattr(model.D, name, value)
    model.expose(outputs={"crank": model.A.phi, "rocker": model.D.phi, "v": model.D.w})
    return model


def at_rest_on_a_cone():
    """A free body whose speed is to lie on a cone: at rest, the rule says nothing, and a little later it holds the body as soon as it moves."""
    model = Model("AtRest")
    model.world, model.body = World(), Body(m=1.0, I=0.1)
    model.free = FreeMotion(model.world.frame_b, model.body.frame_a)
    model.rule = AppellHamel(model.body.frame_a, slope=1.0)
    model.expose(outputs={"r": model.free.r})
    return compile_model(model)


NO_WAY_ON = r"cannot go on from t = .* s: its last 1000 steps took .* s, all in a singular position, where constraints of rule depend on each other"


def test_who_gets_nowhere_stops():
    with pytest.raises(StepFailed, match=NO_WAY_ON):
        simulate(at_rest_on_a_cone(), 1.0)
