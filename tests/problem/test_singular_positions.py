"""Mechanisms that pass positions where their constraints depend on each other for the moment, tightly and loosely integrated."""

import numpy as np
import pytest

from mbfmu import Body, KineticEnergy, Model, PotentialEnergy, Revolute, World, simulate
from mbfmu.problem.mechanics import compile_model
from mbfmu.problem.schedules import FORMULATIONS
from mbfmu.runtime.advance import advance
from mbfmu.runtime.errors import StepFailed

from ..cases.iftomm_a02_nfourbar import UPRIGHT, mechanism
from ..running import Running
from ..tolerances import INTEGRATION, PROPORTIONAL
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
    """What is reported is reported once a passage: at 0 and pi."""
    running, told = Running(compile_model(parallelogram(), formulation)), []
    running.report = told.append
    for t in np.linspace(0.0, STOP, 17)[1:]:
        advance(running, t, rtol)
        assert_uniform(t, *(running.get(name) for name in ("crank", "rocker", "w")), PROPORTIONAL * rtol)
    assert len(told) <= 2 and all("passes a singular position" in sentence for sentence in told)


@pytest.mark.parametrize("rtol", [1e-3, 1e-8])
def test_two_windows_under_gravity(rtol):
    """The N-four-bar swings through flat positions in co-simulation: its three uprights stay parallel and its energy with it."""
    model = mechanism(2, UPRIGHT)
    model.kinetic, model.potential = KineticEnergy(), PotentialEnergy()
    model.expose(outputs={"T": model.kinetic.T, "V": model.potential.V, **{f"phi{i}": model.elements[f"foot{i}"].phi for i in range(3)}})
    running = Running(compile_model(model))
    energy = running.get("T") + running.get("V")
    for t in np.linspace(0.0, 5.0, 51)[1:]:
        advance(running, t, rtol)
        assert abs(running.get("T") + running.get("V") - energy) <= PROPORTIONAL * rtol
        angles = [running.get(f"phi{i}") for i in range(3)]
        np.testing.assert_allclose(np.cos(np.diff(angles)), 1.0, atol=INTEGRATION)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_flat_truss_cannot_run_away(formulation):
    """Two bars of 0.2 m between hinges 0.4 m apart: at first order they could move, but only there."""
    model = Model("FlatTruss")
    model.world = World()
    model.left, model.right = (Body(m=1.0, r_CM=[0.1, 0, 0], I=[0.01, 0.02, 0.03]) for _ in range(2))
    model.A = Revolute(model.world.frame_b, model.left.frame_a, n=Y)
    model.B = Revolute(model.world.at([0.4, 0, 0]), model.right.frame_a, n=Y, phi_start=np.pi)
    model.pin = Revolute(model.left.at([0.2, 0, 0]), model.right.at([0.2, 0, 0]), n=Y)
    with pytest.raises(StepFailed, match="locked in place|a step has left the constraints, by .* at pin"):
        advance(Running(compile_model(model, formulation)), 0.5)


@pytest.mark.parametrize("formulation", TIGHT)
@pytest.mark.parametrize("off", [0.0, 1e-8, 1e-6, 1e-4])
def test_a_start_in_or_beside_a_flat_position(formulation, off):
    """Flat, the crank's speed does not tell the rocker's: one that goes with no motion is refused; beside it there is but one, the crank's."""
    make = lambda w, **rocker: compile_model(flat(off, w, **rocker), formulation)  # noqa: E731
    if off < 1e-7:
        with pytest.raises(StepFailed, match="singular position, from which it may move in more than one way: .*fix the speed of one more joint"):
            Running(make(0.0))
        running = Running(make(W, v_fixed=1))
    else:
        running = Running(make(0.0))
    assert running.get("v") == pytest.approx(W, abs=INTEGRATION)
    advance(running, 0.5, 1e-8)
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
