"""ThermalLoad: a change of temperature that deforms a flexible body, or loads what holds it."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....base.errors import MbfmuError
from ....base.nearest import nearest
from ...declare.declarations import Input, Output
from .body_load import BodyLoad


class ThermalLoad(BodyLoad):
    """Warms a flexible body by the input T times one of the `temperatures` of its data: `ThermalLoad(beam, temperature="sun")`.

    T is against the temperature without stress; a field of 1 everywhere is a uniform change by T. A free body expands or bends without stress where
    its field is linear in space. A held one is stressed, and pushes against what holds it. Stress makes a body stiffer or softer: that of forces at
    its nodes, and in data of solids also stress that is in equilibrium within the body. An ElasticStress counts the thermal strain. E and alpha stay
    what they are. Raises MbfmuError if the data have no such temperatures.
    """

    size = "T"
    T = Input("K", "change of temperature, by which the field is multiplied")
    change = Output("K", "the same change of temperature, for results")
    temperature: str = ""

    def __init__(self, *attached: Any, temperature: str, **values: Any):
        super().__init__(*attached, **values)
        known = self.body.data.temperatures
        if temperature not in known:
            told = f"it has {', '.join(known)}" if known else 'give its data some, such as beam_data(..., temperatures={"warm": 1.0})'
            raise MbfmuError(f"{self.body.path} has no temperatures {temperature!r}{nearest(str(temperature), known)}; {told}")
        self.temperature = temperature

    @staticmethod
    def outputs(p, u, t):
        return {"change": u.T}

    def unit_load(self, data):
        return np.zeros(6), data.temperatures[self.temperature].load

    def stiffness(self, data):
        return data.temperatures[self.temperature].stiffening
