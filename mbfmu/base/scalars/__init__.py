"""The numbers the equations run on (float64, traced, dimensioned), and the kernel decorator."""

from .composed_array import Composed, constant, element, resymbol, tracing, unknown
from .dimensioned_number import Dimensioned, DimensionError
from .functions import (
    arctan2,
    at_limit,
    at_once,
    factor_spd,
    inverse_spd,
    limited,
    norm,
    polar_angle,
    solve_lower,
    solve_spd,
    solve_upper,
    switch,
    where,
)
from .kernel import kernel, split
from .rate import gradient, rate, value_and_gradient, values_and_gradients
from .record import Record
from .traced_number import Traced, maximum, minimum

__all__ = [
    "Composed",
    "Dimensioned",
    "DimensionError",
    "Record",
    "Traced",
    "arctan2",
    "at_limit",
    "at_once",
    "constant",
    "element",
    "factor_spd",
    "gradient",
    "inverse_spd",
    "kernel",
    "limited",
    "maximum",
    "minimum",
    "norm",
    "polar_angle",
    "rate",
    "resymbol",
    "solve_lower",
    "solve_spd",
    "solve_upper",
    "split",
    "switch",
    "tracing",
    "unknown",
    "value_and_gradient",
    "values_and_gradients",
    "where",
]
