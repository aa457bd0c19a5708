"""Orifice: what valves have in common, the flow through an opening."""

from ..declare.declarations import Parameter
from .base import Block


class Orifice(Block):
    """Flow is proportional to the opening and to the root of the pressure drop, made smooth below p_laminar."""

    Q_nominal = Parameter("m3/s", "flow through a fully open edge at the pressure drop p_nominal", 1e-3, min=0.0)
    p_nominal = Parameter("Pa", "pressure drop at which an edge lets Q_nominal through", 35e5, min=0.0, exclusive_min=True)
    p_laminar = Parameter("Pa", "pressure drop below which flow becomes proportional to it", 1e5, min=0.0, exclusive_min=True)

    @staticmethod
    def flow(p, opening, drop):
        """Volume flow [m3/s] through an edge opened by `opening` under the pressure drop `drop`."""
        smooth = (drop * drop + p.p_laminar * p.p_laminar) ** 0.25
        return p.Q_nominal * opening * (drop / smooth) / p.p_nominal**0.5
