"""Options that several commands share, and what their texts mean."""

from __future__ import annotations

from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..base.errors import MbfmuError, ProblemsFound

if TYPE_CHECKING:
    import numpy as np

    from ..model.signals.signal import Signal

Json = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of text.")]
Out = Annotated[Path, typer.Option("-o", "--output", help="Folder for the files written; created if missing.")]
Stop = Annotated[float | None, typer.Option("--stop", help="Stop time in s; the model's own if not given.")]
Floating = Annotated[bool, typer.Option("--floating", help="Let a robot's base float freely (URDF only).")]
NoEndStops = Annotated[bool, typer.Option("--no-end-stops", help="Let a robot's joints leave their limits (URDF only).")]
Formulation = Annotated[str | None, typer.Option("--formulation", help="Formulation of the equations, such as kane; the model's own if not given.")]
Integrator = Annotated[
    str | None,
    typer.Option(
        "--integrator",
        help="dormand_prince, bogacki_shampine (short steps), adams (smooth, expensive) or radau (stiff); in fixed steps heun, runge_kutta, "
        "linearly_implicit_euler or rosenbrock (the last two: stiff); the model's own if not given.",
    ),
]
Plot = Annotated[
    list[str] | None,
    typer.Option("--plot", help="Signals in the picture, by name or pattern, as 'crane.*'; may be given several times; all if not given."),
]
Poses = Annotated[bool, typer.Option("--poses", help="Also record where the parts are, for mbfmu view.")]
NoPlot = Annotated[bool, typer.Option("--no-plot", help="Write no picture.")]
OutResult = Annotated[
    Path,
    typer.Option("-o", "--output", help="Folder for the files written, or FILE.csv or FILE.parquet for the results, which it takes while they come."),
]
Record = Annotated[
    list[str] | None,
    typer.Option("--record", help="Signals in the results, by name or pattern, as 'boom.*'; may be given several times; all if not given."),
]
RealTime = Annotated[bool, typer.Option("--real-time", help="Hold the run back to the wall clock; a warning says how many steps came late.")]
Coordinate = Annotated[list[str] | None, typer.Option("--coordinate", help="Coordinate to use as a state, as pivot.phi; may be given several times.")]
Inputs = Annotated[Path | None, typer.Option("--inputs", help="FILE.csv with a column `time` and one for each input, as `force` or `force [kN]`.")]
Input = Annotated[
    list[str] | None,
    typer.Option("--input", help="Signal that drives an input, as NAME=SIGNAL, such as 'force=step(at=1,height=2e3)'; may be given several times."),
]
Time = Annotated[float, typer.Option("--time", help="Linearize the state after a run of this many s; the start if not given.")]
AtRest = Annotated[bool, typer.Option("--at-rest", help="Linearize at the equilibrium of the model.")]
Set = Annotated[list[str] | None, typer.Option("--set", help="Start value, as NAME=VALUE or NAME='30 deg'; may be given several times.")]

WRITTEN = {"--input": "SIGNAL", "--rates": "NAME,NAME"}  # what stands behind NAME=, else VALUE


def named_signals(texts: list[str] | None) -> dict[str, Signal]:
    """NAME=SIGNAL texts as a dict; ProblemsFound names malformed ones."""
    from ..model.signals.expression import read_signal

    signals, wrong = {}, []
    for name, text in assignments(texts, "--input", "force=step(at=1,height=100)").items():
        try:
            signals[name] = read_signal(text)
        except MbfmuError as error:
            wrong.append(f"--input {name}: {error}")
    if wrong:
        raise ProblemsFound("these inputs cannot be used:", wrong)
    return signals


def assignments(texts: list[str] | None, option: str = "--set", example: str = "pivot.phi_start=0.3") -> dict[str, str]:
    """NAME=VALUE texts as a dict; ProblemsFound names malformed ones."""
    texts = texts or []
    wrong = [f"{option} {text}: write NAME={WRITTEN.get(option, 'VALUE')}, such as {option} {example}" for text in texts if "=" not in text]
    names = [text.partition("=")[0] for text in texts]
    wrong += [f"{option} {name} is given twice" for name in dict.fromkeys(names) if names.count(name) > 1]
    if wrong:
        raise ProblemsFound("these options cannot be used:", wrong)
    return {name: value for name, _, value in (text.partition("=") for text in texts)}


def stepped(text: str, most: int) -> np.ndarray:
    """The numbers that FIRST:LAST:STEP means, LAST included; ValueError for anything else, MbfmuError for more than `most`."""
    import numpy as np

    from ..model.declare.variable_types import read_number

    start, last, step = (read_number(part) for part in text.split(":"))
    if not (start < last and step > 0 and all(map(isfinite, (start, last, step)))):
        raise ValueError(text)
    if (last - start) / step > most:
        raise MbfmuError(f"{text}: these are {(last - start) / step:.3g} values; at most {most} are computed")
    inner = np.arange(start, last - 1e-6 * step, step)
    return np.append(inner, last)


def numbers(texts: list[str] | None, option: str, example: str = "pivot.phi=0.3") -> dict[str, float]:
    """NAME=NUMBER texts as a dict; ProblemsFound names malformed ones."""
    from ..model.declare.variable_types import read_number

    found, wrong = {}, []
    for name, text in assignments(texts, option, example).items():
        try:
            found[name] = read_number(text)
        except ValueError:
            wrong.append(f"{option} {name}={text}: a number is wanted, such as {option} {example}")
    if wrong:
        raise ProblemsFound("these options cannot be used:", wrong)
    return found
