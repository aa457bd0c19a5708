"""The steps of a Problem's schedule: frozen data that says what to compute.

The contract of a step:

1. it is a frozen dataclass of numbers, strings, Refs and tuples, in a file named after it, and listed here;
2. `bind(functions, buffers)` ties it to the buffers of one instance and returns the callable that runs it;
3. that callable raises StepFailed, naming what could not be computed, and never stops in any other way.
"""

from typing import Callable, Mapping

from casadi import Function

from .call import Call
from .constrained_solve import ConstrainedSolve
from .coordinate_partition import CoordinatePartition
from .index_one import IndexOne
from .multiplier_solve import MultiplierSolve
from .newton_solve import NewtonSolve
from .orthogonal_complement import OrthogonalComplement
from .ref import Buffers, Ref
from .spd_solve import SpdSolve
from .superelement_solve import SuperelementSolve
from .tangent_space import TangentSpace
from .udwadia_phohomsiri import UdwadiaPhohomsiri
from .weighted_pseudo_inverse import WeightedPseudoInverse

Step = (
    Call | SpdSolve | NewtonSolve | MultiplierSolve | SuperelementSolve
    | WeightedPseudoInverse | OrthogonalComplement | IndexOne | TangentSpace | CoordinatePartition | UdwadiaPhohomsiri
)  # fmt: skip

__all__ = [
    "Buffers", "Call", "ConstrainedSolve", "CoordinatePartition", "IndexOne", "MultiplierSolve", "NewtonSolve", "OrthogonalComplement",
    "Ref", "SpdSolve", "Step", "SuperelementSolve", "TangentSpace", "UdwadiaPhohomsiri", "WeightedPseudoInverse", "bind_all",
]  # fmt: skip


def bind_all(steps: tuple[Step, ...], functions: Mapping[str, Function], buffers: Buffers) -> Callable[[], None]:
    """One callable that runs `steps` in order on `buffers`."""
    bound = tuple(step.bind(functions, buffers) for step in steps)
    if len(bound) == 1:
        return bound[0]

    def run() -> None:
        for step in bound:
            step()

    return run
