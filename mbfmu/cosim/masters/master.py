"""A master in C that steps running FMUs: it is built from what connects them, takes communication steps, and fills rows of a result."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from ctypes import addressof, byref, memmove
from typing import Any

import numpy as np
from fmpy.model_description import ModelDescription

from ...base.notes import noticing
from ..c_master import structures
from ..c_master.kept_error import KeptError
from ..c_master.library import library
from ..c_master.memory import Memory, doubles_at
from ..c_master.structures import ACTIONS, HOST
from ..fmu.instance import FmuInstance
from ..inputs.driven_inputs import DrivenInputs
from ..power.power_ports import power_ports
from ..system.system import Connector, connector_name
from ..system.timeline import STEPS, CommunicationStep
from ..system.vectors import vectors
from .c_coupling import c_histories, c_turns
from .columns import Columns
from .coupling import Coupling
from .faults import BY_PORT, BY_SIGNAL, BY_VECTOR, error_of, say_missed
from .fmu_slave import FmuSlave
from .linear_answer import linear_answer
from .masters import MASTERS
from .port_sides import PortSides

NEARLY = 1e-5  # of the size of a signal: what connections may be off, as in newton.c


class Master:
    """A master over running FMUs; it is freed with `free`, or as a context.

    FMUs that step side by side do so on as many `threads`. One FMU that runs alone is stepped in parts, so that inputs which it holds are off by no
    more of their size than `held`, if they are smooth.

    1. `begin`       be as new, with the values that the FMUs have now; it was freed before
    2. `rows_into`   where rows of the Columns go next
    3. `start`       remember outputs as they are at the start, and record them
    4. `run`         take communication steps, and record them
    """

    def __init__(
        self,
        coupling: Coupling,
        descriptions: Mapping[str, ModelDescription],
        instances: Mapping[str, FmuInstance],
        driven: DrivenInputs,
        recorded: Columns,
        held: float = 0.0,
        threads: int = 1,
    ):
        system = coupling.system
        self._system, self._coupling, self._driven, self._instances = system, coupling, driven, instances
        self._names, self._memory = [*instances], Memory()
        self._numbers = {name: i for i, name in enumerate(self._names)}
        self._ports = [port for port in power_ports(system, descriptions) if {*port.columns} <= {*(recorded.dtype.names or ())}]
        self._kept = KeptError()
        self.time: float
        """How far it has come [s]."""
        self._slaves = {name: FmuSlave(self._memory, instance, recorded) for name, instance in instances.items()}
        self._vectors, vector_of = _vectors(coupling, descriptions)
        self._structures_of = self._structures()
        memory = self._memory
        histories = c_histories(memory, coupling, self._numbers, lambda component, name: self._slaves[component].outputs.place(name))
        self._histories = memory.array(histories, structures.History)
        columns, port_columns = recorded.for_c(self._slaves), [structures.PortColumns(*offsets) for offsets in recorded.ports]
        self._c = structures.Master(
            width=1,
            method=[*MASTERS].index(system.method),
            degree=system.degree,
            slave_count=len(instances),
            history_count=len(coupling.outputs),
            signal_count=len(coupling.signals),
            port_count=len(self._ports),
            takes_back=all(descriptions[name].coSimulation.canGetAndSetFMUstate for name in instances),
            start_time=system.start_time,
            longest=system.step_size,
            tolerance=system.tolerance or 0.0,
            held=held,
            slaves=addressof(self._structures_of),
            histories=addressof(self._histories),
            **c_turns(memory, coupling, self._numbers),
            vector_of=memory.integers(vector_of),
            vector_count=len(self._vectors),
            host=self._host(),
            columns=memory.structures(columns, structures.Column),
            port_columns=memory.structures(port_columns, structures.PortColumns),
            column_count=len(columns),
            row_size=recorded.dtype.itemsize,
            thread_count=min(threads, len(instances)),
        )
        self._new = [(of, bytes(of)) for of in (self._c, self._structures_of, self._histories)]
        self.begin()

    def begin(self) -> None:
        """Be as new, with the values that the FMUs have now: what was freed starts again."""
        for of, new in self._new:
            memmove(addressof(of), new, len(new))
        for history, outputs in zip(self._histories, self._coupling.outputs):
            doubles_at(history.scale, history.count)[:] = outputs.sizes
        for slave, made in zip(self._slaves.values(), self._structures_of):
            slave.begin(made)
        self._c.notice = noticing(_sentences(self._instances.values()))
        self._kept.error, self.time = None, self._system.start_time
        self._has_memory = True
        if not library().master_new(byref(self._c)):
            self.free()
            raise MemoryError("there is no memory for the master")

    def _structures(self) -> Any:
        """The slaves, each with its places among histories and its sides of power ports."""
        coupling, sides = self._coupling, PortSides(self._memory, self._coupling, self._ports)
        found = []
        for name, slave in self._slaves.items():
            made = slave.structure(coupling, self._numbers, self._driven.others(name), self._slaves)
            own, jumping = sides.of(name), sides.jumping[name]
            made.sides, made.side_count, made.jump_count = self._memory.structures(own, structures.PortSide), len(own), len(jumping)
            made.jumping = self._memory.integers(slave.outputs.place(v) for v in jumping)
            found.append(made)
        return self._memory.array(found, structures.Slave)

    def _host(self) -> structures.Host:
        others = any(self._driven.others(name) for name in self._names)
        return structures.Host(
            signals=structures.SIGNALS(self._kept.safe(self._signals)),
            others=structures.OTHERS(self._kept.safe(self._others)) if others else structures.OTHERS(),
            answer=structures.ANSWER(self._kept.safe(self._answer)),
        )

    def _signals(self, number: int, start: float, size: float, end: float, coefficients: Any, orders: Any) -> None:
        name = self._names[number]
        orders[0] = self._driven.parabolas(name, self._coupling.wires[name].signals, CommunicationStep(start, size, end), coefficients)

    def _others(self, start: float) -> None:
        for name, made in zip(self._names, self._structures_of):
            numbers = self._slaves[name].inputs
            for variable, value in self._driven.others_at(name, start).items():
                if numbers.is_text[variable]:
                    numbers.set_text(made.inputs, variable, value)
                else:
                    numbers.set_other(variable, value)

    def _answer(self, number: int, step: Any, orders: int, shapes: Any, changes: Any) -> None:
        name = self._names[number]
        wires = self._coupling.wires[name]
        outputs = [v for c, v in self._coupling.signals if c == name]
        given = np.ctypeslib.as_array(shapes, (orders, len(wires.names)))
        free = np.flatnonzero(~np.array(wires.held, dtype=bool))
        into = np.ctypeslib.as_array(changes, (len(outputs), len(wires.names)))
        into[:] = 0.0
        into[:, free] = linear_answer(self._instances[name], outputs, [wires.names[i] for i in free], given[:, free], step.contents.size)

    def rows_into(self, rows: np.ndarray, first: int = 0) -> None:
        """Have rows be recorded here, from number `first` on."""
        self._rows = rows  # which must live
        self._c.rows, self._c.row = rows.ctypes.data, first

    @property
    def row(self) -> int:
        """How many rows were recorded."""
        return self._c.row

    def start(self) -> None:
        """Remember outputs as they are, and record them; raises MbfmuError with the words of an FMU that fails."""
        if library().master_start(byref(self._c)):
            raise self._what_failed()

    def run(self, steps: np.ndarray) -> None:
        """Take communication steps (STEPS), and record those that are to be; raises MbfmuError with the words of an FMU that fails."""
        steps = np.ascontiguousarray(steps, dtype=STEPS)
        done = library().master_run(byref(self._c), steps.ctypes.data, len(steps))
        self.time = float(steps["end"][done - 1]) if done else self.time
        if done < len(steps):
            raise self._what_failed()
        if self._c.missed.told == 1:
            self._c.missed.told = 2
            names = {BY_VECTOR: self._vectors, BY_PORT: [port.name for port in self._ports]}
            if self._c.missed.slave >= 0:
                name = self._names[self._c.missed.slave]
                names[BY_SIGNAL] = [connector_name((name, v)) for v in self._coupling.wires[name].signals]
            say_missed(self._system.name, self._c.missed, names)

    def expect_restores(self) -> None:
        """Have FMUs know that somebody saves their states, so that steps may be taken back."""
        self._c.rolls_back = True

    def __enter__(self) -> Master:
        return self

    def __exit__(self, *_: object) -> None:
        self.free()

    def free(self) -> None:
        """Free its memory, if it has any; what it has recorded stays."""
        if self._has_memory:
            library().master_free(byref(self._c))
        self._has_memory = False

    def _what_failed(self) -> BaseException:
        fault = next(slave.fault for slave in self._structures_of if slave.fault.kept)
        if fault.action == HOST and self._kept.error is not None:
            return self._kept.error
        return error_of(fault, [self._instances[name] for name in self._names], self._open_connections())

    def _open_connections(self) -> list[Connector]:
        """Signals that Newton's method has left off."""
        signals = self._coupling.signals
        n = len(signals)
        found = doubles_at(self._c.closing, 4 * n)
        off, sizes = found[2 * n : 3 * n], found[3 * n :]
        with np.errstate(invalid="ignore"):
            return [signal for signal, far in zip(signals, np.abs(off / sizes)) if not far <= NEARLY]


def _sentences(instances: Iterable[FmuInstance]) -> list[str]:
    """What FMUs can be about to do, for who sees them crash."""
    called = [instance.called.replace("{", "{{").replace("}", "}}") for instance in instances]
    return [f"{name} was to {action}" for name in called for action in ACTIONS]


def _vectors(coupling: Coupling, descriptions: Mapping[str, ModelDescription]) -> tuple[Sequence[str], Sequence[int]]:
    """Names of vectors of hub ports, and for each signal the number of that to which it belongs."""
    vector_of = {name: vectors(description) for name, description in descriptions.items()}
    called = [connector_name((name, vector_of[name].get(variable, variable))) for name, variable in coupling.signals]
    names = sorted(set(called))
    return names, [names.index(name) for name in called]
