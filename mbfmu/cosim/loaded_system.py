"""The FMUs of a System, loaded, with the master that steps them: they may run once, or again and again with other start values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from fmpy.model_description import ModelDescription

from ..base.errors import MbfmuError
from ..base.model_description import describe_fmu
from ..base.safe_zip import unpacked
from .checks import check_start_values, check_system
from .equilibrium.consistent_start import make_consistent
from .fmu.instance import FmuInstance
from .fmu.instances import INSTANCES
from .fmu.pictures import linked_outputs, picture_columns
from .inputs.driven_inputs import DrivenInputs
from .inputs.drivers import drivers
from .masters.columns import Columns, columns
from .masters.coupling import coupling_of
from .masters.master import Master
from .masters.recording import Recording
from .power.signal_units import signal_units
from .system.loops import stepping_order
from .system.ports_ahead import expected_step
from .system.system import System, Value

Descriptions = Mapping[str, ModelDescription]


@dataclass(frozen=True)
class Plan:
    """What is known of a System that can run, whatever its start values: a run of it needs all of this."""

    descriptions: Descriptions
    order: tuple[str, ...]
    driven: DrivenInputs
    recording: Recording
    columns: Columns
    units: Mapping[str, str]


def plan_of(system: System, recording: Recording) -> Plan:
    """The Plan of a System; ProblemsFound if it cannot run."""
    check_system(system)
    descriptions = {name: describe_fmu(component.fmu) for name, component in system.components.items()}
    recording = recording.also(picture_columns(system)) if recording.pictures else recording
    return Plan(
        descriptions=descriptions,
        order=tuple(system.order or stepping_order(system, descriptions)),
        driven=DrivenInputs(system, descriptions),
        recording=recording,
        columns=columns(system, descriptions, recording),
        units=signal_units(system),
    )


class LoadedSystem:
    """The FMUs of a System, instantiated.

    1. `start`   what steps them from the start on, with start values; a second time, they are reset before
    2. `end`     end a run that went well, so that another may start
    3. `close`   free them
    """

    def __init__(self, system: System, plan: Plan, threads: int):
        self._plan, self._threads = plan, threads
        self._master: Master | None = None
        self._open = ExitStack()
        with self._open:
            self._instances = self._open.enter_context(instantiated(system, plan.descriptions))
            self._open = self._open.pop_all()

    def reset(self) -> None:
        """Have the FMUs be as they were instantiated; MbfmuError if one refuses."""
        for instance in self._instances.values():
            instance.reset()

    def start(self, system: System) -> Master:
        """A master at the start of this System, which differs from the one that was loaded in start values only."""
        plan, instances = self._plan, self._instances
        initialize(system, plan.descriptions, instances)
        plan.driven.set(instances, system.start_time)
        make_consistent(system, instances, plan.descriptions, drivers(system), plan.order)
        for instance in instances.values():
            instance.exit_initialization()
        if self._master is None:
            coupling = coupling_of(system, plan.descriptions, instances, plan.order, plan.driven)
            self._master = Master(coupling, plan.descriptions, instances, plan.driven, plan.columns, threads=self._threads)
        else:
            self._master.begin()
        return self._master

    def end(self) -> None:
        """End a run; MbfmuError if an FMU refuses."""
        if self._master is not None:
            self._master.free()
        for instance in self._instances.values():
            instance.terminate()

    def close(self) -> None:
        """Free the FMUs, wherever they are."""
        if self._master is not None:
            self._master.free()
        self._open.close()


class KeptSystem:
    """Keeps a System loaded from one run to the next, which may differ in start values only: the Recording is the same.

    FMUs are instantiated again after a run that failed, and if one refuses to be reset.
    """

    def __init__(self) -> None:
        self._plan: Plan | None = None
        self._free: LoadedSystem | None = None

    def plan(self, system: System, recording: Recording) -> Plan:
        """Its Plan; ProblemsFound if it cannot run with these start values."""
        if self._plan is None:
            self._plan = plan_of(system, recording)
        else:
            check_start_values(system, self._plan.descriptions)
        return self._plan

    @contextmanager
    def loaded(self, system: System, plan: Plan, threads: int) -> Iterator[LoadedSystem]:
        """Yield it for a run."""
        loaded = self._reset() or LoadedSystem(system, plan, threads)
        try:
            yield loaded
        except BaseException:
            loaded.close()
            raise
        try:
            loaded.end()
        except MbfmuError:  # the results are complete
            loaded.close()
        else:
            self._free = loaded

    @property
    def is_loaded(self) -> bool:
        """Whether its FMUs have run, and can be reset."""
        return self._free is not None

    def _reset(self) -> LoadedSystem | None:
        loaded, self._free = self._free, None
        if loaded is None:
            return None
        try:
            loaded.reset()
        except MbfmuError:
            loaded.close()
            return None
        return loaded

    def close(self) -> None:
        """Free its FMUs."""
        if self._free is not None:
            self._free.close()
            self._free = None


@contextmanager
def running(system: System, descriptions: Descriptions) -> Iterator[dict[str, FmuInstance]]:
    """Yield the FMUs of a System in Initialization Mode; terminates and frees them, and deletes what was unpacked."""
    with instantiated(system, descriptions) as instances:
        initialize(system, descriptions, instances)
        yield instances


@contextmanager
def instantiated(system: System, descriptions: Descriptions) -> Iterator[dict[str, FmuInstance]]:
    """Yield the FMUs of a System as they were instantiated; terminates and frees them, and deletes what was unpacked."""
    with ExitStack() as cleanup:
        instances: dict[str, FmuInstance] = {}
        for name, component in system.components.items():
            folder = cleanup.enter_context(unpacked(component.fmu, to_run=True))
            kind = INSTANCES[descriptions[name].fmiMajorVersion]
            linked, following = linked_outputs(system, name), bool(system.degree or system.inputs)
            instances[name] = kind(name, descriptions[name], folder, component.fmu, linked, following)
            cleanup.callback(instances[name].close)
        yield instances


def initialize(system: System, descriptions: Descriptions, instances: Mapping[str, FmuInstance]) -> None:
    """Give FMUs their start values and have them enter Initialization Mode."""
    for name, component in system.components.items():
        values: dict[str, Value] = {**expected_step(system, name, descriptions[name]), **component.values}
        instances[name].enter_initialization(system.start_time, system.stop_time, values)
