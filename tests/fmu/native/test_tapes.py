"""Tapes against CasADi's own evaluation and derivatives: of every function of the library's models, flat and composed."""

from dataclasses import replace
from operator import add, sub

import casadi as ca
import numpy as np
import pytest

from mbfmu.problem.codegen.expressions import LOOK_UPS, instructions
from mbfmu.problem.codegen.expressions import OPERATIONS as IN_C
from mbfmu.problem.codegen.functions import forward, reverse
from mbfmu.problem.codegen.tape import CODES, END, WHERE, Tapes
from tests.convex_scenes import asked
from tests.fmu.test_c_functions import NAMES, all_composed
from tests.looking_up import NAMED, looks_up
from tests.tolerances import ROUNDOFF

from .tapes import InterpretedTapes, joined, packed_tapes, pieces, tape_library

BINARY = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "pow": lambda a, b: a**b,
    "constpow": lambda a, b: a**2.5 * b,
    "atan2": ca.atan2,
    "fmin": ca.fmin,
    "fmax": ca.fmax,
    "hypot": ca.hypot,
    "if_else": lambda a, b: ca.if_else(a < b, a, b),
    "logic": lambda a, b: ca.logic_or(ca.logic_and(a <= b, a != b), ca.logic_not(a == b)) * a,
    "inv": lambda a, b: b / a / a,
    "sign": lambda a, b: ca.sign(a) * b,
    "fabs": lambda a, b: ca.fabs(a) * b,
    "neg": lambda a, b: -a * 2 * b,
}
PERTURBED = 3  # points next to the one that is looked at: what its last bits do to a derivative is roundoff
CANCELLED = 4
UNARY = "sqrt exp log sin cos tan asin acos atan sinh cosh tanh".split()


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    return tape_library(tmp_path_factory.mktemp("tapes"))


def refuse_differences(library, function: ca.Function, rng: np.random.Generator, size: float = 1.0) -> None:
    """Values to the last bit unless there are sines, derivatives to roundoff of the largest, at numbers of some size."""
    tapes = Tapes()
    number = tapes.add(function)
    interpreted = InterpretedTapes(library, packed_tapes(tapes))
    assert interpreted.refused == ""
    inputs, outputs = (sum(size(i) for i in range(n)) for size, n in ((function.nnz_in, function.n_in()), (function.nnz_out, function.n_out())))
    at, direction, seeds = size * rng.uniform(0.2, 0.8, inputs), rng.normal(size=inputs), rng.normal(size=outputs)
    expected = joined(function.call(pieces(function, at)))
    found = interpreted.value(number, at, outputs)
    # sums of composed functions are made in another order, and the derivatives that they call stop at other NaN; our sines are others in the last bit
    composed = not function.is_a("SXFunction")
    exact = not composed and not {ca.OP_SIN, ca.OP_COS} & {step.operation for step in instructions(function)}
    same(*(both_finite(found, expected) if composed else (found, expected)), 0.0 if exact else ROUNDOFF)
    seeded = np.split(seeds, np.cumsum([function.nnz_out(i) for i in range(function.n_out())]))
    forwards, backwards = forward("f", function), reverse("f", function)

    def along(at: np.ndarray) -> np.ndarray:
        return joined(forwards.call([*pieces(function, at), *pieces(function, direction)]))

    def back(at: np.ndarray) -> np.ndarray:
        return joined(backwards.call([*pieces(function, at), *map(ca.DM, seeded[: function.n_out()])]))

    near = at * (1 + np.finfo(float).eps * rng.choice([-1, 1], (PERTURBED, inputs)))
    for derivative, other in ((interpreted.tangent(number, at, direction, outputs), along), (interpreted.adjoint(number, at, seeds), back)):
        expected = other(at)
        roundoff = max([0.0, *(np.max(np.abs(np.subtract(*both_finite(other(x), expected))), initial=0.0) for x in near)])
        same(*both_finite(derivative, expected), ROUNDOFF, roundoff)


def both_finite(*of: np.ndarray) -> list[np.ndarray]:
    """The numbers where all are finite: outside of a root or a power, zero times NaN may be left out by the one or by the other."""
    inside = np.logical_and.reduce([np.isfinite(one) for one in of])
    return [one[inside] for one in of]


