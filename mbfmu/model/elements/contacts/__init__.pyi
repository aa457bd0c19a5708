"""Constructors of the elements, for type checkers and editors; written by docs/generators/constructors.py from the declarations."""

from mbfmu.model.declare.frame import Frame
from mbfmu.model.declare.parameter_value import Value
from mbfmu.model.elements.contacts.base import ContactForce
from mbfmu.model.elements.contacts.elastic_plastic_contact import ElasticPlasticContact as _ElasticPlasticContact
from mbfmu.model.elements.contacts.flores_contact import FloresContact as _FloresContact
from mbfmu.model.elements.contacts.hertz import hertz_stiffness
from mbfmu.model.elements.contacts.hunt_crossley_contact import HuntCrossleyContact as _HuntCrossleyContact
from mbfmu.model.elements.contacts.kelvin_voigt_contact import KelvinVoigtContact as _KelvinVoigtContact
from mbfmu.model.elements.surfaces.base import Surface as _Surface

__all__ = ["ContactForce", "ElasticPlasticContact", "FloresContact", "HuntCrossleyContact", "KelvinVoigtContact", "hertz_stiffness"]

class ElasticPlasticContact(_ElasticPlasticContact):
    def __init__(
        self,
        frame_a: Frame,
        frame_b: Frame,
        surface_a: _Surface,
        surface_b: _Surface,
        *,
        c: Value,
        c_unload: Value,
        mu: Value = 0.0,
        stiction: Value = 1.0,
        v_stribeck: Value = 0.003,
        s_stick: Value = 5e-05,
        v_stick: Value = 0.01,
        zeta_stick: Value = 0.5,
        rolling: Value = 0.0,
        drilling: Value = 0.0,
        w_dry: Value = 0.1,
        friction: str = "bristle",
    ) -> None:
        """
        c [N/m]: stiffness while loaded, where it yields (required)
        c_unload [N/m]: stiffness while unloaded and loaded again, elastic (required)
        mu = 0.0: coefficient of friction while sliding
        stiction = 1.0: friction at rest, relative to that while sliding
        v_stribeck = 0.003 [m/s]: speed at which 63 % of what friction has more at rest is gone
        s_stick = 5e-05 [m]: deflection of the bristles at full friction
        v_stick = 0.01 [m/s]: speed of sliding above which nothing sticks
        zeta_stick = 0.5: damping ratio of bristles that hold a body by its weight on Earth
        rolling = 0.0 [m]: arm of rolling resistance: its torque relative to the normal force
        drilling = 0.0 [m]: arm of drilling resistance: its torque about the normal relative to the normal force
        w_dry = 0.1 [rad/s]: speed at which rolling and drilling resistance are nearly full (71 %)
        """

class FloresContact(_FloresContact):
    def __init__(
        self,
        frame_a: Frame,
        frame_b: Frame,
        surface_a: _Surface,
        surface_b: _Surface,
        *,
        e: Value,
        v_impact: Value = 1.0,
        mu: Value = 0.0,
        stiction: Value = 1.0,
        v_stribeck: Value = 0.003,
        s_stick: Value = 5e-05,
        v_stick: Value = 0.01,
        zeta_stick: Value = 0.5,
        rolling: Value = 0.0,
        drilling: Value = 0.0,
        w_dry: Value = 0.1,
        c: Value,
        n: Value = 1.5,
        x_ref: Value = 1.0,
        friction: str = "bristle",
    ) -> None:
        """
        e: coefficient of restitution (required)
        v_impact = 1.0 [m/s]: impact speed to which e belongs
        mu = 0.0: coefficient of friction while sliding
        stiction = 1.0: friction at rest, relative to that while sliding
        v_stribeck = 0.003 [m/s]: speed at which 63 % of what friction has more at rest is gone
        s_stick = 5e-05 [m]: deflection of the bristles at full friction
        v_stick = 0.01 [m/s]: speed of sliding above which nothing sticks
        zeta_stick = 0.5: damping ratio of bristles that hold a body by its weight on Earth
        rolling = 0.0 [m]: arm of rolling resistance: its torque relative to the normal force
        drilling = 0.0 [m]: arm of drilling resistance: its torque about the normal relative to the normal force
        w_dry = 0.1 [rad/s]: speed at which rolling and drilling resistance are nearly full (71 %)
        c [N/m]: stiffness: the elastic force is c x (x / x_ref)^(n - 1) at the depth x (required)
        n = 1.5: exponent of the elastic force: 1 is linear, 1.5 that of Hertz
        x_ref = 1.0 [m]: depth at which force over depth is c; for 1 m, c is K of K x^n in SI units
        """

