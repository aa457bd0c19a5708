"""ModelParameter: a number of a model itself, from which variables of many elements follow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import casadi as ca
import numpy as np

from ...base.errors import MbfmuError
from .declarations import Parameter
from .units import parsed


@dataclass(frozen=True, eq=False)
class ModelParameter:
    """A parameter that the model called `model` declares under a name of its own; `symbol` stands for it in expressions."""

    model: str
    name: str
    declaration: Parameter
    value: float
    symbol: ca.SX

    def __reduce__(self) -> tuple:
        return _with_symbol, (self.model, self.name, self.declaration, self.value)  # to another process, where no symbol of CasADi goes

    @property
    def unit(self) -> str:
        """The unit it is declared in."""
        return self.declaration.unit

    @property
    def numbers(self) -> np.ndarray:
        """What stands for its declared value."""
        return np.array(self.value)


def model_parameter(model: str, name: str, value: Any, unit: str, description: str, **bounds: Any) -> ModelParameter:
    """A parameter with this declared value [unit], or (value, another unit); MbfmuError says what is wrong with either."""
    if not isinstance(unit, str) or parsed(unit)[0] != 1.0:
        raise MbfmuError(f"the parameter {name} is declared in {unit!r}: declare it in an SI unit, and give the value as (2500.0, 'mm')")
    if not isinstance(description, str):
        raise MbfmuError(f"the parameter {name} has the description {description!r}: give a text")
    for bound in ("min", "max"):
        if bounds[bound] is not None and not isinstance(bounds[bound], (int, float, np.number)):
            raise MbfmuError(f"the parameter {name} has {bound} = {bounds[bound]!r}: give a number in {unit}")
    declaration = Parameter(unit, description or "parameter of the model", **bounds)
    try:
        number = declaration.normalized(value, unit)
    except ValueError as error:
        verb = " " if str(error).startswith("is ") else " = "
        raise MbfmuError(f"the parameter {name}{verb}{error}") from None
    return _with_symbol(model, name, declaration, float(number))


def _with_symbol(model: str, name: str, declaration: Parameter, value: float) -> ModelParameter:
    return ModelParameter(model=model, name=name, declaration=declaration, value=value, symbol=ca.SX.sym(name))
