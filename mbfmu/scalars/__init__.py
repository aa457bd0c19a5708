"""The numbers the equations run on (float64, traced, dimensioned), and the kernel decorator."""

from .composed import Composed, constant, element, resymbol, tracing, unknown
from .dimensioned import Dimensioned, DimensionError
from .functions import arctan2, maximum, minimum, norm, solve_spd, switch, where
from .kernel import kernel
from .record import Record
from .traced import Traced

__all__ = [
    "Composed", "Dimensioned", "DimensionError", "Record", "Traced", "arctan2", "constant", "element", "kernel", "maximum",
    "minimum", "norm", "resymbol", "solve_spd", "switch", "tracing", "unknown", "where",
]  # fmt: skip
