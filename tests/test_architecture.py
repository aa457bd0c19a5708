"""ARCHITECTURE.md, CONTRIBUTING.md and docs/design: short where they must be, and true of the files that are there."""

import re
from pathlib import Path

import pytest

from .imports import PACKAGE
from .picture_of_rooms import PAGE, arrows, drawn, picture, reduced

TOP = PAGE.parent
CONTRIBUTING = TOP / "CONTRIBUTING.md"
DESIGN = sorted((TOP / "docs/design").glob("*.md"))
MOST_WORDS = 3000
FILE = re.compile(r"[\w./-]*(?:/|\.(?:py|pyi|c|h|js|md|toml|json))")  # a folder ends with a slash


def test_it_is_short():
    assert len(PAGE.read_text().split()) <= MOST_WORDS


def test_the_picture_is_what_the_imports_give():
    assert drawn(PAGE.read_text()) == picture(arrows()), "run python -m tests.picture_of_rooms"


def test_an_arrow_that_follows_from_others_is_left_out():
    assert reduced({"roof": {"wall", "floor"}, "wall": {"floor"}, "floor": set()}) == {"roof": {"wall"}, "wall": {"floor"}, "floor": set()}


def paths(page: Path) -> list[str]:
    """The files and folders that a page names in backticks."""
    return [path for path in re.findall(r"`([^`\n]+)`", page.read_text()) if FILE.fullmatch(path)]


def links(page: Path) -> list[str]:
    """The files that a page links to."""
    return re.findall(r"\]\((?!http)([^)#]+)", page.read_text())


@pytest.mark.parametrize("page", [PAGE, CONTRIBUTING], ids=lambda page: page.name)
def test_every_file_is_there(page: Path):
    """Paths begin at the top of the checkout or, for the sake of short lines, at the top of the package."""
    assert len(paths(page)) > 50
    assert [path for path in paths(page) if not ((TOP / path).exists() or (PACKAGE / path).exists())] == []
    assert [link for link in links(page) if not (TOP / link).exists()] == []


@pytest.mark.parametrize("page", DESIGN, ids=lambda page: page.name)
def test_every_file_of_the_design_is_there(page: Path):
    """Files may be named alone where their folder is clear."""
    known = {file.name for file in PACKAGE.rglob("*.*")}
    assert [path for path in paths(page) if not ((TOP / path).exists() or (PACKAGE / path).exists() or path in known)] == []
