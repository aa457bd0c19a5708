"""mbfmu fit, as a person and as a script uses it."""

from pathlib import Path

import numpy as np
import pytest

from tests.analysis.fitting.oscillators import TIMES, amplitudes, motion
from tests.command_line import result, run
from tests.tolerances import INTEGRATION

UNKNOWN = ("--parameter", "mass.m", "--parameter", "spring.c", "--parameter", "spring.d")
MODEL = "from tests.analysis.fitting.oscillators import oscillator\nmodel = oscillator()\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A model that nobody can tune, and two experiments with it, one of them in other units, with rows as they are measured."""
    (tmp_path / "model.py").write_text(MODEL)
    for name, head, force, scale in (("free", "time,s", 0.0, 1.0), ("pushed", "time [ms],s [mm],f [kN]", 3.0, 1e3)):
        rows = np.column_stack([scale * TIMES, scale * motion(70.0, 1.5, 0.1, force)[0], np.full(len(TIMES), 1e-3 * force)])
        np.savetxt(tmp_path / f"{name}.csv", rows[:, : len(head.split(","))], delimiter=",", header=head, comments="", fmt="%.17g")
    return tmp_path


def test_two_experiments_tell_mass_stiffness_and_damping(folder: Path):
    asked = ("fit", folder / "model.py", folder / "free.csv", folder / "pushed.csv", "--parameter", "spring.c=10:100")
    asked += ("--parameter", "spring.d", "--parameter", "mass.m=1:", "--set", "mass.m=1.5", "-o", folder)
    found = result(*asked)
    values = {name: one["value"] for name, one in found["parameters"].items()}
    assert values == pytest.approx({"spring.c": 70.0, "spring.d": 1.5, "mass.m": 2.0}, rel=INTEGRATION)
    assert found["parameters"]["mass.m"]["unit"] == "kg" and np.shape(found["correlation"]) == (3, 3) and found["converged"]
    assert [Path(plot).read_bytes()[:4] for plot in found["plot"]] == [b"\x89PNG"] * 2
    differing = result("compare", folder / "free.csv", found["csv"][0], "--no-plot")["differences"]
    assert [one["signal"] for one in differing] == ["s"] and differing[0]["relative"] < INTEGRATION
    shown = run(*asked, "--no-plot", "--noise", "s=0.001")
    assert "Oscillator: " in shown.stdout and "correlation" in shown.stdout and "plot:" not in shown.stdout


def test_a_frequency_response_is_known_by_its_first_column(folder: Path):
    frequencies = np.linspace(0.2, 3.0, 10)
    found = amplitudes(frequencies, 2.2, 70.0, 1.5)
    rows = np.column_stack([frequencies, found.real, found.imag])
    np.savetxt(folder / "response.csv", rows, delimiter=",", header="frequency,s/f real,s/f imag", comments="", fmt="%.17g")
    asked = ("fit", folder / "model.py", folder / "response.csv", *UNKNOWN)
    written = result(*asked, "--at-rest", "-o", folder)
    assert written["parameters"]["mass.m"]["value"] == pytest.approx(2.2, rel=INTEGRATION)
    assert Path(written["csv"][0]).read_text().startswith('"frequency","s/f real","s/f imag"\n')
    assert Path(written["plot"][0]).read_bytes()[:4] == b"\x89PNG"


def test_what_cannot_be_told_is_a_warning(folder: Path):
    found = result("fit", folder / "model.py", folder / "free.csv", *UNKNOWN, "--no-plot", "-o", folder)
    assert "cannot be told apart" in found["warnings"][0] and found["parameters"]["mass.m"]["error"] == "inf"


@pytest.mark.parametrize(
    "more,words",
    [
        (("--parameter", "spring.cc"), "did you mean 'spring.c'?"),
        (("--parameter", "spring.c=low:high"), "write NAME, or NAME=LOW:HIGH with numbers"),
        (("--parameter", "spring.c", "--parameter", "spring.c"), "spring.c is given twice"),
        (("--parameter", "spring.c", "--noise", "s=little"), "--noise s=little: a number is wanted"),
        (("--parameter", "spring.c", "--noise", "s"), "--noise s: write NAME=VALUE, such as --noise stroke=0.001"),
        (("--parameter", "spring.c", "--at-rest"), "--at-rest is for frequency responses"),
        (("--parameter", "spring.c=60:90"), "spring.c starts at 50 N/m, not between 60 and 90"),
    ],
)
def test_what_cannot_be_fitted_ends_with_exit_code_1_and_leaves_no_folder(folder: Path, more: tuple[str, ...], words: str):
    refused = run("fit", folder / "model.py", folder / "free.csv", *more, "-o", folder / "new/out")
    assert refused.exit_code == 1 and words in refused.stderr and not (folder / "new").exists()
