"""Arrays as numbers one by one: the same FMU to a tool that reads no arrays."""

from pathlib import Path

import fmpy
import numpy as np
import pytest

from mbfmu import build_portable
from tests.library import problem_of
from tests.tolerances import ROUNDOFF


def test_the_same_numbers_under_the_names_of_fmi_2(tmp_path: Path) -> None:
    """FMI 3 without arrays has the variables of FMI 2, and moves as with arrays."""
    problem = problem_of("spacecraft")
    arrays, scalars = build_portable(problem, tmp_path, 3), build_portable(problem, tmp_path, 3, file_name="scalars.fmu", scalars=True)
    named = lambda fmu: {v.name for v in fmpy.read_model_description(fmu).modelVariables if v.causality in ("input", "output", "parameter")}
    assert named(scalars) == named(build_portable(problem, tmp_path, 2, file_name="two.fmu"))
    assert not any(v.dimensions for v in fmpy.read_model_description(scalars).modelVariables)
    with_arrays, without = (fmpy.simulate_fmu(fmu, stop_time=1.0, output_interval=0.5) for fmu in (arrays, scalars))
    flat = np.column_stack([np.asarray(with_arrays[name]).reshape(len(with_arrays), -1) for name in with_arrays.dtype.names])
    assert np.array(without.tolist()) == pytest.approx(flat, rel=ROUNDOFF, abs=ROUNDOFF)
