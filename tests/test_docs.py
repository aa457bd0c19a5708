"""The pages in docs/ and the README: their Python and their commands run page by page, in the order in which a reader meets them."""

import re
import shlex
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from typer.testing import CliRunner

import mbfmu
from mbfmu.cli.main import app
from mbfmu.problem.schedules.schedules import FORMULATIONS

TOP = Path(__file__).parent.parent
DOCS = TOP / "docs"
sys.path.insert(0, str(DOCS))
generated = import_module("generators.pages")
PAGES = sorted(page for page in DOCS.rglob("*.md") if "_build" not in page.parts)
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.S | re.M)
FILE = re.compile(r"(?:# |<!-- )([\w.]+\.\w+)(?: -->)?\n")  # a block whose first line names a file is that file
RUNS = ("mbfmu ", "fmpy ")  # what commands begin with that run here; others install
# They compile for several platforms or large models, co-simulate, or compute and draw long motions.
COMPILING = ("choose_kind", "import_other_tools", "kinematics_rig", "manoeuvres", "replay", "robot", "soft_soil", "test_bench", "vehicle")
DRAWING = ("choose_step_and_master", "energy_saving_arm", "see_it_move", "stability_limits", "static_equilibrium")
LONG = {f"recipes/{page}.md" for page in (*COMPILING, *DRAWING)}


def name_of(page: Path) -> str:
    return page.relative_to(TOP if page.parent == TOP else DOCS).as_posix()


def blocks(page: Path) -> list[tuple[str, str]]:
    return BLOCK.findall(generated.written_by_hand(page.read_text()))


def marked(page: Path):
    return pytest.param(page, id=name_of(page), marks=pytest.mark.slow if name_of(page) in LONG else ())


@pytest.mark.parametrize("page", [marked(page) for page in [*PAGES, TOP / "README.md"] if {"python", "sh"} & dict(blocks(page)).keys()])
def test_what_stands_on_a_page_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    for shipped in ("fmus", "cosim_examples"):
        (tmp_path / shipped).symlink_to(TOP / shipped)
    names: dict = {}
    told = ""  # the Python so far, of which a reader makes the file that a command names
    for language, text in blocks(page):
        if named := FILE.match(text):
            Path(named[1]).write_text(text)
        if language == "python":
            exec(compile(text, name_of(page), "exec"), names)
            told += text
        if language == "sh":
            for line in text.splitlines():
                run(line, told)


def run(line: str, told: str) -> None:
    """Run a command as a reader does, in whose folder is what the page has told."""
    if not line.startswith(RUNS):
        return
    tool, *arguments = shlex.split(line)
    for script in (a for a in arguments if a.endswith(".py") and not Path(a).exists()):
        Path(script).write_text(told)
    if tool == "fmpy":
        subprocess.run([sys.executable, "-m", "fmpy", *arguments], check=True)
        return
    outcome = CliRunner().invoke(app, arguments)
    assert outcome.exit_code == 0, f"{line}: {outcome.output}"


def test_a_command_that_is_wrong_would_be_found():
    with pytest.raises(AssertionError, match="Invalid value for '--step'"):
        run("mbfmu cosim crane.ssp --step soon", "")


@pytest.mark.parametrize("page", [pytest.param(page, id=name_of(page)) for page in generated.pages(DOCS)])
def test_generated_parts_are_what_the_code_gives(page: Path):
    text = page.read_text()
    assert text == generated.regenerated(text), "run python docs/generate.py"


def test_every_generator_has_its_part_and_every_picture_its_file():
    parts = [part[1] for page in generated.pages(DOCS) for part in generated.PART.finditer(page.read_text())]
    assert sorted(parts) == sorted(generated.GENERATORS)
    drawn = import_module("generators.pictures").DRAWN
    assert sorted(picture.stem for picture in (DOCS / "pictures/joints").glob("*.svg")) == sorted(kind.__name__ for kind in drawn)


def test_every_public_name_is_in_the_reference():
    pages = [page.read_text() for page in (DOCS / "reference").glob("*.md")]
    listed = [name for page in pages for found in re.findall(r"^##+ `(\w+)`$|:: mbfmu\.(\w+)", page, re.M) for name in found if name]
    assert sorted(set(listed) - {"analysis", "cosim", "model", "view"}) == sorted([*mbfmu.__all__, "open"])


def test_every_formulation_has_its_section():
    headings = re.findall(r"^## `(\w+)`$", (DOCS / "theory/formulations.md").read_text(), re.M)
    assert sorted(headings) == sorted(FORMULATIONS)
