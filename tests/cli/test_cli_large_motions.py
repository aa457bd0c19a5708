"""The commands that look at large motions: exponents, section, orbit, branch."""

from pathlib import Path

import numpy as np
import pytest

from mbfmu.cosim import read_csv
from tests.command_line import FMUS, result, run
from tests.tolerances import BRANCHED, INTEGRATION, PRINTED_EXPONENT

DUFFING = FMUS / "duffing/model.py"
PERIOD = 2.0 * np.pi
IN_A_WELL = ("--set", "force.amplitude=0.2", "--transient", 100)
PNG = b"\x89PNG"


def test_exponents(tmp_path: Path):
    found = result("exponents", DUFFING, "--time", 400, *IN_A_WELL, "-o", tmp_path)
    assert found["exponents"] == pytest.approx([0.0, -0.1, -0.1], abs=PRINTED_EXPONENT)
    assert (found["dimension"], found["phase"]) == (1.0, True)
    assert Path(found["plot"]).read_bytes()[:4] == PNG
    assert "dimension 1" in run("exponents", DUFFING, "--time", 50, *IN_A_WELL, "--no-plot").stdout


def test_orbit_and_section_agree(tmp_path: Path):
    orbit = result("orbit", DUFFING, "--period", PERIOD, *IN_A_WELL, "-o", tmp_path)
    assert (orbit["stability"], orbit["period"]) == ("stable", PERIOD)
    section = result("section", DUFFING, "--stop", 150 * PERIOD, "--period", PERIOD, *IN_A_WELL[:2], "--transient", 140 * PERIOD, "-o", tmp_path)
    points = read_csv(Path(section["csv"]))
    assert points["s"] == pytest.approx(np.full(11, orbit["states"]["guide.s"]), abs=INTEGRATION)
    assert all(Path(found["plot"]).read_bytes()[:4] == PNG for found in (orbit, section))
    assert "stable" in run("orbit", DUFFING, "--period", PERIOD, *IN_A_WELL, "--no-plot", "-o", tmp_path).stdout


def test_a_branch_of_equilibria(tmp_path: Path):
    """The quarter car sinks by its weight over the spring's stiffness, wherever that is."""
    found = result("branch", FMUS / "quarter_car/model.py", "--over", "suspension.c=8e3:32e3", "-o", tmp_path, "--state", "body_guide.s")
    assert found["special"] == []
    assert [end["stable"] for end in found["ends"]] == [True, True]
    rows = read_csv(Path(found["csv"]))
    assert rows["body_guide.s"] == pytest.approx(-250.0 * 9.81 / rows["suspension.c"], abs=INTEGRATION)
    assert Path(found["plot"]).read_bytes()[:4] == PNG


UEDA = [word for given in ("spring.c=0", "spring.d=0.1", "force.amplitude=2.2") for word in ("--set", given)]


def test_a_branch_that_leaves(tmp_path: Path):
    """Ueda's oscillator loses its symmetry at 2.286: both branches meet there."""
    given = ("branch", DUFFING, "--over", "force.amplitude=2.2:2.4", *UEDA, "--period", PERIOD, "--transient", 100, "--no-plot", "-o", tmp_path)
    (point,) = result(*given)["special"]
    assert point["approximate"] and point["leaves"]
    (meeting,) = result(*given, "--leave", 1)["special"]
    assert meeting["value"] == pytest.approx(point["value"], rel=BRANCHED)
    assert "--leave 2: other branches leave this one at 1 points" in run(*given, "--leave", 2).stderr


@pytest.mark.parametrize(
    "arguments,message",
    [
        (("branch", DUFFING, "--over", "force.amplitude"), "write NAME=FIRST:LAST"),
        (("branch", DUFFING, "--over", "force.w=0.5:2"), "Duffing is driven and has no equilibria"),
        (("orbit", DUFFING, "--period", 1.0, "--axes", "s"), "write the names of two outputs"),
        (("section", DUFFING, "--stop", 10), "either a period > 0 s or an output"),
        (("exponents", DUFFING, "--time", -1), "a time > 0 s"),
    ],
)
def test_what_makes_no_sense_is_refused_and_leaves_no_folder(tmp_path: Path, arguments: tuple, message: str):
    refused = run(*arguments, "-o", tmp_path / "out")
    assert refused.exit_code == 1 and message in refused.stderr and not (tmp_path / "out").exists()
