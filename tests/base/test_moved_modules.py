"""Public modules are imported by their old names, too."""

import sys
from importlib import import_module

import pytest

from mbfmu.base.moved_modules import MOVED


@pytest.mark.parametrize("old", MOVED)
def test_an_old_name_is_the_module_of_today(old: str):
    sys.modules.pop(old, None)
    with pytest.warns(DeprecationWarning, match=f"{old} is {MOVED[old]} now"):
        module = import_module(old)
    assert module is sys.modules[MOVED[old]] and module.__name__ == MOVED[old]


def test_what_never_was_is_not_there():
    with pytest.raises(ModuleNotFoundError):
        import_module("mbfmu.urdfs")
