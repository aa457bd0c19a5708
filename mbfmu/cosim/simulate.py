"""Run a System: check, instantiate, make the start consistent, step, record, free.

1. `plan`: report all problems before any FMU is loaded.
2. `loaded`: unpack and instantiate the FMUs, or reset those of a run before; free them at the end, unless they are kept and the run went well.
3. `start`: set values, bring linked outputs and inputs to one value in Initialization Mode, and leave that.
4. `_take`: the master in C takes communication steps, in parts where signals jump or bend within them, and records.
5. Now and then, and at the end: look for fast divergence in the rows recorded so far, as long as all are in memory.
6. After the run: look for slow divergence. Steady growth is compared with a run of half the step.
"""

from collections.abc import Callable, Iterable
from contextlib import ExitStack, closing
from math import ceil

import numpy as np

from ..base.errors import MbfmuError
from ..model.signals.result import Result
from .loaded_system import KeptSystem, Plan
from .masters.divergence import SMALLER, Halved, Watch, explained
from .masters.master import Master
from .masters.oscillation import oscillation
from .masters.recording import Recording
from .rows import Rows, result_of, rows_of
from .system.system import System
from .system.timeline import Timeline, divided
from .system.variables import equal_steps

LOOK = 1.2  # rows, relative to those when it was last looked for divergence, after which it is looked again


class RunStopped(MbfmuError):
    """An FMU failed during the run, or the coupling diverged; `result` holds what was recorded until then."""

    def __init__(self, message: str, result: np.ndarray):
        self.result = result
        super().__init__(message)

    def __reduce__(self) -> tuple:
        return RunStopped, (str(self), self.result)


def run_system(
    system: System,
    progress: Callable[[float], None],
    recording: Recording = Recording(),
    remedy: Callable[[System], str] = lambda system: SMALLER,
    real_time: bool = False,
    parallel: int = 1,
    kept: KeptSystem | None = None,
) -> Result:
    """Co-simulate `system`; now and then, or at every step in `real_time`, `progress` is called with the time [s].

    If the coupling diverges, RunStopped says so with the `remedy`. See mbfmu.cosim.simulate_system, also for what else is raised. The FMUs are `kept`
    for a run with other start values.
    """
    if kept is None:
        with closing(KeptSystem()) as once:
            return run_system(system, progress, recording, remedy, real_time, parallel, once)
    plan = kept.plan(system, recording)
    recording = plan.recording
    passed = (lambda time: None) if real_time else progress  # which would hold back the run with half the step as well
    halved = Halved(system, lambda half: as_far_as_it_comes(half, passed, recording.every))
    watch = Watch(system, halved)

    def refuse_divergence(result: np.ndarray, more: str = "") -> None:
        fast = watch.fast_divergence(result)
        if fast is not None:
            raise RunStopped(explained(fast, system, result, remedy(system)) + more, result[: fast.until + 1])

    try:
        rows = _stepped(system, progress, refuse_divergence, kept, plan, real_time, parallel)
        slow = watch.slow_divergence(rows.all) if rows.complete else None
        if slow is not None:
            raise RunStopped(explained(slow, system, rows.all, remedy(system)), rows.all[: slow.until + 1])
    except RunStopped as stopped:
        stopped.result = result_of(recording, stopped.result, plan.units)
        raise
    return result_of(recording, rows.all, plan.units)


def as_far_as_it_comes(system: System, progress: Callable[[float], None], every: int = 1) -> np.ndarray:
    """Return what connections carry in the rows of a run, fewer if a step fails and none if it does not start; divergence is not looked for."""
    only = Recording(signals=[], every=every)
    try:
        with closing(KeptSystem()) as once:
            return _stepped(system, progress, lambda result, more="": None, once, once.plan(system, only)).all
    except RunStopped as stopped:
        return stopped.result
    except MbfmuError:  # it does not start, such as FMUs of which there can be only one at a time
        return np.zeros(0)


def _stepped(
    system: System,
    progress: Callable[[float], None],
    look_at: Callable[..., None],
    kept: KeptSystem,
    plan: Plan,
    real_time: bool = False,
    parallel: int = 1,
) -> Rows:
    """The rows of a run; `look_at` is called with them now and then, as long as they are all there."""
    timeline, parts = Timeline(system.start_time, system.stop_time, system.step_size), () if equal_steps(plan.descriptions) else plan.driven.stops
    steps, count = (divided(block, parts) for block in timeline.blocks(plan.recording.every)), ceil(timeline.count / plan.recording.every) + 1
    with ExitStack() as open_:
        rows = open_.enter_context(rows_of(plan.recording, plan.columns.dtype, count, plan.units))
        loaded = open_.enter_context(kept.loaded(system, plan, parallel))
        open_.enter_context(np.errstate(over="ignore", invalid="ignore"))  # what diverges comes near the largest numbers
        master = loaded.start(system)
        try:
            _take(master, steps, rows, progress, look_at, real_time)
        except RunStopped:
            raise
        except MbfmuError as error:
            result = rows.all[: master.row]
            if not len(result):
                raise
            if rows.complete:
                look_at(result, f"; then {error}")
            why = oscillation(system, result) if plan.recording.every == 1 else ""
            raise RunStopped(f"{error}; {why}" if why else str(error), result) from error
    return rows


def _take(
    master: Master, steps: Iterable[np.ndarray], rows: Rows, progress: Callable[[float], None], look_at: Callable[..., None], real_time: bool
) -> None:
    """Take all steps, and look at the rows as long as all of them are there."""
    look = 1.0
    for found in rows.fill(master, steps, progress, real_time):
        if rows.complete and (len(found) >= look or rows.full(len(found))):
            look = LOOK * len(found)
            look_at(found)
