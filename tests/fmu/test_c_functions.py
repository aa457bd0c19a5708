"""Generated C against CasADi's own evaluation: flat and composed forms of functions, and their derivatives, give the same numbers."""

import ctypes
from itertools import product
from pathlib import Path

import casadi as ca
import numpy as np
import pytest

from mbfmu.engine.sources import C
from mbfmu.problem.codegen import c_functions
from mbfmu.problem.codegen.branches import DEEPEST, LONG, ConditionalInstruction, arranged
from mbfmu.problem.codegen.c_functions import CFunctions
from mbfmu.problem.codegen.c_source import CSource
from mbfmu.problem.codegen.expressions import numbered
from mbfmu.problem.codegen.functions import forward, reverse
from mbfmu.problem.data.problem import Problem
from mbfmu.problem.load_problem import load_problem
from mbfmu.problem.schedules import builder
from tests.convex_scenes import asked
from tests.fmu.native.compiled import compiled
from tests.library import FMUS
from tests.looking_up import looks_up
from tests.tolerances import ROUNDOFF

NAMES = sorted(path.parent.name for path in FMUS.glob("*/model.py"))


def all_composed(name: str, monkeypatch) -> Problem:
    """A model of the library whose every function is composed, however small."""
    monkeypatch.setattr(builder, "FLAT", 0)
    monkeypatch.setattr(builder, "WORTH", 0.0)
    return load_problem(FMUS / name / "model.py")


def library_of(folder: Path, functions: dict[str, ca.Function]) -> tuple[ctypes.CDLL, CFunctions]:
    """The functions in C, compiled without a warning."""
    source = CSource("<math.h>")
    written = CFunctions(source)
    for name, function in functions.items():
        written.add(name, function)
    (folder / "functions.c").write_bytes(source.encode())
    called = sorted((C / "geometry").glob("*.c")) if "convex_query(" in (folder / "functions.c").read_text() else []
    return compiled(folder, folder / "functions.c", *called), written


def evaluated(library: ctypes.CDLL, written: CFunctions, name: str, function: ca.Function, values: list) -> list[np.ndarray]:
    """What the C function gives."""
    results = [np.zeros(function.nnz_out(i)) for i in range(function.n_out())]
    pointers = lambda arrays: (ctypes.c_void_p * len(arrays))(*(a.ctypes.data for a in arrays))
    work = np.zeros(written.work)
    assert getattr(library, name)(pointers(values), pointers(results), None, work.ctypes.data_as(ctypes.c_void_p), 0) == 0
    return results


LARGE = (  # to compile
    *(
        "bicycle",
        "biped",
        "chain_50",
        "flexible_crane",
        "full_car",
        "full_car_on_tires",
        "grapple_skidder",
        "gripper",
        "quadruped",
        "rotating_blade",
        "rover_wheel",
        "spacecraft",
    ),
    *("truck", "wheel_loader"),
)

OUT_OF_REACH = ("energy_saving_arm",)  # whose drives have no angles for numbers at random


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.slow] * (name in LARGE)) for name in NAMES if name not in OUT_OF_REACH])
def test_composed_functions_are_the_flat_ones(name, monkeypatch):
    problem = all_composed(name, monkeypatch)
    computing = {f for f, function in problem.functions.items() if function.n_instructions()}  # a block without states has no rates to compute
    assert problem.composed.keys() == {f for f in computing if f != "inputs" and not f.startswith("link")}
    for function, composed in problem.composed.items():
        flat, rng = problem.functions[function], np.random.default_rng(list(function.encode()))  # whatever other functions there are
        values = [rng.uniform(0.2, 0.8, flat.nnz_in(i)) for i in range(flat.n_in())]
        same(composed.call([ca.DM(v) for v in values]), flat.call([ca.DM(v) for v in values]))


def same(found: list, expected: list) -> None:
    """Equal to roundoff, relative to the largest number."""
    for a, b in zip(found, expected):
        a, b = (np.ravel(ca.DM(column).full()) for column in (a, b))
        np.testing.assert_allclose(a, b, rtol=0, atol=ROUNDOFF * max([1.0, *abs(b[np.isfinite(b)])]) if b.size else 0)


@pytest.mark.parametrize("name", [pytest.param("four_bar", marks=pytest.mark.slow), "crane", "pendulum_chain"])
def test_C_gives_what_casadi_gives(name, monkeypatch, tmp_path):
    problem, rng = all_composed(name, monkeypatch), np.random.default_rng(0)
    functions: dict[str, ca.Function] = {}
    for key, of in [*problem.functions.items(), *((f"composed_{k}", f) for k, f in problem.composed.items())]:
        functions |= {key: of, f"forward_{key}": forward(key, of), f"reverse_{key}": reverse(key, of)}
    library, written = library_of(tmp_path, functions)
    for key, function in functions.items():
        values = [rng.uniform(0.2, 0.8, function.nnz_in(i)) for i in range(function.n_in())]
        same(evaluated(library, written, key, function, values), function.call([ca.DM(v) for v in values]))


def test_C_looks_up_what_casadi_does(tmp_path):
    functions: dict[str, ca.Function] = {}
    for k, name in enumerate(("linear 3", "smooth 2", "slope 1")):
        of = looks_up(name)
        functions |= {f"looks_{k}": of, f"forward_{k}": forward(str(k), of), f"reverse_{k}": reverse(str(k), of)}
    library, written = library_of(tmp_path, functions)
    for key, function in functions.items():
        values = [np.random.default_rng(0).uniform(0.2, 0.8, function.nnz_in(i)) for i in range(function.n_in())]
        same(evaluated(library, written, key, function, values), function.call([ca.DM(v) for v in values]))


