"""Units as FMI writes them."""

import pytest

from mbfmu.base.errors import MbfmuError
from mbfmu.model.declare.units import base_exponents, foreign_product, same_dimension, si_value


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
        (2.0, "rad/(kN.m)", "rad/(N.m)", 2e-3),
    ],
)
def test_conversion(value, unit, declared, expected):
    assert si_value(value, unit, declared) == pytest.approx(expected, rel=1e-15)


def test_quotients_are_written_as_people_write_them():
    """With one stroke, as ISO 80000-1 wants it."""
    assert foreign_product(("rad", 1), ("N.m", -1)) == "rad/(N.m)" and foreign_product(("rad/s", 1), ("N.m", -1)) == "rad/(s.N.m)"
    assert foreign_product(("m", 1), ("N", -1)) == "m/N" and foreign_product(("m", 1), ("N/(m.s)", -1)) == "m2.s/N"
    assert base_exponents("rad/(N.m)") == base_exponents("rad/N/m") == {"kg": -1, "m": -2, "s": 2, "rad": 1}


def test_base_exponents():
    assert base_exponents("N.m.s/rad") == {"kg": 1, "m": 2, "s": -1, "rad": -1}
    assert base_exponents("m3/s2") == {"m": 3, "s": -2}
    assert base_exponents("V/A") == base_exponents("Ohm")
    assert base_exponents("1") == {}


def test_angles_are_pure_numbers():
    assert same_dimension("N.m/rad", "N.m")
    assert not same_dimension("N.m", "N")


@pytest.mark.parametrize("unit", ["m^2", "furlong", "", "kg m2", "m//s", "N.m/", "(m", "m/(s", "(m.s)"])
def test_unknown_units(unit):
    with pytest.raises(MbfmuError, match="is not known; write products like 'N.m/rad'"):
        base_exponents(unit)
