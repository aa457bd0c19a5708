"""`mbfmu equilibrium`: where a model comes to rest, what its forces and joints carry there, and whether it stays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from rich.markup import escape
from rich.table import Table

from ...analysis.equilibrium.equilibria import equilibrium
from ...analysis.equilibrium.steady_motion import steady_motion
from ...analysis.instant.drive import declared_for, wanted_inputs
from ...analysis.instant.equilibrium import Equilibrium, Load, without_roundoff
from ...analysis.linear.stability import growing, lasting
from ...base.safe_zip import plain_name
from ...problem.codegen.variables import scalars
from ...problem.compile import Declared, compile_problem
from ...runs.loaded.run_inputs import Driven
from ...runs.loaded.start_values import start_values
from ...view import plot_loads
from .modes import first

NAMED = 3  # of coordinates that have moved


@dataclass(frozen=True)
class EquilibriumRequest:
    """What is asked of an equilibrium: start values given as texts, what drives the inputs, whether an unstable one is left, coordinates that are
    held, what is to be found, and speeds that are kept in a steady motion."""

    literals: Mapping[str, str]
    driven: Driven
    leave_unstable: bool = False
    hold: Mapping[str, float] = field(default_factory=dict)
    find: Sequence[str] = ()
    speeds: Mapping[str, float] = field(default_factory=dict)


def equilibrium_of(declared: Declared, asked: EquilibriumRequest) -> Equilibrium:
    """The equilibrium of a model."""
    problem = compile_problem(declared_for(declared, asked.literals))
    values, inputs = start_values(problem, asked.literals), asked.driven.inputs(wanted_inputs(problem))
    if asked.speeds:
        return steady_motion(declared, asked.speeds, asked.find, asked.hold, values, inputs)
    return equilibrium(declared, values, inputs, asked.leave_unstable, asked.hold, asked.find)


def verdict(found: Equilibrium) -> str:
    """What the eigenvalues say of stability, in words."""
    if found.stability == "unstable":
        worst = max(growing(found.linearization), key=lambda mode: mode.eigenvalue.real)
        return f"unstable: a mode of {first(worst.shape)} grows e-fold every {1.0 / worst.eigenvalue.real:.3g} s"
    if found.stability == "neutral":
        return f"neutral: nothing brings back {first(dict.fromkeys(name for mode in lasting(found.linearization) for name in mode.shape))}"
    return "stable: small motions about it stay small"


def _still(acceleration: float) -> str:
    """How still it is, in words."""
    return f"the largest acceleration is {acceleration:.2g}" if acceleration else "all accelerations are zero"


def equilibrium_numbers(found: Equilibrium) -> dict[str, Any]:
    """All that a script wants to know, in types of JSON."""
    loads = {name: {"value": np.asarray(load.value).tolist(), "unit": load.unit, "unique": list(load.unique)} for name, load in found.loads.items()}
    names = ("stability", "found_by", "evaluations", "acceleration", "potential_energy", "kinetic_energy", "outputs", "states", "moved")
    turned = {name: {"value": one.value, "unit": one.unit} for name, one in found.found.items()}
    return {"verdict": verdict(found), **{name: getattr(found, name) for name in names}, "loads": loads, "found": turned}


def equilibrium_table(found: Equilibrium) -> Table:
    """A row an output, and one for each load."""
    moved = [f"{name} by {by:.5g}" for name, by in list(found.moved.items())[:NAMED] if by]
    head = [
        f"{found.problem.name}: {verdict(found)}",
        f"found by {found.found_by} ({found.evaluations} evaluations); {_still(found.acceleration)}",
        f"from the start, {', '.join(moved)}" if moved else "nothing has moved from the start",
        *([f"potential energy {found.potential_energy:.8g} J"] if found.potential_energy is not None else []),
    ]
    table = Table(title=escape("\n".join(head)), title_justify="left")
    table.add_column("variable", no_wrap=True)
    table.add_column("value", justify="right")
    for heading in ("unit", "meaning"):
        table.add_column(heading, overflow="fold")
    for name, one in found.found.items():
        table.add_row(f"[bold]{escape(name)}[/]", f"[bold]{_shown(one.value)}[/]", one.unit, escape(f"{one.meaning}: found"))
    known = {s.name: s.variable for s in scalars(found.problem)}
    for name, value in found.outputs.items():
        table.add_row(escape(name), _shown(value), known[name].unit, escape(known[name].description))
    for name, load in without_roundoff(found.loads).items():
        table.add_row(escape(name), _shown(np.asarray(load.value).tolist()), load.unit, escape(load.meaning + _sharing(load)))
    return table


def _sharing(load: Load) -> str:
    """Which components of a load redundant constraints leave open, to be said behind its meaning."""
    if all(load.unique):
        return ""
    components = ", ".join(f"[{i}]" for i, unique in enumerate(load.unique, 1) if not unique) if any(load.unique) else "all components"
    return f"; one possible sharing in {components}, since redundant constraints leave it open"


def write_loads(found: Equilibrium, folder: Path) -> dict[str, str]:
    """Draw what forces and joints carry, where they do: the path written."""
    if not found.loads:
        return {}
    file = f"{folder / plain_name(found.problem.name)}_equilibrium.png"
    plot_loads(found.loads, Path(file), f"{found.problem.name}, {found.stability}")
    return {"plot": file}


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(_shown, value))
    return f"{value + 0.0:.6g}" if isinstance(value, float) else str(value)  # without the sign of -0.0
