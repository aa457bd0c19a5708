"""FMUs of both versions driven by FMPy in the same words."""

from __future__ import annotations

import ctypes
from collections.abc import Callable

import pytest
from fmpy.fmi1 import FMICallException
from fmpy.fmi2 import FMU2Model, FMU2Slave
from fmpy.fmi3 import FMU3Model, FMU3Slave

H, DISCARD, ERROR = 0.01, 2, 3
MASS, PHI_START, TAU, PHI, POWER, PHI_STATE, W, PHI_RATE, W_RATE, TIME = range(10)  # of the pendulum, in both versions
KINDS = [(2, FMU2Model), (2, FMU2Slave), (3, FMU3Model), (3, FMU3Slave)]


def get(fmu, *references: int) -> list[float]:
    return fmu.getReal(list(references)) if hasattr(fmu, "getReal") else fmu.getFloat64(list(references))


def put(fmu, reference: int, value: float) -> None:
    fmu.setReal([reference], [value]) if hasattr(fmu, "setReal") else fmu.setFloat64([reference], [value])


def begin(fmu, tolerance: float | None = None) -> None:
    """To Initialization Mode."""
    if hasattr(fmu, "setupExperiment"):
        fmu.setupExperiment(tolerance=tolerance, startTime=0.0)
        fmu.enterInitializationMode()
    else:
        fmu.enterInitializationMode(tolerance=tolerance)


def initialize(fmu, tolerance: float | None = None) -> None:
    begin(fmu, tolerance)
    fmu.exitInitializationMode()


def vector(*values: float):
    return (ctypes.c_double * len(values))(*values)


def refused(call: Callable, *arguments) -> int:
    """The status of a call that fails."""
    with pytest.raises(FMICallException) as caught:
        call(*arguments)
    return caught.value.status


def states(fmu, count: int) -> list[float]:
    x = vector(*[0.0] * count)
    fmu.getContinuousStates(x, count)
    return list(x)


def rates(fmu, *x: float) -> list[float]:
    """The derivatives of states there."""
    dx = vector(*x)
    fmu.setContinuousStates(vector(*x), len(x))
    fmu.getContinuousStateDerivatives(dx, len(x)) if hasattr(fmu, "getContinuousStateDerivatives") else fmu.getDerivatives(dx, len(x))
    return list(dx)


def update(fmu) -> bool:
    """Updates discrete states; whether continuous states have changed."""
    return fmu.newDiscreteStates()[3] if hasattr(fmu, "newDiscreteStates") else fmu.updateDiscreteStates()[3]


def free(fmu) -> None:
    (fmu.fmi3FreeInstance if hasattr(fmu, "fmi3FreeInstance") else fmu.fmi2FreeInstance)(fmu.component)


def run(fmu, steps: int, start: float = 0.0) -> None:
    """Communication steps of H."""
    for i in range(steps):
        fmu.doStep(start + i * H, H)
