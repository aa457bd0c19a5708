"""A run that is driven step by step: what can be done with one, whatever runs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from math import inf
from types import TracebackType
from typing import Any

from ...base.errors import MbfmuError
from ...base.real_time import Pacer


class Run(ABC):
    """A run of a model or an FMU. It starts at the first step, or when an output is read; values set before are start values.

    `run["f"] = 3.0` is `run.set("f", 3.0)`, and `run["s"]` is `run.get("s")`. A kind of run supplies the methods that are abstract here.
    """

    def __enter__(self) -> Run:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        self.close()

    def __setitem__(self, name: str, value: Any) -> None:
        self.set(name, value)

    def __getitem__(self, name: str) -> Any:
        return self.get(name)

    def step(self, h: float) -> None:
        """Step by `h` [s] with the present inputs. If that fails, raises MbfmuError or one of its kinds, and the run stays as it was."""
        if isinstance(h, bool) or not isinstance(h, (int, float)) or not 0 < h < inf:
            raise MbfmuError(f"a step of {h!r} s cannot be done: it must be > 0 s and finite")
        if self.pacer is not None:
            self.pacer.begin(self.time)
        self.go_on(float(h))
        if self.pacer is not None:
            self.pacer(self.time)

    @property
    @abstractmethod
    def time(self) -> float:
        """The present time [s]."""

    @property
    @abstractmethod
    def outputs(self) -> dict[str, Any]:
        """The present values of all outputs by name."""

    @property
    @abstractmethod
    def states(self) -> dict[str, float]:
        """The present continuous states by name, in SI units. Raises MbfmuError for an FMU, which does not show its states."""

    @abstractmethod
    def set(self, name: str, value: Any) -> None:
        """Set an input or a parameter, or one number of an array (`r_start[1]`), to a value of its type: 0.3, True, 3, "open".

        Parameters that are not tunable can be set only before the run starts. Raises MbfmuError for unknown names and values that do not fit; the old
        value stays.
        """

    @abstractmethod
    def get(self, name: str) -> Any:
        """The present value of a variable, with its shape. An output that depends directly on an input follows it at once."""

    @abstractmethod
    def reset(self) -> None:
        """Go back to before the start, with all values as the model declares them."""

    @abstractmethod
    def save(self) -> Any:
        """The complete state of the run, for `restore`."""

    @abstractmethod
    def restore(self, state: Any) -> None:
        """Go back to a state from `save` of this run. The run then continues in the same way."""

    closed = False
    pacer: Pacer | None = None
    """What holds the run back to the wall clock; it counts the steps that came late."""

    def close(self) -> None:
        """Free the memory of the run, which then cannot continue."""
        if not self.closed:
            self.closed = True
            self.free()
            if self.pacer is not None:
                self.pacer.report()

    def refuse_closed(self) -> None:
        """MbfmuError where the run is closed."""
        if self.closed:
            raise MbfmuError("this run is closed: open a new one")

    @abstractmethod
    def free(self) -> None: ...

    @abstractmethod
    def go_on(self, h: float) -> None: ...
