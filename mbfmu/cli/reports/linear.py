"""`mbfmu linearize`: a model or an FMU linearized, its matrices as text and on disk."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from ...analysis.instance_at import instance_at
from ...analysis.instant.drive import declared_for, wanted_inputs
from ...analysis.instant.mass import with_kinetic_energy
from ...analysis.linear.linearization import Linearization
from ...analysis.linear.mode import Mode, in_words
from ...analysis.linear.stability import growing, lasting
from ...analysis.linearize.linearize import linearized
from ...base.choices import Choices, kind_of
from ...base.errors import MbfmuError
from ...base.model_description import describe_fmu
from ...base.safe_zip import plain_name
from ...cosim.inputs.driven_inputs import wanted_inputs as fmu_inputs
from ...model.declare.model import Model
from ...model.declare.units import foreign_product
from ...problem.compile import Declared
from ...problem.data.problem import Problem
from ...problem.load import load_declared
from ...runs.linearize import linearize
from ...runs.loaded.fmu_values import fmu_values
from ...runs.loaded.run_inputs import Driven
from ...runs.loaded.start_values import start_values
from ...view import view_modes
from .response import drawn_response

AT_REST = 1e-6  # of the rates of states, in SI units: a state that changes faster is no equilibrium
CURVES = 40  # of outputs by inputs: of more a picture says nothing; `mbfmu response` draws those that are asked for
ELSEWHERE = "--at-rest linearizes where a model comes to rest, --time where a run has come to"
PRINTED = 6  # rows of a matrix: larger ones are in the file only
ROUNDED = 1e-12  # in SI units: a matrix with no larger entry is zero but for rounding
MATRICES = {"M": "mass", "D": "damping", "G": "gyroscopic", "K": "stiffness", "N": "circulatory"}


@dataclass(frozen=True)
class Linearized:
    """The linear `system` of the model or FMU called `name`, and what was `declared`, None of an FMU."""

    name: str
    system: Linearization
    declared: Declared | None = None

    @property
    def plain_name(self) -> str:
        """The name as files have it."""
        return plain_name(self.name)

    def head(self) -> list[str]:
        """What there is to say first: on stability by eigenvalues, and by the matrices of second order where there are any."""
        said = [f"{self.name}: {verdict(self.system)}"]
        return [*said, self.system.second_order().verdict()] if self.system.pairs_up else said

    def mechanism(self) -> dict[str, Any] | None:
        """What the matrices of second order say, in types of JSON."""
        if not self.system.pairs_up:
            return None
        found = self.system.second_order()
        return {"verdict": found.verdict(), **found.words()}


@dataclass(frozen=True)
class OperatingPoint:
    """Where to linearize: at a `time` [s] of a motion from start values given as text under what drives the inputs, or where that comes to rest."""

    literals: Mapping[str, str]
    driven: Driven
    time: float = 0.0
    at_rest: bool = False

    def linearized(self, path: Path, choices: Choices, coordinates: Sequence[str] | None, ready: Callable[[str], object]) -> Linearized:
        """The linear system there of the model or FMU at a path, with whose name `ready` is called before the work.

        MbfmuError for a time at rest, and for an equilibrium of an FMU.
        """
        choices.refuse(path)
        if kind_of(path) == ".fmu":
            return self._of_fmu(path, coordinates, ready)
        declared = load_declared(path, choices)
        ready(declared.name)
        problem = with_kinetic_energy(declared_for(declared, self.literals))
        return Linearized(problem.name, self._of_problem(problem, coordinates), declared)

    def shown(self, found: Linearized, file: Path) -> Path:
        """The file, written, that shows the modes of a model there; MbfmuError for what has no parts."""
        if not isinstance(found.declared, Model):
            raise MbfmuError(f"--view {file}: {found.name} is no Model, so nothing moves in it that could be shown: leave --view out")
        values, inputs = lambda problem: start_values(problem, self.literals), lambda problem: self.driven.inputs(wanted_inputs(problem))
        return view_modes(found.declared, file, values, inputs, self.time, self.at_rest)

    def _of_problem(self, problem: Problem, coordinates: Sequence[str] | None) -> Linearization:
        values, inputs = start_values(problem, self.literals), self.driven.inputs(wanted_inputs(problem))
        return linearized(instance_at(problem, values, inputs, self.time, self.at_rest), coordinates)

    def _of_fmu(self, path: Path, coordinates: Sequence[str] | None, ready: Callable[[str], object]) -> Linearized:
        if self.at_rest:
            raise MbfmuError(
                f"{path} is an FMU, and mbfmu does not search its equilibrium: give --time, --set start_in_equilibrium=true if it has"
                " this parameter, or the .py or .urdf that it was made of"
            )
        description = describe_fmu(path)
        ready(description.modelName)
        values, inputs = fmu_values(description, self.literals), self.driven.inputs(fmu_inputs(description))
        return Linearized(description.modelName, linearize(path, values, inputs, self.time, coordinates))


def write_matrices(found: Linearized, folder: Path, plot: bool) -> dict[str, str]:
    """Write all matrices as .npz and, if wanted and if these are few CURVES, the frequency response as a picture; the paths written."""
    system, file = found.system, folder / f"{found.plain_name}_linear"
    written = {"matrices": f"{file}.npz"}
    system.save(written["matrices"])
    few = 0 < len(system.inputs) * len(system.outputs) <= CURVES
    return {**written, **(drawn_response(system.frequency_response(), f"{file}.png", found.name) if plot and few else {})}


def matrices_numbers(found: Linearized) -> dict[str, Any]:
    """All that a script wants to know, in types of JSON."""
    system, mechanism = found.system, found.mechanism()
    if mechanism:
        second = system.second_order()
        mechanism |= {name: getattr(second, name).tolist() for name in (*MATRICES, "B")}
    names = {of: list(getattr(system, of)) for of in ("states", "units", "speeds", "inputs", "outputs", "rates")}
    return {"verdict": verdict(system), "mechanism": mechanism, **names, **{of: getattr(system, of).tolist() for of in "ABCD"}}


def matrices_table(found: Linearized) -> RenderableType:
    """A row a state, and small matrices below."""
    system = found.system
    table = Table(title=escape("\n".join([*found.head(), *_sizes(system)])), title_justify="left")
    table.add_column("state", no_wrap=True)
    table.add_column("unit")
    table.add_column("changes by", justify="right")
    for name, unit, rate in zip(system.states, system.units, system.rates):
        table.add_row(escape(name), escape(unit), f"{rate + 0.0:.6g}")
    return Group(table, *(Text(text) for text in _matrices(system)))


def _sizes(system: Linearization) -> list[str]:
    poles = ", ".join(in_words(mode.eigenvalue) for mode in system.modes()[:PRINTED])
    more = " ..." if len(system.modes()) > PRINTED else ""
    return [
        *([f"eigenvalues in rad/s: {poles}{more}"] if poles else []),
        *(f"{of}: {', '.join(names)}" for of, names in (("inputs", system.inputs), ("outputs", system.outputs)) if names),
    ]


def _matrices(system: Linearization) -> list[str]:
    """Those of second order, of coordinates in the order of the states, else A and B."""
    if system.pairs_up:
        second = system.second_order()
        said = {word: f"{word}, {found}" for word, found in second.words().items() if word in ("mass", "damping", "stiffness")}
        parts = {f"{name} ({said.get(word, word)})": getattr(second, name) for name, word in MATRICES.items()}
    else:
        parts = {"A": system.A, "B": system.B}
    return [_as_text(name, part) for name, part in parts.items() if part.size and len(part) <= PRINTED]


def _as_text(name: str, part: np.ndarray) -> str:
    small = np.abs(part).max() <= ROUNDED
    return f"{name} = 0" if small else f"{name} =\n{np.array2string(part, precision=6, suppress_small=True, max_line_width=150)}"


def not_at_rest(system: Linearization, advice: str = ELSEWHERE) -> str | None:
    """A sentence, with advice, if the state was no equilibrium: then the modes are those of the frozen state."""
    moving = system.speeds or system.states  # an FMU does not say which of its states are speeds
    rates = {name: rate for name, rate in zip(system.states, system.rates) if name in moving and abs(rate) > AT_REST}
    if not rates:
        return None
    worst = max(rates, key=lambda name: abs(rates[name]))
    unit = foreign_product((system.units[system.states.index(worst)], 1), ("s", -1))
    changes = f"{rates[worst]:.3g} {unit}".rstrip()
    return f"this state is no equilibrium: {worst} changes by {changes}; {advice}"


def verdict(system: Linearization) -> str:
    """What the eigenvalues say of stability, in words."""
    modes = system.modes()
    if found := growing(system):
        return f"unstable: {_some(modes, found, 'grows', 'grow')}"
    if found := lasting(system):
        return f"neutral: {_some(modes, found, 'is', 'are')} not brought back"
    return "stable: no mode grows"


def _some(modes: Sequence[Mode], some: Sequence[Mode], one: str, several: str) -> str:
    """A clause about modes by their numbers."""
    numbers = [i for i, mode in enumerate(modes, 1) if mode in some]
    return f"mode {numbers[0]} {one}" if len(numbers) == 1 else f"modes {', '.join(map(str, numbers))} {several}"
