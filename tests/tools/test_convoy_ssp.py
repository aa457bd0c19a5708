"""The convoy as an SSP in libcosim: its controllers have constant inputs, which are start values of the file."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from mbfmu.cli.library import library_file
from mbfmu.cosim import simulate_system, write_system
from tests.example_scripts import example_scripts
from tests.tolerances import FMU_INTEGRATION

pytestmark = pytest.mark.slow  # cars of 19 bodies

STEPS = 50  # of 10 ms
SEEN = {"controller": ["cruise.brake", "cruise.drive", "steer.steering"], "second": ["velocity[1]", "wheel_speed_FL", "tire_force_RL[1]"]}

LIBCOSIM = """
import json, sys
from libcosimpy.CosimExecution import CosimExecution
from libcosimpy.CosimObserver import CosimObserver
execution = CosimExecution.from_ssp_file(sys.argv[1])
observer = CosimObserver.create_last_value()
execution.add_observer(observer)
rows = {}
for _ in range(int(sys.argv[2])):
    execution.step()
    for name, seen in json.loads(sys.argv[3]).items():
        slave = execution.slave_index_from_instance_name(name)
        references = {v.name.decode(): v.reference for v in execution.slave_variables(slave)}
        for variable in seen:
            rows.setdefault(f"{name}.{variable}", []).append(observer.last_real_values(slave, [references[variable]])[0])
print("\\n" + json.dumps(rows), flush=True)
"""


def test_the_second_car_follows_the_first_as_in_our_jacobi_master(tmp_path: Path):
    with example_scripts(library_file("cosim_examples/convoy/system.py").parent, tmp_path) as scripts:
        system = replace(scripts["system"], method="jacobi", stop_time=STEPS * scripts["system"].step_size)
        write_system(system, tmp_path / "convoy.ssp")
        ours = simulate_system(system, show_progress=False)[1:]
    command = [sys.executable, "-c", LIBCOSIM, tmp_path / "convoy.ssp", str(STEPS), json.dumps(SEEN)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=300)
    (theirs,) = (json.loads(line) for line in run.stdout.splitlines() if line.startswith("{"))
    assert ours["controller.cruise.drive"][0] > 0 and len(theirs) == 6
    for name, values in theirs.items():
        assert values == pytest.approx(ours[name], rel=FMU_INTEGRATION, abs=FMU_INTEGRATION), name
