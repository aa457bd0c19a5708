"""`mbfmu modes`: a model linearized, its modes as a table, its matrices and poles on disk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from rich.markup import escape
from rich.table import Table

from .analysis.drive import wanted_inputs
from .analysis.linearization import Linearization, Mode
from .analysis.linearize import linearize
from .model.units import product
from .problem.data.problem import Problem
from .safe_zip import plain_name
from .sources.driven import Driven
from .sources.start_values import start_values
from .view import plot_poles

AT_REST = 1e-6  # of the rates of states, in SI units: a state that changes faster is no equilibrium


@dataclass(frozen=True)
class Modes:
    """The `modes` of the model called `name`, its linear `system`, and the files `written`."""

    name: str
    system: Linearization
    modes: Sequence[Mode]
    written: Mapping[str, str]


def modes_of(
    problem: Problem, time: float, literals: Mapping[str, str], driven: Driven, coordinates: Sequence[str] | None, folder: Path, plot: bool
) -> Modes:
    """Linearize a problem and write what is found to a folder."""
    inputs = driven.inputs(wanted_inputs(problem))
    system = linearize(problem, start_values(problem, literals), inputs, time, coordinates)
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
    return f"this state is no equilibrium: {worst} changes by {rates[worst]:.3g} {unit}; --time T linearizes where T s of motion have led"


def verdict(modes: Sequence[Mode]) -> str:
    """What the eigenvalues say of stability, in words."""
    bound = 1e-9 * max((abs(mode.eigenvalue) for mode in modes), default=0.0)
    growing = [i for i, mode in enumerate(modes, 1) if mode.eigenvalue.real > bound]
    lasting = [i for i, mode in enumerate(modes, 1) if abs(mode.eigenvalue.real) <= bound]
    if growing:
        return f"unstable: {_some(growing, 'grows', 'grow')}"
    return f"neither stable nor unstable to first order: {_some(lasting, 'does not decay', 'do not decay')}" if lasting else "stable: all modes decay"


def _some(numbers: Sequence[int], one: str, several: str) -> str:
    """A clause about modes by their numbers."""
    return f"mode {numbers[0]} {one}" if len(numbers) == 1 else f"modes {', '.join(map(str, numbers))} {several}"


def modes_table(found: Modes) -> Table:
    """A row a mode."""
    table = Table(title=escape(f"{found.name}: {verdict(found.modes)}"), title_justify="left")
    for heading in ("mode", "frequency in Hz", "damping ratio", "eigenvalue in rad/s"):
        table.add_column(heading, justify="right")
    table.add_column("moves", no_wrap=True)
    for i, mode in enumerate(found.modes, 1):
        damping = "" if np.isnan(mode.damping) else f"{mode.damping:.4g}"
        table.add_row(str(i), f"{mode.frequency:.5g}", damping, _complex(mode.eigenvalue), escape(", ".join(mode.shape)))
    return table


def _complex(value: complex) -> str:
    return f"{value.real:.5g}" + (f" ± {value.imag:.5g} i" if value.imag else "")
