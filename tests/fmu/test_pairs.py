"""Generated C that computes two numbers at once: what becomes a pair, and that the numbers are those of one by one, to the last bit."""

import ctypes
import sys
from pathlib import Path

import casadi as ca
import numpy as np
import pytest

from mbfmu.codegen import plain_function
from mbfmu.codegen.branches import branches
from mbfmu.codegen.c_functions import CFunctions
from mbfmu.codegen.c_source import CSource
from mbfmu.codegen.expressions import numbered
from mbfmu.codegen.functions import forward
from mbfmu.codegen.order import ordered, reads, values
from mbfmu.codegen.pairs import Pair, pairs
from mbfmu.driving.load import load_problem
from tests.library import FMUS

from .native.compiled import compiled

ZIG = (sys.executable, "-m", "ziglang", "cc")
FORMS = ("value", "forward")


def paired(function: ca.Function) -> list[Pair]:
    steps = numbered(function)
    return pairs(steps, branches(steps))


def evaluated(folder: Path, functions: dict[str, ca.Function], compiler: tuple[str, ...] = ZIG) -> dict[str, list[np.ndarray]]:
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


@pytest.mark.parametrize("name", ["full_car", "magic_formula_tire", "four_bar"])
def test_pairs_give_the_numbers_of_one_by_one_to_the_last_bit(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """With compilers that know vectors of two numbers, and with others."""
    problem = load_problem(FMUS / name / "model.py")
    functions = {key: problem.functions[key] for key in ("derivative", "output", "constraints") if key in problem.functions}
    functions |= {f"forward_{key}": forward(key, of) for key, of in functions.items() if of.n_instructions() < 3000}
    assert any(paired(f) for f in functions.values())
    in_pairs, without_vectors = (evaluated(tmp_path / f"pairs{i}", functions, (*ZIG, *option)) for i, option in enumerate(((), ("-U__GNUC__",))))
    monkeypatch.setattr(plain_function, "pairs", lambda steps, under: [])
    one_by_one = evaluated(tmp_path / "one_by_one", functions)
    assert same_bits(in_pairs, one_by_one)
    assert same_bits(without_vectors, one_by_one)


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
    under = branches(steps)
    there: set[int] = set()
    for item in ordered(steps, pairs(steps, under), under):
        assert there.issuperset(reads(steps, item))
        there.update(values(item))


def test_what_is_needed_under_different_conditions_is_no_pair() -> None:
    """A wheel in the air costs nothing although the other one rolls."""
    x, c = ca.SX.sym("x", 2), ca.SX.sym("c", 2)
    force = lambda i: ca.if_else(c[i] > 0, ca.exp(ca.sqrt(x[i] * 2.0 + 1.0)) * ca.log(x[i] + 3.0), 0.0)
    steps = numbered(ca.Function("wheels", [x, c], [force(0) + force(1)]))
    under = branches(steps)
    found = pairs(steps, under)
    assert any(under)
    assert all(under[pair.first] == under[pair.second] for pair in found)


def test_functions_that_write_where_they_read_read_first(tmp_path: Path) -> None:
    x = ca.SX.sym("x", 3)
    source = CSource("<math.h>")
    CFunctions(source).add("turn", ca.Function("turn", [x], [ca.vertcat(x[1] * 2.0, x[2] * 3.0, x[0] + x[1])]), in_place=True)
    (tmp_path / "functions.c").write_bytes(source.encode())
    numbers = np.array([1.0, 10.0, 100.0])
    pointer = (ctypes.c_void_p * 1)(numbers.ctypes.data)
    assert compiled(tmp_path, tmp_path / "functions.c").turn(pointer, pointer, None, None, 0) == 0
    assert numbers.tolist() == [20.0, 300.0, 11.0]
