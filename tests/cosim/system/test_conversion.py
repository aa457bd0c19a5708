import numpy as np
import pytest

from mbfmu.base.errors import MbfmuError, ProblemsFound
from mbfmu.cosim import Conversion, System, ValueMap
from tests.tolerances import ROUNDOFF

CONNECTION = (("a", "y"), ("b", "u"))


def test_fahrenheit_follows_from_kelvin():
    """Boiling and freezing water; NIST SP 811, B.8."""
    from_kelvin = Conversion(1.0, -273.15).then(Conversion(9 / 5, 32.0))
    assert from_kelvin(np.array([273.15, 373.15])) == pytest.approx([32.0, 212.0], abs=ROUNDOFF)


def test_values_without_a_target_stay():
    assert [ValueMap({0: 3, 3: 1})(value) for value in (0, 3, 7)] == [3, 1, 7]
    assert ValueMap({True: False})(True) is False


@pytest.mark.parametrize("given", [{"factor": float("nan")}, {"offset": float("inf")}, {"factor": "2"}, {"factor": True}])
def test_a_conversion_has_finite_numbers(given: dict):
    with pytest.raises(MbfmuError, match="must be a finite number"):
        Conversion(**given)


def test_a_conversion_belongs_to_a_connection():
    system = System({"a": "A.fmu", "b": "B.fmu"}, [("a.y", "b.u")], conversions={("a.y", "b.u"): Conversion(1e3)})
    assert system.conversions == {CONNECTION: Conversion(1e3)}
    for wrong in ({("a.y", "b.v"): Conversion()}, {"a.y": Conversion()}, {("a.y", "b.u"): 1e3}):
        with pytest.raises(ProblemsFound, match="a connection of the System and a Conversion or ValueMap are wanted"):
            System({"a": "A.fmu", "b": "B.fmu"}, [("a.y", "b.u")], conversions=wrong)
    with pytest.raises(MbfmuError, match="must be a dict"):
        System({"a": "A.fmu"}, conversions=[Conversion()])
