"""KelvinVoigtContact: a linear spring and damper that never pull."""

from ....base.scalars import maximum
from ...declare.declarations import Parameter
from .base import ContactForce


class KelvinVoigtContact(ContactForce):
    """A contact with the normal force c x + d x_dot, never negative: its restitution is the same at all impact speeds."""

    c = Parameter("N/m", "stiffness", min=0.0)
    d = Parameter("N.s/m", "damping", 0.0, min=0.0)

    @staticmethod
    def elastic(p, x):
        return p.c * x, 0.5 * p.c * x * x

    @staticmethod
    def damped(p, f, x_dot):
        return maximum(f + p.d * x_dot, 0.0)
