"""The main steps with which long files begin name functions that are there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent / "mbfmu"
STEP = re.compile(r"^\s*(?:\d+|[a-z])\. (.*)$", re.MULTILINE)
IN_BACKTICKS = re.compile(r"`([A-Za-z_][\w.]*)`")
BEFORE_A_COLON = re.compile(r"^([a-z]\w*_\w*|[a-z]\w+)(?:, ([a-z]\w*_\w*))*:")


def of_python(path: Path) -> tuple[list[str], str]:
    """The names that the steps of a module name, and the code below them."""
    text = path.read_text(encoding="utf-8")
    shown, code = text.split('"""', 2)[1:] if text.startswith('"""') else ("", text)
    return [name for step in STEP.findall(shown) for name in IN_BACKTICKS.findall(step)], code


def of_c(path: Path) -> tuple[list[str], str]:
    """The same of a C file, whose steps begin with names and a colon."""
    head, _, code = path.read_text(encoding="utf-8").partition("*/")
    heads = (BEFORE_A_COLON.match(step) for step in STEP.findall(head))
    return [name.strip() for found in heads if found for name in found.group().rstrip(":").split(",")], code


NAMED = {path.relative_to(ROOT).as_posix(): of_python(path) for path in ROOT.rglob("*.py")}
NAMED |= {path.relative_to(ROOT).as_posix(): of_c(path) for path in ROOT.glob("engine/c/**/*.c")}
RECIPE = "problem/data/steps.py"  # whose steps are those of who adds a kind, in other files: tests/problem/data/test_steps.py
WITH_STEPS = [file for file, (names, _) in NAMED.items() if names and file != RECIPE]


def test_long_orchestrations_begin_with_their_steps():
    assert {"engine/c/model/advance.c", "problem/mechanism/mechanics.py", "cosim/simulate.py", "problem/connect/connect.py"} <= set(WITH_STEPS)


@pytest.mark.parametrize("file", WITH_STEPS)
def test_steps_name_what_is_there(file: str):
    names, code = NAMED[file]
    words = set(re.findall(r"\w+", code))
    assert [name for name in names if not words.issuperset(name.split("."))] == []
