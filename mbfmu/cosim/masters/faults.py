"""What went wrong in a master in C, as errors with the words of the FMU."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from math import isfinite

from fmpy.fmi1 import FMICallException

from ...base.errors import MbfmuError
from ..c_master.structures import ACTIONS, ENDED, EVENT, NOT_CLOSED, NOT_FINITE, STEPS, STUCK, UNSETTLED, Fault, Missed
from ..fmu.instance import FmuInstance
from ..fmu.log_messages import ASKS_TO_END, WITHOUT_END, call_failed, interrupted
from ..system.system import Connector, connector_name

NO_STATUS = {
    ENDED: ASKS_TO_END,
    STUCK: "it returns early from every step, and comes no further",
    UNSETTLED: WITHOUT_END,
}
"""What can be wrong with calls that have succeeded."""

BY_SIGNAL, BY_VECTOR, BY_PORT = range(3)
"""What is off, in control.h."""


class NotClosed(MbfmuError):
    """Newton's method does not find the values of signals at the end of a step."""


def error_of(fault: Fault, instances: Sequence[FmuInstance], off: Sequence[Connector]) -> BaseException:
    """The error of a fault; `off` are signals with which connections could not be closed."""
    if fault.action == NOT_CLOSED:
        return NotClosed(
            f"in the step from t = {fault.start:.9g} s by {fault.size:.9g} s Newton's method does not find the values of"
            f" {', '.join(map(connector_name, off))} that agree; take a smaller step_size"
        )
    instance = instances[fault.slave]
    if fault.action == NOT_FINITE:
        return not_finite(instance, fault.start)
    said = instance.said[fault.said :]
    if interrupted(said):
        return KeyboardInterrupt()
    instance.note_status(fault.status)
    error: object = NO_STATUS.get(fault.action) or FMICallException(fault.call.decode(), fault.status)
    action = fault.action if fault.action < len(ACTIONS) else STEPS if fault.size else EVENT
    return call_failed(instance.called, ACTIONS[action].format(start=fault.start, size=fault.size), said, error)


def not_finite(instance: FmuInstance, time: float) -> MbfmuError:
    """The error of outputs that are NaN or infinite at a time [s]."""
    wrong = {name: value for name, value in instance.outputs.items() if isinstance(value, float) and not isfinite(value)}
    named = ", ".join(f"{instance.name}.{name} = {value}" for name, value in wrong.items())
    return MbfmuError(f"at t = {time:.9g} s {named}, not a finite number; try a smaller step_size, or look into {instance.called}")


def say_missed(system: str, missed: Missed, names: Mapping[int, Sequence[str]]) -> None:
    """Say that a tolerance is not met; `names` are those of what can be off, by kind."""
    words = "%s: at t = %.9g s the tolerance is not met in a step of %.2g s, the shortest; %s jumps, or is too rough for it"
    logging.getLogger("mbfmu").warning(words, system, missed.end, missed.size, names[missed.kind][missed.number])
