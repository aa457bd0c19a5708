"""Inputs and parameters of a model that are to be found."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ...base.errors import ProblemsFound
from ...engine.instance import Instance
from ...model.declare.variable_types import Real
from ...problem.data.problem import Variable
from ...problem.data.ref import Ref
from ..instant.drive import names_of
from ..instant.equilibrium import Found


class Unknowns:
    """Numbers among the inputs and parameters of an instance that are to be found, by the `names` that users gave them."""

    def __init__(self, instance: Instance, shown: Mapping[str, str]):
        self.instance, self.names = instance, list(shown)
        known = names_of(instance.problem)
        self._of = [known[name] for name in shown.values() if name in known]
        wrong = [f"there is no number {name!r}" for name in shown if shown[name] not in known]
        wrong += [problem for name, of in zip(shown, self._of) for problem in _not_one_number(name, *of)]
        if wrong:
            raise ProblemsFound(f"these variables of {instance.problem.name} cannot be found:", wrong)

    @property
    def values(self) -> np.ndarray:
        """Their present values (n,)."""
        return np.array([float(self.instance.buffers[ref.slot][ref.start]) for _, ref in self._of])

    def change(self, by: np.ndarray) -> None:
        """Add `by` (n,) to the values; InvalidValue where that leaves their bounds."""
        for (_, ref), value in zip(self._of, self.values + by):
            self.instance.set(ref, value)
        self.instance.validate()

    def derivatives(self) -> tuple[np.ndarray, np.ndarray]:
        """The derivatives of x_dot (nx, n) and y (ny, n) by them."""
        x_dot, y = (np.zeros((self.instance.buffers[slot].size, len(self._of))) for slot in ("x_dot", "y"))
        for i, (_, ref) in enumerate(self._of):
            seed = np.zeros(self.instance.buffers[ref.slot].size)
            seed[ref.start] = 1.0
            x_dot[:, i], y[:, i] = self.instance.directional({ref.slot: seed}, ("x_dot", "y"))
        return x_dot, y

    def found(self) -> dict[str, Found]:
        """What they are now."""
        return {name: Found(value, v.unit, v.description) for name, value, (v, _) in zip(self.names, self.values.tolist(), self._of)}


def _not_one_number(name: str, variable: Variable, ref: Ref) -> list[str]:
    if ref.size != 1 or variable.type != Real():
        return [f"{name} is not one real number: name one, such as body.r_CM[1]"]
    return [f"{name} is fixed: start values follow from it"] if variable.variability == "fixed" else []
