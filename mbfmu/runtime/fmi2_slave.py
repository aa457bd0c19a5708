"""What the compiled wrapper of pythonfmu asks of a class, in place of the package, which then need not be there."""

from dataclasses import dataclass
from typing import Any

WARNING, DISCARD, ERROR = 1, 2, 3  # of fmi2Status
CATEGORIES = {WARNING: "logStatusWarning", DISCARD: "logStatusDiscard", ERROR: "logStatusError"}


@dataclass(frozen=True)
class LogMessage:
    """One message for the logger of the master: an fmi2Status, a category of the modelDescription.xml, a text."""

    status: int
    category: str
    msg: str


class Fmi2Slave:
    """The base that the wrapper finds by this very name.

    It calls with keywords at instantiation and at every reset, and then setup_experiment, enter_initialization_mode,
    exit_initialization_mode, do_step (False means fmi2Discard), terminate, the getters and setters with lists, and, for FMU
    state, the methods with an underscore. An exception that leaves any of them makes the instance unusable.
    """

    def __init__(self, instance_name: str, resources: str, **_: Any):
        self.instance_name, self.resources = instance_name, resources
        self.log_queue: list[LogMessage] = []

    def _get_log_queue(self) -> list[LogMessage]:
        """The wrapper empties this list after every call."""
        return self.log_queue

    def log(self, status: int, message: str) -> None:
        """Queue a message; the master's logger takes it for a format, so a percent sign must not reach it."""
        self.log_queue.append(LogMessage(status, CATEGORIES[status], message.replace("%", " percent")))

    def terminate(self) -> None:
        """Nothing is held that would have to be given back."""
