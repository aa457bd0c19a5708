"""`mbfmu modes`: a model linearized, its modes as a table, its matrices and poles on disk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from rich.markup import escape
from rich.table import Table

from .analysis.drive import wanted_inputs
from .analysis.instance_at import instance_at
from .analysis.linearize import linearized
from .errors import MbfmuError
from .linear.linearization import Linearization, Mode
from .linear.second_order import SecondOrder
from .linear.stability import growing, lasting
from .model.model import Model
from .model.units import product
from .problem.compile import Declared
from .problem.data.problem import Problem
from .safe_zip import plain_name
from .sources.driven import Driven
from .sources.start_values import start_values
from .view import plot_poles, view_modes

SHOWN = 4  # of the states that move in a mode
AT_REST = 1e-6  # of the rates of states, in SI units: a state that changes faster is no equilibrium


@dataclass(frozen=True)
class Modes:
    """The `modes` of the model called `name`, its linear `system`, and the files `written`."""

    name: str
    system: Linearization
    modes: Sequence[Mode]
    written: Mapping[str, str]

    @property
    def mechanism(self) -> SecondOrder | None:
        """M, D, G, K and N, where there are any."""
        try:
            return self.system.second_order()
        except MbfmuError:
            return None

    def numbers(self) -> dict[str, Any]:
        """What a script wants to know, in types of JSON."""
        mechanism = {"verdict": self.mechanism.verdict(), **self.mechanism.words()} if self.mechanism else None
        return {"verdict": verdict(self.modes), "mechanism": mechanism, "modes": [mode.numbers() for mode in self.modes], **self.written}


@dataclass(frozen=True)
class State:
    """Where to linearize: at a `time` [s] of a motion from start values given as text under what drives the inputs, or where that comes to rest."""

    literals: Mapping[str, str]
    driven: Driven
    time: float = 0.0
    at_rest: bool = False

    def shown(self, declared: Declared, file: Path) -> Path:
        """The file, written, that shows the modes of a model there; MbfmuError for what has no parts."""
        if not isinstance(declared, Model):
            raise MbfmuError(f"--view {file}: `model` is a {type(declared).__name__}, in which nothing moves that could be shown: leave --view out")
        values, inputs = lambda problem: start_values(problem, self.literals), lambda problem: self.driven.inputs(wanted_inputs(problem))
        return view_modes(declared, file, values, inputs, self.time, self.at_rest)

    def system(self, problem: Problem, coordinates: Sequence[str] | None) -> Linearization:
        """The linear system of a problem there; MbfmuError for a time at rest."""
        values, inputs = start_values(problem, self.literals), self.driven.inputs(wanted_inputs(problem))
        return linearized(instance_at(problem, values, inputs, self.time, self.at_rest), coordinates)


def modes_of(problem: Problem, state: State, coordinates: Sequence[str] | None, folder: Path, plot: bool) -> Modes:
    """Linearize a problem and write what is found to a folder."""
    system = state.system(problem, coordinates)
    file = folder / f"{plain_name(problem.name)}_modes"
    written = {"matrices": f"{file}.npz"}
    system.save(written["matrices"])
    modes = system.modes()
    if plot and modes:
        written["plot"] = f"{file}.png"
        plot_poles(modes, Path(written["plot"]), problem.name)
    return Modes(problem.name, system, modes, written)


def not_at_rest(system: Linearization) -> str | None:
    """A sentence if the state was no equilibrium: then the modes are those of the frozen state."""
    rates = {name: rate for name, rate in zip(system.states, system.rates) if name in system.speeds and abs(rate) > AT_REST}
    if not rates:
        return None
    worst = max(rates, key=lambda name: abs(rates[name]))
    unit = product((system.units[system.states.index(worst)], 1), ("s", -1))
    return f"this state is no equilibrium: {worst} changes by {rates[worst]:.3g} {unit}; --at-rest linearizes where it comes to rest"


def verdict(modes: Sequence[Mode]) -> str:
    """What the eigenvalues say of stability, in words."""
    if found := growing(modes):
        return f"unstable: {_some(modes, found, 'grows', 'grow')}"
    if found := lasting(modes):
        return f"neutral: {_some(modes, found, 'is', 'are')} not brought back"
    return "stable: no mode grows"


def _some(modes: Sequence[Mode], some: Sequence[Mode], one: str, several: str) -> str:
    """A clause about modes by their numbers."""
    numbers = [i for i, mode in enumerate(modes, 1) if mode in some]
    return f"mode {numbers[0]} {one}" if len(numbers) == 1 else f"modes {', '.join(map(str, numbers))} {several}"


def modes_table(found: Modes) -> Table:
    """A row a mode."""
    head = [f"{found.name}: {verdict(found.modes)}", *([found.mechanism.verdict()] if found.mechanism else [])]
    table = Table(title=escape("\n".join(head)), title_justify="left")
    for heading in ("mode", "frequency in Hz", "damping ratio", "eigenvalue in rad/s"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("moves", overflow="fold")
    for i, mode in enumerate(found.modes, 1):
        damping = "" if np.isnan(mode.damping) else f"{mode.damping:.4g}"
        table.add_row(str(i), f"{mode.frequency:.5g}", damping, _complex(mode.eigenvalue), escape(first(mode.shape)))
    return table


def first(names: Mapping[str, complex]) -> str:
    """The names of what moves most."""
    shown = list(names)[:SHOWN]
    return ", ".join(shown) + (" ..." if len(names) > len(shown) else "")


def _complex(value: complex) -> str:
    return f"{value.real:.5g}" + (f" ± {value.imag:.5g} i" if value.imag else "")
