"""Run one FMU in fmuloader and print its outputs as a line of JSON: lists of numbers by name, a number a step."""

import json
import sys

import fmpy
from fmuloader.fmi2 import Fmi2Slave, Fmi2Type
from fmuloader.fmi3 import Fmi3Slave

experiment = json.loads(sys.argv[1])
description = fmpy.read_model_description(experiment["fmu"])
references = {v.name: v.valueReference for v in description.modelVariables}
name = description.coSimulation.modelIdentifier
wanted = [references[output] for output in experiment["outputs"]]
start = [references[name] for name in experiment["values"]], list(experiment["values"].values())
if description.fmiVersion.startswith("2"):
    fmu = Fmi2Slave(experiment["fmu"], model_identifier=name)
    fmu.instantiate("it", Fmi2Type.CO_SIMULATION, guid=description.guid)
    fmu.setup_experiment()
    fmu.set_real(*start)
    fmu.enter_initialization_mode()
    get = fmu.get_real
else:
    fmu = Fmi3Slave(experiment["fmu"], model_identifier=name)
    fmu.instantiate_co_simulation("it", instantiation_token=description.instantiationToken)
    fmu.set_float64(*start)
    fmu.enter_initialization_mode()
    get = fmu.get_float64
fmu.exit_initialization_mode()
rows = []
for step in range(experiment["steps"]):
    fmu.do_step(step * experiment["interval"], experiment["interval"])
    rows.append(get(wanted))
fmu.terminate()
fmu.free_instance()
print("\n" + json.dumps(dict(zip(experiment["outputs"], zip(*rows)))), flush=True)
