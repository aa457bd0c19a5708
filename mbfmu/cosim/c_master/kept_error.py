"""Errors of functions that C calls, which knows no exceptions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class KeptError:
    """Keeps the last `error` of functions that were made `safe`."""

    def __init__(self) -> None:
        self.error: BaseException | None = None

    def safe(self, function: Callable[..., None]) -> Callable[..., int]:
        """The function as C calls it: it returns 1 where it has raised an error, which is kept, else 0."""

        def called(*given: Any) -> int:
            try:
                function(*given)
                return 0
            except BaseException as error:
                self.error = error
                return 1

        return called
