"""Numbers by name in arrays, and the calls that read and write many of them at once."""

from ctypes import c_float

import numpy as np
from fmpy.model_description import ScalarVariable

from mbfmu.cosim.fmu.group import Reals
from mbfmu.cosim.system.values import Values, as_places


def test_names_find_what_stands_in_an_array_and_what_does_not():
    values = Values(["a", "b", "c"], ["on"])
    values.update({"c": 3.0, "a": 1, "on": True})
    assert dict(values) == {"a": 1.0, "b": 0.0, "c": 3.0, "on": True} and len(values) == 4
    assert values.reals[values.places(["c", "a"])].tolist() == [3.0, 1.0]
    kept = values.copy()
    values.update({"b": 2.0, "on": False})
    values.restore(kept)
    assert values["b"] == 0.0 and values["on"] is True


def test_places_that_follow_each_other_are_a_slice():
    assert as_places([2, 3, 4]) == slice(2, 5)
    assert as_places([2, 4, 3]).tolist() == [2, 4, 3] and as_places([]).tolist() == []


def test_numbers_of_less_precision_are_rounded_on_their_way():
    values, buffer, calls = Values(["x", "y"]), (c_float * 2)(), []
    variables = [ScalarVariable(name, i) for i, name in enumerate("xy")]
    numbers = Reals(variables, values, "Float32", buffer, lambda: calls.append("get"), lambda: calls.append("set"))
    values.update({"x": 0.1, "y": 2.0})
    numbers.write()
    assert list(buffer) == [np.float32(0.1), 2.0]
    buffer[:] = [3.0, 4.0]
    numbers.read()
    assert values.reals.tolist() == [3.0, 4.0] and calls == ["set", "get"]