def same(found: np.ndarray, expected: np.ndarray, tolerance: float, roundoff: float = 0.0) -> None:
    """Close relative to the largest, or off by no more than some `roundoff` of the terms that cancel."""
    scale = max([1.0, *abs(expected[np.isfinite(expected)])])
    np.testing.assert_allclose(found, expected, rtol=0, atol=max(tolerance * scale, CANCELLED * roundoff))


LARGE = (
    "andrews_squeezer",
    "bicycle",
    "biped",
    "flexible_crane",
    "full_car",
    "full_car_on_tires",
    "grapple_skidder",
    "gripper",
    "kneed_walker",
    "quadruped",
    "robot_link",
    "rolling_disk",
    "rotating_blade",
    "rover_wheel",
    "slider_crank",
    "spacecraft",
    "truck",
    "wheel_loader",
)  # CasADi takes long to differentiate them


SIZES = {"robot_link": 0.1}  # its elastic coordinates are small; those of order one turn nodes about more than once, and numbers overflow


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.slow] if name in LARGE else []) for name in NAMES])
def test_functions_of_the_library(library, name, monkeypatch):
    problem, rng = all_composed(name, monkeypatch), np.random.default_rng(0)
    for function in (*problem.functions.values(), *problem.composed.values()):
        refuse_differences(library, function, rng, SIZES.get(name, 1.0))


@pytest.mark.parametrize("name", [*BINARY, *UNARY])
def test_each_operation(library, name):
    a, b = ca.SX.sym("a", 3), ca.SX.sym("b", 3)
    made = getattr(ca, name)(a) * b if name in UNARY else BINARY[name](a, b)
    refuse_differences(library, ca.Function("f", [a, b], [ca.densify(made)]), np.random.default_rng(1))


def test_every_operation_that_has_C_is_one_of_a_tape():
    assert set(IN_C) - {ca.OP_ASSIGN} == set(CODES) - {*LOOK_UPS.values()}


@pytest.mark.parametrize("name", NAMED)
def test_look_ups(library, name):
    refuse_differences(library, looks_up(name), np.random.default_rng(2))


@pytest.mark.parametrize(("a", "b"), [("box", "ellipsoid"), ("capsule", "cylinder")])
def test_queries(library, a, b):
    """Flat, and in a kernel that is called."""
    of, rng = asked(a, b), np.random.default_rng(2)
    refuse_differences(library, of, rng)
    r, angles = ca.MX.sym("r", 3), ca.MX.sym("angles", 3)
    refuse_differences(library, ca.Function("composed", [r, angles], [sum(of(r + 0.1 * r, angles)), of(0.3 * r, 2.0 * angles)[0]]), rng)


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        ((0, 24, 1, 4), "a convex core of kind 1 has 4 numbers"),
        ((0, 24, 3, 3), "a convex core of kind 3 has 3 numbers"),
        ((0, 21, 1, 3), "a query of cores of 21 and 3 numbers has 39 inputs"),
        ((0, 24, 1), "a query has 3 numbers"),
        ((0, -24, 1, 3), "-24"),
    ],
)
def test_queries_that_do_not_fit_are_refused(library, damage, why):
    tapes = Tapes()
    tapes.add(asked("box", "ellipsoid"))
    place = next(i for i, tape in enumerate(tapes.tapes) if tape.query == (0, 24, 1, 3))
    tapes.tapes[place] = replace(tapes.tapes[place], query=damage)
    assert why in InterpretedTapes(library, packed_tapes(tapes)).refused


@pytest.mark.parametrize(
    "damage, why",
    [
        (lambda tapes: tapes.stored.clear(), "looks up numbers that are not stored"),
        (lambda tapes: tapes.stored.__setitem__(0, tapes.stored[0][::-1]), "does not ascend"),
        (lambda tapes: tapes.stored.__setitem__(0, tapes.stored[0][:1]), "an axis has 1 numbers"),
        (lambda tapes: tapes.stored.__setitem__(0, tapes.stored[0] * np.inf), "is not finite"),
        (lambda tapes: tapes.stored.__setitem__(0, tapes.stored[0][:0]), "is empty"),
    ],
)
def test_stored_numbers_that_cannot_be_used_are_refused(library, damage, why):
    tapes = Tapes()
    tapes.add(looks_up("linear 1"))
    with np.errstate(invalid="ignore"):
        damage(tapes)
    assert why in InterpretedTapes(library, packed_tapes(tapes)).refused


