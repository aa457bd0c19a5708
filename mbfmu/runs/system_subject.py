"""A System that is run again and again."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any
from uuid import uuid4

import numpy as np

from ..analysis.instant.drive import Inputs
from ..base.model_description import describe_fmu
from ..base.shared_process import followed_in_turn
from ..cosim import Component, System, check_system, with_inputs
from ..cosim.masters.columns import columns
from ..cosim.masters.recording import Recording
from ..cosim.system.nested import ends_of
from ..cosim.system.variables import scalar_variables
from .digest import told_inputs
from .kept_values import kept_in, outputs_asked
from .repeated_system import RepeatedSystem
from .sent_file import SentFile, digest_of
from .settable_variables import not_settable


@dataclass(frozen=True)
class SystemSubject:
    """A System of FMUs; runs follow each other in processes of their own, which keep the FMUs loaded."""

    here = False

    system: System

    @property
    def name(self) -> str:
        """What the System is called."""
        return self.system.name

    @cached_property
    def outputs(self) -> list[str]:
        """What is recorded of it: outputs, and inputs that are connected or driven."""
        return [name for name in columns(self.system, self._descriptions()).dtype.names or () if name != "time"]

    def unknown(self, names: Iterable[str]) -> list[str]:
        """What is wrong with names that are to be set, as "component.variable"."""
        known = {f"{component}.{name}": v.causality for component, d in self._descriptions().items() for name, v in scalar_variables(d).items()}
        return not_settable(names, known)

    def run(self, values: Mapping[str, Any], progress: Callable[[float], None]) -> np.ndarray:
        """A run with these start values."""
        return followed_in_turn(_run_again, self._key, self._started(values), progress=progress)

    def kept(self, values: Mapping[str, Any], progress: Callable[[float], None], asked: Mapping[str, str]) -> dict[str, Any]:
        """What is kept of a run with these start values."""
        signals = outputs_asked(asked.values(), self.outputs)
        return followed_in_turn(_kept, asked, signals, self._key, self._started(values), progress=progress)

    def _started(self, values: Mapping[str, Any]) -> System:
        """The System with these start values."""
        components = dict(self.system.components)
        for name, value in values.items():
            number = value.item() if isinstance(value, np.generic) else value
            for component, variable in ends_of(name, components, self.system.connectors):
                components[component] = replace(components[component], values={**components[component].values, variable: number})
        return replace(self.system, components=components)

    @cached_property
    def _key(self) -> str:
        """What tells it from others in the processes where it runs."""
        return uuid4().hex

    def told(self) -> dict[str, Any]:
        """The contents of its FMUs, and all that the System says besides."""
        digests = {name: Component(Path(digest_of(c.fmu.read_bytes())), c.values) for name, c in self.system.components.items()}
        return {"model": repr(replace(self.system, components=digests, inputs={})), "inputs": told_inputs(self.system.inputs)}

    def _descriptions(self) -> dict[str, Any]:
        return {name: describe_fmu(component.fmu) for name, component in self.system.components.items()}

    def __reduce__(self) -> tuple:
        return _arrived, (self.system, {name: SentFile(component.fmu) for name, component in self.system.components.items()})


_repeated: dict[Hashable, RepeatedSystem] = {}  # the one that runs in this process, by its key and the signals that are recorded


def _run_again(key: str, system: System, progress: Callable[[float], None], signals: Sequence[str] | None = None) -> np.ndarray:
    """A run of a System that may have run in this process before, with other start values."""
    if (key, signals) not in _repeated:
        for other in _repeated.values():
            other.close()
        _repeated.clear()
        _repeated[key, signals] = RepeatedSystem(Recording(signals))
    return _repeated[key, signals].run(system, progress)


def _kept(asked: Mapping[str, str], signals: Sequence[str], key: str, system: System, progress: Callable[[float], None]) -> dict[str, Any]:
    return kept_in(_run_again(key, system, progress, signals), asked)


def system_subject(system: System, stop_time: float | None, interval: float | None, inputs: Inputs) -> SystemSubject:
    """A System with another stop time, communication step (`interval`) and more that drives its inputs; ProblemsFound where it cannot run."""
    stated: dict[str, Any] = {"stop_time": stop_time, "step_size": interval}
    file, signals = (Path(inputs), {}) if isinstance(inputs, (str, Path)) else (None, dict(inputs or {}))
    changed = replace(with_inputs(system, file, signals), **{name: value for name, value in stated.items() if value is not None})
    check_system(changed)
    return SystemSubject(changed)


def _arrived(system: System, files: Mapping[str, SentFile]) -> SystemSubject:
    components = {name: replace(component, fmu=files[name].path) for name, component in system.components.items()}
    return SystemSubject(replace(system, components=components))
