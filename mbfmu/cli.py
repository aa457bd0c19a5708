"""The command line: build, info, simulate, cosim, demo."""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, Iterator, Optional

import numpy as np
import typer
from rich.console import Console
from rich.table import Table

from .runtime.errors import MbfmuError, ProblemsFound

app = typer.Typer(
    help="Multibody dynamics declared in Python, delivered as FMUs that other tools run.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
)
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of text.")]
Out = Annotated[Path, typer.Option("-o", "--output", help="Folder for what is written; made if missing.")]
Stop = Annotated[Optional[float], typer.Option("--stop", help="Stop time in s; the model's own if not given.")]
Interval = Annotated[Optional[float], typer.Option("--interval", help="Time between results in s.")]
Set = Annotated[Optional[list[str]], typer.Option("--set", help="Start value, as NAME=VALUE; may be given several times.")]


@app.command()
def build(
    models: Annotated[list[Path], typer.Argument(help="MODEL.py files that declare `model`, or ROBOT.urdf files.")],
    output: Out = Path("."),
    floating: Annotated[bool, typer.Option("--floating", help="Let a robot's base float freely (URDF only).")] = False,
    json_: Json = False,
) -> None:
    """Build FMUs.

    Example: `mbfmu build fmus/crane/model.py ur5.urdf -o out`
    """
    from .fmu.python_fmu import build_fmu
    from .load import load_problem

    with told(json_) as say:
        problems = [load_problem(path, floating=floating) for path in models]
        say.result({"fmus": [str(build_fmu(problem, output)) for problem in problems]})


@app.command()
def info(
    path: Annotated[Path, typer.Argument(help="X.fmu, MODEL.py or ROBOT.urdf.")],
    json_: Json = False,
) -> None:
    """Show what an FMU or a model offers: its variables with units and what its default experiment is.

    Example: `mbfmu info out/Crane.fmu`
    """
    from .source import open_source

    with told(json_) as say:
        interface = open_source(path).interface()
        say.result(interface, table=_interface_table(interface))


@app.command()
def simulate(
    path: Annotated[Path, typer.Argument(help="MODEL.py or ROBOT.urdf (in process), or X.fmu (through FMPy).")],
    stop: Stop = None,
    interval: Interval = None,
    set_: Set = None,
    output: Out = Path("."),
    plot_: Annotated[bool, typer.Option("--plot/--no-plot", help="Write a picture of the results.")] = True,
    json_: Json = False,
) -> None:
    """Simulate one model or FMU with its inputs at their start values; writes CSV and a plot.

    Example: `mbfmu simulate fmus/pendulum_chain/model.py --stop 5 -o out`
    """
    from .source import open_source

    with told(json_) as say:
        source = open_source(path)
        interface = source.interface()
        result = source.simulate(stop, interval, start_values(set_ or []))
        units = {v["name"]: v["unit"] for v in interface["variables"]}
        say.result(write_results(result, output, interface["name"], units, plot_))


@app.command()
def cosim(
    system: Annotated[Path, typer.Argument(help="SYSTEM.ssd, SYSTEM.ssp, or a folder that holds one .ssd.")],
    output: Out = Path("."),
    plot_: Annotated[bool, typer.Option("--plot/--no-plot", help="Write a picture of the results.")] = True,
    json_: Json = False,
) -> None:
    """Co-simulate a system of FMUs; writes CSV and a plot. Warnings come before the run.

    Example: `mbfmu cosim crane.ssp -o out`
    """
    from .cosim import check_system, open_system, signal_units, simulate_system

    with told(json_) as say, open_system(system) as opened:
        for warning in check_system(opened):
            say.warning(warning)
        result = simulate_system(opened, progress=not json_)
        say.result(write_results(result, output, opened.name, signal_units(opened), plot_))


