"""Units as FMI writes them."""

import pytest

from mbfmu.base.errors import MbfmuError
from mbfmu.model.declare.units import base_exponents, same_dimension, si_value


@pytest.mark.parametrize(
    "value, unit, declared, expected",
    [
        (180.0, "deg", "rad", 3.141592653589793),
        (2.5, "kN/mm", "N/m", 2.5e6),
        (90.0, "km/h", "m/s", 25.0),
        (3000.0, "rev/min", "rad/s", 314.1592653589793),
        (3000.0, "rpm", "rad/s", 314.1592653589793),
        (210.0, "bar", "Pa", 2.1e7),
        (40.0, "l/min", "m3/s", 4e-2 / 60),
        ([1.0, 2.0], "t", "kg", [1000.0, 2000.0]),
        (1.0, "N.m/rad", "J", 1.0),
        (2.0, "1", "rad", 2.0),
    ],
)
def test_conversion(value, unit, declared, expected):
    assert si_value(value, unit, declared) == pytest.approx(expected, rel=1e-15)


def test_base_exponents():
    assert base_exponents("N.m.s/rad") == {"kg": 1, "m": 2, "s": -1, "rad": -1}
    assert base_exponents("m3/s2") == {"m": 3, "s": -2}
    assert base_exponents("V/A") == base_exponents("Ohm")
    assert base_exponents("1") == {}


def test_angles_are_pure_numbers():
    assert same_dimension("N.m/rad", "N.m")
    assert not same_dimension("N.m", "N")


@pytest.mark.parametrize("unit", ["m^2", "furlong", "", "kg m2", "m//s", "N.m/"])
def test_unknown_units(unit):
    with pytest.raises(MbfmuError, match="is not known; write products like 'N.m/rad'"):
        base_exponents(unit)
