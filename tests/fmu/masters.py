"""Outside masters in Model Exchange and Co-Simulation, and at which times they pass events.

FMPy's master drives each FMU, with its own CVode, or with DOP853 of SciPy in place of it.
"""

from __future__ import annotations

from collections.abc import Callable
from ctypes import POINTER, c_double
from pathlib import Path
from typing import Any
from unittest import mock

import fmpy
import numpy as np
from fmpy.fmi3 import FMU3Slave
from scipy.integrate import DOP853
from scipy.optimize import brentq

from .test_sampled_fmu import instance


class SciPySolver:
    """DOP853 behind the interface of FMPy's solvers: a call makes one step, up to the first zero of an indicator."""

    def __init__(self, nx: int, nz: int, relativeTolerance: float, startTime: float, maxStep: float, **calls: Any):
        self.calls, self.rtol, self.longest = calls, relativeTolerance, maxStep
        self.nx, self.nz = nx, nz
        self.reset(startTime)

    def called(self, name: str, size: int, values: np.ndarray | None = None) -> np.ndarray:
        """The numbers that a function of the FMU reads or writes."""
        numbers = np.zeros(size) if values is None else np.ascontiguousarray(values)
        self.calls[name](numbers.ctypes.data_as(POINTER(c_double)), size)
        return numbers

    def put(self, t: float, x: np.ndarray) -> None:
        self.calls["set_time"](t)
        self.called("set_x", self.nx, x)

    def rates(self, t: float, x: np.ndarray) -> np.ndarray:
        self.put(t, x)
        return self.called("get_dx", self.nx)

    def indicators(self, t: float, x: np.ndarray) -> np.ndarray:
        self.put(t, x)
        return self.called("get_z", self.nz)

    def reset(self, time: float) -> None:
        """Begin again at the FMU's own states."""
        self.x, self.first = self.called("get_x", self.nx), 1e-4
        self.z = self.indicators(time, self.x)

    def step(self, t: float, until: float) -> tuple[bool, np.ndarray, float]:
        first = min(self.first, until - t)
        solver = DOP853(self.rates, t, self.x, until, first_step=first, max_step=self.longest, rtol=self.rtol, atol=self.rtol)
        solver.step()
        along, before, end = solver.dense_output(), self.z, solver.t
        self.first = max(self.first, solver.h_abs) if end == until else solver.h_abs
        after = self.indicators(end, solver.y)
        roots = (before > 0) != (after > 0)
        for i in np.flatnonzero(roots):
            side = lambda at, i=i: self.indicators(at, along(at))[i]
            if (side(t) > 0) != (side(end) > 0):
                end = min(end, behind(side, t, end))
        self.x = along(end) if end < solver.t else solver.y
        self.z = self.indicators(end, self.x)
        return bool(roots.any()), roots.astype(np.int32), end


def behind(side: Callable[[float], float], t: float, end: float) -> float:
    """The first time found from which a function has its other sign."""
    at = brentq(side, t, end, xtol=1e-15, rtol=1e-15)
    for past in (at, *(at + 4.0**k * np.spacing(end) for k in range(20))):
        if (side(past) > 0) != (side(t) > 0):
            return past
    return end


def by_cvode(fmu: Path, stop_time: float, rtol: float) -> np.ndarray:
    """Times of events [s]: each has two rows."""
    options = {"stop_time": stop_time, "output": [], "relative_tolerance": rtol, "record_events": True}
    times = fmpy.simulate_fmu(fmu, fmi_type="ModelExchange", **options)["time"]
    return times[1:][np.diff(times) == 0.0]


def by_scipy(fmu: Path, stop_time: float, rtol: float) -> np.ndarray:
    with mock.patch("fmpy.sundials.CVodeSolver", SciPySolver):
        return by_cvode(fmu, stop_time, rtol)


def by_event_mode(fmu: Path, stop_time: float, rtol: float) -> np.ndarray:
    """Co-Simulation of FMI 3 whose steps return early at events."""
    slave, _ = instance(FMU3Slave, fmu, eventModeUsed=True, earlyReturnAllowed=True)
    slave.enterInitializationMode(tolerance=rtol, startTime=0.0)
    slave.exitInitializationMode()
    slave.enterStepMode()
    t, met = 0.0, []
    while t < stop_time - 1e-12:
        event, _, _, t = slave.doStep(t, stop_time - t)
        if event:
            met.append(t)
            slave.enterEventMode()
            slave.updateDiscreteStates()
            slave.enterStepMode()
    slave.terminate()
    slave.freeInstance()
    return np.array(met)
