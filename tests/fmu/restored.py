"""Takes over a saved state: python restored.py FMU INTERFACE FILE FROM STEP STEPS prints the states behind each of the steps.

INTERFACE is CoSimulation or ModelExchange, where Heun's method makes steps that end at events.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from ctypes import POINTER, c_double
from hashlib import sha256
from pathlib import Path

import fmpy
import numpy as np
from fmpy.fmi2 import FMU2Model, FMU2Slave
from fmpy.fmi3 import FMU3Model, FMU3Slave

KINDS = {("2", "CoSimulation"): FMU2Slave, ("2", "ModelExchange"): FMU2Model, ("3", "CoSimulation"): FMU3Slave, ("3", "ModelExchange"): FMU3Model}
HALVINGS = 60  # of a step in which an indicator changes its sign


class Continued:
    """An instance of an FMU whose start is behind it, as some of those of FMPy."""

    def __init__(self, fmu: str | Path, interface: str = "CoSimulation"):
        folder = fmpy.extract(str(fmu))
        description = fmpy.read_model_description(folder)
        self.fmi, self.exchanged = description.fmiVersion[0], interface == "ModelExchange"
        part, token = description.modelExchange if self.exchanged else description.coSimulation, description.guid or description.instantiationToken
        self.fmu = KINDS[self.fmi, interface](guid=token, unzipDirectory=folder, modelIdentifier=part.modelIdentifier, instanceName="continued")
        self.fmu.instantiate()
        if self.fmi == "2":
            self.fmu.setupExperiment(startTime=0.0)
            self.fmu.enterInitializationMode()
        else:
            self.fmu.enterInitializationMode(startTime=0.0)
        self.fmu.exitInitializationMode()
        self.sizes = description.numberOfContinuousStates, description.numberOfEventIndicators
        if self.exchanged:
            self._update()
            self.fmu.enterContinuousTimeMode()

    def saved(self) -> bytes:
        """The serialized state."""
        state = self.fmu.getFMUState()
        found = bytes(self.fmu.serializeFMUState(state))
        self.fmu.freeFMUState(state)
        return found

    def restore(self, state: bytes) -> None:
        """Continue from a serialized state."""
        there = self.fmu.deserializeFMUState(state)
        self.fmu.setFMUState(there)
        self.fmu.freeFMUState(there)

    def step(self, t: float, length: float) -> None:
        """From t by a length [s]."""
        end = t + length
        if not self.exchanged:
            self.fmu.doStep(t, length)
        while self.exchanged and t < end:
            t = self._exchange(t, end)

    def steps(self, begin: float, length: float, count: int) -> list[bytes]:
        """The states behind each of some steps from a time on, as digests, and whole behind the last."""
        found = []
        for k in range(count):
            self.step(begin + length * k, length)
            found.append(sha256(self.saved()).digest())
        return [*found, self.saved()]

    def _numbers(self, name: str, size: int, given: np.ndarray | None = None) -> np.ndarray:
        numbers = np.zeros(size) if given is None else np.ascontiguousarray(given)
        getattr(self.fmu, name)(numbers.ctypes.data_as(POINTER(c_double)), size)
        return numbers

    def _rates(self) -> np.ndarray:
        return self._numbers("getDerivatives" if self.fmi == "2" else "getContinuousStateDerivatives", self.sizes[0])

    def _signs(self) -> np.ndarray:
        return self._numbers("getEventIndicators", self.sizes[1]) > 0.0

    def _exchange(self, t: float, end: float) -> float:
        """A step of Heun's method from t, which ends at an event or at `end` [s]; where it ends."""
        self.fmu.setTime(t)
        x, signs, rates = self._numbers("getContinuousStates", self.sizes[0]), self._signs(), self._rates()

        def agrees(until: float) -> bool:
            self._put(until, x + (until - t) * rates)
            self._put(until, x + 0.5 * (until - t) * (rates + self._rates()))
            return bool((self._signs() == signs).all())

        if left := not agrees(end):
            end = behind(agrees, t, end)
            agrees(end)
        if self.fmu.completedIntegratorStep()[0] or left:
            self.fmu.enterEventMode()
            self._update()
            self.fmu.enterContinuousTimeMode()
        return end

    def _put(self, t: float, x: np.ndarray) -> None:
        self.fmu.setTime(t)
        self._numbers("setContinuousStates", self.sizes[0], x)

    def _update(self) -> None:
        while self.fmu.newDiscreteStates()[0] if self.fmi == "2" else self.fmu.updateDiscreteStates()[0]:
            pass


def behind(agrees: Callable[[float], bool], t: float, end: float) -> float:
    """The first time found at which indicators do not agree with those at t."""
    for _ in range(HALVINGS):
        middle = 0.5 * (t + end)
        t, end = (middle, end) if agrees(middle) else (t, middle)
    return end


def after(fmu: str | Path, interface: str, state: bytes, begin: float, step: float, steps: int) -> list[bytes]:
    """What a new instance that was given a state comes to in steps, see Continued.steps."""
    taken = Continued(fmu, interface)
    taken.restore(state)
    found = taken.steps(begin, step, steps)
    taken.fmu.freeInstance()
    return found


def assert_goes_on(fmu: Path, step: float, saved: int, more: int) -> None:
    """An instance that is given the state that another one saved behind steps goes on as that does, to the last bit."""
    saving = Continued(fmu)
    state = saving.steps(0.0, step, saved)[-1]
    assert after(fmu, "CoSimulation", state, step * saved, step, more) == saving.steps(step * saved, step, more)
    saving.fmu.freeInstance()


def assert_taken_over(fmu: Path, step: float, saved: int, more: int, interface: str = "CoSimulation") -> None:
    """The same of another process, which reads the state from a file."""
    saving, file = Continued(fmu, interface), fmu.with_name("state")
    file.write_bytes(saving.steps(0.0, step, saved)[-1])
    command = [sys.executable, __file__, fmu, interface, file, str(step * saved), str(step), str(more)]
    found = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    expected = saving.steps(step * saved, step, more)
    saving.fmu.freeInstance()
    assert len({*expected}) == more + 1
    assert [bytes.fromhex(state) for state in found] == expected


if __name__ == "__main__":
    fmu, interface, file, *numbers = sys.argv[1:]
    found = after(fmu, interface, Path(file).read_bytes(), float(numbers[0]), float(numbers[1]), int(numbers[2]))
    sys.stdout.write(" ".join(state.hex() for state in found))
