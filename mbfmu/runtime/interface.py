"""Value references: the scalar variables of a Problem, numbered, and where their numbers live in an Instance."""

from dataclasses import dataclass, field

import numpy as np

from .errors import MbfmuError
from .instance import offsets
from .problem import Problem, Variable
from .validity import element_names


SELECTIONS = 1000  # lists of value references that are remembered


@dataclass(frozen=True)
class Scalar:
    """One number of a variable: element `index` of it, under its own name."""

    name: str
    variable: Variable
    index: int


def scalars(problem: Problem) -> tuple[Scalar, ...]:
    """All numbers of the interface; the position of each is its FMI value reference."""
    return tuple(Scalar(name, v, i) for v in problem.variables for i, name in enumerate(element_names(v)))


@dataclass(frozen=True)
class Interface:
    """Arrays over value references: places in Instance.values, and what may be set when."""

    scalars: tuple[Scalar, ...]
    places: np.ndarray
    is_input: np.ndarray
    is_output: np.ndarray
    is_fixed: np.ndarray
    selections: dict[tuple[int, ...], tuple[np.ndarray, bool]] = field(default_factory=dict)

    @staticmethod
    def of(problem: Problem) -> "Interface":
        """The interface of a problem."""
        rows, at = scalars(problem), offsets(problem)
        return Interface(
            rows,
            np.array([at[s.variable.ref.slot] + s.variable.ref.start + s.index for s in rows], dtype=int),
            np.array([s.variable.causality == "input" for s in rows], dtype=bool),
            np.array([s.variable.causality == "output" for s in rows], dtype=bool),
            np.array([s.variable.variability == "fixed" for s in rows], dtype=bool),
        )

    def check(self, vrs: list[int]) -> None:
        """MbfmuError if a value reference is unknown."""
        if vrs and not (0 <= min(vrs) and max(vrs) < len(self.scalars)):
            unknown = sorted(vr for vr in vrs if not 0 <= vr < len(self.scalars))
            raise MbfmuError(f"unknown value references {unknown}: the modelDescription.xml has 0 to {len(self.scalars) - 1}")

    def selection(self, vrs: list[int]) -> tuple[np.ndarray, bool]:
        """The places of these and whether one of them is an output; masters ask for the same ones again and again."""
        key = tuple(vrs)
        if key not in self.selections:
            self.check(vrs)
            if len(self.selections) >= SELECTIONS:
                self.selections.clear()
            self.selections[key] = self.places[vrs], bool(self.is_output[vrs].any())
        return self.selections[key]

    def refused(self, vrs: list[int], values: list[float], present: np.ndarray, started: bool) -> list[str]:
        """Why these cannot be set: outputs never, fixed parameters not after initialization, unless nothing changes."""
        try:
            self.check(vrs)
        except MbfmuError as unknown:
            return [str(unknown)]
        held = self.is_output[vrs] | (self.is_fixed[vrs] & started)
        if not held.any():
            return []
        changed = held & (present[self.places[vrs]] != values)
        return [self._refusal(self.scalars[vrs[i]], values[i]) for i in np.flatnonzero(changed)]

    @staticmethod
    def _refusal(scalar: Scalar, value: float) -> str:
        if scalar.variable.causality == "output":
            return f"{scalar.name} is an output; {value} was not taken"
        return f"{scalar.name} is a fixed parameter, set before initialization only; {value} was not taken (reset to change it)"
