"""Takes over a saved state of a Co-Simulation of FMI 2: python restored.py FMU FILE FROM STEP STEPS prints the state behind the steps."""

import sys
from pathlib import Path

import fmpy
from fmpy.fmi2 import FMU2Slave


def started(fmu: str | Path) -> FMU2Slave:
    """An instance whose start is behind it."""
    folder = fmpy.extract(str(fmu))
    description = fmpy.read_model_description(folder)
    names = {"modelIdentifier": description.coSimulation.modelIdentifier, "instanceName": "restored"}
    slave = FMU2Slave(guid=description.guid, unzipDirectory=folder, **names)
    slave.instantiate()
    slave.setupExperiment(startTime=0.0)
    slave.enterInitializationMode()
    slave.exitInitializationMode()
    return slave


def stepped(slave: FMU2Slave, begin: float, step: float, steps: int) -> bytes:
    """The serialized state behind steps."""
    for k in range(steps):
        slave.doStep(begin + step * k, step)
    return bytes(slave.serializeFMUState(slave.getFMUState()))


def after(fmu: str | Path, state: bytes, begin: float, step: float, steps: int) -> bytes:
    """The serialized state of a new instance that was given one, and made steps."""
    slave = started(fmu)
    slave.setFMUState(slave.deserializeFMUState(state))
    found = stepped(slave, begin, step, steps)
    slave.freeInstance()
    return found


def assert_goes_on(fmu: Path, step: float, saved: int, more: int) -> None:
    """An instance that is given the state that another one saved behind steps goes on as that does, to the last bit."""
    slave = started(fmu)
    state = stepped(slave, 0.0, step, saved)
    assert after(fmu, state, step * saved, step, more) == stepped(slave, step * saved, step, more)
    slave.freeInstance()


if __name__ == "__main__":
    fmu, file, *numbers = sys.argv[1:]
    sys.stdout.write(after(fmu, Path(file).read_bytes(), float(numbers[0]), float(numbers[1]), int(numbers[2])).hex())
