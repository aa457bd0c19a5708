"""What running FMUs say, and errors that quote it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from ctypes import addressof, c_int64

from fmpy.fmi2 import fmi2Fatal

from ...base.errors import MbfmuError
from ...base.notes import about_to


class Messages(list[str]):
    """Messages, whose number a master in C sees at an `address`."""

    def __init__(self) -> None:
        super().__init__()
        self._count = c_int64(0)
        self.address = addressof(self._count)

    def append(self, message: str) -> None:
        super().append(message)
        self._count.value += 1

    def clear(self) -> None:
        super().clear()
        self._count.value = 0


SAID: defaultdict[str, Messages] = defaultdict(Messages)
"""What each instance has logged that is not OK, since it was instantiated, by its name."""


ASKS_TO_END = "it asks to end the simulation"
WITHOUT_END = "it wants its discrete states updated without end"
"""What is wrong with calls that succeed."""


class CallFailed(MbfmuError):
    """A call of an FMU failed; `words` are what the FMU said, and the status."""

    def __init__(self, message: str, words: str):
        self.words = words
        super().__init__(message)

    def __reduce__(self) -> tuple:
        return CallFailed, (str(self), self.words)


class NamingErrors:
    """A context that raises CallFailed, with the FMU's own words, for what goes wrong in an `action` of the instance `name`, `called` so by users.

    `failed` is called with the status that the FMU has returned then. `within` [s] is how long it may take, if that is known.
    """

    def __init__(self, name: str, called: str, action: str, failed: Callable[[int], None], within: float = 0.0):
        self._called, self._action, self._failed, self._said = called, action, failed, SAID[name]
        self._within, self._before = within, 0

    def __enter__(self) -> None:
        self._before = len(self._said)
        about_to(f"{self._called} was to {self._action}", self._within)

    def __exit__(self, _kind: object, error: BaseException | None, _traceback: object) -> None:
        new = self._said[self._before :]
        if error is None and not new or not isinstance(error, Exception | None):
            return
        if error is not None:  # FMPy raises bare exceptions from instantiate
            self._failed(getattr(error, "status", fmi2Fatal))
        if interrupted(new):
            raise KeyboardInterrupt from None
        if error is not None:
            raise call_failed(self._called, self._action, new, error) from error


def call_failed(called: str, action: str, said: Iterable[str], error: object) -> CallFailed:
    """The error of an instance, `called` so by users, that could not do something, with what it said."""
    words = f"{in_words(said)} ({error})"
    return CallFailed(f"{called} could not {action}: {words}", words)


def in_words(said: Iterable[str]) -> str:
    """What an FMU logged in one line, each message once."""
    return "; ".join(dict.fromkeys(said)) or "the FMU logged nothing"


def interrupted(said: Iterable[str]) -> bool:
    """Say whether an FMU that runs in this Python has caught Ctrl-C in our place, which then shows in its words."""
    return any(KeyboardInterrupt.__name__ in message for message in said)
