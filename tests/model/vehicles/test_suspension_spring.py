"""Springs of suspensions."""

import pytest

from mbfmu.base.errors import MbfmuError
from mbfmu.model.vehicles import SuspensionSpring


@pytest.mark.parametrize("c", [0.0, -1.0, float("nan")])
def test_a_spring_without_stiffness_is_refused(c: float):
    with pytest.raises(MbfmuError, match="of a SuspensionSpring must be > 0 N/m"):
        SuspensionSpring(c=c, d=1e3, force=4e3)
