"""Soil in all formulations, in connections, and under vehicles."""

from __future__ import annotations

import numpy as np
import pytest

from mbfmu import Model, Soil, compile_problem, connect, simulate
from mbfmu.engine.instance import Instance
from mbfmu.problem.schedules.schedules import FORMULATIONS
from tests.soft_soils import RADIUS, SOIL, cart, virgin, wheel
from tests.tolerances import BUMPS, FINITE_STEPS_ON_SOIL, MIRRORED_ON_SOIL, PROPORTIONAL, ROUNDOFF

pytestmark = pytest.mark.slow


def driven(torque: float = 100.0) -> Model:
    return wheel(Soil(**SOIL, damping=5.0, sinkage=virgin((-1.0, 3.0))), RADIUS - 0.05, torque=torque)


def test_all_formulations_agree() -> None:
    found = []
    for name in FORMULATIONS:
        model = driven()
        model.formulation = name
        run = simulate(model, stop_time=0.3)
        found.append([run["x"][-1], run["z"][-1]])
    assert found == pytest.approx(np.tile(found[0], (len(found), 1)), abs=FINITE_STEPS_ON_SOIL)


def test_parts_of_a_connection_have_soils_of_their_own() -> None:
    instance = Instance(connect("Two", {"a": driven(100.0), "b": driven(50.0)}, []))
    instance.initialize()
    instance.advance(0.3)
    for part, torque in (("a", 100.0), ("b", 50.0)):
        alone = Instance(compile_problem(driven(torque)))
        alone.initialize()
        alone.advance(0.3)
        for name in ("x", "z"):
            assert instance.get(f"{part}.{name}") == pytest.approx(alone.get(name), abs=PROPORTIONAL * instance.problem.tolerance)


def test_a_cart_leaves_ruts_in_which_its_rear_wheels_sink_further() -> None:
    run = simulate(cart(), stop_time=2.0, values={"torque": 100.0}, rtol=1e-7)
    assert run["r[1]"][-1] > 2.0 and run["r[3]"][-1] < 0.35
    assert np.abs(run["r[2]"]).max() < ROUNDOFF
    for name in ("f", "rut"):
        names = [n for n in run.dtype.names if n.startswith(f"{name}_") and "L" in n and "[2]" not in n]
        assert all(run[n] == pytest.approx(run[n.replace("L", "R")], rel=MIRRORED_ON_SOIL, abs=MIRRORED_ON_SOIL) for n in names)
    behind = run["r[1]"] > 1.7  # the rear axle is where the front axle was
    assert run["rut_RL"][behind].min() > run["rut_FL"].max()
    weight, carried = 380.0 * 9.81, sum(run[f"f_{name}[3]"] for name in ("FL", "FR", "RL", "RR"))
    assert carried[behind].mean() == pytest.approx(weight, rel=BUMPS)
    assert np.abs(run["error"]).max() < PROPORTIONAL * 1e-7