@app.command()
def demo(
    output: Out = Path("mbfmu_demo"),
    json_: Json = False,
) -> None:
    """Build the crane, its hydraulics and its controller, and co-simulate 10 s of raising the boom.

    Example: `mbfmu demo -o out`
    """
    from .cosim import open_system, signal_units, simulate_system
    from .demo import SHOWN, build_demo

    with told(json_) as say:
        say.line("building Crane.fmu, Hydraulics.fmu and Controller.fmu ...")
        system = build_demo(output)
        say.line(f"co-simulating {system} ...")
        with open_system(system) as opened:
            result = simulate_system(opened, progress=not json_)
            written = write_results(result, output, "hydraulic_crane", signal_units(opened), True, SHOWN)
        stroke = result["crane.stroke"]
        say.line(f"the cylinder went from {stroke[0]:.3f} m to {stroke[-1]:.3f} m")
        say.result({"system": str(system), **written})


class Say:
    """Speaks to a person, or, with --json, keeps silent until the one object at the end."""

    def __init__(self, as_json: bool):
        self.as_json, self.console, self.warnings = as_json, Console(highlight=False, soft_wrap=True), []

    def line(self, text: str) -> None:
        """Tell a person what happens."""
        if not self.as_json:
            self.console.print(text, markup=False)

    def warning(self, text: str) -> None:
        """Tell of something that may be wrong."""
        self.warnings.append(text)
        if not self.as_json:
            Console(stderr=True, highlight=False, soft_wrap=True).print(f"warning: {text}", markup=False)

    def result(self, result: dict[str, Any], table: Table | None = None) -> None:
        """Give the result."""
        if self.as_json:
            print(json.dumps({**result, **({"warnings": self.warnings} if self.warnings else {})}))
        elif table is not None:
            self.console.print(table)
        else:
            for name, value in result.items():
                for entry in value if isinstance(value, list) else [value]:
                    self.line(f"{name}: {entry}")


@contextmanager
def told(as_json: bool) -> Iterator[Say]:
    """Turn every error of mbfmu into a message and exit code 1."""
    try:
        yield Say(as_json)
    except (MbfmuError, OSError) as error:
        problems = list(error.problems) if isinstance(error, ProblemsFound) else [str(error)]
        if as_json:
            print(json.dumps({"error": str(error), "problems": problems}))
        else:
            print(f"error: {error}", file=sys.stderr)
        raise typer.Exit(1) from None


def start_values(assignments: list[str]) -> dict[str, float]:
    """NAME=VALUE pairs as a dict; MbfmuError names those that are none."""
    values, wrong = {}, []
    for assignment in assignments:
        name, _, value = assignment.partition("=")
        try:
            values[name] = float(value)
        except ValueError:
            wrong.append(f"--set {assignment}: write NAME=VALUE with a number, such as --set pivot.phi_start=0.3")
    if wrong:
        raise ProblemsFound("these start values cannot be used:", wrong)
    return values


def write_results(
    result: np.ndarray, folder: Path, name: str, units: dict[str, str], picture: bool, signals: list[str] | None = None
) -> dict[str, str]:
    """Write a result as CSV and, if wanted, as a picture; the paths written."""
    from .cosim import write_csv
    from .view.plot import plot

    folder.mkdir(parents=True, exist_ok=True)
    written = {"csv": str(folder / f"{name}.csv")}
    write_csv(Path(written["csv"]), result)
    if picture and len(result.dtype.names) > 1:
        written["plot"] = str(folder / f"{name}.png")
        plot(result, Path(written["plot"]), signals=signals, title=name, units=units)
    return written


def _interface_table(interface: dict[str, Any]) -> Table:
    table = Table(title=f"{interface['name']}: {interface['description']}", title_justify="left")
    for heading in ("variable", "kind", "unit", "start", "meaning"):
        table.add_column(heading, overflow="fold")
    for v in interface["variables"]:
        kind = v["causality"] + (f" ({v['variability']})" if v["causality"] == "parameter" else "")
        table.add_row(v["name"], kind, v["unit"], "" if v["start"] is None else str(v["start"]), v["description"])
    return table


def main() -> None:
    """Run the command line."""
    app(prog_name="mbfmu")


if __name__ == "__main__":
    main()
