"""The names of the numbers of variables."""

from __future__ import annotations

import numpy as np

from .problem import Variable


def element_names(variable: Variable) -> list[str]:
    """The names of a variable's numbers in row-major order: `name`, or `name[1]`, or `name[1,2]`, counted from 1."""
    return list(numbered(variable.name, variable.shape))


def numbered(name: str, shape: tuple[int, ...]) -> tuple[str, ...]:
    """The names of the numbers of an array called `name`; of a scalar its own."""
    return tuple(f"{name}[{','.join(str(i + 1) for i in index)}]" for index in np.ndindex(*shape)) if shape else (name,)
