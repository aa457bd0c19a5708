"""FMUs that step on several threads."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from mbfmu.base.errors import MbfmuError
from mbfmu.cosim import Component, RunStopped, System, simulate_system

from . import couples


@pytest.mark.parametrize(("method", "order"), [("jacobi", 0), ("jacobi", 2), ("newton", 1)])
def test_threads_change_no_bit(tmp_path: Path, method: str, order: int):
    """Four couples beside each other, some of which take several steps in one."""
    one = couples.oscillator(tmp_path)
    components = {
        f"{name}{i}": replace(c, values={**c.values, **({"v_start": 1.0 + i} if name == "mass" else {})})
        for i in range(4)
        for name, c in one.components.items()
    }
    connections = [((f"{a}{i}", v), (f"{b}{i}", w)) for i in range(4) for (a, v), (b, w) in one.connections]
    system = System(components, connections, stop_time=0.5, step_size=1e-2, method=method, input_order=order, divisors={"mass1": 3, "spring2": 2})
    alone, together = (simulate_system(system, show_progress=False, parallel=parallel) for parallel in (1, 3))
    assert np.array_equal(alone, together) and not np.array_equal(alone["mass0.v"], alone["mass3.v"])


def test_the_first_fmu_that_fails_is_named(fmus: dict[str, Path]):
    system = System({f"fuse{i}": Component(fmus["failing"]) for i in range(3)}, stop_time=1.0, step_size=0.125)
    said = set()
    for _ in range(5):
        with pytest.raises(RunStopped, match=r"fuse0 \(.*\) could not step from t = 0\.5 s by 0\.125 s: .*the fuse has blown") as stopped:
            simulate_system(system, show_progress=False, parallel=3)
        said.add(str(stopped.value))
    assert len(said) == 1


def test_what_makes_no_sense_is_refused(tmp_path: Path):
    system = couples.oscillator(tmp_path)
    with pytest.raises(MbfmuError, match="parallel = 0 must be a whole number of threads from 1 to 256"):
        simulate_system(system, show_progress=False, parallel=0)
    with pytest.raises(MbfmuError, match="gauss_seidel steps one FMU after another"):
        simulate_system(replace(system, method="gauss_seidel"), show_progress=False, parallel=2)
