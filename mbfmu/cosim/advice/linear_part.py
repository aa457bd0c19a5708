"""The FMUs of a System as linear systems near its start."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from fmpy.model_description import ModelDescription
from scipy.linalg import expm

from ..fmu.instance import FmuInstance
from ..fmu.start_function import START, StartFunction, at_start
from ..fmu.state_space import state_space

DEPENDENT = 1e-7  # what counts as zero in how states follow from start values, which may be known by differences


@dataclass(frozen=True, eq=False)
class LinearPart:
    """What small changes do to an FMU: x' = A x + B u, y = C x + D u.

    `inputs` and `outputs` are the names of connected ones.
    """

    A: np.ndarray
    B: np.ndarray
    C: np.ndarray
    D: np.ndarray
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]

    @property
    def order(self) -> int:
        """The number of states."""
        return len(self.A)

    def driven_through(self, factors: Mapping[str, float]) -> LinearPart:
        """The same by what drives the inputs, which change `factors` times as much."""
        scale = np.array([factors[name] for name in self.inputs])
        return replace(self, B=self.B * scale, D=self.D * scale)

    @cache  # noqa: B019  # parts live as long as what is asked of them
    def over(self, size: float, degree: int) -> tuple[np.ndarray, tuple[np.ndarray, ...]]:
        """What a step of `size` [s] does: x becomes P x + sum Q_k c_k where u = sum c_k t^k, k <= `degree`.

        The exponential of an augmented matrix: Van Loan (1978), IEEE Trans. Automat. Contr. 23, 395-404.
        """
        n, m = self.B.shape
        whole = np.zeros((n + (degree + 1) * m,) * 2)
        whole[:n, :n], whole[:n, n : n + m] = self.A, self.B
        for k in range(degree):  # the k-th derivative of u integrates the next one
            whole[n + k * m : n + (k + 1) * m, n + (k + 1) * m : n + (k + 2) * m] = np.eye(m)
        answer = expm(whole * size)[:n]
        factorials = np.cumprod([1, *range(1, degree + 1)])
        return answer[:, :n], tuple(factorials[k] * answer[:, n + k * m : n + (k + 1) * m] for k in range(degree + 1))


def hides_states(instance: FmuInstance, description: ModelDescription) -> bool:
    """Whether an FMU does not say how its states move: by derivatives, or by start values, none of which is calculated from something else."""
    if description.generationTool != "mbfmu":
        return not (description.modelExchange or description.derivatives)
    return not instance.differentiates and any(v.causality == "calculatedParameter" and START.fullmatch(v.name) for v in description.modelVariables)


def linear_part(instance: FmuInstance, description: ModelDescription, inputs: Sequence[str], outputs: Sequence[str]) -> LinearPart:
    """The linear system of an FMU in Initialization Mode, of numbers of its inputs and outputs.

    An FMU that says its derivatives by states leaves Initialization Mode for it. Of another one, states are combinations that start values can move.
    """
    if instance.differentiates and description.derivatives:
        instance.exit_initialization()
        return LinearPart(*state_space(description, instance.fmu, outputs, inputs), tuple(inputs), tuple(outputs))
    fmu = at_start(instance, description, inputs, outputs)
    return near_start(replace(fmu, starts=(), states=(), rates=()) if hides_states(instance, description) else fmu)


def near_start(fmu: StartFunction) -> LinearPart:
    """The linear system by start values: independent combinations of states are found by a singular value decomposition."""
    n, s = len(fmu.states), len(fmu.starts)
    x, rates, y = np.split(fmu.derivatives(), [n, 2 * n])
    moved = np.abs(x[:, :s]).max(axis=1, initial=0.0)
    sizes = np.where(moved > DEPENDENT, moved, 1.0)  # of states that no start value moves there is roundoff
    left, values, right = np.linalg.svd(x[:, :s] / sizes[:, None], full_matrices=False)
    kept = values > DEPENDENT * values.max(initial=0.0)
    to_x = left[:, kept].T / sizes  # from states to independent ones
    from_x = right[kept].T / values[kept]  # from those to start values
    return LinearPart(A=to_x @ rates[:, :s] @ from_x, B=to_x @ rates[:, s:], C=y[:, :s] @ from_x, D=y[:, s:], inputs=fmu.inputs, outputs=fmu.outputs)
