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

    `values` and `inputs` are those of `simulate`; inputs keep their values at the start. Start speeds are ignored.

    Artificial damping ("drainage") takes energy from the motion until the model is nearly at rest. Newton's method in independent coordinates then
    reduces accelerations below 1e-9 (SI units). If Newton's method leads to a distant or an unstable equilibrium, or across a switch, drainage
    continues instead. If the start is an equilibrium, it is the result, even if it is unstable. With `leave_unstable`, the search leaves an unstable
    equilibrium along its fastest growing motion. Sensors that integrate start at the equilibrium, so `EnergyError`
    is zero there.

    The inverse problem: `hold` prescribes coordinates of joints with one coordinate, such as {"boom.phi": 0.4}. `find` names unknown inputs and
    parameters, one for each held coordinate, such as "cylinder.f" or "spring.c". `equilibrium` computes the values that hold the Model at rest there,
    and returns them as `found`. They need not be exposed. Newton's method begins at their values in the model, with exact derivatives, and respects
    their bounds.

    Raises ProblemsFound and InvalidValue as `simulate` does. Raises StepFailed if equations cannot be solved on the way, if the model is driven, or
    if it does not come to rest; the message names the coordinate that still moves. Raises MbfmuError if `find` has no influence or no solution.
    Source: M. A. Omar, Static analysis of large-scale multibody system using joint coordinates and spatial algebra operator, The Scientific World
    Journal, 2014, section 6 with eq. 50, corrected.
    """
    declared = declared_for(declared, values)
    if not hold and not find:
        return settled(measured(declared), values, inputs, leave_unstable)
    if leave_unstable:
        raise MbfmuError("held coordinates stay, stable or not: leave out leave_unstable")
    return held(declared, values, inputs, hold or {}, find)
