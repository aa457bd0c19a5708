"""Oil: what blocks with a volume of oil have in common, from compressed oil to oil with air and vapour."""

from typing import ClassVar

import numpy as np

from ...base.scalars import switch
from ..declare.declarations import Parameter
from .base import Block


class Oil(Block):
    """Oil that is compressible, and cavitates where it is short of its volume.

    At p_saturation and above there is oil alone, with a constant bulk modulus K. Below, air and vapour fill what the oil V_oil leaves of a volume V.
    The pressure is p_vapour + p_air (Dalton). The oil keeps dissolved air in proportion to p_air (Henry), and the bubbles hold the rest by the law of
    Boyle; so p = p_vapour + (p_saturation - p_vapour) a / (V / V_oil - 1 + a) with a the volume of air that a volume of oil dissolves.

    The state of a volume is its `tension`: the pressure that the oil would have if it never released air, p_saturation + K ln(m / (rho V)) with the
    mass m of oil, and rho its density at p_saturation. So the mass follows from the state, and oil that was short is there again after a refill.
    """

    bulk_modulus = Parameter("Pa", "bulk modulus of the oil", 1.0e9, min=0.0, exclusive_min=True)
    p_saturation = Parameter("Pa", "pressure below which dissolved air comes out of the oil", 0.5e5, min=0.0, exclusive_min=True)
    p_vapour = Parameter("Pa", "vapour pressure of the oil", 100.0, min=0.0)
    air = Parameter("1", "volume of air that a volume of oil dissolves, at any pressure: its Bunsen coefficient", 0.09, min=0.0, exclusive_min=True)

    check_messages: ClassVar[tuple[str, ...]] = ("{p_vapour} must be < {p_saturation} (pressure of the oil)",)

    @staticmethod
    def checks(p):
        return np.array([p.p_saturation - p.p_vapour])

    @staticmethod
    def expanded(p, name, tension):
        """The pressure [Pa] at this tension, and the volume of oil with bubbles over that of the oil. `name` is unique in its block."""
        missing = p.p_saturation - tension
        expansion = switch(name, missing, np.exp(missing / p.bulk_modulus), 1.0)
        air = (p.p_saturation - p.p_vapour) * p.air / (expansion - 1.0 + p.air)
        return switch(name, missing, p.p_vapour + air, tension), expansion

    @staticmethod
    def amount(p, tension, volume):
        """The oil in a volume [m3], as the volume that it has at p_saturation."""
        return volume * np.exp((tension - p.p_saturation) / p.bulk_modulus)