class HuntCrossleyContact(_HuntCrossleyContact):
    def __init__(
        self,
        frame_a: Frame,
        frame_b: Frame,
        surface_a: _Surface,
        surface_b: _Surface,
        *,
        d: Value = 0.0,
        mu: Value = 0.0,
        stiction: Value = 1.0,
        v_stribeck: Value = 0.003,
        s_stick: Value = 5e-05,
        v_stick: Value = 0.01,
        zeta_stick: Value = 0.5,
        rolling: Value = 0.0,
        drilling: Value = 0.0,
        w_dry: Value = 0.1,
        c: Value,
        n: Value = 1.5,
        x_ref: Value = 1.0,
        friction: str = "bristle",
    ) -> None:
        """
        d = 0.0 [s/m]: damping, relative to the elastic force
        mu = 0.0: coefficient of friction while sliding
        stiction = 1.0: friction at rest, relative to that while sliding
        v_stribeck = 0.003 [m/s]: speed at which 63 % of what friction has more at rest is gone
        s_stick = 5e-05 [m]: deflection of the bristles at full friction
        v_stick = 0.01 [m/s]: speed of sliding above which nothing sticks
        zeta_stick = 0.5: damping ratio of bristles that hold a body by its weight on Earth
        rolling = 0.0 [m]: arm of rolling resistance: its torque relative to the normal force
        drilling = 0.0 [m]: arm of drilling resistance: its torque about the normal relative to the normal force
        w_dry = 0.1 [rad/s]: speed at which rolling and drilling resistance are nearly full (71 %)
        c [N/m]: stiffness: the elastic force is c x (x / x_ref)^(n - 1) at the depth x (required)
        n = 1.5: exponent of the elastic force: 1 is linear, 1.5 that of Hertz
        x_ref = 1.0 [m]: depth at which force over depth is c; for 1 m, c is K of K x^n in SI units
        """

class KelvinVoigtContact(_KelvinVoigtContact):
    def __init__(
        self,
        frame_a: Frame,
        frame_b: Frame,
        surface_a: _Surface,
        surface_b: _Surface,
        *,
        c: Value,
        d: Value = 0.0,
        mu: Value = 0.0,
        stiction: Value = 1.0,
        v_stribeck: Value = 0.003,
        s_stick: Value = 5e-05,
        v_stick: Value = 0.01,
        zeta_stick: Value = 0.5,
        rolling: Value = 0.0,
        drilling: Value = 0.0,
        w_dry: Value = 0.1,
        friction: str = "bristle",
    ) -> None:
        """
        c [N/m]: stiffness (required)
        d = 0.0 [N.s/m]: damping
        mu = 0.0: coefficient of friction while sliding
        stiction = 1.0: friction at rest, relative to that while sliding
        v_stribeck = 0.003 [m/s]: speed at which 63 % of what friction has more at rest is gone
        s_stick = 5e-05 [m]: deflection of the bristles at full friction
        v_stick = 0.01 [m/s]: speed of sliding above which nothing sticks
        zeta_stick = 0.5: damping ratio of bristles that hold a body by its weight on Earth
        rolling = 0.0 [m]: arm of rolling resistance: its torque relative to the normal force
        drilling = 0.0 [m]: arm of drilling resistance: its torque about the normal relative to the normal force
        w_dry = 0.1 [rad/s]: speed at which rolling and drilling resistance are nearly full (71 %)
        """
