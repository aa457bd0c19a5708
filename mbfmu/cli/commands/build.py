"""mbfmu build: models become FMUs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ...base.errors import MbfmuError
from ..console import reporting
from ..fmu_build import Fmi, built_interpreted, built_with_c, named_platforms, refuse_same_names
from ..options import Floating, Formulation, Integrator, Json, NoEndStops, Out
from .without_outputs import warn_without_outputs


def build(
    models: Annotated[list[Path], typer.Argument(help="MODEL.py files that declare `model`, or ROBOT.urdf files.")],
    output: Out = Path("."),
    native: Annotated[bool, typer.Option("--native", help="Compile the equations: the fastest FMU, which needs no Python.")] = False,
    portable: Annotated[bool, typer.Option("--portable", help="Equations as data: an FMU that needs no Python, built in a second.")] = False,
    fmi: Annotated[Fmi | None, typer.Option("--fmi", help="FMI version of native and portable FMUs, 2 by default; both writes two files.")] = None,
    scalars: Annotated[bool, typer.Option("--scalars", help="FMI 3: write arrays as single numbers, for tools that cannot read arrays.")] = False,
    platforms: Annotated[
        str | None,
        typer.Option("--platforms", help="Target platforms, such as linux64,win64,aarch64-darwin, or all; this platform by default."),
    ] = None,
    fused: Annotated[
        bool,
        typer.Option("--fused", help="Native FMUs: multiply and add in one instruction. Faster, for processors since 2013 (AVX2 and FMA)."),
    ] = False,
    no_pictures: Annotated[bool, typer.Option("--no-pictures", help="Leave out the pictures that `mbfmu view` shows.")] = False,
    floating: Floating = False,
    no_end_stops: NoEndStops = False,
    formulation: Formulation = None,
    integrator: Integrator = None,
    json_: Json = False,
) -> None:
    """Build FMUs: interpreted ones by default, or portable or native ones.

    An interpreted FMU takes every model and needs no compiler, but it needs Python where it runs, and is FMI 2.0 Co-Simulation only. Portable and
    native FMUs need no Python, and offer Model Exchange and FMI 3.0, too.

    Examples: `mbfmu build fmus/crane/model.py ur5.urdf -o out`, `mbfmu build ur5.urdf --native --platforms all`
    """
    with reporting(json_) as console:
        from ...base.choices import Choices
        from ...problem.load_problem import load_problem

        if native and portable:
            raise MbfmuError("an FMU is either native or portable: leave out --native or --portable")
        if fmi and not (native or portable):
            raise MbfmuError("--fmi is for native and portable FMUs: add --native or --portable")
        if scalars and fmi in (None, Fmi.two):
            raise MbfmuError("--scalars is for FMI 3; FMI 2 has only single numbers anyway: add --fmi 3 or both")
        if fused and not native:
            raise MbfmuError("--fused is for native FMUs: add --native")
        wanted = named_platforms(platforms, native, native or portable)
        choices = Choices(floating, not no_end_stops, formulation, integrator)
        problems = [load_problem(path, choices, not no_pictures) for path in models]
        refuse_same_names([problem.name for problem in problems], models)
        for problem in problems:
            warn_without_outputs(console, problem.name, (v.causality for v in problem.variables if not v.is_picture))
        for problem in problems:
            console.files(output, problem.name, *(("_fmi2.fmu", "_fmi3.fmu") if fmi is Fmi.both else (".fmu",)))
        there = [str(path) for path in output.glob("*.fmu")]
        console.interrupt.heed()
        if native or portable:
            fmus = [
                path
                for problem in problems
                for path in built_with_c(console, problem, output, native, fmi or Fmi.two, wanted, scalars, not no_pictures, fused)
            ]
        else:
            fmus = [built_interpreted(console, problem, output, wanted, not no_pictures) for problem in problems]
        replaced = [path for path in fmus if path in there]
        console.result({"fmus": fmus, **({"replaced": replaced} if replaced else {})})
