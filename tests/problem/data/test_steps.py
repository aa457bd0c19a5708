"""The kinds of steps: one list, that of mbfmu.problem.data.steps.Step, and all that must know each of them."""

import re
from pathlib import Path
from typing import get_args

import mbfmu
from mbfmu.problem.codegen.packed_tables import STEPS
from mbfmu.problem.codegen.step_tables import step_table
from mbfmu.problem.data.dependencies import mark
from mbfmu.problem.data.steps import ConstrainedSolve, ConstraintMethod, Step

ENGINE = Path(mbfmu.__file__).parent / "engine" / "c"
KINDS = get_args(Step)


def in_c(kind: type) -> list[str]:
    """The names of the StepKinds of a kind: one, or one for each method of a ConstrainedSolve."""
    return [method.name for method in ConstraintMethod] if kind is ConstrainedSolve else [re.sub(r"(?<=.)(?=[A-Z])", "_", kind.__name__).upper()]


NAMES = [name for kind in KINDS for name in in_c(kind)]


def test_every_kind_has_a_table_and_dependencies():
    for rule in (step_table, mark):
        assert set(rule.registry) - {object} == set(KINDS)


def test_every_kind_has_its_bytes():
    """Portable models run the tapes of the functions that a Call calls."""
    of_bytes = ["TAPE_RUN" if name == "CALL" else name for name in NAMES]
    assert sorted(STEPS) == sorted(of_bytes)
    reading = (ENGINE / "data" / "load_steps.c").read_text()
    assert re.findall(r"^    \{&([A-Z_]+), [a-z_]+\},$", reading, re.MULTILINE) == list(STEPS)


def test_every_kind_is_declared_and_defined_in_c():
    header = (ENGINE / "core" / "problem.h").read_text()
    declared = [name for line in re.findall(r"^extern const StepKind (.*);$", header, re.MULTILINE) for name in line.split(", ")]
    assert sorted(declared) == sorted(NAMES)
    structs = re.findall(r"^\} ([A-Za-z]+);$", header, re.MULTILINE)
    assert {kind.__name__ for kind in KINDS} <= set(structs)
    defined = [name for file in (ENGINE / "steps").glob("*.c") for name in re.findall(r"^const StepKind ([A-Z_]+) =", file.read_text(), re.MULTILINE)]
    of_methods = {method.name for method in ConstraintMethod}
    assert set(defined) == set(NAMES) - of_methods
    assert of_methods <= {file.stem.upper() for file in (ENGINE / "steps").glob("*.c")}