@pytest.mark.parametrize("longest", [50, pytest.param(2000, marks=pytest.mark.slow)])
def test_C_asks_how_convex_bodies_touch_as_casadi_does(longest, monkeypatch, tmp_path):
    """In branches, and in parts."""
    monkeypatch.setattr(c_functions, "INSTRUCTIONS", longest)
    of = asked("box", "ellipsoid")
    functions = {"asks": of, "forward": forward("f", of), "reverse": reverse("r", of)}
    library, written = library_of(tmp_path, functions)
    for key, function in functions.items():
        for sign in (1.0, -1.0):
            values = [sign * np.random.default_rng(0).uniform(0.2, 0.8, function.nnz_in(i)) for i in range(function.n_in())]
            same(evaluated(library, written, key, function, values), function.call([ca.DM(v) for v in values]))


def test_long_compositions_are_written_in_parts_that_keep_what_they_share(tmp_path):
    """A value computed between the first calls is read again by the last, many parts later."""
    a = ca.SX.sym("a", 2)
    kernel = ca.Function("kernel", [a], [ca.vertcat(ca.sin(a[0]) + 0.1, ca.cos(a[1]) * a[0])])
    x = ca.MX.sym("x", 2)
    shared = x * 3.0
    y = shared
    for _ in range(300):
        y = kernel(y + 0.1 * shared)
    function = ca.Function("long", [x], [y + shared])
    library, written = library_of(tmp_path, {"long_one": function})
    values = [np.array([0.3, 0.4])]
    same(evaluated(library, written, "long_one", function, values), function.call([ca.DM(v) for v in values]))


def chosen() -> ca.Function:
    """What is long is needed under conditions: inside of each other, shared by two results, and on both sides of one."""
    x, c, d = (ca.SX.sym(name) for name in "xcd")
    shared, other, both = ca.exp(ca.sin(x)), ca.atan(x + c), ca.tan(x)
    nested = ca.if_else(d > 0, ca.log(2.0 + ca.cos(x)) + shared, both * shared)
    found = [ca.if_else(c > 0, nested + both, other), ca.if_else(c > 0, shared, 0.0), ca.if_else(c > 0, 2.0 * x, x) + both]
    return ca.Function("chosen", [x, c, d], ca.cse(found))


def deep(levels: int) -> ca.Function:
    """So many conditions inside of each other."""
    x, c, d = (ca.SX.sym(name) for name in "xcd")
    y = d
    for k in range(levels):
        y = ca.if_else(c < k / levels, ca.sin(x + k), y * x)
    return ca.Function("deep", [x, c, d], [y])


def nesting(arrangement: tuple[int | ConditionalInstruction, ...]) -> int:
    return max((1 + nesting(item.body) for item in arrangement if isinstance(item, ConditionalInstruction)), default=0)


def test_C_computes_under_a_condition_what_is_needed_there_only(tmp_path):
    functions = {"chosen": chosen(), "forward_chosen": forward("chosen", chosen()), "deep": deep(150)}
    library, written = library_of(tmp_path, functions)
    for key, function in functions.items():
        for c, d in product((-0.4, 0.6), repeat=2):
            values = [np.array([v]) for v in (0.3, c, d, 0.5, 0.7, 0.9)[: function.n_in()]]
            same(evaluated(library, written, key, function, values), function.call([ca.DM(v) for v in values]))


def test_only_what_both_sides_need_stands_outside_of_branches():
    steps = numbered(chosen())
    always = [steps[i].operation for i in arranged(steps) if isinstance(i, int)]
    assert [operation for operation in always if operation in LONG] == [ca.OP_TAN]


def test_there_are_no_more_blocks_inside_of_each_other_than_compilers_take():
    assert nesting(arranged(numbered(deep(400)))) == DEEPEST


def test_short_sides_of_a_condition_are_no_branches():
    x = ca.SX.sym("x")
    steps = numbered(ca.Function("short", [x], [ca.if_else(x > 0, x * x, 3.0 - x)]))
    assert arranged(steps) == tuple(range(len(steps)))


@pytest.mark.parametrize("longest", [1, 7, 100])
def test_long_plain_functions_are_written_in_parts_that_keep_what_they_share(longest, monkeypatch, tmp_path):
    """Inputs, constants and values are read parts later, too; room in w is used again."""
    monkeypatch.setattr(c_functions, "INSTRUCTIONS", longest)
    problem, rng = load_problem(FMUS / "four_bar" / "model.py"), np.random.default_rng(0)
    functions = problem.functions | {"forward_derivative": forward("derivative", problem.functions["derivative"])}
    library, written = library_of(tmp_path, functions)
    assert 0 < written.work <= max(f.sz_w() for f in functions.values())  # no more than CasADi's own order takes
    for key, function in functions.items():
        values = [rng.uniform(0.2, 0.8, function.nnz_in(i)) for i in range(function.n_in())]
        same(evaluated(library, written, key, function, values), function.call([ca.DM(v) for v in values]))


def test_a_function_without_results_does_nothing(tmp_path):
    nothing = ca.Function("nothing", [ca.SX.sym("x", 2)], [])
    library, written = library_of(tmp_path, {"nothing": nothing})
    assert evaluated(library, written, "nothing", nothing, [np.zeros(2)]) == []
