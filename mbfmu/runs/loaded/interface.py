"""What a source offers, and what can be done with one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from ...cosim.system.system import Value

if TYPE_CHECKING:
    import numpy as np

    from ...analysis.instant.mobility import Mobility
    from .run_inputs import Driven


@dataclass(frozen=True)
class SourceVariable:
    """One variable as FMUs list them: a scalar, but for arrays of FMI 3; `start` is None where none is stated.

    `type` is what the standard calls it, such as "Real", of an enumeration its name with the items ("Valve: closed, open").
    """

    name: str
    causality: str
    variability: str
    type: str
    unit: str
    start: Value | list[Value] | None
    description: str


@dataclass(frozen=True)
class Interface:
    """What a source offers; times in s, None where an FMU does not state them. A model of ours has no `fmi_version` yet, and no `kinds`
    ("Model Exchange", "Co-Simulation") and `platforms`, which are those of the binaries in an FMU.

    `mobility` says how freely each constrained mechanism of a model can move; `made` of an FMU of ours is its kind, one of those in
    fmu/package/kind.py. A PythonBlock says already as a model that it is one, and which packages it needs. `pictures` says what an FMU shows; the
    outputs
    that it needs for that are not among the `variables`. `integrator` is that of a model; FMUs do not state theirs. `ports` says what each port is.
    `massless` are the bodies of a model that joints move although they have neither mass nor moments of inertia.
    """

    name: str
    description: str
    fmi_version: str | None
    generation_tool: str
    start_time: float | None
    stop_time: float | None
    step_size: float | None
    variables: list[SourceVariable]
    mobility: list[Mobility] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)
    platforms: list[str] = field(default_factory=list)
    made: str = ""
    requirements: list[str] = field(default_factory=list)
    pictures: str = ""
    integrator: str = ""
    ports: list[str] = field(default_factory=list)
    massless: list[str] = field(default_factory=list)


class Source(Protocol):
    """Something that has an interface and can be simulated alone."""

    def interface(self) -> Interface:
        """Name, description, default experiment and variables."""

    def simulate(
        self,
        stop: float | None,
        interval: float | None,
        literals: Mapping[str, str],
        driven: Driven,
        signals: Sequence[str] | None = None,
        file: Path | None = None,
        real_time: bool = False,
    ) -> np.ndarray:
        """Results as a structured array with "time" [s]; `literals` are start values as text, `driven` says what drives inputs.

        `signals` are patterns of those in the results. With a `file`, the results are in it, and some of them are returned. `real_time` holds the run
        back to the wall clock.
        """


def listed(name: str, items: Iterable[str]) -> str:
    """An enumeration with its items."""
    return f"{name}: {', '.join(items)}"
