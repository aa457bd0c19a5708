"""Poppet: what valves that open by pressure have in common."""

from ...base.scalars import limited
from ..declare.declarations import Input, Output, Parameter
from .orifice import Orifice


class Poppet(Orifice):
    """A valve between a and b that a spring keeps closed, without inertia: it opens in proportion to the pressure by which the spring is overcome."""

    p_band = Parameter("Pa", "pressure from where it begins to open to where it is fully open", 5e5, min=0.0, exclusive_min=True)
    p_a = Input("Pa", "pressure at a", start=1e5)
    p_b = Input("Pa", "pressure at b", start=1e5)
    Q = Output("m3/s", "flow from a to b")
    heat = Output("W", "power lost to throttling")

    integrator = "radau"

    @staticmethod
    def opened(p, name, surplus):
        """Its opening, between 0 and 1, where pressures overcome the spring by `surplus` [Pa]. `name` is unique in its block."""
        return limited(name, surplus / p.p_band, 0.0, 1.0)

    @staticmethod
    def passed(p, u, opening):
        """The outputs of a valve at this opening."""
        drop = u.p_a - u.p_b
        Q = Orifice.flow(p, opening, drop)
        return {"Q": Q, "heat": Q * drop}
