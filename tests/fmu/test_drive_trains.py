"""A motor with a rotor, a gear and limits in FMUs of two kinds, through FMPy: as in this process, and what they hold where nobody commands them."""

from pathlib import Path

import fmpy
import numpy as np
import pytest

from mbfmu import Body, Gear, Model, PositionDrive, Prismatic, RackAndPinion, Revolute, RotorInertia, World, simulate
from mbfmu.fmu.package.native_fmu import build_native
from mbfmu.fmu.package.python_fmu import build_fmu
from mbfmu.problem.mechanism.mechanics import compile_model

from ..tolerances import INTEGRATION

KINDS = {"interpreted": (build_fmu, ()), "native": (build_native, (3,))}
RATIO, RADIUS, START = -5.0, 0.04, 0.2


def axis() -> Model:
    """A motor moves a carriage of 20 kg along x by a gear and a rack."""
    model = Model("LinearAxis", tolerance=1e-9)
    model.world = World(g=9.81)
    model.shaft, model.wheel, model.carriage = Body(m=1.0, I=1e-3), Body(m=1.0, I=1e-3), Body(m=20.0)
    model.motor = Revolute(model.world.frame_b, model.shaft.frame_a, phi_start=RATIO * START / RADIUS)
    model.axle = Revolute(model.world.at([0.1, 0, 0]), model.wheel.frame_a, phi_start=START / RADIUS)
    model.rail = Prismatic(model.world.frame_b, model.carriage.frame_a, s_start=START)
    model.gear = Gear(model.motor, model.axle, ratio=RATIO)
    model.rack = RackAndPinion(model.axle, model.rail, radius=RADIUS)
    model.rotor = RotorInertia(model.motor, J=5e-4, ratio=1.0)
    model.drive = PositionDrive(model.motor, c=20.0, d=0.5, torque_limit=2.0, speed_limit=30.0)
    shown = {"s": model.rail.s, "v": model.rail.v, "tau": model.drive.tau, "saturated": model.drive.saturated, "f": model.rack.f}
    model.expose({"command": model.drive.command}, shown, [model.gear.ratio, model.drive.torque_limit, model.rotor.J])
    return model


@pytest.mark.parametrize("kind", KINDS)
def test_a_linear_axis(tmp_path: Path, kind: str) -> None:
    build, version = KINDS[kind]
    problem = compile_model(axis())
    fmu = str(build(problem, tmp_path, *version))
    still = fmpy.simulate_fmu(fmu, stop_time=0.1, output_interval=0.1)
    np.testing.assert_allclose(still["s"], START, atol=INTEGRATION)
    goal = 0.0
    at = np.array([(0.0, goal), (1.0, goal)], dtype=[("time", float), ("command", float)])
    found = fmpy.simulate_fmu(fmu, stop_time=0.6, output_interval=0.05, relative_tolerance=1e-9, input=at)
    expected = simulate(problem, 0.6, 0.05, inputs={"command": goal}, rtol=1e-9)
    for name in ("s", "v", "tau", "f"):
        np.testing.assert_allclose(found[name], expected[name], atol=INTEGRATION * np.abs(expected[name]).max(), err_msg=name)
    assert np.array_equal(found["saturated"], expected["saturated"]) and {*found["saturated"].tolist()} == {True, False}
    inertia = 20.0 + (1e-3 + (1e-3 + 5e-4) * RATIO**2) / RADIUS**2  # kg, of all that moves with the carriage
    assert found["f"][0] == pytest.approx(20.0 * 2.0 * RATIO / RADIUS / inertia, rel=INTEGRATION)
