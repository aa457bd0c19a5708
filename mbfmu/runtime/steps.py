"""The steps of a Problem's schedule. A step is frozen data; `bind` ties it to one instance's buffers."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Ref:
    """A contiguous piece of a slot: `size` numbers from `start`."""

    slot: str
    start: int
    size: int


@dataclass(frozen=True)
class Call:
    """Evaluate the function named `function` (in Problem.functions); one Ref per dense input and output."""

    function: str
    arguments: tuple[Ref, ...]
    results: tuple[Ref, ...]


@dataclass(frozen=True)
class SpdSolve:
    """Solve A x = b for the symmetric positive definite A (n x n, full storage) by Cholesky; `what` names it in errors."""

    matrix: Ref
    right_side: Ref
    unknown: Ref
    what: str


@dataclass(frozen=True)
class NewtonSolve:
    """Find `unknown` (n) with residual = 0 by Newton's method, starting from the buffer's present values.

    `evaluate` fills `residual` (n) and `jacobian` (n x n, column-major) from the present unknowns; `nominal` (n numbers)
    scales the test for convergence; `what` names the unknowns in errors.
    """

    evaluate: tuple["Step", ...]
    residual: Ref
    jacobian: Ref
    unknown: Ref
    nominal: tuple[float, ...]
    what: str


Step = Call | SpdSolve | NewtonSolve
