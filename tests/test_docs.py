"""The code in docs/: Python runs page by page in the order in which a reader meets it, and commands are commands of ours."""

import re
import shlex
from importlib import import_module
from pathlib import Path

import pytest
import typer
from typer.main import get_command

import mbfmu
from mbfmu.cli import app
from mbfmu.problem.schedules import FORMULATIONS

DOCS = Path(__file__).parent.parent / "docs"
PAGES = sorted(page for page in DOCS.rglob("*.md") if "_build" not in page.parts)
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.S | re.M)
FILE = re.compile(r"(?:# |<!-- )([\w.]+\.\w+)(?: -->)?\n")  # a block whose first line names a file is that file


def blocks(page: Path, language: str) -> list[str]:
    return [text for found, text in BLOCK.findall(page.read_text()) if found == language]


def name_of(page: Path) -> str:
    return page.relative_to(DOCS).as_posix()


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "python")], ids=name_of)
def test_python_runs(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for _, text in BLOCK.findall(page.read_text()):
        if named := FILE.match(text):
            Path(named[1]).write_text(text)
    names: dict = {}
    for text in blocks(page, "python"):
        exec(compile(text, name_of(page), "exec"), names)


COMMANDS = [line for page in PAGES for text in blocks(page, "sh") for line in text.splitlines() if line.startswith("mbfmu ")]


@pytest.mark.parametrize("line", COMMANDS)
def test_commands_are_ours(line):
    _, command, *arguments = shlex.split(line)
    assert get_command(app).commands[command].make_context(command, arguments).params


def test_a_command_that_is_not_ours_would_be_found():
    with pytest.raises(typer.BadParameter):
        test_commands_are_ours("mbfmu cosim crane.ssp --step soon")


def test_every_public_name_is_in_the_reference(monkeypatch):
    monkeypatch.syspath_prepend(DOCS)
    elements = import_module("generators.elements")
    pages = [*map(elements.room, elements.ROOMS), (DOCS / "reference/functions.md").read_text()]
    listed = [name for page in pages for found in re.findall(r"^##+ `(\w+)`$|:: mbfmu\.(\w+)", page, re.M) for name in found if name]
    assert sorted(set(listed) - {"cosim", "driving", "view"}) == sorted([*mbfmu.__all__, "open"])


def test_every_formulation_has_its_section():
    headings = re.findall(r"^## `(\w+)`$", (DOCS / "theory/formulations.md").read_text(), re.M)
    assert sorted(headings) == sorted(FORMULATIONS)
