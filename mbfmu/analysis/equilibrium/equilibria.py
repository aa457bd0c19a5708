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
    """The equilibrium that a model reaches from its start, under constant inputs.

    `values` and `inputs` are those of `simulate`; inputs keep their values at the start. Start speeds do not count. Energy is drained from the motion
    until it dies out. Newton's method in independent coordinates then reduces accelerations below 1e-9 (SI units). If it leads to another position,
    to an unstable equilibrium or across a switch, drainage continues. A start that is an equilibrium is kept, even an unstable one, unless
    `leave_unstable` is set: then the search follows the motion that grows fastest.

    The inverse problem: `hold` prescribes coordinates of joints with one coordinate, such as {"boom.phi": 0.4}. `find` names as many inputs and
    parameters, such as "cylinder.f" or "spring.c", which are solved for so that the Model is at rest there. They need not be exposed. The result has
    them as `found`. Newton's method begins at their values in the model, with exact derivatives, and respects their bounds.

    Raises ProblemsFound and InvalidValue as `simulate` does. Raises StepFailed if equations cannot be solved on the way, or if the model is driven or
    does not come to rest; the message names the coordinate that still moves. Raises MbfmuError if `find` has no influence or no solution.
    Source: M. A. Omar, Static analysis of large-scale multibody system using joint coordinates and spatial algebra operator, The Scientific World
    Journal, 2014, section 6 with eq. 50, corrected.
    """
    declared = declared_for(declared, values)
    if not hold and not find:
        return settled(measured(declared), values, inputs, leave_unstable)
    if leave_unstable:
        raise MbfmuError("held coordinates stay, stable or not: leave out leave_unstable")
    return held(declared, values, inputs, hold or {}, find)
