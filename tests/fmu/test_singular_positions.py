"""A parallelogram that passes its flat position, in FMUs of both interfaces: their log says it once, where crank and coupler are in line."""

from pathlib import Path

import fmpy
import numpy as np
import pytest

from mbfmu import build_fmu, build_portable, compile_problem

from ..problem.linkages import four_bar
from ..tolerances import SAMPLED_PASSAGE

KINDS = {
    "interpreted": (build_fmu, (), "CoSimulation"),
    "portable": (build_portable, (3,), "CoSimulation"),
    "Model Exchange": (build_portable, (2,), "ModelExchange"),
}


@pytest.mark.parametrize("build, version, interface", KINDS.values(), ids=KINDS)
def test_it_is_logged_once(tmp_path: Path, build, version: tuple[int, ...], interface: str):
    model = four_bar(0.5, 1.0, 0.5, 1.0, phi=-1.0, w=9.0)
    model.expose(outputs={"crank": model.A.phi})
    said: list[str] = []
    fmu = str(build(compile_problem(model), tmp_path, *version))
    run = fmpy.simulate_fmu(
        fmu,
        fmi_type=interface,
        stop_time=1.0,
        output_interval=0.01,
        relative_tolerance=1e-6,
        debug_logging=True,
        logger=lambda *told: said.append(str(told[-1])),
    )
    (passage,) = [sentence for sentence in said if "passes a singular position" in sentence]
    flat = np.interp(0.0, run["crank"], run["time"])
    assert float(passage.split("at t = ")[1].split()[0]) == pytest.approx(flat, rel=SAMPLED_PASSAGE)
