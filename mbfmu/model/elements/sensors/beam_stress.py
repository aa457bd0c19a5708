"""BeamStress: the largest stresses in the sections at the ends of a beam element."""

import numpy as np

from ....base.scalars import kernel, norm
from ...declare.declarations import Output, Parameter
from ..forces import BeamElement
from .base import Sensor


class BeamStress(Sensor):
    """Measures the largest stresses in the sections at both ends of a BeamElement: of tension and bending, and with torsion von Mises'.

        sigma = f_x / A +- (abs(t_y) z / I_y + abs(t_z) y / I_z + r sqrt((t_y / I_y)^2 + (t_z / I_z)^2)),    tau = t_x / W_t

    where +-y and +-z are the outermost fibres, and r is the radius of round sections. Shear by forces across the beam is zero there, and left out.
    Von Mises' stress takes the largest tau at the largest sigma, which is never too small.
    """

    attachments = {"beam": BeamElement}
    A = Parameter("m2", "area", min=0.0, exclusive_min=True)
    I_y = Parameter("m4", "second moment of area about y", min=0.0, exclusive_min=True)
    I_z = Parameter("m4", "second moment of area about z", min=0.0, exclusive_min=True)
    W_t = Parameter("m3", "section modulus of torsion", np.inf, min=0.0, exclusive_min=True)
    y = Parameter("m", "distance of the outermost fibres along y", 0.0, min=0.0)
    z = Parameter("m", "distance of the outermost fibres along z", 0.0, min=0.0)
    r = Parameter("m", "radius of a round section", 0.0, min=0.0)
    sigma_max = Output("Pa", "largest tension at frame_a and frame_b of the beam", shape=2)
    sigma_min = Output("Pa", "largest compression there, negative", shape=2)
    tau = Output("Pa", "largest shear stress of torsion there", shape=2)
    von_mises = Output("Pa", "largest von Mises stress there", shape=2)

    def looks_at(self):
        return self.beam.looks_at()

    def observe(self, see):
        return _stresses(see.parameters(self), see.parameters(self.beam), *self.beam.motion(see))


@kernel
def _stresses(p, beam, a, b):
    ends = [_at(p, f, t) for f, t in BeamElement.section_loads(beam, a, b)]
    return {name: np.array([end[name] for end in ends]) for name in ends[0]}


def _at(p, f, t):
    by_y, by_z = t[1] / p.I_y, t[2] / p.I_z
    tension, bending = f[0] / p.A, abs(by_y) * p.z + abs(by_z) * p.y + p.r * norm(np.array([by_y, by_z]))
    tau = abs(t[0]) / p.W_t
    return {
        "sigma_max": tension + bending,
        "sigma_min": tension - bending,
        "tau": tau,
        "von_mises": norm(np.array([abs(tension) + bending, 3.0**0.5 * tau])),
    }
