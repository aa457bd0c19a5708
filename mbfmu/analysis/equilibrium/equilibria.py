"""equilibrium(model): where a model comes to rest, or what keeps it at rest where it is held."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...base.errors import MbfmuError
from ...problem.compile import Declared
from ..instant.drive import Inputs, Values, declared_for
from ..instant.equilibrium import Equilibrium
from ..instant.loads import measured
from .find_equilibrium import settled
from .prescribed_position import held


def equilibrium(
    declared: Declared,
    values: Values = None,
    inputs: Inputs = None,
    leave_unstable: bool = False,
    hold: Mapping[str, float] | None = None,
    find: Sequence[str] = (),
) -> Equilibrium:
    """Where a model comes to rest from its start, under inputs that stay as they are at the start.

    `values` and `inputs` are those of `simulate`. Start speeds do not count. Energy is drained from the motion until it dies out; Newton's method,
    in independent coordinates, then makes what is left of accelerations less than 1e-9 (SI units). It is given up, and drainage goes on, where it
    leads to another place, to an unstable one, or across a switch. A start that is an equilibrium is kept, even an unstable one, unless
    `leave_unstable` is set: then it is left by the motion that grows fastest.

    Turned round, coordinates of joints that have one are kept where `hold` says, such as {"boom.phi": 0.4}, and as many inputs and parameters that
    `find` names, such as "cylinder.f" or "spring.c", are found with which the Model is at rest there. They need not be exposed. The result has them
    as `found`. Newton's method begins at the values that they have, with exact derivatives, and keeps to their bounds.

    Raises ProblemsFound and InvalidValue as `simulate` does, StepFailed where equations cannot be solved on the way, or where the model is driven or
    does not come to rest, with the coordinate that keeps moving, and MbfmuError where what is to be found has no influence or no solution.
    Source: M. A. Omar, Static analysis of large-scale multibody system using joint coordinates and spatial algebra operator, The Scientific World
    Journal, 2014, section 6 with eq. 50, corrected.
    """
    declared = declared_for(declared, values)
    if not hold and not find:
        return settled(measured(declared), values, inputs, leave_unstable)
    if leave_unstable:
        raise MbfmuError("what is held stays where it is, stable or not: leave leave_unstable out")
    return held(declared, values, inputs, hold or {}, find)
