"""Loads in equilibrium as bars."""

from pathlib import Path

import numpy as np
import pytest

from mbfmu.analysis.instant.equilibrium import Load
from mbfmu.base.errors import MbfmuError
from mbfmu.view import plot_loads
from tests.view.test_plot import texts

FORCES = {
    "spring.f": Load(-7.5, "N", "", (True,)),
    "hinge.f": Load(np.array([3.0, 0.0, 4.0]), "N", "", (True,) * 3),
    "hook.f": Load(1e-15, "N", "", (True,)),
}


def drawn(folder: Path, loads: dict[str, Load]) -> list[str]:
    plot_loads(loads, folder / "loads.svg", "Crane, stable")
    return texts(folder / "loads.svg")


def test_loads_are_drawn_by_their_units(tmp_path: Path):
    """Vectors by their size; what is roundoff is 0. No load is open, so there is no legend."""
    written = drawn(tmp_path, {**FORCES, "hinge.t": Load(np.array([0.0, 6.0, 8.0]), "N.m", "", (True,) * 3)})
    assert {*FORCES, "hinge.t", "load in N", "load in N.m", "-7.5", "5", "10", "0", "Crane, stable"} <= set(written)
    assert not any("sharing" in text for text in written)


def test_components_that_are_open_have_bars_of_their_own_and_a_legend(tmp_path: Path):
    pin = {"pin.f": Load(np.array([3.0, -2.0, 4.0]), "N", "", (True, False, True)), "pin.t": Load(np.array([1.0, 0.0, 1.0]), "N.m", "", (False,) * 3)}
    written = drawn(tmp_path, pin)
    assert {"pin.f[1, 3]", "5", "pin.f[2]", "-2", "pin.t", "1.4142"} <= set(written) and "pin.f" not in written
    assert "one possible sharing: redundant constraints leave it open" in written
    assert (tmp_path / "loads.svg").read_text().count("fill: #b2b2b2") == 3  # two bars and the legend
    zeros = {"pin.f": Load(np.array([3.0, 0.0, 4.0]), "N", "", (True, False, True)), "eye.f": Load(np.zeros(3), "N", "", (True, False, True))}
    written = drawn(tmp_path, zeros)
    assert {"pin.f[1, 3]", "eye.f"} <= set(written) and "pin.f[2]" not in written


def test_a_unit_without_loads_has_no_axes(tmp_path: Path):
    """Torques of roundoff beside forces are no loads."""
    written = drawn(tmp_path, {**FORCES, "hinge.t": Load(np.array([0.0, 1e-13, 0.0]), "N.m", "", (True,) * 3)})
    assert "load in N" in written and "load in N.m" not in written and "hinge.t" not in written
    assert "load in N" in drawn(tmp_path, {"hook.f": Load(0.0, "N", "", (True,))})


def test_nothing_is_not_drawn(tmp_path: Path):
    with pytest.raises(MbfmuError, match="nothing carries a load"):
        plot_loads({}, tmp_path / "loads.svg")
