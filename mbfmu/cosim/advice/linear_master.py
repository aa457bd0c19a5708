"""A master in C that steps linear systems in the place of FMUs: as many runs at once as its numbers have columns."""

from __future__ import annotations

from collections.abc import Mapping
from ctypes import addressof, byref
from typing import Any

import numpy as np

from ..c_master import structures
from ..c_master.kept_error import KeptError
from ..c_master.library import library
from ..c_master.memory import Memory, doubles_at
from ..c_master.structures import DOUBLES, HOST
from ..masters.c_coupling import c_histories, c_places, c_sources, c_turns
from ..masters.coupling import Coupling
from ..masters.faults import NotClosed
from ..masters.masters import MASTERS
from .stand_in import StandIn

NEVER = float("nan")  # a time that is no step's


class LinearMaster:
    """A master of `width` runs over stand-ins, whose outputs it reads where they lie."""

    def __init__(self, coupling: Coupling, stand_ins: Mapping[str, StandIn], width: int):
        self._coupling, self._memory, self._stand_ins, self._width = coupling, Memory(), [*stand_ins.values()], width
        self._kept = KeptError()
        memory, numbers = self._memory, {name: i for i, name in enumerate(stand_ins)}
        histories = c_histories(memory, coupling, numbers, lambda component, name: stand_ins[component].part.outputs.index(name))
        self._histories = memory.array(histories, structures.History)
        self._outputs = [np.zeros((len(of.part.outputs), width)) for of in self._stand_ins]
        self._slaves = memory.array([self._slave(of, y) for of, y in zip(self._stand_ins, self._outputs)], structures.Slave)
        self._sizes = [doubles_at(h.scale, h.count) for h in histories]
        self._c = structures.Master(
            width=width,
            method=[*MASTERS].index(coupling.system.method),
            degree=coupling.system.degree,
            slave_count=len(stand_ins),
            history_count=len(histories),
            signal_count=len(coupling.signals),
            takes_back=True,
            is_linear=True,
            start_time=NEVER,
            slaves=addressof(self._slaves),
            histories=addressof(self._histories),
            **c_turns(memory, coupling, numbers),
            host=structures.Host(
                step=structures.STEP(self._kept.safe(self._step)),
                slopes=structures.SLOPES(self._kept.safe(self._slopes)),
                save=structures.LEVEL(self._kept.safe(lambda number, level: self._stand_ins[number].save(level))),
                restore=structures.LEVEL(self._kept.safe(lambda number, level: self._stand_ins[number].restore(level))),
            ),
            notice=memory.keep(structures.Notice()),
        )
        if not library().master_new(byref(self._c)):
            library().master_free(byref(self._c))
            raise MemoryError("there is no memory for the master")

    def __del__(self) -> None:
        if hasattr(self, "_c"):
            library().master_free(byref(self._c))

    def _slave(self, of: StandIn, outputs: np.ndarray) -> structures.Slave:
        memory, wires = self._memory, self._coupling.wires[of.name]
        return structures.Slave(
            outputs=structures.Values(reals=memory.keep(outputs), real_count=outputs.size),
            held_at=memory.doubles(-1.0 if name in of.followed else of.held_at[name] for name in wires.names),
            **c_sources(memory, wires),
            **c_places(self._coupling, of.name),
        )

    def _step(self, number: int, start: float, size: float, orders: int, coefficients: Any) -> None:
        of = self._stand_ins[number]
        of.step(size, np.ctypeslib.as_array(coefficients, (orders, len(of.heard), self._width)) if of.heard else np.zeros((1, 0, self._width)))

    def _slopes(self, number: int, slopes: Any) -> None:
        of = self._stand_ins[number]
        names = [name for o in self._coupling.outputs if o.component == of.name and o.sloped for name in o.names]
        np.ctypeslib.as_array(slopes, (len(names), self._width))[:] = of.output_slopes(names)

    def place(self, x: np.ndarray, outputs: np.ndarray) -> None:
        """Have all stand-ins be at states (a column a run) with outputs, one after another, and no inputs."""
        for of, y in zip(self._stand_ins, self._outputs):
            here, x = np.split(x, [of.part.order])
            y[:], outputs = np.split(outputs, [len(of.part.outputs)])
            of.place(here, y)

    def remember(self, size: float, sizes: np.ndarray, samples: np.ndarray, slopes: np.ndarray) -> None:
        """Have signals be of these sizes, and their newest samples these (oldest first), with the slopes of the newest ones that are known.

        Samples are as far apart as the steps that a part takes within a step of `size` [s].
        """
        first, ages = 0, np.arange(len(samples))[::-1]
        for i, of in enumerate(self._coupling.outputs):
            last = first + len(of.names)
            self._sizes[i][:] = sizes[first:last]
            known, slopes = np.split(slopes, [len(of.names) if of.sloped else 0])
            given = [np.ascontiguousarray(array, dtype=float) for array in (-size / of.parts * ages, samples[:, first:last], known)]
            library().master_place(byref(self._c), i, len(samples), *map(_pointer, given))
            first = last

    def take(self, start: float, size: float, end: float, is_first: bool = False) -> None:
        """Take a communication step; the first one of a run may be taken twice. Raises NotClosed where Newton's method finds no outputs."""
        self._c.start_time = start if is_first else NEVER
        if library().master_take(byref(self._c), byref(structures.Step(start, size, end))):
            self._raise()

    def behind(self, size: float, guess: np.ndarray) -> np.ndarray:
        """The signals at the end of a step of a size [s] if they are what is guessed where they drive inputs (signals x runs)."""
        guess, found = np.ascontiguousarray(guess, dtype=float), np.zeros(guess.shape)
        if library().master_behind(byref(self._c), byref(structures.Step(0.0, size, size)), _pointer(guess), _pointer(found)):
            self._raise()
        return found

    def use_jacobian(self, size: float, jacobian: np.ndarray) -> None:
        """Have Newton's method use this Jacobian for steps of a size [s]."""
        library().master_use_jacobian(byref(self._c), size, _pointer(np.ascontiguousarray(jacobian)))

    @property
    def states(self) -> np.ndarray:
        """The states of all stand-ins, one after another."""
        return np.concatenate([of.x for of in self._stand_ins])

    def sample(self, back: int) -> tuple[np.ndarray, np.ndarray]:
        """The sample of all signals so many before the newest one, and its slopes, as far as they are known."""
        values, slopes = list[np.ndarray](), [np.zeros((0, self._width))]
        for i, of in enumerate(self._coupling.outputs):
            value, slope = np.zeros((2, len(of.names), self._width))
            library().master_sample(byref(self._c), i, back, _pointer(value), _pointer(slope))
            values.append(value)
            slopes += [slope] if of.sloped else []
        return np.concatenate(values) if values else np.zeros((0, self._width)), np.concatenate(slopes)

    def _raise(self) -> None:
        fault = next(slave.fault for slave in self._slaves if slave.fault.kept)
        if fault.action == HOST and self._kept.error is not None:
            raise self._kept.error
        raise NotClosed(f"Newton's method finds no outputs that agree in a step of {fault.size:.9g} s")


def _pointer(array: np.ndarray) -> Any:
    return array.ctypes.data_as(DOUBLES)
