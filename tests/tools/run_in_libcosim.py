"""Run one FMU in libcosim and print its outputs as a line of JSON: lists of numbers by name, a number a step.

In a process of its own, since libcosim closes the Python interpreter that an FMU of ours runs in.
"""

import json
import sys

from libcosimpy.CosimExecution import CosimExecution
from libcosimpy.CosimObserver import CosimObserver
from libcosimpy.CosimSlave import CosimLocalSlave

experiment = json.loads(sys.argv[1])
execution = CosimExecution.from_step_size(round(experiment["interval"] * 1e9))
slave = execution.add_local_slave(CosimLocalSlave(fmu_path=experiment["fmu"], instance_name="fmu"))
references = {v.name.decode(): v.reference for v in execution.slave_variables(slave)}
for name, value in experiment["values"].items():
    execution.real_initial_value(slave, references[name], value)
observer = CosimObserver.create_last_value()
execution.add_observer(observer)
wanted = [references[name] for name in experiment["outputs"]]
rows = []
for _ in range(experiment["steps"]):
    execution.step()
    rows.append(list(observer.last_real_values(slave, wanted)))
print("\n" + json.dumps(dict(zip(experiment["outputs"], zip(*rows)))), flush=True)
