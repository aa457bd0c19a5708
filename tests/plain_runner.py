"""Runs a Problem's schedule by plain CasADi calls, to test Problems apart from the runtime."""

from __future__ import annotations

from typing import Any, Mapping

import casadi as ca
import numpy as np
from scipy.integrate import solve_ivp

from mbfmu.runtime.problem import Problem
from mbfmu.runtime.steps import Call, NewtonSolve, Ref, SpdSolve, Step


class Plain:
    """A Problem with buffers; `values` sets parameters and inputs by name before initialization."""

    def __init__(self, problem: Problem, values: Mapping[str, Any] = {}):
        self.problem = problem
        self.buffers = {slot: np.zeros(size) for slot, size in problem.sizes.items()}
        self.refs = {v.name: v.ref for v in problem.variables}
        for v in problem.variables:
            if v.causality != "output":
                self[v.ref] = np.ravel(values.get(v.name, v.start))
        self.run(problem.derive)
        self.run(problem.initialize)

    def __getitem__(self, ref: Ref) -> np.ndarray:
        return self.buffers[ref.slot][ref.start : ref.start + ref.size]

    def __setitem__(self, ref: Ref, value: Any) -> None:
        self.buffers[ref.slot][ref.start : ref.start + ref.size] = value

    @property
    def x(self) -> np.ndarray:
        return self.buffers["x"].copy()

    def derivative(self, t: float, x: np.ndarray) -> np.ndarray:
        self.buffers["t"][:], self.buffers["x"][:] = t, x
        self.run(self.problem.derivative)
        return self.buffers["x_dot"].copy()

    def outputs(self, x: np.ndarray) -> dict[str, np.ndarray]:
        """All outputs by name, in their declared shapes, at t = 0 and x."""
        self.derivative(0.0, x)
        self.run(self.problem.output)
        outputs = (v for v in self.problem.variables if v.causality == "output")
        return {v.name: self[v.ref].reshape(v.shape).copy() for v in outputs}

    def rates(self, x: np.ndarray) -> dict[str, np.ndarray]:
        """How the outputs change along the motion at x, by CasADi's forward mode: of those that do not depend on x_dot."""
        x_dot = self.derivative(0.0, x)
        (call,) = self.problem.output
        symbol = ca.MX.sym("x", len(x))
        arguments = [symbol if ref.slot == "x" else self[ref] for ref in call.arguments]
        rate = ca.jtimes(self.problem.functions[call.function](*arguments), symbol, ca.DM(x_dot))
        values = ca.Function("rates", [symbol], [rate])(x).full().ravel()
        outputs = (v for v in self.problem.variables if v.causality == "output")
        return {v.name: values[v.ref.start : v.ref.start + v.ref.size].reshape(v.shape) for v in outputs}

    def settle_modes(self, x: np.ndarray) -> None:
        """Sets every mode by the sign of its indicator at x."""
        self.derivative(0.0, x)
        self.buffers["m"][:] = self.buffers["g"] > 0.0

    def solution(self, times: np.ndarray, tolerance: float = 1e-12) -> np.ndarray:
        """States (len(times), nx) from the start, by DOP853 at this relative and absolute tolerance."""
        result = solve_ivp(
            self.derivative, (times[0], times[-1]), self.x, "DOP853", t_eval=times, rtol=tolerance, atol=tolerance
        )
        assert result.success, result.message
        return result.y.T

    def run(self, steps: tuple[Step, ...]) -> None:
        for step in steps:
            {Call: self._call, SpdSolve: self._solve, NewtonSolve: self._newton}[type(step)](step)

    def _call(self, call: Call) -> None:
        results = self.problem.functions[call.function].call([self[a] for a in call.arguments])
        for ref, value in zip(call.results, results):
            self[ref] = value.full().ravel(order="F")

    def _solve(self, step: SpdSolve) -> None:
        n = step.right_side.size
        self[step.unknown] = np.linalg.solve(self[step.matrix].reshape(n, n), self[step.right_side])

    def _newton(self, step: NewtonSolve) -> None:
        n = step.unknown.size
        for _ in range(30):
            self.run(step.evaluate)
            change = np.linalg.solve(self[step.jacobian].reshape(n, n).T, self[step.residual])
            self[step.unknown] -= change
            if np.abs(change / step.nominal).max() < 1e-13:
                return
        raise AssertionError(f"Newton found no solution for {step.what}")
