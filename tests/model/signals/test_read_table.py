"""Lookup tables from CSV files."""

import numpy as np
import pytest

from mbfmu import MbfmuError, read_table
from mbfmu.base.errors import ProblemsFound


def written(folder, text):
    (folder / "map.csv").write_text(text)
    return folder / "map.csv"


def test_rows_are_points_of_the_grid_in_any_order(tmp_path):
    rows = ["1000, 0, 0", "2000, 1, 90", "1000, 1, 80", "2000, 0, -10"]
    table = read_table(written(tmp_path, "speed [rpm], throttle, torque [N.m]\n" + "\n".join(rows)), smooth=True, outside="extrapolated")
    assert table.units == ("rpm", "1", "N.m") and table.smooth and table.outside == "extrapolated"
    np.testing.assert_array_equal(table.values, [[0, 80], [-10, 90]])
    np.testing.assert_array_equal(table.in_units(("rad/s", "1", "N.m")).axes[0], np.array([1000, 2000]) * (np.pi / 30))


def test_without_units_it_has_none(tmp_path):
    table = read_table(written(tmp_path, "s,f\n0,1\n1,3\n"))
    assert table.units is None and table(0.5) == 2.0


@pytest.mark.parametrize(
    "text, words",
    [
        ("x,y,f\n0,0,1\n1,0,1\n1,1,1\n", "the point x 0, y 1 is missing"),
        ("x,f\n0,1\n1,1\n1,2\n", "line 3: the point x 1 is there more than once"),
        ("x,f\n0,1\n1,1_000\n", "line 3, column f: '1_000' is not a finite number"),
        ("x,f\n0,1\n1,nan\n", "line 3, column f: 'nan' is not a finite number"),
        ("x,f\n0,1\n", "at least two abscissae"),
        ("x\n0\n1\n", "has 1 columns"),
        ("0,1\n1,2\n2,4\n", "begins with numbers"),
    ],
)
def test_what_is_wrong_is_named(tmp_path, text, words):
    with pytest.raises((MbfmuError, ProblemsFound), match=words):
        read_table(written(tmp_path, text))
