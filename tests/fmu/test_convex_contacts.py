"""A body with edges that bounces and slides on a round one, in FMUs of all kinds: as in this process."""

from pathlib import Path

import fmpy
import numpy as np
import pytest

from mbfmu import build_fmu, build_native, build_portable, compile_problem, simulate
from tests.convex_scenes import on_convex
from tests.tolerances import INTEGRATION

KINDS = {"interpreted": (build_fmu, ()), "portable": (build_portable, (3,)), "native": (build_native, (2,))}


@pytest.mark.parametrize("kind", [pytest.param("interpreted", marks=pytest.mark.slow), "portable", pytest.param("native", marks=pytest.mark.slow)])
def test_a_box_falls_on_an_ellipsoid(tmp_path: Path, kind: str) -> None:
    build, version = KINDS[kind]
    problem = compile_problem(on_convex("box", "ellipsoid", c=1e4, d=0.2, mu=0.3))
    found = fmpy.simulate_fmu(str(build(problem, tmp_path, *version)), stop_time=0.4, output_interval=0.05, relative_tolerance=1e-9)
    expected = simulate(problem, 0.4, 0.05, rtol=1e-9)
    assert expected["N"].max() > 1.0
    for name in ("V", "T"):
        np.testing.assert_allclose(found[name], expected[name], atol=INTEGRATION * np.abs(expected[name]).max(), err_msg=name)
