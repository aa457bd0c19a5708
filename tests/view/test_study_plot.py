"""Pictures of studies, of whatever their runs started with."""

from pathlib import Path

import pytest

from mbfmu.view import plot_study

pandas = pytest.importorskip("pandas")


def test_vectors_are_left_out_and_texts_are_drawn(tmp_path: Path):
    table = pandas.DataFrame({"arm.r": [[0.0, 0.0, 1.0], [0.0, 0.0, 2.0]], "valve": ["open", "closed"], "m": [1.0, 2.0], "s": [1.0, 2.0]})
    plot_study(table, ["arm.r", "valve", "m"], ["s"], tmp_path / "study.svg")
    plot_study(table, ["valve", "m"], ["s"], tmp_path / "without.svg")
    panels = [(tmp_path / name).read_text().count('id="axes_') for name in ("study.svg", "without.svg")]
    assert panels == [3, 3]  # over two values, and how often s was found
