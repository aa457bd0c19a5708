"""The hydraulic crane as an SSP in other masters, which step it as our Jacobi master does."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from fmpy.ssp.simulation import simulate_ssp

from mbfmu.cli.demo import build_demo
from mbfmu.cosim import open_system, simulate_system, write_system
from tests.tolerances import ROUNDOFF, SETTLING

LIBCOSIM = """
import sys
from libcosimpy.CosimExecution import CosimExecution
from libcosimpy.CosimObserver import CosimObserver
execution = CosimExecution.from_ssp_file(sys.argv[1])
observer = CosimObserver.create_last_value()
execution.add_observer(observer)
execution.simulate_until(int(1e9))
crane = execution.slave_index_from_instance_name("crane")
references = {v.name.decode(): v.reference for v in execution.slave_variables(crane)}
print("\\nstroke", repr(observer.last_real_values(crane, [references["stroke"]])[0]), flush=True)
"""

ECOS = """
import sys
from ecospy import EcosSimulation
with EcosSimulation(ssp_path=sys.argv[1], step_size=1e-3) as simulation:
    simulation.init()  # Ecos applies a parameter set only when told its name
    simulation.step(1000)
    print("\\nstroke", repr(simulation.get_real("crane::stroke")), flush=True)
    simulation.terminate()
"""


@pytest.mark.parametrize("script", [pytest.param(LIBCOSIM, id="libcosim"), pytest.param(ECOS, id="ecos", marks=pytest.mark.tools)])
def test_the_crane_moves_the_same(tmp_path: Path, script: str):
    with open_system(build_demo(tmp_path)) as system:
        short = replace(system, stop_time=1.0)
        write_system(short, tmp_path / "crane.ssp")
        ours = simulate_system(short, show_progress=False)["crane.stroke"][-1]
    # in a process of its own: some masters close the interpreter that the FMUs share with FMPy
    run = subprocess.run([sys.executable, "-c", script, tmp_path / "crane.ssp"], capture_output=True, text=True, timeout=60)
    strokes = [float(line.split()[1]) for line in run.stdout.splitlines() if line.startswith("stroke ")]
    assert strokes == pytest.approx([ours], abs=ROUNDOFF), run.stdout + run.stderr


@pytest.mark.slow
def test_the_crane_arrives_in_fmpy_too(tmp_path: Path):
    """FMPy heeds no parameter set, and gives every connected input zero in its first step: the crane is thrown, and comes back."""
    with open_system(build_demo(tmp_path)) as system:
        write_system(system, tmp_path / "crane.ssp")
        set_point = system.components["pid"].values["set_point"]
    theirs = simulate_ssp(str(tmp_path / "crane.ssp"), stop_time=10.0, step_size=2e-3)
    assert theirs["crane.stroke"][-1] == pytest.approx(set_point, abs=SETTLING)
