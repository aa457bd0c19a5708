"""Mechanisms as FMUs in FMPy whose first sample is their static equilibrium; quick ones by default."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import fmpy
import numpy as np
import pytest

from mbfmu import Model, build_fmu, build_native, build_portable, compile_problem, equilibrium
from mbfmu.driving.load import load_model
from mbfmu.problem.data.problem import Problem
from tests.analysis.test_equilibrium import FMUS, parallelogram, pendulum, slider_crank
from tests.library import problem_of
from tests.tolerances import SETTLED

QUICK: dict[str, Callable[[], Model | Problem]] = {
    "omars_pendulum": lambda: pendulum(0.0),
    "redundant_four_bar": lambda: parallelogram("articulated_body"),
}
LONG: dict[str, Callable[[], Model | Problem]] = {
    "slider_crank_with_spring": slider_crank,
    "quarter_car": lambda: load_model(FMUS / "quarter_car" / "model.py"),
    "chain_50": lambda: problem_of("chain_50"),
    "wheel_loader": lambda: load_model(FMUS / "wheel_loader" / "model.py"),
}
MODELS = [*QUICK, *(pytest.param(name, marks=pytest.mark.slow) for name in LONG)]
KINDS = {"portable 2": (build_portable, 2), "portable 3": (build_portable, 3), "native 3": (build_native, 3), "interpreted": (build_fmu, 2)}
BUILDS = ["portable 3", *(pytest.param(kind, marks=pytest.mark.slow) for kind in KINDS if kind != "portable 3")]


def first_samples(fmu: Path, **values) -> np.ndarray:
    """The first two rows of a short run with start_in_equilibrium."""
    description = fmpy.read_model_description(fmu)
    outputs = [v.name for v in description.modelVariables if v.causality == "output"]
    step = float(description.defaultExperiment.stepSize)
    given = {"start_in_equilibrium": True, **values}
    return fmpy.simulate_fmu(str(fmu), start_values=given, stop_time=step, output_interval=step, output=outputs, fmi_type="CoSimulation")


@pytest.mark.parametrize("kind", BUILDS)
@pytest.mark.parametrize("name", MODELS)
def test_the_first_sample_is_the_equilibrium(tmp_path, name, kind):
    model, (build, version) = (QUICK | LONG)[name](), KINDS[kind]
    problem = compile_problem(model)
    found = equilibrium(problem)
    assert found.acceleration <= SETTLED
    rows = first_samples(build(problem, tmp_path, *([version] if build is not build_fmu else [])))
    for output in found.outputs.keys() & set(rows.dtype.names):
        expected = 0.0 if output == "energy_error" else found.outputs[output]  # sensors that integrate start there
        size = max(1.0, abs(expected))
        assert rows[output][0] == pytest.approx(expected, abs=SETTLED * size), output
        assert rows[output][1] == pytest.approx(rows[output][0], abs=SETTLED * size), output
