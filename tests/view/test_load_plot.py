"""Loads in equilibrium as bars."""

from pathlib import Path

import numpy as np
import pytest

from mbfmu.analysis.instant.equilibrium import Load
from mbfmu.base.errors import MbfmuError
from mbfmu.view import plot_loads
from tests.view.test_plot import texts


def test_loads_are_drawn_by_their_units(tmp_path: Path):
    """Vectors by their size; what is roundoff is 0."""
    forces = {"spring.f": Load(-7.5, "N", ""), "hinge.f": Load(np.array([3.0, 0.0, 4.0]), "N", ""), "hook.f": Load(1e-15, "N", "")}
    plot_loads({**forces, "hinge.t": Load(np.zeros(3), "N.m", "", False)}, tmp_path / "loads.svg", "Crane, stable")
    written = texts(tmp_path / "loads.svg")
    assert {*forces, "hinge.t", "load in N", "load in N.m", "-7.5", "5", "0", "Crane, stable"} <= set(written)


def test_nothing_is_not_drawn(tmp_path: Path):
    with pytest.raises(MbfmuError, match="nothing carries a load"):
        plot_loads({}, tmp_path / "loads.svg")
