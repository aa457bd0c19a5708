"""Friction that reads the force of a constraint, in every kind of FMU: as in this process, with derivatives that see the feedback."""

from pathlib import Path

import fmpy
import numpy as np
import pytest

from mbfmu import simulate
from mbfmu.check import FALSE, check_fmu
from mbfmu.fmu.package.native_fmu import build_native
from mbfmu.fmu.package.portable_fmu import build_portable
from mbfmu.fmu.package.python_fmu import build_fmu
from mbfmu.problem.mechanism.mechanics import compile_model
from tests.problem.test_sliding_friction import hoop
from tests.tolerances import INTEGRATION

KINDS = {"interpreted": (build_fmu, ()), "portable": (build_portable, (3,)), "native": (build_native, (3,))}


@pytest.mark.parametrize("kind", KINDS)
def test_a_bead_on_a_hoop(tmp_path: Path, kind: str) -> None:
    build, version = KINDS[kind]
    problem = compile_model(hoop())
    found = fmpy.simulate_fmu(str(build(problem, tmp_path, *version)), stop_time=0.3, output_interval=0.1, relative_tolerance=1e-10)
    expected = simulate(problem, 0.3, 0.1, rtol=1e-10)
    np.testing.assert_allclose(found["N"], expected["N"], rtol=INTEGRATION)


@pytest.mark.slow
def test_no_claim_is_false(tmp_path: Path) -> None:
    findings = check_fmu(build_portable(compile_model(hoop()), tmp_path, 3))
    assert [f for f in findings if f.outcome == FALSE] == []
