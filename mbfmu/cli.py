"""The command line: build, info, check, simulate, modes, equilibrium, view, cosim, compare, demo."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any

import typer

from .building import Fmi, built_interpreted, built_with_c, named_platforms
from .console import Console, reporting
from .errors import MbfmuError, ProblemsFound
from .options import Floating, Formulation, Input, Inputs, Json, NoEndStops, NoPlot, Out, Plot, Set, Stop, assignments, named_signals

app = typer.Typer(
    help="Multibody dynamics declared in Python, delivered as FMUs that other tools run.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
)


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"mbfmu {version('mbfmu')}")
        raise typer.Exit


@app.callback()
def _mbfmu(
    _: Annotated[bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version.")] = False,
) -> None:
    pass


@app.command()
def build(
    models: Annotated[list[Path], typer.Argument(help="MODEL.py files that declare `model`, or ROBOT.urdf files.")],
    output: Out = Path("."),
    native: Annotated[bool, typer.Option("--native", help="Compile the equations: no Python in the FMU, the fastest.")] = False,
    portable: Annotated[bool, typer.Option("--portable", help="No Python in the FMU either, but equations as data: built in a second.")] = False,
    fmi: Annotated[Fmi | None, typer.Option("--fmi", help="Version of FMI of native and portable FMUs, 2 if not given; both: two files.")] = None,
    scalars: Annotated[bool, typer.Option("--scalars", help="Of FMI 3: arrays as numbers one by one, for tools that cannot read arrays.")] = False,
    platforms: Annotated[
        str | None,
        typer.Option("--platforms", help="Where it shall run, such as linux64,win64,aarch64-darwin, or all; this one if not given."),
    ] = None,
    floating: Floating = False,
    no_end_stops: NoEndStops = False,
    formulation: Formulation = None,
    json_: Json = False,
) -> None:
    """Build FMUs.

    Example: `mbfmu build fmus/crane/model.py ur5.urdf -o out`, or, without Python inside, `mbfmu build ur5.urdf --native --platforms all`
    """
    with reporting(json_) as console:
        from .choices import Choices
        from .files.ready_folder import ready_folder
        from .load import load_problem

        if native and portable:
            raise MbfmuError("an FMU is native or portable: leave out --native or --portable")
        if fmi and not (native or portable):
            raise MbfmuError("--fmi is of native and portable FMUs: add --native or --portable")
        if scalars and fmi in (None, Fmi.two):
            raise MbfmuError("--scalars is of FMI 3; FMI 2 has numbers one by one anyway: add --fmi 3 or both")
        wanted = named_platforms(platforms, native, native or portable)
        choices = Choices(floating, not no_end_stops, formulation)
        problems = [load_problem(path, choices) for path in models]
        refuse_same_names([problem.name for problem in problems], models)
        for problem in problems:
            warn_without_outputs(console, problem.name, (v.causality for v in problem.variables))
        there = [str(path) for path in ready_folder(output).glob("*.fmu")]
        console.interrupt.heed()
        if native or portable:
            fmus = [path for problem in problems for path in built_with_c(console, problem, output, native, fmi or Fmi.two, wanted, scalars)]
        else:
            fmus = [built_interpreted(console, problem, output, wanted) for problem in problems]
        replaced = [path for path in fmus if path in there]
        console.result({"fmus": fmus, **({"replaced": replaced} if replaced else {})})


@app.command()
def info(
    path: Annotated[Path, typer.Argument(help="X.fmu, MODEL.py or ROBOT.urdf.")],
    floating: Floating = False,
    json_: Json = False,
) -> None:
    """Show what an FMU or a model offers: its variables with units and what its default experiment is.

    Example: `mbfmu info out/Crane.fmu`
    """
    with reporting(json_) as console:
        from .choices import Choices
        from .interface_table import interface_table
        from .open_source import open_source

        interface = open_source(path, Choices(floating)).interface()
        console.result(dataclasses.asdict(interface), table=interface_table(interface))


@app.command()
def check(
    path: Annotated[Path, typer.Argument(help="X.fmu of any tool, FMI 2.0 or 3.0.")],
    json_: Json = False,
) -> None:
    """Exercise all that an FMU claims, and show what is true, what is false and what could not be tested.

    The description is validated, derivatives are compared with differences, FMU states are set again, instances interleaved, wrong calls
    made. Every check runs in a process of its own, so the FMU may crash or hang. The exit code is 1 if a claim is false.

    Example: `mbfmu check out/Crane.fmu`
    """
    with reporting(json_) as console:
        from .check import FALSE, check_fmu, findings_table, progress_shown

        with progress_shown(not json_) as progress:
            findings = check_fmu(path, progress)
        found = {"fmu": str(path), "findings": [dataclasses.asdict(finding) for finding in findings]}
        console.result(found, table=findings_table(str(path), findings))
        if any(finding.outcome == FALSE for finding in findings):
            raise typer.Exit(1)


@app.command()
def simulate(
    path: Annotated[Path, typer.Argument(help="MODEL.py or ROBOT.urdf (in process), or X.fmu (through FMPy).")],
    stop: Stop = None,
    interval: Annotated[
        float | None,
        typer.Option("--interval", help="Time between results in s; the model's or FMU's own step size if not given."),
    ] = None,
    set_: Set = None,
    inputs: Inputs = None,
    input_: Input = None,
    floating: Floating = False,
    no_end_stops: NoEndStops = False,
    formulation: Formulation = None,
    output: Out = Path("."),
    plot: Plot = None,
    no_plot: NoPlot = False,
    json_: Json = False,
) -> None:
    """Simulate one model or FMU; writes CSV and a plot. Inputs that nothing drives stay at their start values.

    To run many values on all cores, use `mbfmu.sweep` in Python.

    Example: `mbfmu simulate fmus/quarter_car/model.py --stop 5 --input 'road=step(at=1,height=0.05)' -o out`
    """
    with reporting(json_) as console:
        from .choices import Choices
        from .cosim import RunStopped
        from .files.ready_folder import ready_folder
        from .open_source import open_source
        from .results import kept, write_results
        from .sources.driven import Driven

        literals, driven = assignments(set_), Driven(inputs, named_signals(input_))
        source = open_source(path, Choices(floating, not no_end_stops, formulation))
        interface = source.interface()
        warn_without_outputs(console, interface.name, [v.causality for v in interface.variables])
        ready_folder(output)
        console.interrupt.heed()
        try:
            result = source.simulate(stop, interval, literals, driven)
        except RunStopped as stopped:
            raise kept(stopped, output, interface.name) from stopped
        units = {v.name: v.unit for v in interface.variables}
        console.result(write_results(result, output, interface.name, units, not no_plot, plot))


@app.command()
def modes(
    path: Annotated[Path, typer.Argument(help="MODEL.py or ROBOT.urdf.")],
    time: Annotated[float, typer.Option("--time", help="Linearize the state to which so many s of motion lead; the start if not given.")] = 0.0,
    coordinate: Annotated[
        list[str] | None, typer.Option("--coordinate", help="A coordinate that shall be a state, as pivot.phi; may be given several times.")
    ] = None,
    set_: Set = None,
    inputs: Inputs = None,
    input_: Input = None,
    floating: Floating = False,
    no_end_stops: NoEndStops = False,
    formulation: Formulation = None,
    output: Out = Path("."),
    no_plot: NoPlot = False,
    json_: Json = False,
) -> None:
    """Show natural frequencies, damping ratios and stability near a state; writes the matrices A, B, C, D and a plot of the poles.

    Example: `mbfmu modes fmus/quarter_car/model.py --time 20 -o out`
    """
    with reporting(json_) as console:
        from .choices import Choices
        from .files.ready_folder import ready_folder
        from .linearizing import modes_of, modes_table, not_at_rest, verdict
        from .load import load_problem
        from .sources.driven import Driven

        literals, driven = assignments(set_), Driven(inputs, named_signals(input_))
        problem = load_problem(path, Choices(floating, not no_end_stops, formulation))
        found = modes_of(problem, time, literals, driven, coordinate, ready_folder(output), not no_plot)
        if sentence := not_at_rest(found.system):
            console.warning(sentence)
        rows = [mode.numbers() for mode in found.modes]
        console.result({"verdict": verdict(found.modes), "modes": rows, **found.written}, table=modes_table(found))
        for name, file in found.written.items():
            console.line(f"{name}: {file}")


@app.command()
def equilibrium(
    path: Annotated[Path, typer.Argument(help="MODEL.py or ROBOT.urdf.")],
    leave_unstable: Annotated[bool, typer.Option("--leave-unstable", help="Where the model would not stay, go on to where it does.")] = False,
    set_: Set = None,
    inputs: Inputs = None,
    input_: Input = None,
    floating: Floating = False,
    no_end_stops: NoEndStops = False,
    formulation: Formulation = None,
    json_: Json = False,
) -> None:
    """Show where a model comes to rest, what its forces and joints carry there, and whether it is stable. Inputs stay as they are at the start.

    Example: `mbfmu equilibrium fmus/quarter_car/model.py --set road=0.05`
    """
    with reporting(json_) as console:
        from .balancing import equilibrium_numbers, equilibrium_of, equilibrium_table
        from .choices import Choices
        from .load import load_declared
        from .sources.driven import Driven

        literals, driven = assignments(set_), Driven(inputs, named_signals(input_))
        declared = load_declared(path, Choices(floating, not no_end_stops, formulation))
        found = equilibrium_of(declared, literals, driven, leave_unstable)
        console.result(equilibrium_numbers(found), table=equilibrium_table(found))


@app.command()
def view(
    path: Annotated[Path, typer.Argument(help="MODEL.py or ROBOT.urdf, or RESULT.csv with its RESULT.scene.json beside it.")],
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="FILE.html, a page for browsers, or FILE.glb, for Blender; NAME.html if not given.")
    ] = None,
    at_start: Annotated[bool, typer.Option("--start", help="Show the assembled start, with axes and names of joints.")] = False,
    stop: Stop = None,
    set_: Set = None,
    floating: Floating = False,
    no_end_stops: NoEndStops = False,
    formulation: Formulation = None,
    json_: Json = False,
) -> None:
    """Show a mechanism in motion: one page that plays offline in any browser, or a file for Blender.

    Example: `mbfmu view fmus/wheel_loader/model.py --stop 5 -o loader.html`
    """
    with reporting(json_) as console:
        from .choices import Choices
        from .viewing import viewed

        console.result({"view": str(viewed(path, Choices(floating, not no_end_stops, formulation), output, at_start, stop, assignments(set_)))})


@app.command()
def cosim(
    system: Annotated[Path, typer.Argument(help="SYSTEM.ssd, SYSTEM.ssp, or a folder that holds one .ssd.")],
    stop: Annotated[float | None, typer.Option("--stop", help="Stop time in s; the system's own if not given.")] = None,
    step: Annotated[float | None, typer.Option("--step", help="Communication step in s; the system's own if not given.")] = None,
    method: Annotated[str | None, typer.Option("--method", help="jacobi or gauss_seidel; the system's own if not given.")] = None,
    set_: Annotated[list[str] | None, typer.Option("--set", help="Start value, as COMPONENT.VARIABLE=VALUE; may be given several times.")] = None,
    inputs: Inputs = None,
    input_: Input = None,
    output: Out = Path("."),
    plot: Plot = None,
    no_plot: NoPlot = False,
    json_: Json = False,
) -> None:
    """Co-simulate a system of FMUs; writes CSV and a plot. Warnings come before the run.

    Example: `mbfmu cosim crane.ssp -o out`
    """
    with reporting(json_) as console:
        from .cosim import RunStopped, check_system, open_system, signal_units, with_inputs, with_values
        from .cosim.progress import bar
        from .cosim.simulate import run_system
        from .files.ready_folder import ready_folder
        from .isolated import followed
        from .results import kept, write_results

        literals, signals = assignments(set_), named_signals(input_)
        experiment = {"stop_time": stop, "step_size": step, "method": method}
        given: dict[str, Any] = {name: value for name, value in experiment.items() if value is not None}
        if step is not None:
            given["assumptions"] = ()  # of a step size, which is not assumed any more
        with open_system(system) as opened:
            changed = dataclasses.replace(with_inputs(with_values(opened, literals), inputs, signals), **given)
            for warning in check_system(changed):
                console.warning(warning)
            ready_folder(output)
            try:
                with bar(changed.start_time, changed.stop_time, not json_) as progress:
                    result = followed(run_system, changed, progress=progress)
            except RunStopped as stopped:
                raise kept(stopped, output, changed.name) from stopped
            console.result(write_results(result, output, changed.name, signal_units(changed), not no_plot, plot))


@app.command()
def compare(
    results: Annotated[tuple[Path, Path], typer.Argument(help="Two results, A.csv and B.csv, of any tool.")],
    output: Annotated[Path, typer.Option("-o", "--output", help="The picture, FILE.png or FILE.svg.")] = Path("compared.png"),
    plot: Plot = None,
    no_plot: NoPlot = False,
    json_: Json = False,
) -> None:
    """Show by how much two results differ: the largest difference of each signal that both have, and a picture of those that differ most.

    Example: `mbfmu compare out/Crane.csv reference.csv --plot 'boom*'`
    """
    with reporting(json_) as console:
        from .comparing import compared, differences_table

        picture = None if no_plot else output
        found, alone = compared(*results, picture, plot)
        for text in alone:
            console.warning(text)
        written = {"plot": str(picture)} if picture else {}
        console.result({"differences": [dataclasses.asdict(one) for one in found], **written}, table=differences_table(found, *results))
        if picture:
            console.line(f"plot: {picture}")


@app.command()
def demo(
    output: Out = Path("mbfmu_demo"),
    json_: Json = False,
) -> None:
    """Build the crane, its hydraulics and its controller, co-simulate 10 s of raising the boom, and show them.

    Example: `mbfmu demo -o out`
    """
    with reporting(json_) as console:
        from .cosim import open_system, signal_units, simulate_system
        from .demo import SHOWN, build_demo, demo_scene, write_scene
        from .files.ready_folder import ready_folder
        from .results import write_results
        from .view import view_result

        ready_folder(output)
        console.line("building Crane.fmu, Hydraulics.fmu and Controller.fmu ...")
        system = build_demo(output)
        console.line(f"co-simulating {system} ...")
        with open_system(system) as opened:
            result = simulate_system(opened, show_progress=not json_)
            written = write_results(result, output, "hydraulic_crane", signal_units(opened), True, SHOWN)
        stroke = result["crane.stroke"]
        console.line(f"the cylinder went from {stroke[0]:.3f} m to {stroke[-1]:.3f} m")
        csv = Path(written["csv"])
        scene = demo_scene()
        shown = {"scene": str(write_scene(scene, csv)), "view": str(view_result(scene, result, csv.with_suffix(".html")))}
        console.line(f"open {shown['view']} in a browser to see it move")
        console.result({"system": str(system), **written, **shown})


def refuse_same_names(names: list[str], models: list[Path]) -> None:
    """ProblemsFound if two models would be written to the same FMU, on systems that know no capitals too."""
    same: dict[str, list[str]] = {}
    for name, path in zip(names, models):
        same.setdefault(name.lower(), []).append(f"{path} ({name}.fmu)")
    wrong = [f"one FMU would be written by {' and '.join(which)}" for which in same.values() if len(which) > 1]
    if wrong:
        raise ProblemsFound("give each model a name of its own, or build them into different folders:", wrong)


def warn_without_outputs(console: Console, name: str, causalities: Iterable[str]) -> None:
    """Warn if a model shows nothing of what it does."""
    if "output" not in causalities:
        console.warning(f"{name} has no outputs, so nothing of its motion is seen: expose some, as in model.expose(outputs={{...}})")


def main() -> None:
    """Run the command line."""
    app(prog_name="mbfmu")


if __name__ == "__main__":
    main()
