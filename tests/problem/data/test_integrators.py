"""The integrators: one list, that of mbfmu.problem.data.integrators, and all that must name each of them."""

import re
from pathlib import Path

import pytest

import mbfmu
from mbfmu import Model
from mbfmu.cli.options import Integrator
from mbfmu.problem.data.integrators import INTEGRATORS

ENGINE = Path(mbfmu.__file__).parent / "engine" / "c"
IN_C = [f"BY_{name.upper()}" for name in INTEGRATORS]


def test_the_enumeration_of_c_has_them_in_this_order():
    """Models carry an integrator as its number."""
    header = (ENGINE / "core" / "problem.h").read_text()
    assert re.search(r"enum \{ (BY_.*) \};", header)[1].split(", ") == IN_C


def test_each_is_a_file_that_the_engine_chooses():
    choice = (ENGINE / "integrators" / "integrator_choice.c").read_text()
    assert re.findall(r"\[(BY_[A-Z_]+)\] = &([A-Z_]+)", choice) == [(name, name.removeprefix("BY_")) for name in IN_C]
    assert {f"{name}.c" for name in INTEGRATORS} <= {file.name for file in (ENGINE / "integrators").glob("*.c")}


def test_models_that_are_read_have_one_of_them():
    reading = (ENGINE / "data" / "load.c").read_text()
    assert re.search(r"p->integrator = read_between\(reader, (\w+), (\w+),", reading).groups() == (IN_C[0], IN_C[-1])


@pytest.mark.parametrize("integrator", INTEGRATORS)
def test_users_are_told_of_each(integrator: str):
    assert f'"{integrator}"' in Model.__doc__ and integrator in Integrator.__metadata__[0].help
