"""Dimensioned numbers raise where physics would."""

import numpy as np
import pytest

from mbfmu.base.scalars import Dimensioned, DimensionError, arctan2, maximum, norm, switch, where

from ...dimensions import assert_dimension, dressed

metre, second = Dimensioned(2.0, {"m": 1}), Dimensioned(4.0, {"s": 1})


@pytest.mark.parametrize(
    "mistake",
    [
        lambda: metre + second,
        lambda: metre - 1.0,
        lambda: 1.0 + metre,
        lambda: metre < second,
        lambda: np.sin(np.array([metre])),
        lambda: where(metre > 0.0, metre, second),
        lambda: switch("s", metre, metre, 1.0),
        lambda: maximum(metre, 1.0),
        lambda: arctan2(metre, second),
        lambda: np.array([metre, 1.0]) @ np.array([second, 1.0]),
        lambda: float(metre),
    ],
)
def test_mistakes_raise(mistake):
    with pytest.raises(DimensionError):
        mistake()


def test_sound_physics_passes():
    assert_dimension(metre / second + 3.0 * metre / second, "m/s")
    assert_dimension(norm(dressed([3.0, 4.0, 0.0], "m")), "m")
    assert norm(dressed([3.0, 4.0, 0.0], "m")).value == 5.0
    assert_dimension(np.sin(dressed([1.0], "rad")), "1")
    assert_dimension(metre + 0.0, "m")
    assert_dimension((metre * metre) ** 0.5, "m")
    assert arctan2(metre, metre).value == pytest.approx(np.pi / 4)
