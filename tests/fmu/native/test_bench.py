"""Native FMUs as a test bench runs them: without a request for memory in a step, and from their sources on processors without an operating system."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from mbfmu.problem.data.integrators import INTEGRATORS
from tests.engine.problems import dropped_on_spring

from .benches import bench, run


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a library does not take malloc from its program")
@pytest.mark.parametrize("integrator", INTEGRATORS)
def test_a_step_asks_for_no_memory(integrator: str, tmp_path: Path) -> None:
    """Not even at events: the mass falls onto its spring and leaves it."""
    problem = replace(dropped_on_spring(), integrator=integrator)
    height, in_steps, before = run(bench(problem, tmp_path), problem, steps=1000, step_size=1e-3)
    assert (in_steps, before > 0) == (0, True)
    assert np.count_nonzero(np.diff(np.sign(height[:, 0]))) == 2