def test_what_does_not_change_adds_nothing_to_a_derivative(library):
    """Where CasADi knows that it is constant: the root of zero has no derivative, but asked along another input it is zero."""
    a, b = ca.SX.sym("a"), ca.SX.sym("b")
    tapes = Tapes()
    number = tapes.add(ca.Function("f", [a, b], [ca.sqrt(a) + 3 * b]))
    interpreted = InterpretedTapes(library, packed_tapes(tapes))
    assert interpreted.tangent(number, np.array([0.0, 1.0]), np.array([0.0, 1.0]), 1).tolist() == [3.0]


def test_functions_without_inputs_or_results(library):
    tapes = Tapes()
    constant, nothing = tapes.add(ca.Function("constant", [], [ca.SX(2.0)])), tapes.add(ca.Function("nothing", [ca.SX.sym("x", 2)], []))
    interpreted = InterpretedTapes(library, packed_tapes(tapes))
    assert interpreted.value(constant, np.zeros(0), 1).tolist() == [2.0]
    assert interpreted.value(nothing, np.zeros(2), 0).size == 0
    assert interpreted.adjoint(nothing, np.zeros(2), np.zeros(0)).tolist() == [0.0, 0.0]


def test_kernels_are_recorded_once():
    x = ca.SX.sym("x")
    kernel = ca.Function("kernel", [x], [ca.sin(x) + x])
    y = given = ca.MX.sym("y")
    for _ in range(100):
        y = kernel(y)
    tapes = Tapes()
    tapes.add(ca.Function("chain", [given], [y]))
    assert [len(tape.instructions) for tape in tapes.tapes] == [2, 100]


def with_a_long_side(terms: int = 60) -> ca.Function:
    """a and x -> where a is positive a sum of roots and products of x, else x."""
    a, x = ca.SX.sym("a"), ca.SX.sym("x")
    side = sum(ca.sqrt(x + k) * x for k in range(terms))
    return ca.Function("f", [a, x], [ca.if_else(a > 0, side, x)])


@pytest.fixture
def long_side(library):
    tapes = Tapes()
    number = tapes.add(with_a_long_side())
    return number, InterpretedTapes(library, packed_tapes(tapes)), tapes.tapes[number]


def test_a_long_side_is_a_branch(long_side):
    operations = list(long_side[2].instructions[:, 0])
    assert operations.count(WHERE) == operations.count(END) == 1
    assert operations.index(END) - operations.index(WHERE) > 100


def test_many_short_sides_are_branches_though_each_is_little_of_all():
    a, x = ca.SX.sym("a", 30), ca.SX.sym("x")
    sides = [ca.if_else(a[k] > 0, sum(ca.sqrt(x + k + i) * x for i in range(20)), x) for k in range(30)]
    tapes = Tapes()
    number = tapes.add(ca.Function("f", [a, x], [ca.vertcat(*sides)]))
    operations = list(tapes.tapes[number].instructions[:, 0])
    assert operations.count(WHERE) == operations.count(END) == 30


@pytest.mark.parametrize("a", [0.5, -0.5])
def test_both_sides_of_a_branch(long_side, a):
    """The last run was on the other side, so that what is left in memory is not what is to be found."""
    (number, interpreted, _), x = long_side, np.arange(60)
    side, slope = (np.sum(np.sqrt(0.3 + x)) * 0.3, np.sum(np.sqrt(0.3 + x) + 0.15 / np.sqrt(0.3 + x))) if a > 0 else (0.3, 1.0)
    at = np.array([a, 0.3])
    interpreted.value(number, np.array([-a, 0.7]), 1)
    found = interpreted.value(number, at, 1), interpreted.tangent(number, at, np.array([0.0, 1.0]), 1), interpreted.adjoint(number, at, np.ones(1))
    np.testing.assert_allclose(np.concatenate(found), [side, slope, 0.0, slope], rtol=ROUNDOFF)


