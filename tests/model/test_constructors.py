"""Type checkers see the constructors that the elements declare; what mypy says of them is in tests/test_style.py."""

from importlib import import_module
from pathlib import Path

import pytest

TOP = Path(__file__).parents[2]


def constructors():
    """The generator, in docs/."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(TOP / "docs")
        return import_module("generators.constructors")


def test_the_stubs_are_those_of_the_declarations() -> None:
    generator = constructors()
    old = [room for room in generator.ROOMS if generator.file_of(room).read_text() != generator.stub(room)]
    assert old == [], "write them again: PYTHONPATH=.:docs python -m generators.constructors"
