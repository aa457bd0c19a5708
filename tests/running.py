"""A Problem at any state: its outputs there, and how they change along the motion."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import casadi as ca
import numpy as np

from mbfmu.engine.instance import Instance
from mbfmu.problem.codegen.tables import found_anew
from mbfmu.problem.data.problem import Problem, Variable
from mbfmu.problem.schedules.schedules import FORMULATIONS

IN_JOINT_COORDINATES = [name for name, formulation in FORMULATIONS.items() if formulation.free is None]
OF_TREES = [name for name in IN_JOINT_COORDINATES if name != "kane_complement"]  # which is kane where there are no constraints


class Running(Instance):
    """An Instance that is initialized with `values` (by the names of inputs and parameters) when it is made."""

    def __init__(self, problem: Problem, values: Mapping[str, Any] = {}):
        super().__init__(problem)
        for name, value in values.items():
            self.set(name, value)
        self.initialize()

    @property
    def x(self) -> np.ndarray:
        return self.buffers["x"].copy()

    def settle_at(self, x: np.ndarray) -> None:
        """Sets the modes by their indicators at x."""
        self.buffers["x"][:] = x
        self.settle()

    def outputs_at(self, x: np.ndarray) -> dict[str, np.ndarray]:
        """All outputs by name, in their declared shapes."""
        self.buffers["x"][:] = x
        self.outputs()
        return {v.name: np.array(self.get(v.name)) for v in self._shown}

    def rates_at(self, x: np.ndarray) -> dict[str, np.ndarray]:
        """How the outputs change along the motion at x, by CasADi's forward mode: of those that do not depend on x_dot."""
        x_dot = self.derivative(0.0, x)
        call, *_ = self.problem.output  # what has limits follows
        symbol = ca.MX.sym("x", len(x))
        arguments = [symbol if ref.slot == "x" else self.get(ref) for ref in call.arguments]
        rate = ca.jtimes(self.problem.functions[call.function](*arguments), symbol, ca.DM(x_dot))
        values = ca.Function("rates", [symbol], [rate])(x).full().ravel()
        return {v.name: values[v.ref.start : v.ref.start + v.ref.size].reshape(v.shape) for v in self._shown}

    @property
    def _shown(self) -> list[Variable]:
        return [v for v in self.problem.variables if v.causality == "output"]


def future(instance: Instance) -> bytes:
    """What is saved but for the numbers between equations, which each evaluation finds anew; they are the first of all numbers."""
    saved, numbers = instance.save(), b"".join(numbers.tobytes() for numbers in instance.buffers.values())
    first = saved.index(numbers)
    return saved[:first] + saved[first + sum(instance.buffers[slot].nbytes for slot in found_anew(instance.problem)) :]
