"""Results know their units, and stay arrays."""

import pickle

import numpy as np
import pytest

from mbfmu import Body, Model, Revolute, World, simulate
from mbfmu.model.signals.result import Result, with_units


def swing() -> Result:
    model = Model("Swing", stop_time=0.2, step_size=0.1)
    model.world, model.arm = World(g=9.81), Body(m=1.0, r_CM=[0.5, 0, 0])
    model.pivot = Revolute(model.world.frame_b, model.arm.frame_a, n=[0, 1, 0])
    model.expose(outputs={"phi": model.pivot.phi, "w": model.pivot.w})
    return simulate(model)


def test_a_run_knows_its_units_and_columns_are_plain() -> None:
    result = swing()
    assert result.units == {"phi": "rad", "w": "rad/s"}
    assert type(result["phi"]) is np.ndarray and type(result["phi"] + 1.0) is np.ndarray
    result["phi"][0] = 7.0
    assert result["phi"][0] == 7.0 and result[0]["phi"] == 7.0


def test_selections_copies_and_pickles_keep_units() -> None:
    result = swing()
    for kept in (result[1:], result[["time", "phi"]], result.copy(), pickle.loads(pickle.dumps(result))):
        assert isinstance(kept, Result) and kept.units == result.units
    assert np.array_equal(pickle.loads(pickle.dumps(result))["w"], result["w"])
    assert with_units(np.zeros(2, [("time", float), ("n", float)]), {"n": ""}).units == {}


def test_a_missing_column_is_refused_with_those_that_are_there() -> None:
    """The same error class as NumPy's, so that who caught it still does."""
    result = with_units(np.zeros(2, [("time", float), ("acc[1]", float), ("acc[2]", float), ("phi", float)]), {})
    for rows in (result, result[0:1]):
        with pytest.raises(ValueError, match=r"no column 'acc'; its components have columns of their own: acc\[1\], acc\[2\]$"):
            rows["acc"]
    with pytest.raises(ValueError, match=r"no column 'phy' \(did you mean 'phi'\?\); there is time, acc\[1\], acc\[2\], phi$"):
        result["phy"]