def test_a_side_that_is_not_taken_may_be_infinite(long_side):
    """x + 0 is below zero there, so its root is no number."""
    number, interpreted, _ = long_side
    at = np.array([-1.0, -0.5])
    assert interpreted.value(number, at, 1).tolist() == [-0.5]
    assert interpreted.tangent(number, at, np.array([0.0, 1.0]), 1).tolist() == [1.0]
    assert interpreted.adjoint(number, at, np.ones(1)).tolist() == [0.0, 1.0]


@pytest.mark.parametrize("operation, becomes, why", [(WHERE, 0, "ends or calls where it must not"), (END, 0, "does not end"), (END, WHERE, "begins")])
def test_branches_that_do_not_fit_are_refused(library, operation, becomes, why):
    tapes = Tapes()
    instructions = tapes.tapes[tapes.add(with_a_long_side())].instructions
    (place,) = np.flatnonzero(instructions[:, 0] == operation)
    instructions[place] = becomes, 0, 0
    assert why in InterpretedTapes(library, packed_tapes(tapes)).refused


def test_sums_of_products_in_every_order(library):
    """Numbers and products of two, with each sign, from both sides, and some of them read elsewhere too: what runs in one is rounded as it was."""
    x = ca.SX.sym("x", 8)
    terms = [x[0] * x[1], x[2], x[3] * x[4], x[5]]
    sums = [f(g(a, b), c) for a in terms for b in terms for c in terms for f in (add, sub) for g in (add, sub)]
    sums += [f(c, g(a, b)) for a in terms for b in terms for c in terms for f in (add, sub) for g in (add, sub)]
    shared = (x[0] * x[6] + x[1] * x[7]) - x[2] * x[3]
    refuse_differences(library, ca.Function("f", [x], [ca.vertcat(*sums, shared, shared + x[0] * x[6], shared * shared)]), np.random.default_rng(3))


def long_sums(x: ca.SX) -> ca.SX:
    """Sums of up to eight products, squares and numbers in a row, with changing signs, some of which are read in between."""
    sums = []
    for begin in (x[0], x[1] * x[2], x[3] * x[3], x[4] / x[5]):
        for second in (1.0, -1.0):
            total = begin + second * (x[5] * x[6])
            for i in range(1, 7):
                total = total + x[i] * x[(i + begin.nnz()) % 8] if i % 3 else total + x[i] * x[i]
                sums.append(total / x[7])
                sums.append(sum((x[k] * x[7 - k] for k in range(1, i)), begin) - x[6] * x[7])
    return ca.vertcat(*sums)


def test_long_sums_alone_and_in_pairs(library):
    x = ca.SX.sym("x", 8)
    refuse_differences(library, ca.Function("alone", [x], [long_sums(x)]), np.random.default_rng(5))
    y = ca.SX.sym("y", 8)
    pairs = ca.Function("pairs", [x, y], [*long_sums(x).elements(), *long_sums(y).elements()])
    refuse_differences(library, pairs, np.random.default_rng(6))
    tapes = Tapes()
    number = tapes.add(pairs)
    assert InterpretedTapes(library, packed_tapes(tapes)).pairs(number) > 100


def constant_rows(x: ca.SX, rng: np.random.Generator) -> ca.SX:
    """Two matrices one behind the other, an odd number of rows each; some sums and products are read elsewhere, and one has another sign."""
    product = sum((k + 0.5) * x[k] for k in range(1, 6)) + 0.3 * x[0]
    first = ca.SX(ca.DM(rng.normal(size=(9, 6)))) @ x
    second = ca.SX(ca.DM(rng.normal(size=(11, 5)))) @ first[2:7]
    other = first[0] + 0.7 * x[0], -1.5 * x[0] + 0.2 * x[1] - 0.1 * x[2] + x[3] * x[4]
    return ca.vertcat(second, first, product, product * first[3], *other, ca.sqrt(second[0] ** 2 + 1.0))


