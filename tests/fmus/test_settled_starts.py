"""Mechanisms as FMUs in FMPy whose first sample is their static equilibrium; quick ones by default."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import fmpy
import numpy as np
import pytest
from fmpy.fmi1 import FMICallException

from mbfmu import Model, build_fmu, build_native, build_portable, compile_problem, equilibrium
from mbfmu.problem.data.problem import Problem
from mbfmu.problem.load_problem import load_model
from tests.analysis.instant.test_equilibrium import FMUS, parallelogram, pendulum, slider_crank
from tests.library import problem_of
from tests.tolerances import BALANCED, SETTLED

QUICK: dict[str, Callable[[], Model | Problem]] = {
    "omars_pendulum": lambda: pendulum(0.0),
    "redundant_four_bar": lambda: parallelogram("articulated_body"),
}
LONG: dict[str, Callable[[], Model | Problem]] = {
    "slider_crank_with_spring": slider_crank,
    "quarter_car": lambda: load_model(FMUS / "quarter_car" / "model.py"),
    "chain_50": lambda: problem_of("chain_50"),
    "tangle": lambda: problem_of("chain_50"),
    "wheel_loader": lambda: load_model(FMUS / "wheel_loader" / "model.py"),
    "grapple_skidder": lambda: load_model(FMUS / "grapple_skidder" / "model.py"),
    "full_car_on_tires": lambda: problem_of("full_car_on_tires"),
    "truck": lambda: problem_of("truck"),
}
MODELS = [*QUICK, *(pytest.param(name, marks=pytest.mark.slow) for name in LONG)]
TANGLE = {f"hinge{i}.phi_start": phi for i, phi in enumerate(np.random.default_rng(1).uniform(-np.pi, np.pi, 50).tolist(), 1)}
KINDS: dict[str, tuple[Callable[..., Path], int, str]] = {
    f"{kind} {version} {interface}": (build, version, interface)
    for kind, build in (("portable", build_portable), ("native", build_native))
    for version in (2, 3)
    for interface in ("ModelExchange", "CoSimulation")
} | {"interpreted": (build_fmu, 2, "CoSimulation")}
DEFAULT = "portable 3 CoSimulation"
BUILDS = [DEFAULT, *(pytest.param(kind, marks=pytest.mark.slow) for kind in KINDS if kind != DEFAULT)]


def first_samples(fmu: Path, interface: str, values: dict[str, float]) -> np.ndarray:
    """The first two rows of a short run with start_in_equilibrium."""
    description = fmpy.read_model_description(fmu)
    seen = [v.name for v in description.modelVariables if v.causality == "output" or v.name.startswith("der(")]
    step = float(description.defaultExperiment.stepSize)
    given = {"start_in_equilibrium": True, **values}
    return fmpy.simulate_fmu(str(fmu), start_values=given, stop_time=step, output_interval=step, output=seen, fmi_type=interface)


@pytest.mark.parametrize("kind", BUILDS)
@pytest.mark.parametrize("name", MODELS)
def test_the_first_sample_is_the_equilibrium(tmp_path, name, kind):
    model, (build, version, interface) = (QUICK | LONG)[name](), KINDS[kind]
    problem, values = compile_problem(model), TANGLE if name == "tangle" else {}
    found = equilibrium(problem, values)
    assert found.acceleration <= BALANCED
    rows = first_samples(build(problem, tmp_path, *([version] if build is not build_fmu else [])), interface, values)
    for output in found.outputs.keys() & set(rows.dtype.names):
        expected = 0.0 if output == "energy_error" else found.outputs[output]  # sensors that integrate start there
        size = max(1.0, abs(expected))
        assert rows[output][0] == pytest.approx(expected, abs=SETTLED * size), output
        assert rows[output][1] == pytest.approx(rows[output][0], abs=SETTLED * size), output
    rates = {one: rows[one][0] for one in rows.dtype.names if one.startswith("der(")}
    assert rates and max(map(abs, rates.values())) <= BALANCED


@pytest.mark.slow
def test_a_car_on_forces_alone_is_held_by_nothing(tmp_path):
    """Its wheels roll away from forces that stay where they are: an FMU says what does not come to rest, and what to do."""
    fmu = build_portable(problem_of("full_car"), tmp_path, 3)
    said: list[str] = []
    with pytest.raises(FMICallException):
        settling = {"start_in_equilibrium": True}
        fmpy.simulate_fmu(str(fmu), start_values=settling, stop_time=1e-3, logger=lambda *told: said.append(str(told[-1])), fmi_type="CoSimulation")
    assert "FullCar does not come to rest" in "".join(said) and "hold it by a spring" in "".join(said)
