"""What is wrong with the values of variables, in words."""

from typing import Iterable, Iterator

import numpy as np

from .problem import Variable


def element_names(variable: Variable) -> list[str]:
    """The names of a variable's numbers in row-major order: `name`, or `name[1]`, or `name[1,2]`, counted from 1."""
    return list(numbered(variable.name, variable.shape))


def numbered(name: str, shape: tuple[int, ...]) -> tuple[str, ...]:
    """The names of the numbers of an array called `name`; of a scalar its own."""
    return tuple(f"{name}[{','.join(str(i + 1) for i in index)}]" for index in np.ndindex(*shape)) if shape else (name,)


def quantity(value: float, unit: str) -> str:
    """A number with its unit."""
    return f"{value}" if unit == "1" else f"{value} {unit}"


def problems_of(variable: Variable, values: np.ndarray) -> Iterator[str]:
    """One sentence for each of the variable's numbers that is not finite or out of bounds."""
    for name, value in zip(element_names(variable), values.tolist()):
        demand = _broken_demand(variable, value)
        if demand:
            yield f"{name} = {quantity(value, variable.unit)} must be {demand} ({variable.description})"


def _broken_demand(variable: Variable, value: float) -> str:
    if not np.isfinite(value):
        return "a finite number"
    low, high = variable.min, variable.max
    if low is not None and (value < low or (variable.min_open and value == low)):
        return f"{'>' if variable.min_open else '>='} {quantity(_short(low), variable.unit)}"
    if high is not None and value > high:
        return f"<= {quantity(_short(high), variable.unit)}"
    return ""


def _short(bound: float) -> str:
    return f"{bound:.12g}"


class Bounds:
    """The variables of one slot, for one quick test of all before any of them is looked at alone."""

    def __init__(self, variables: Iterable[Variable], slot: str, values: np.ndarray):
        self.variables, self.values = [v for v in variables if v.ref.slot == slot], values
        largest = np.finfo(float).max
        self.low, self.high = np.full(values.size, -largest), np.full(values.size, largest)
        for v in self.variables:
            piece = slice(v.ref.start, v.ref.start + v.ref.size)
            if v.min is not None:
                self.low[piece] = np.nextafter(v.min, np.inf) if v.min_open else v.min
            if v.max is not None:
                self.high[piece] = v.max

    def problems(self) -> list[str]:
        """One sentence for each number that is not finite or out of bounds."""
        if ((self.values >= self.low) & (self.values <= self.high)).all():
            return []
        pieces = ((v, self.values[v.ref.start : v.ref.start + v.ref.size]) for v in self.variables)
        return [sentence for variable, values in pieces for sentence in problems_of(variable, values)]
