"""The NumPy that kernels may use: what works on arrays of objects, and keeps a traced or dimensioned number what it is."""

import ast
from pathlib import Path

import numpy as np

import mbfmu
from mbfmu.base.scalars import Dimensioned, Traced

MAY = {"array", "asarray", "block", "column_stack", "eye", "ones", "outer", "ravel", "result_type", "zeros"}
MAY_AS_METHODS_OF_NUMBERS = {"sin", "cos", "tan", "arcsin", "arccos", "arctan", "sqrt", "exp", "log", "tanh", "arctan2"}
# These run on floats alone: they lay out axes before anything is traced, check what the user gave, or draw random numbers.
ON_FLOATS = {"drawn", "read_crg", "_points", "_axis", "limits", "own_warnings", "layout", "own_problems", "axes_along", "rounded"}
ON_FLOATS_FILES = {"contract.py", "sampled_joint.py", "mesh_content.py"}  # which compare a joint's methods, and read files
ROOMS = ("spatial", "elements", "formulations")


def numpy_names(function: ast.AST) -> set[str]:
    """The names behind `np.` in a function, annotations left out."""
    noted = {id(n) for f in ast.walk(function) if isinstance(f, ast.FunctionDef) for a in (f.returns,) if a for n in ast.walk(a)}
    attributes = [n for n in ast.walk(function) if isinstance(n, ast.Attribute) and id(n) not in noted]
    return {n.attr for n in attributes if isinstance(n.value, ast.Name) and n.value.id == "np"}


def test_kernels_use_only_numpy_that_works_on_their_numbers():
    root = Path(mbfmu.__file__).parent
    strays = []
    for file in (f for room in ROOMS for f in sorted((root / room).rglob("*.py")) if f.name not in ON_FLOATS_FILES):
        functions = [n for n in ast.walk(ast.parse(file.read_text())) if isinstance(n, ast.FunctionDef)]
        for function in (f for f in functions if f.name not in ON_FLOATS):
            stray = numpy_names(function) - MAY - MAY_AS_METHODS_OF_NUMBERS
            strays += [f"{file.relative_to(root)}: {function.name} uses np.{name}" for name in sorted(stray)]
    assert not strays, "\n".join(strays)


def test_numbers_have_the_methods():
    for name in MAY_AS_METHODS_OF_NUMBERS:
        assert callable(getattr(Traced, name)) and callable(getattr(Dimensioned, name)), name


def test_the_list_keeps_numbers_what_they_are():
    row = np.array([Traced(2.0), Traced(3.0)], dtype=object)
    for made in (
        np.array([*row]),
        np.asarray(row),
        np.block([[np.outer(row, row), np.eye(2)]]),
        np.column_stack([row, np.zeros(2)]),
        np.ravel(row[0]),
        np.ravel(row),
    ):
        assert made.dtype == object
        assert any(isinstance(x, Traced) for x in made.ravel())
