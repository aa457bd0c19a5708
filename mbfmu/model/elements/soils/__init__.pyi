"""Constructors of the elements, for type checkers and editors; written by docs/generators/constructors.py from the declarations."""

from mbfmu.model.declare.frame import Frame
from mbfmu.model.declare.lookup_table import LookupTable
from mbfmu.model.declare.parameter_value import Value
from mbfmu.model.elements.soils.base import SoilContact
from mbfmu.model.elements.soils.soil import Soil as _Soil
from mbfmu.model.elements.soils.soil_plate import SoilPlate as _SoilPlate
from mbfmu.model.elements.soils.soil_wheel import SoilWheel as _SoilWheel

__all__ = ["Soil", "SoilContact", "SoilPlate", "SoilWheel"]

class Soil(_Soil):
    def __init__(
        self,
        *,
        k_c: Value = 0.0,
        k_phi: Value = 200000.0,
        n: Value = 1.1,
        z_ref: Value = 1.0,
        k_e: Value = 10000000.0,
        c: Value = 0.0,
        phi: Value = 0.5235987755982988,
        K: Value = 0.01,
        damping: Value = 1.0,
        height: Value = 0.0,
        sinkage: LookupTable,
    ) -> None:
        """
        k_c = 0.0 [N/m]: cohesive modulus: Bekker's k_c where z_ref is 1 m
        k_phi = 200000.0 [Pa]: frictional modulus: pressure at the sinkage z_ref of a wide plate, Bekker's k_phi where z_ref is 1 m
        n = 1.1: exponent of sinkage
        z_ref = 1.0 [m]: sinkage for which the moduli are given
        k_e = 10000000.0 [Pa/m]: stiffness of unloading and reloading
        c = 0.0 [Pa]: cohesion
        phi = 0.5235987755982988 [rad]: angle of internal friction
        K = 0.01 [m]: shear deformation modulus
        damping = 1.0 [s/m]: growth of pressure with the speed of sinking, relative to pressure
        height = 0.0 [m]: height of the undisturbed soil
        sinkage(m, m) [m]: plastic sinkage at the start over x and y (required)
        """

class SoilPlate(_SoilPlate):
    def __init__(self, frame: Frame, soil: _Soil, *, length: Value, breadth: Value) -> None:
        """
        length [m]: along x (required)
        breadth [m]: along y (required)
        """

class SoilWheel(_SoilWheel):
    def __init__(self, frame: Frame, soil: _Soil, *, radius: Value, breadth: Value, v_low: Value = 0.01) -> None:
        """
        radius [m]: radius of the rim (required)
        breadth [m]: width of the rim (required)
        v_low = 0.01 [m/s]: speed of rolling below which it is between rolling forwards and backwards
        """
