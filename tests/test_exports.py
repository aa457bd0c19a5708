"""What a user imports from mbfmu itself."""

from importlib.resources import files

import pytest

import mbfmu

NEEDED = "build_fmu build_native build_portable kernel switch where Record Joint Block Force Constraint Sensor".split()


@pytest.mark.parametrize("name", NEEDED)
def test_what_a_class_of_ones_own_needs(name):
    assert name in mbfmu.__all__ and callable(getattr(mbfmu, name))


def test_every_name_that_is_listed_is_there():
    assert sorted(set(mbfmu.__all__)) == sorted(mbfmu.__all__)
    assert [name for name in mbfmu.__all__ if not hasattr(mbfmu, name)] == []


def test_type_checkers_read_its_hints():
    assert (files("mbfmu") / "py.typed").is_file()
