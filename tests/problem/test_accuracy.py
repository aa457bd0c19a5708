"""Accuracy on board: the energy error of Liu & Huston, the drift, and runs that stop where an error is above its limit."""

import numpy as np
import pytest

from mbfmu import (
    Body,
    ConstraintDrift,
    EnergyError,
    FreeMotion,
    KineticEnergy,
    Model,
    PotentialEnergy,
    RollingDisk,
    SineJointMotion,
    SpringDamperParallel,
    World,
    simulate,
)
from mbfmu.base.errors import ProblemsFound, StepFailed
from mbfmu.problem.mechanism.mechanics import compile_model
from mbfmu.problem.schedules.schedules import FORMULATIONS

from ..running import Running, future
from ..tolerances import BALANCE, INTEGRATION, NEUTRAL, PROPORTIONAL, ROUNDOFF
from .linkages import four_bar, slider_crank
from .rails import energy, rails, watched

TOLERANCE = 1e-6  # of a co-simulation
COARSE = 0.1  # s


def sensed(model, **limit):
    """A model that shows its energy error [J] and its drift."""
    model.energy, model.drift = EnergyError(**limit), ConstraintDrift()
    model.expose(outputs={"error": model.energy.error, "position": model.drift.position, "velocity": model.drift.velocity})
    return model


def sprung_four_bar(**limit):
    """Closed loop, redundant rows, gravity, a spring and a damper."""
    model = four_bar(w=3.0)
    model.spring = SpringDamperParallel(model.world.at([0, 0, 1.0]), model.coupler.at([0.6, 0.3, 0.1]), c=40.0, d=0.5, s_unstretched=0.5)
    return sensed(model, **limit)


def driven_slider_crank(**limit):
    """A drive that gives energy and takes it."""
    model = slider_crank()
    model.drive = SineJointMotion(model.A, amplitude=0.5, frequency=1.0, offset=0.3)
    return sensed(model, **limit)


def rolling_disk(**limit):
    """Nonholonomic."""
    model = Model("Roll")
    model.world, model.disk = World(), Body(m=2.0, I=[0.1, 0.2, 0.1])
    model.free = FreeMotion(model.world.frame_b, model.disk.frame_a, r_start=[0, 0, 0.5], w_start=[0.3, 4.0, 1.0])
    model.roll = RollingDisk(model.world.frame_b, model.disk.frame_a, radius=0.5)
    return sensed(model, **limit)


MECHANISMS = (sprung_four_bar, driven_slider_crank, rolling_disk)
CASES = [(rolling_disk, name) for name in FORMULATIONS] + [
    (mechanism, name) for mechanism in MECHANISMS[:2] for name in ("articulated_body", "newton_euler")
]


@pytest.mark.parametrize(("mechanism", "formulation"), CASES)
def test_energy_error_tells_the_accuracy(mechanism, formulation):
    """Zero at the start, next to nothing at a tight tolerance, and a thousand times more at a loose one."""
    problem = compile_model(mechanism(), formulation)
    tight, loose = (np.abs(simulate(problem, 1.0, 0.1, rtol=rtol)["error"]) for rtol in (1e-9, 1e-4))
    assert tight[0] == loose[0] == 0.0
    assert tight.max() <= INTEGRATION < 1e-5 < loose.max()


def test_energy_error_is_what_the_motion_shows():
    """At a loose tolerance, T + V of the poses and velocities less that at the start: projections that lift bodies are in it."""
    run = simulate(sensed(watched(rails("PointOnLine"))), 0.4, 0.04, rtol=1e-3)
    found = energy(run) - energy(run)[0]
    assert np.abs(found).max() > 1e-5
    assert run["error"] == pytest.approx(found, rel=0, abs=BALANCE)


