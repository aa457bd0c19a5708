"""A Problem as a co-simulation slave of FMI 2.0, run by the compiled wrapper of pythonfmu."""

import struct
import sys
from functools import cache, partial, wraps
from hashlib import sha256
from pathlib import Path
from typing import Any, Callable, ClassVar

import numpy as np

from .advance import advance
from .archive import read_problem
from .errors import MbfmuError
from .fmi2_slave import DISCARD, ERROR, WARNING, Fmi2Slave
from .instance import Instance
from .interface import Interface
from .problem import Problem

HEADER = struct.Struct("<16s??dd")  # of a saved state: whose it is, initialized, started, start time, tolerance
SAME_TIME, ULPS = 1e-3, 64  # of a step, and of the time: a master that sums up steps may be off by roundoff, not by more
_globals: list[dict] = []


def slave_class(module: dict[str, Any]) -> type:
    """The slave of the FMU whose script has these globals.

    The wrapper runs the script anew at each instantiation, from a folder that may be gone the next time, and each time
    gives back a reference to the script's globals that it does not own; one more is kept here for each.
    """
    _globals.append(module)
    return _slave_class(module["__name__"], module["__file__"])


@cache
def _slave_class(name: str, script: str) -> type:
    problem = read_problem(Path(script).parent / "problem")
    identity = sha256(name.encode()).digest()[:16]
    return type(problem.name, (Slave,), {"problem": problem, "interface": Interface.of(problem), "identity": identity})


def contained(fallback: Callable[..., Any], refusing: bool = False) -> Callable:
    """Let no exception leave a callback: it is logged, and the callback returns `fallback` of its arguments.

    A setter can only log; where it is `refusing`, the next step is discarded too, so that nobody misses it.
    """

    def around(callback: Callable) -> Callable:
        @wraps(callback)
        def safe(self: "Slave", *arguments: Any) -> Any:
            try:
                return callback(self, *arguments)
            except BaseException as cause:  # noqa: BLE001 the wrapper cannot survive any, an interrupt included
                self.log(DISCARD if callback.__name__ == "do_step" else ERROR, said(cause))
                if refusing:
                    self.refused.append(said(cause))
                return fallback(*arguments)

        return safe

    return around


def said(cause: BaseException) -> str:
    """What an exception has to say: our own speak for themselves."""
    return str(cause) if isinstance(cause, MbfmuError) else repr(cause)