@pytest.mark.parametrize("is_branch", [False, True])
def test_rows_of_constants(library, is_branch):
    x, rng = ca.SX.sym("x", 6), np.random.default_rng(7)
    rows = constant_rows(x, rng)
    function = ca.Function("rows", [x], [ca.if_else(x[0] > 0, rows, 0) if is_branch else rows])
    refuse_differences(library, function, rng)
    tapes = Tapes()
    number = tapes.add(function)
    assert InterpretedTapes(library, packed_tapes(tapes)).rows(number) == 2


def test_rows_with_an_infinite_number(library):
    x, matrix = ca.SX.sym("x", 8), np.arange(1.0, 65.0).reshape(8, 8)
    tapes = Tapes()
    number = tapes.add(ca.Function("f", [x], [ca.SX(ca.DM(matrix)) @ x]))
    interpreted, at = InterpretedTapes(library, packed_tapes(tapes)), np.r_[np.inf, np.ones(7)]
    assert interpreted.rows(number) == 1
    assert interpreted.value(number, at, 8).tolist() == [np.inf] * 8
    assert interpreted.tangent(number, at, np.eye(8)[1], 8).tolist() == matrix[:, 1].tolist()
    assert interpreted.adjoint(number, at, np.eye(8)[1]).tolist() == matrix[1].tolist()


def with_sides(count: int, angles: bool = False) -> ca.Function:
    """Two sides that are alike, turned round in places, with numbers that both share, and what reads both; of both `count` rounds."""
    x, given = ca.SX.sym("x", 6), ca.SX.sym("given", 2)
    shared = given
    left, right = x[:3], x[3:]
    for _ in range(count):
        turned = [ca.sin(a) * shared[1] + ca.cos(a) if angles else ca.sqrt(a * a + 0.3) / (shared[1] + 1.1) for a in (left[2], right[2])]
        left = ca.vertcat(left[0] * left[1] - shared[0] * left[2], 0.5 * left[1] + 0.1 / (2.0 + left[0] ** 2), ca.fmin(turned[0], left[1]))
        right = ca.vertcat(right[1] * right[0] - right[2] * shared[0], right[1] * 0.4 + 0.2 / (2.0 + right[0] ** 2), ca.fmin(turned[1], right[1]))
        shared = ca.vertcat(0.5 * shared[0] + 0.1 * (left[0] - right[0]), shared[1] * left[1] * right[1])
    return ca.Function("f", [x, given], [left, right, shared])


@pytest.mark.parametrize("count, angles", [(1, False), (20, False), (20, True), pytest.param(400, False, marks=pytest.mark.slow)])
def test_sides_that_are_alike(library, count, angles):
    """400 rounds are longer than the pieces in which pairs are sought."""
    refuse_differences(library, with_sides(count, angles), np.random.default_rng(4))


@pytest.mark.parametrize("count, are_pairs", [(1, False), (20, True)])
def test_long_functions_with_sides_have_pairs(library, count, are_pairs):
    tapes = Tapes()
    number = tapes.add(with_sides(count))
    found = InterpretedTapes(library, packed_tapes(tapes)).pairs(number)
    assert 4 * found > len(tapes.tapes[number].instructions) if are_pairs else found == 0


def test_a_sine_of_a_damaged_file_waits_for_nothing_but_its_angle(library):
    """A sine has one operand; its second place is that of what is made of the cosine here. So the pair of both would come behind that."""
    x, tapes = ca.SX.sym("x"), Tapes()
    cosine = ca.cos(x)
    number = tapes.add(ca.Function("f", [x], [cosine * (cosine + 2.0), ca.sin(x)]))
    rows = tapes.tapes[number].instructions
    assert rows.shape == (4, 3) and rows[3, 1] == rows[3, 2] == rows[0, 1]
    rows[3, 2] = tapes.tapes[number].outputs[0]
    found = InterpretedTapes(library, packed_tapes(tapes)).value(number, np.array([0.3]), 2)
    same(found, np.array([np.cos(0.3) * (np.cos(0.3) + 2.0), np.sin(0.3)]), ROUNDOFF)
