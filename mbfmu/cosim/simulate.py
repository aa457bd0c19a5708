"""Run a System: check, instantiate, make the start consistent, step, record, free.

1. `check_system`: report all problems before any FMU is loaded.
2. `running`: unpack and instantiate the FMUs, set values, enter Initialization Mode; free them at the end, however that comes.
3. `make_consistent`: bring linked outputs and inputs to one value, then leave Initialization Mode.
4. `_take`: the master in C takes communication steps, in parts where signals jump or bend within them, and records.
5. Now and then, and at the end: look for fast divergence in the rows recorded so far, as long as all are in memory.
6. After the run: look for slow divergence. Steady growth is compared with a run of half the step.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from math import ceil

import numpy as np
from fmpy.model_description import ModelDescription

from ..base.errors import MbfmuError
from ..base.model_description import describe_fmu
from ..base.safe_zip import unpacked
from ..model.signals.result import Result
from .checks import check_system
from .equilibrium.consistent_start import make_consistent
from .fmu.instance import FmuInstance
from .fmu.instances import INSTANCES
from .fmu.pictures import linked_outputs, picture_columns
from .inputs.driven_inputs import DrivenInputs
from .inputs.drivers import drivers
from .masters.columns import columns
from .masters.coupling import coupling_of
from .masters.divergence import SMALLER, Halved, Watch, explained
from .masters.master import Master
from .masters.oscillation import oscillation
from .power.signal_units import signal_units
from .recording import Recording, Rows, result_of, rows_of
from .system.loops import stepping_order
from .system.ports_ahead import expected_step
from .system.system import System
from .system.timeline import Timeline, divided
from .system.variables import equal_steps

LOOK = 1.1  # rows, relative to those when it was last looked for divergence, after which it is looked again


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
) -> Result:
    """Co-simulate `system`; now and then, or at every step in `real_time`, `progress` is called with the time [s].

    If the coupling diverges, RunStopped says so with the `remedy`. See mbfmu.cosim.simulate_system, also for what else is raised.
    """
    check_system(system)
    recording = recording.also(picture_columns(system)) if recording.pictures else recording
    passed = (lambda time: None) if real_time else progress  # which would hold back the run with half the step as well
    units, halved = signal_units(system), Halved(system, lambda half: _as_far_as_it_comes(half, passed, recording.every))
    watch = Watch(system, halved)

    def refuse_divergence(result: np.ndarray, more: str = "") -> None:
        fast = watch.fast_divergence(result)
        if fast is not None:
            raise RunStopped(explained(fast, system, result, remedy(system)) + more, result[: fast.until + 1])

    try:
        rows = _stepped(system, progress, refuse_divergence, recording, units, real_time, parallel)
        slow = watch.slow_divergence(rows.all) if rows.complete else None
        if slow is not None:
            raise RunStopped(explained(slow, system, rows.all, remedy(system)), rows.all[: slow.until + 1])
    except RunStopped as stopped:
        stopped.result = result_of(recording, stopped.result, units)
        raise
    return result_of(recording, rows.all, units)


def _as_far_as_it_comes(system: System, progress: Callable[[float], None], every: int) -> np.ndarray:
    try:
        return _stepped(system, progress, lambda result, more="": None, Recording(every=every)).all
    except RunStopped as stopped:
        return stopped.result
    except MbfmuError:  # it does not start, such as FMUs of which there can be only one at a time
        return np.zeros(0)


def _stepped(
    system: System,
    progress: Callable[[float], None],
    look_at: Callable[..., None],
    recording: Recording,
    units: Mapping[str, str] | None = None,
    real_time: bool = False,
    parallel: int = 1,
) -> Rows:
    """The rows of a run; `look_at` is called with them now and then, as long as they are all there."""
    descriptions = {name: describe_fmu(component.fmu) for name, component in system.components.items()}
    order = system.order or stepping_order(system, descriptions)
    inputs, recorded = DrivenInputs(system, descriptions), columns(system, descriptions, recording.pictures)
    plan, parts = Timeline(system.start_time, system.stop_time, system.step_size), () if equal_steps(descriptions) else inputs.stops
    steps, count = (divided(block, parts) for block in plan.blocks(recording.every)), ceil(plan.count / recording.every) + 1
    with ExitStack() as open_:
        rows = open_.enter_context(rows_of(recording, recorded.dtype, count, units or {}))
        instances = open_.enter_context(running(system, descriptions))
        open_.enter_context(np.errstate(over="ignore", invalid="ignore"))  # what diverges comes near the largest numbers
        inputs.set(instances, system.start_time)
        make_consistent(system, instances, descriptions, drivers(system), order)
        for instance in instances.values():
            instance.exit_initialization()
        coupling = coupling_of(system, descriptions, instances, order, inputs)
        master = open_.enter_context(Master(coupling, descriptions, instances, inputs, recorded, threads=parallel))
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
            why = oscillation(system, result) if recording.every == 1 else ""
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


@contextmanager
def running(system: System, descriptions: Mapping[str, ModelDescription]) -> Iterator[dict[str, FmuInstance]]:
    """Yield the FMUs of a System in Initialization Mode; terminates and frees them, and deletes what was unpacked."""
    with ExitStack() as cleanup:
        instances: dict[str, FmuInstance] = {}
        for name, component in system.components.items():
            folder = cleanup.enter_context(unpacked(component.fmu))
            kind = INSTANCES[descriptions[name].fmiMajorVersion]
            linked, following = linked_outputs(system, name), bool(system.degree or system.inputs)
            instances[name] = kind(name, descriptions[name], folder, component.fmu, linked, following)
            cleanup.callback(instances[name].close)
            values = {**expected_step(system, name, descriptions[name]), **component.values}
            instances[name].enter_initialization(system.start_time, system.stop_time, values)
        yield instances
