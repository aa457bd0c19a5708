"""What controllers have in common: the units of what is measured and of what they give, and limits of the latter."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..declare.declarations import Declaration
from ..declare.units import product
from .base import Block


class Controller(Block):
    """A controller of a measurement in the unit `e`, with an output in the unit `y` between `y_min` and `y_max`."""

    measurement_unit = output_unit = "1"

    def __init__(self, measurement_unit: str = "1", output_unit: str = "1", **values: Any):
        self.measurement_unit, self.output_unit = measurement_unit, output_unit
        super().__init__(**values)

    def unit_of(self, declaration: Declaration) -> str:
        stands_for = {"e": self.measurement_unit, "y": self.output_unit}
        above, _, below = declaration.unit.partition("/")
        pieces = [(piece, 1) for piece in above.split(".")] + ([(below, -1)] if below else [])
        return product(*((stands_for.get(piece, piece), power) for piece, power in pieces))

    check_messages = ("{y_min} must be < {y_max} (limits of y)",)

    @staticmethod
    def checks(p):
        return np.array([p.y_max - p.y_min])
