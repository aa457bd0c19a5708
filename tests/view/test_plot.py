import os
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from mbfmu.base.errors import MbfmuError, ProblemsFound
from mbfmu.model.signals.result import with_units
from mbfmu.view import plot

UNITS = {"crane.s": "m", "crane.v": "m/s", "pump.s": "m"}


@pytest.fixture
def result() -> np.ndarray:
    signals = ["crane.s", "crane.v", "pump.s", "pump.on"]
    rows = np.zeros(50, dtype=[("time", float), *((name, float) for name in signals)])
    rows["time"] = np.linspace(0.0, 1.0, 50)
    return rows


def texts(svg: Path) -> list[str]:
    """The texts of an SVG, which Matplotlib draws as glyphs but keeps as comments."""
    parser = ET.XMLParser(target=ET.TreeBuilder(insert_comments=True))
    return [e.text.strip() for e in ET.parse(svg, parser).iter() if e.tag is ET.Comment]


def test_signals_of_one_unit_share_an_axes(result: np.ndarray, tmp_path: Path):
    plot(result, tmp_path / "r.svg", title="Crane", units=UNITS)
    written = texts(tmp_path / "r.svg")
    assert [t for t in written if t in ("m", "m/s")] == ["m", "m/s"]
    assert [t for t in written if "." in t and t[0].isalpha()] == ["crane.s", "pump.s", "crane.v", "pump.on"]
    assert "Crane" in written and "time in s" in written


def test_signals_that_are_equal_share_a_line(result: np.ndarray, tmp_path: Path):
    result["crane.s"] = result["pump.on"] = np.sin(result["time"])
    plot(result, tmp_path / "all.svg")
    plot(result, tmp_path / "chosen.svg", signals=["crane.s", "pump.s", "crane.*"])
    lines = lambda name: (tmp_path / name).read_text().count("stroke: #ff7f0e")  # the second colour, in the axes and in the legend
    assert texts(tmp_path / "all.svg")[-4:] == ["crane.s", "pump.on", "crane.v", "pump.s"] and lines("all.svg") == 2
    assert texts(tmp_path / "chosen.svg")[-3:] == ["crane.s", "pump.s", "crane.v"]


def test_a_picture_grows_with_its_axes(result: np.ndarray, tmp_path: Path):
    plot(result, tmp_path / "one.png", signals=["crane.s"], units=UNITS)
    plot(result, tmp_path / "all.png", units=UNITS)
    assert Image.open(tmp_path / "one.png").height < Image.open(tmp_path / "all.png").height


def test_unknown_signals_are_named_with_those_there_are(result: np.ndarray, tmp_path: Path):
    with pytest.raises(ProblemsFound, match=r"the signals are crane\.s, (.|\n)*no signal is called 'crane\.x'") as found:
        plot(result, tmp_path / "r.png", signals=["crane.x", "crane.s", "y"])
    assert len(found.value.problems) == 2 and os.listdir(tmp_path) == []


def test_other_formats_and_folders_that_are_not_there_are_refused(result: np.ndarray, tmp_path: Path):
    with pytest.raises(MbfmuError, match=r"\.png or \.svg"):
        plot(result, tmp_path / "r.docx")
    with pytest.raises(MbfmuError, match="cannot be written"):
        plot(result, tmp_path / "missing" / "r.png")


def test_a_result_that_knows_its_units_needs_none(result: np.ndarray, tmp_path: Path):
    assert plot(with_units(result, UNITS), tmp_path / "r.svg") == [tmp_path / "r.svg"]
    assert [t for t in texts(tmp_path / "r.svg") if t in ("m", "m/s")] == ["m", "m/s"]


@pytest.mark.slow
def test_hundreds_of_signals_are_a_page_of_those_that_connect_or_pages_of_those_that_were_chosen(tmp_path: Path):
    names = [f"a.y{i}" for i in range(200)]
    rows = np.zeros(20, dtype=[("time", float), *((name, float) for name in (*names, "b.u"))])
    rows["time"] = np.linspace(0.0, 1.0, 20)
    for i, name in enumerate(names[50:], 1):
        rows[name] = i * rows["time"]
    rows["b.u"] = rows["a.y199"]
    assert plot(rows, tmp_path / "r.svg") == [tmp_path / "r.svg"]
    shown = [t for t in texts(tmp_path / "r.svg") if t[:2] in ("a.", "b.")]
    assert {"a.y199", "b.u"} <= {*shown} and len(shown) == 41 and "a.y0" not in shown
    pages = plot(rows, tmp_path / "all.png", signals=["a.*"])
    assert [page.name for page in pages] == ["all.png", "all-2.png", "all-3.png", "all-4.png"]
    assert all(Image.open(page).height < 3000 for page in pages)
