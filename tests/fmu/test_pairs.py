"""Generated C that computes two numbers at once: what becomes a pair, and that the numbers are those of one by one, to the last bit."""

import ctypes
from pathlib import Path

import casadi as ca
import numpy as np
import pytest

from mbfmu.problem.codegen import c_functions, plain_function
from mbfmu.problem.codegen.c_functions import CFunctions
from mbfmu.problem.codegen.c_source import CSource
from mbfmu.problem.codegen.expressions import numbered
from mbfmu.problem.codegen.functions import forward
from mbfmu.problem.codegen.order import ordered, reads, values
from mbfmu.problem.codegen.pairs import Pair, pairs
from mbfmu.problem.load_problem import load_problem
from tests.compiler import CC
from tests.library import FMUS

from .native.compiled import compiled

LARGE = ("full_car", "wheel_loader")


def paired(function: ca.Function) -> list[Pair]:
    return pairs(numbered(function))


def evaluated(folder: Path, functions: dict[str, ca.Function], compiler: tuple[str, ...] = CC) -> dict[str, list[np.ndarray]]:
    """The results of functions in C of the same random numbers."""
    source = CSource("<math.h>")
    written = CFunctions(source)
    for name, function in functions.items():
        written.add(name, function)
    folder.mkdir()
    (folder / "functions.c").write_bytes(source.encode())
    library, found = compiled(folder, folder / "functions.c", compiler=compiler), {}
    pointers = lambda arrays: (ctypes.c_void_p * len(arrays))(*(a.ctypes.data for a in arrays))
    for name, f in functions.items():
        rng = np.random.default_rng(0)
        given, found[name] = [rng.uniform(0.2, 0.8, f.nnz_in(i)) for i in range(f.n_in())], [np.zeros(f.nnz_out(i)) for i in range(f.n_out())]
        work = np.zeros(written.work)
        assert getattr(library, name)(pointers(given), pointers(found[name]), None, work.ctypes.data_as(ctypes.c_void_p), 0) == 0
    return found


def same_bits(a: dict[str, list[np.ndarray]], b: dict[str, list[np.ndarray]]) -> bool:
    return all(one.tobytes() == other.tobytes() for name in a for one, other in zip(a[name], b[name], strict=True))


@pytest.mark.parametrize("name", ["four_bar", *(pytest.param(name, marks=pytest.mark.slow) for name in ("magic_formula_tire", *LARGE))])
def test_pairs_give_the_numbers_of_one_by_one_to_the_last_bit(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """With compilers that know vectors of two numbers, and with others; of short functions, too, which have no pairs otherwise."""
    monkeypatch.setattr(c_functions, "INSTRUCTIONS", 100)
    problem = load_problem(FMUS / name / "model.py")
    functions = {key: problem.functions[key] for key in ("derivative", "output", "constraints") if key in problem.functions}
    functions |= {f"forward_{key}": forward(key, of) for key, of in functions.items() if of.n_instructions() < 3000}
    assert any(paired(f) for f in functions.values())
    in_pairs, without_vectors = (evaluated(tmp_path / f"pairs{i}", functions, (*CC, *option)) for i, option in enumerate(((), ("-U__GNUC__",))))
    monkeypatch.setattr(plain_function, "pairs", lambda steps: [])
    scalarized = evaluated(tmp_path / "scalarized", functions)
    assert same_bits(in_pairs, scalarized)
    assert same_bits(without_vectors, scalarized)


def test_all_of_two_alike_sides_becomes_pairs() -> None:
    x = ca.SX.sym("x", 2, 4)
    sides = [x[i, 0] * ca.sqrt(x[i, 1] + x[i, 2] / x[i, 3]) - 2.5 * x[i, 0] for i in range(2)]
    found = paired(ca.Function("sides", [x], [sides[0] + sides[1]]))
    assert len(found) == 6  # all but the sum of both


def test_no_pair_needs_itself() -> None:
    """What is alike may be of another height: a chain of the same operation is no pair with itself."""
    x = ca.SX.sym("x")
    y = x
    for _ in range(40):
        y = y * y + x
    steps = numbered(ca.Function("chain", [x], [y]))
    there: set[int] = set()
    for unit in ordered(steps, pairs(steps)):
        assert there.issuperset(reads(steps, unit))
        there.update(values(unit))


def test_functions_that_write_where_they_read_read_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(c_functions, "INSTRUCTIONS", 3)  # in parts
    x = ca.SX.sym("x", 5)
    source = CSource("<math.h>")
    CFunctions(source).add("turn", ca.Function("turn", [x], [ca.vertcat(x[1] * 2.0, x[2] * 3.0, x[0] + x[1], x[4], x[3])]), in_place=True)
    (tmp_path / "functions.c").write_bytes(source.encode())
    numbers = np.array([1.0, 10.0, 100.0, 4.0, 5.0])
    pointer = (ctypes.c_void_p * 1)(numbers.ctypes.data)
    assert compiled(tmp_path, tmp_path / "functions.c").turn(pointer, pointer, None, np.zeros(9).ctypes.data_as(ctypes.c_void_p), 0) == 0
    assert numbers.tolist() == [20.0, 300.0, 11.0, 5.0, 4.0]
