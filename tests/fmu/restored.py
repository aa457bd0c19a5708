"""Takes over a saved state of a Co-Simulation of FMI 2: python restored.py FMU FILE FROM STEP STEPS prints the state behind the steps."""

import sys
from pathlib import Path

import fmpy
from fmpy.fmi2 import FMU2Slave


def after(fmu: str, state: bytes, begin: float, step: float, steps: int) -> bytes:
    """The serialized state of a new instance that was given one, and made steps."""
    folder = fmpy.extract(fmu)
    description = fmpy.read_model_description(folder)
    names = {"modelIdentifier": description.coSimulation.modelIdentifier, "instanceName": "restored"}
    slave = FMU2Slave(guid=description.guid, unzipDirectory=folder, **names)
    slave.instantiate()
    slave.setupExperiment(startTime=0.0)
    slave.enterInitializationMode()
    slave.exitInitializationMode()
    slave.setFMUState(slave.deserializeFMUState(state))
    for k in range(steps):
        slave.doStep(begin + step * k, step)
    found = slave.serializeFMUState(slave.getFMUState())
    slave.freeInstance()
    return bytes(found)


if __name__ == "__main__":
    fmu, file, *numbers = sys.argv[1:]
    sys.stdout.write(after(fmu, Path(file).read_bytes(), float(numbers[0]), float(numbers[1]), int(numbers[2])).hex())
