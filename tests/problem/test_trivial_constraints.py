"""Constraints that say nothing: the motion is as without them, in every formulation."""

import numpy as np
import pytest

from mbfmu import Body, JointReaction, KnifeEdge, Model, PointOnPlane, Revolute, RevoluteEndStop, World, simulate
from mbfmu.problem.mechanism.mechanics import compile_model
from mbfmu.problem.schedules.schedules import FORMULATIONS

from ..running import Running
from ..tolerances import INTEGRATION, ROUNDOFF


def pendulum() -> Model:
    """In the x-z plane."""
    model = Model("Pendulum")
    model.world = World(g=9.81, n=[0, 0, -1])
    model.bob = Body(m=1.0, r_CM=[0.5, 0, 0], I=[0.01, 0.1, 0.1])
    model.hinge = Revolute(model.world.frame_b, model.bob.frame_a, n=[0, 1, 0], phi_start=0.3)
    model.expose(outputs={"phi": model.hinge.phi})
    return model


def in_plane(model: Model) -> None:
    model.plane = PointOnPlane(model.world.frame_b, model.bob.at([1, 0, 0]), n=[0, 1, 0])


def on_edge(model: Model) -> None:
    model.edge = KnifeEdge(model.world.frame_b, model.bob.at([1, 0, 0]))


@pytest.mark.parametrize("restrict", [in_plane, on_edge])
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_planar_pendulum_stays_in_its_plane_by_itself(formulation, restrict):
    free, held = pendulum(), pendulum()
    restrict(held)
    runs = [simulate(compile_model(model, formulation), 1.0, 0.1, rtol=1e-10) for model in (free, held)]
    assert np.abs(runs[0]["phi"] - runs[1]["phi"]).max() <= INTEGRATION


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_stops_of_two_joints_keep_their_modes_apart(formulation):
    """One pendulum rests on its stop, the other swings free, whose hinge then carries no torque about its axis."""
    model = pendulum()
    model.other = Body(m=1.0, r_CM=[0.5, 0, 0], I=[0.01, 0.1, 0.1])
    model.pivot = Revolute(model.world.at([0, 2, 0]), model.other.frame_a, n=[0, 1, 0])
    model.reached = RevoluteEndStop(model.hinge, lower=-1.0, upper=0.2, c=100.0)
    model.unreached = RevoluteEndStop(model.pivot, lower=-2.0, upper=2.0, c=100.0)
    for name in "hinge", "pivot":
        sensor = model.add(f"{name}_force", JointReaction(model.elements[name]))
        model.expose(outputs={f"{name}_t": sensor.t})
    run = Running(compile_model(model, formulation))
    assert run.get("hinge_t")[1] == pytest.approx(-10.0, abs=1e-6)
    assert abs(run.get("pivot_t")[1]) <= ROUNDOFF * 10
    assert len(run.problem.mode_names) == 4
