"""What running FMUs say, and errors that quote it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable

from fmpy.fmi2 import fmi2Fatal

from ...base.errors import MbfmuError
from ...base.isolated import about_to

SAID: defaultdict[str, list[str]] = defaultdict(list)
"""Log messages of each instance during its last call, by its name."""


class NamingErrors:
    """A context that raises MbfmuError, with the FMU's own words, for what goes wrong in an `action` of the instance `name`, `called` so by users.

    `failed` is called with the status that the FMU has returned then. `within` [s] is how long it may take, if that is known.
    """

    def __init__(self, name: str, called: str, action: str, failed: Callable[[int], None], within: float = 0.0):
        self._name, self._called, self._action, self._failed, self._said = name, called, action, failed, SAID[name]
        self._within = within

    def __enter__(self) -> None:
        self._said.clear()
        about_to(f"{self._called} was to {self._action}", self._within)

    def __exit__(self, _kind: object, error: BaseException | None, _traceback: object) -> None:
        if error is None and not self._said or not isinstance(error, Exception | None):
            return
        if error is not None:  # FMPy raises bare exceptions from instantiate
            self._failed(getattr(error, "status", fmi2Fatal))
        if interrupted(self._said):
            raise KeyboardInterrupt from None
        if error is not None:
            said = "; ".join(dict.fromkeys(self._said)) or "the FMU logged nothing"
            raise MbfmuError(f"{self._name} could not {self._action}: {said} ({error})") from error


def interrupted(said: Iterable[str]) -> bool:
    """Say whether an FMU that runs in this Python has caught Ctrl-C in our place, which then shows in its words."""
    return any(KeyboardInterrupt.__name__ in message for message in said)