@pytest.mark.parametrize("formulation", ["articulated_body", "kane", "joint_coordinates"])
def test_energy_error_sees_reactions_that_are_wrong(formulation):
    """Rows of roundoff that count as independent have huge reactions: what these do is error, not work."""
    running = Running(compile_model(sensed(watched(rails("PointOnLine"))), formulation))
    running.buffers["independent"][:] = 1e16
    rows = []
    for t in np.linspace(0.0, 0.002, 5):
        if t:
            running.advance(t, 1e-4)
        numbers = {
            f"{name}[{i + 1}]": x
            for name in (v.name for v in running.problem.variables)
            if name[-2:] in (".r", ".v", ".w")
            for i, x in enumerate(running.get(name))
        }
        rows.append({"time": t, "error": running.get("error"), **numbers})
    run = {name: np.array([row[name] for row in rows]) for name in rows[0]}
    found = energy(run) - energy(run)[0]
    assert np.abs(found).max() > 1e-6
    assert run["error"] == pytest.approx(found, rel=0, abs=BALANCE)


@pytest.mark.parametrize(("mechanism", "formulation"), CASES)
def test_coarse_communication_steps_stay_on_the_constraints(mechanism, formulation):
    """Positions and velocities fulfil their constraints to roundoff at communication points, and the energy to what the tolerance says."""
    running = Running(compile_model(mechanism(), formulation))
    for t in COARSE * np.arange(1, 6):
        running.advance(t, TOLERANCE)
        assert max(running.get("position"), running.get("velocity")) <= ROUNDOFF
        assert abs(running.get("error")) <= PROPORTIONAL * TOLERANCE


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_a_limit_stops_a_run(mechanism):
    """The message names the sensor, the error, its limit and the time; the instance is then where it was before the step."""
    problem, words = compile_model(mechanism(limit=1e-9)), r"at t = .* s is beyond its limits: energy.error = .* J \(limit 1e-09 J\)"
    with pytest.raises(StepFailed, match=words):
        simulate(problem, 1.0, 0.1, rtol=1e-4)
    running = Running(problem)
    before = future(running)
    with pytest.raises(StepFailed, match=words):
        running.advance(COARSE, 1e-3)
    assert future(running) == before
    assert np.abs(simulate(compile_model(mechanism(limit=1e-3)), 1.0, 0.1)["error"]).max() <= 1e-3


def test_a_limit_can_be_tuned():
    model = rolling_disk(limit=1e-9)
    model.expose(tunable=[model.energy.limit])
    running = Running(compile_model(model))
    running.set("energy.limit", 1.0)
    running.advance(0.1, 1e-3)
    running.set("energy.limit", 1e-12)
    with pytest.raises(StepFailed, match=r"energy.error = .* J \(limit 1e-12 J\)"):
        running.advance(0.2, 1e-3)


def test_no_limit_cannot_be_tuned():
    model = rolling_disk()
    model.expose(tunable=[model.energy.limit])
    with pytest.raises(ProblemsFound, match="energy.limit cannot be tunable while it is infinite: give it a value"):
        compile_model(model)


def turned(formulation):
    """A four-bar in free motion, three turns in coarse communication steps: by how much its energy strays, relative to it."""
    model = four_bar(w=12.0)
    model.kinetic, model.potential = KineticEnergy(), PotentialEnergy()
    model.expose(outputs={"T": model.kinetic.T, "V": model.potential.V, "phi": model.A.phi})
    running = Running(compile_model(model, formulation))
    energy = [running.get("T") + running.get("V")]
    for t in COARSE * np.arange(1, 21):
        running.advance(t, TOLERANCE)
        energy.append(running.get("T") + running.get("V"))
    assert running.get("phi") > 3 * 2 * np.pi
    return np.ptp(energy) / energy[0]


@pytest.mark.parametrize("formulation", ["articulated_body", "newton_euler"])
def test_projection_is_neutral_in_energy(formulation):
    """The energy strays by less than the integration errs: the same integrator in the crank's angle alone strays by 56 tolerances."""
    assert turned(formulation) <= NEUTRAL * TOLERANCE
