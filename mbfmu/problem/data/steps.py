"""The steps of a Problem's schedule: frozen data that says what to compute; the engine computes it.

A new kind of step takes these places; HostCall is a short one to follow through them. tests/problem/data/test_steps.py compares them.

1. Here: a frozen dataclass of numbers, strings, Refs and tuples, a member of `Step`; in `with_inner`, too, if it holds other steps.
2. problem/data/dependencies.py: a rule of `mark` says which results depend on which arguments.
3. problem/codegen/step_tables.py: a rule of `step_table` writes its fields; problem/codegen/packed_tables.py: its name behind the others in STEPS.
4. engine/c/core/problem.h: a struct with the same fields in the same order, and an `extern const StepKind`.
5. engine/c/steps/: a file that defines this StepKind.
6. engine/c/data/load_steps.c: a function that reads the struct, behind the others in KINDS.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, auto

from .ref import Ref

REFLECTED = 42  # numbers that a carrier feels of what it carries: an inertia (6, 6) and a bias force (6)


@dataclass(frozen=True)
class Call:
    """Evaluate the function named `function` (in Problem.functions); one Ref per dense input and output."""

    function: str
    arguments: tuple[Ref, ...]
    results: tuple[Ref, ...]

    @property
    def writes_where_it_reads(self) -> bool:
        """Whether a result lies where an argument does."""
        return any(given.overlaps(found) for given in self.arguments for found in self.results)


@dataclass(frozen=True)
class SpdSolve:
    """Solve A x = b for the symmetric positive definite A (n x n, full storage) by Cholesky; `what` names it in errors."""

    matrix: Ref
    right_side: Ref
    unknown: Ref
    what: str


@dataclass(frozen=True)
class NewtonSolve:
    """Find `unknown` (n) with residual = 0 by Newton's method, starting from its present values.

    `evaluate` fills `residual` (n) and `jacobian` (n x n, column-major) from the present unknowns; `nominal` (n numbers)
    scales the test for convergence; `what` names the unknowns in errors.
    """

    evaluate: tuple[Step, ...]
    residual: Ref
    jacobian: Ref
    unknown: Ref
    nominal: tuple[float, ...]
    what: str


@dataclass(frozen=True)
class FeedbackSolve:
    """Find what forces read of other forces: `newton`, with what `evaluate` finds of it less `unknown` as residual; the Jacobian need not be filled.

    `evaluate` fills `determined` (n) too: 1.0 where what is read follows from the equations, 0.0 where redundant constraints leave it open; and
    `acting` (n): 0.0 where nothing acts that could depend on an unknown, which is zero then. Forces that are `linear` in what they read need one
    correction, and no look at what is opposite to the solution.
    `readers` (n) say for messages who reads each unknown.
    Columns of the Jacobian that share no row are found together, by one tangent. `columns` (n numbers for each tangent) says which column each row
    is in, or -1.
    """

    newton: NewtonSolve
    determined: Ref
    acting: Ref
    linear: bool
    readers: tuple[str, ...]
    columns: tuple[int, ...] = ()


@dataclass(frozen=True)
class Slopes:
    """Find, where `inputs` are zero, how `of` (n) changes with each number of `by` (k), and how its rate does, along x_dot with all else held.

    These are `slopes`, 2 n k, column by column, by tangents of `evaluate`, which gives `of`. `free` (2n) is `of` and its rate there.
    """

    evaluate: tuple[Step, ...]
    of: Ref
    by: Ref
    slopes: Ref
    free: Ref
    inputs: tuple[Ref, ...]


class ConstraintMethod(Enum):
    """How accelerations under constraints are computed: each is a file in engine/c/steps/, which names its paper and equations."""

    WEIGHTED_PSEUDO_INVERSE = auto()
    ORTHOGONAL_COMPLEMENT = auto()
    INDEX_ONE = auto()
    TANGENT_SPACE = auto()
    COORDINATE_PARTITION = auto()
    UDWADIA_PHOHOMSIRI = auto()


@dataclass(frozen=True)
class ConstrainedSolve:
    """Find `acceleration` (n) and `multipliers` (m) with M a = f + A^T l on all rows, A a = b on the independent rows, l = 0 on the others.

    `mass` (n * n, symmetric), `force` (n), `jacobian` (m * n, row-major), `target` (m), `independent` (m, see the slot of that
    name), `rank_deficiency` (1): set to the number of independent rows that depend on the others for the moment (a singular position), whose
    equations are left out; `what` names the mechanism in errors.
    """

    method: ConstraintMethod
    mass: Ref
    force: Ref
    jacobian: Ref
    target: Ref
    independent: Ref
    rank_deficiency: Ref
    acceleration: Ref
    multipliers: Ref
    what: str


@dataclass(frozen=True)
class MultiplierSolve:
    """Find the `multipliers` l with S l = r on the independent rows, l = 0 on the others.

    `rows` are the numbers of the k rows concerned among all m; `schur` holds the numbers of the symmetric matrix S at the places `pattern`
    (row and column, counted among the k) of its lower triangle, `right_side` (k) r, `independent` (m) is the slot of that name;
    `multipliers` (k) are found.
    `rank_deficiency` (1) is set to the number of independent rows that depend on the others for the moment (a singular position), whose l is zero.
    `what` names the mechanism in errors.
    """

    schur: Ref
    right_side: Ref
    independent: Ref
    rank_deficiency: Ref
    multipliers: Ref
    rows: tuple[int, ...]
    pattern: tuple[tuple[int, int], ...]
    what: str


@dataclass(frozen=True)
class SuperelementSolve:
    """Find l = multipliers - following a with S l = r - C a on the independent rows, l = 0 on the others, for any accelerations a (6) of carriers.

    A carrier is a body that moves and carries superelements. `schur`, `right_side`, `independent`, `rank_deficiency` and `pattern` are as
    in MultiplierSolve, of the k rows numbered `rows`; `influence` (k * 6, row-major) is C, of each row by the acceleration of its carrier;
    `carriers` has for each carrier its rows (counted among the k). `multipliers` (k) and `following` (k * 6) are found, and `reflected` (42
    each carrier): the inertia (6, 6) and bias force (6) that `open_loop` has for the superelements with their loops open, with C^T S^-1 C and
    -C^T S^-1 r added for the loops being closed. `what` names the mechanism in errors.
    """

    schur: Ref
    right_side: Ref
    influence: Ref
    open_loop: Ref
    independent: Ref
    rank_deficiency: Ref
    multipliers: Ref
    following: Ref
    reflected: tuple[Ref, ...]
    rows: tuple[int, ...]
    pattern: tuple[tuple[int, int], ...]
    carriers: tuple[tuple[int, ...], ...]
    what: str


@dataclass(frozen=True)
class ShareLoads:
    """Share `multipliers` (m) among redundant contacts: `shared` (m) act alike, and are nearest to what they aim at, by `weights` (m), in each group.

    `groups` (m) numbers groups of rows that depend on each other, from 1; 0 is none. Those of a group that are not `independent` (m) follow from its
    others. `rows` has the numbers of the Jacobian at the places `pattern`, the columns of each row. Rows aim at no force. With a force beside it,
    number `place` of `held`, not -1, a row and that aim at it times the weight of the row and the multiplier of its `normal` row.
    """

    multipliers: Ref
    independent: Ref
    groups: Ref
    weights: Ref
    rows: Ref
    held: Ref
    shared: Ref
    pattern: tuple[tuple[int, ...], ...]
    place: tuple[int, ...]
    normal: tuple[int, ...]


@dataclass(frozen=True)
class HostCall:
    """Have the host compute: `function` says what; arguments and results are pieces, given and found one behind the other.

    The host runs a user's own Python (problem/blocks/python_block.py), so there are no derivatives of it.
    """

    function: str
    arguments: tuple[Ref, ...]
    results: tuple[Ref, ...]


@dataclass(frozen=True)
class Gather:
    """Look up `found[i] = held[places[i]]` among numbers that are held between steps; the error where there is no such place is `outside`."""

    held: Ref
    places: Ref
    found: Ref
    outside: str


@dataclass(frozen=True)
class KeepLargest:
    """Let `held[places[i]]` become `values[i]` where that is larger, behind an accepted step; places that are not there are passed over."""

    held: Ref
    places: Ref
    values: Ref


Step = (
    Call
    | HostCall
    | SpdSolve
    | NewtonSolve
    | FeedbackSolve
    | Slopes
    | ConstrainedSolve
    | MultiplierSolve
    | SuperelementSolve
    | ShareLoads
    | Gather
    | KeepLargest
)


def with_inner(steps: Iterable[Step]) -> Iterator[Step]:
    """All steps, those inside of others too."""
    for step in steps:
        yield step
        if isinstance(step, (NewtonSolve, Slopes)):
            yield from with_inner(step.evaluate)
        elif isinstance(step, FeedbackSolve):
            yield from with_inner((step.newton,))
