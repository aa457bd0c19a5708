"""A body in gusts, in FMUs of all kinds: as in this process."""

from pathlib import Path

import fmpy
import numpy as np
import pytest

from mbfmu import (
    Aerodynamics,
    AerodynamicsCurves,
    Body,
    EnergyError,
    FreeMotion,
    LookupTable,
    Model,
    World,
    build_fmu,
    build_native,
    build_portable,
    compile_problem,
    simulate,
)
from tests.tolerances import INTEGRATION

KINDS = {"interpreted": (build_fmu, ()), "portable": (build_portable, (3,)), "native": (build_native, (2,))}
GUST = {"gust[1]": -10.0, "gust[2]": 8.0, "gust[3]": 0.0}


def flying() -> Model:
    """A body that coasts and turns in a gust, with the force of numbers at its nose and that of curves at its tail."""
    model = Model("Flying", tolerance=1e-9)
    model.world, model.body = World(g=9.81), Body(m=20.0, I=[2.0, 5.0, 6.0])
    model.motion = FreeMotion(model.world.frame_b, model.body.frame_a, v_start=[30.0, 0, 0])
    model.nose = Aerodynamics(model.body.at([0.2, 0, 0]), A=0.3, l=1.0, c_drag=0.5, c_front=0.3, c_rear=0.2, c_side=0.8, c_roll=-0.1, c_yaw=0.1)
    angle = np.linspace(-1.5, 1.5, 7)
    side, drag = LookupTable(angle, np.sin(angle), smooth=True), LookupTable(angle, 0.4 * np.cos(angle), smooth=True)
    model.tail = AerodynamicsCurves(model.body.at([-0.8, 0, 0]), A=0.2, c_drag=drag, c_side=side)
    model.energy = EnergyError()
    outputs = {"r": model.motion.r, "f": model.nose.f, "tail": model.tail.f, "energy_error": model.energy.error}
    model.expose({"gust": [model.nose.gust, model.tail.gust]}, outputs, [model.nose.c_drag, model.tail.rho])
    return model


@pytest.mark.parametrize("kind", ["interpreted", "portable", pytest.param("native", marks=pytest.mark.slow)])
def test_a_gust(tmp_path: Path, kind: str) -> None:
    build, version = KINDS[kind]
    problem = compile_problem(flying())
    fmu = str(build(problem, tmp_path, *version))
    starts = {"gust": [*GUST.values()]} if kind == "portable" else GUST
    found = fmpy.simulate_fmu(fmu, stop_time=1.0, output_interval=0.1, relative_tolerance=1e-9, start_values=starts)
    expected = simulate(problem, 1.0, 0.1, inputs={"gust": [*GUST.values()]}, rtol=1e-9)
    assert np.abs(expected["energy_error"]).max() < INTEGRATION * 0.5 * 20.0 * 30.0**2
    for name in ("r", "f", "tail"):
        wanted = np.array([expected[f"{name}[{i}]"] for i in (1, 2, 3)]).T
        columns = found[name] if name in found.dtype.names else np.array([found[f"{name}[{i}]"] for i in (1, 2, 3)]).T
        np.testing.assert_allclose(columns, wanted, atol=INTEGRATION * np.abs(wanted).max(), err_msg=name)