class Slave(Fmi2Slave):
    """Setters only store; a step validates. What goes wrong is logged, and the step returns Discard, the state unchanged."""

    problem: ClassVar[Problem]
    interface: ClassVar[Interface]
    identity: ClassVar[bytes]

    def __init__(self, **keywords: Any):
        super().__init__(**keywords)
        if sys.path[:1] == [self.resources]:
            del sys.path[0]  # the wrapper put it there, and all that is in it has been imported
        self.instance = Instance(self.problem)
        self.instance.report = partial(self.log, WARNING)
        self.initialized = self.started = False  # initialization mode was left; values at the start were found
        self.start_time, self.tolerance = 0.0, self.problem.tolerance
        self.stale = True  # whether outputs may differ from what inputs and parameters now say
        self.refused: list[str] = []

    @contained(lambda *_: None)
    def setup_experiment(self, start_time: float, stop_time: float | None, tolerance: float | None) -> None:
        """Start time [s] and relative tolerance; a master without a tolerance of its own gets the model's."""
        self.start_time = start_time
        self.tolerance = self.problem.tolerance if tolerance is None else tolerance

    @contained(lambda *_: None)
    def enter_initialization_mode(self) -> None:
        """From here to the exit, outputs follow inputs and parameters from the start."""
        self.stale = True

    @contained(lambda *_: None)
    def exit_initialization_mode(self) -> None:
        """Start; if that fails, it is tried again at the first step, which can report failure."""
        self.initialized = True
        self._start()

    @contained(lambda *_: False)
    def do_step(self, current_time: float, step_size: float) -> bool:
        """Advance to exactly current_time + step_size [s]."""
        if self.refused:
            refused, self.refused = self.refused, []
            raise MbfmuError("; ".join(refused))
        if not self.initialized:
            raise MbfmuError(f"a step of {step_size} s was asked for before initialization; enter and leave initialization mode first")
        if not self.started:
            self._start()
        t = self.instance.t
        if not (step_size >= 0 and abs(current_time - t) <= SAME_TIME * step_size + ULPS * np.spacing(abs(t))):
            raise MbfmuError(f"a step of {step_size} s from t = {current_time} s was asked for, but the FMU is at t = {t} s")
        advance(self.instance, max(t, current_time + step_size), self.tolerance)
        self.stale = False
        return True

    @contained(lambda vrs, values: None, refusing=True)
    def set_real(self, vrs: list[int], values: list[float]) -> None:
        """Store inputs and parameters; those that cannot be set are logged, and the next step is discarded."""
        refused = self.interface.refused(vrs, values, self.instance.values, self.started)
        if refused:
            raise MbfmuError("; ".join(refused))
        self.instance.values[self.interface.places[vrs]] = values
        if self.interface.is_input[vrs].any():
            self.instance.given()
        self.stale = True

    @contained(lambda vrs: [np.nan] * len(vrs))
    def get_real(self, vrs: list[int]) -> list[float]:
        """Present values; outputs as they follow from inputs set since the last step, not a number if they do not follow."""
        places, any_output = self.interface.selection(vrs)
        if self.stale and any_output:
            self._follow()
        return self.instance.values[places].tolist()

    def _start(self) -> None:
        self.instance.initialize(self.start_time)
        self.instance.tell_moved_starts()
        self.started, self.stale = True, False

    def _follow(self) -> None:
        """Bring the outputs up to date; a failure leaves nothing else changed."""
        before = self.instance.save()
        self.stale = False
        try:
            if self.started:
                self.instance.validate()
                self.instance.outputs()
            else:
                self.instance.initialize(self.start_time)
        except BaseException:
            self.instance.restore(before)
            self.instance.buffers["y"][:] = np.nan
            raise

    @contained(lambda *_: b"")
    def _get_fmu_state(self) -> bytes:
        header = HEADER.pack(self.identity, self.initialized, self.started, self.start_time, self.tolerance)
        return header + self.instance.save()

    @contained(lambda *_: None, refusing=True)
    def _set_fmu_state(self, state: bytes) -> None:
        if state[:16] != self.identity:
            raise MbfmuError(f"the state to go back to is not one of this {self.problem.name}; nothing was changed")
        self.instance.restore(state[HEADER.size :])
        _, self.initialized, self.started, self.start_time, self.tolerance = HEADER.unpack_from(state)
        self.stale, self.refused = True, []

    @staticmethod
    def _fmu_state_to_bytes(state: bytes) -> bytes:
        return state

    @staticmethod
    def _fmu_state_from_bytes(state: bytes) -> bytes:
        return state

    @contained(lambda vrs, values: None, refusing=True)
    def set_integer(self, vrs: list[int], values: list[Any]) -> None:
        """There are only Reals."""
        raise MbfmuError(f"{self.problem.name} has Real variables only; {len(vrs)} of another type were set")

    set_boolean = set_string = set_integer

    @contained(lambda vrs: [0] * len(vrs))
    def get_integer(self, vrs: list[int]) -> list[int]:
        """There are only Reals."""
        raise MbfmuError(f"{self.problem.name} has Real variables only; {len(vrs)} of another type were asked for")

    get_boolean = get_integer

    @contained(lambda vrs: [""] * len(vrs))
    def get_string(self, vrs: list[int]) -> list[str]:
        """There are only Reals."""
        raise MbfmuError(f"{self.problem.name} has Real variables only; {len(vrs)} Strings were asked for")
