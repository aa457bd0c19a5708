"""What may be asked of a Problem between the steps of an integrator, read off the schedule."""

from __future__ import annotations

from .data.once_per_problem import once_per_problem
from .data.problem import Problem
from .data.steps import Call, HostCall, with_inner

# Slots that nothing need be solved for where states are known.
HELD = {"t", "input_time", "x", "u", "p", "calculated", "d", "c", "m", "r", "independent", "indeterminate"}


@once_per_problem
def changes_with_time(problem: Problem) -> bool:
    """Whether equations or constraints change with time by themselves: what they do next does not show in the states."""
    schedules = problem.derivative, *(manifold.evaluate for manifold in problem.manifolds)
    calls = (step for schedule in schedules for step in with_inner(schedule) if isinstance(step, (Call, HostCall)))
    return any(ref.slot in ("t", "input_time") for call in calls for ref in call.arguments)


def outputs_need_derivative(problem: Problem) -> bool:
    """Whether outputs and what has limits may use anything that `derivative` fills: accelerations, multipliers, algebraic unknowns."""
    known = set(HELD)
    for step in problem.output:
        if not isinstance(step, Call) or not known.issuperset(ref.slot for ref in step.arguments):
            return True
        known |= {ref.slot for ref in step.results}
    return False
