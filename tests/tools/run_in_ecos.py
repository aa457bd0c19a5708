"""Run one FMU in Ecos and print its outputs as a line of JSON: lists of numbers by name, a number a step."""

import json
import sys

from ecospy import EcosSimulation, EcosSimulationStructure

experiment = json.loads(sys.argv[1])
with EcosSimulationStructure() as structure:
    structure.add_model("fmu", experiment["fmu"])
    structure.add_parameter_set("start", {f"fmu::{name}": value for name, value in experiment["values"].items()})
    with EcosSimulation(structure=structure, step_size=experiment["interval"]) as simulation:
        simulation.init(parameter_set="start")
        rows = []
        for _ in range(experiment["steps"]):
            simulation.step()
            rows.append([simulation.get_real(f"fmu::{name}") for name in experiment["outputs"]])
        simulation.terminate()
print("\n" + json.dumps(dict(zip(experiment["outputs"], zip(*rows)))), flush=True)
