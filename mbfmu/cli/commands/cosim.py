"""mbfmu cosim: a system of FMUs."""

from __future__ import annotations

import dataclasses
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from ...base.errors import MbfmuError
from ..console import reporting
from ..options import Input, Inputs, Json, NoPlot, OutResult, Plot, Poses, RealTime, Record, assignments, named_signals, numbers


def cosim(
    system: Annotated[Path, typer.Argument(help="SYSTEM.ssd, SYSTEM.ssp, a folder that holds one .ssd, or a .py file that declares `system`.")],
    stop: Annotated[float | None, typer.Option("--stop", help="Stop time in s; the system's own if not given.")] = None,
    step: Annotated[float | None, typer.Option("--step", help="Communication step in s; the system's own if not given.")] = None,
    method: Annotated[str | None, typer.Option("--method", help="jacobi, gauss_seidel or newton; the system's own if not given.")] = None,
    input_order: Annotated[
        int | None,
        typer.Option("--input-order", help="Degree of the input polynomials within a step, 0 to 2; else the system's own, or 1 with newton."),
    ] = None,
    divisor: Annotated[
        list[str] | None,
        typer.Option("--divisor", help="Steps of a component in each communication step, as COMPONENT=NUMBER; may be given several times."),
    ] = None,
    tolerance: Annotated[
        float | None,
        typer.Option("--tolerance", help="Error of connected signals in a step, relative to their size; the master divides steps to meet it."),
    ] = None,
    settled: Annotated[bool, typer.Option("--start-in-equilibrium", help="Bring the states of all FMUs to rest before the first step.")] = False,
    set_: Annotated[list[str] | None, typer.Option("--set", help="Start value, as COMPONENT.VARIABLE=VALUE, a number or '30 deg'.")] = None,
    inputs: Inputs = None,
    input_: Input = None,
    output: OutResult = Path("."),
    record: Record = None,
    every: Annotated[int, typer.Option("--every", help="Record each so many communication points, and the last.")] = 1,
    plot: Plot = None,
    no_plot: NoPlot = False,
    poses: Poses = False,
    view_: Annotated[Path | None, typer.Option("--view", help="FILE.html or FILE.glb that shows the motion of all mechanisms.")] = None,
    real_time: RealTime = False,
    parallel: Annotated[int, typer.Option("--parallel", help="Threads on which FMUs step side by side (jacobi, newton).")] = 1,
    json_: Json = False,
) -> None:
    """Co-simulate a system of FMUs; writes CSV and a plot. Warnings come before the run.

    Example: `mbfmu cosim crane.ssp -o out`
    """
    with reporting(json_) as console:
        from ...base.child_process import TimedOut, followed
        from ...cosim import RunStopped, check_system, signal_units, with_inputs, with_values
        from ...cosim.advice.advised_run import advised_run, lasting_oscillation
        from ...cosim.advice.first_look import first_look
        from ...cosim.fmu.pictures import without_pictures
        from ...cosim.masters.recording import Recording
        from ...cosim.power.energy_of_coupling import energy_of_coupling
        from ...cosim.power.power_ports import power_ports_of
        from ...cosim.progress import bar
        from ...cosim.simulate import as_far_as_it_comes
        from ...cosim.ssp.experiment_reader import with_step_size
        from ..open_source import opened_system
        from ..reports.view import shown
        from ..results import ResultPlace

        literals, signals = assignments(set_), named_signals(input_)
        experiment = {"stop_time": stop, "method": method, "input_order": input_order, "tolerance": tolerance}
        given: dict[str, Any] = {name: value for name, value in experiment.items() if value is not None}
        if settled:
            given["start_in_equilibrium"] = True
        divisors = {name: int(number) if number.is_integer() else number for name, number in numbers(divisor, "--divisor", "tire=5").items()}
        with opened_system(system) as opened:
            if divisors:
                given["divisors"] = {**opened.divisors, **divisors}
            changed = dataclasses.replace(with_inputs(with_values(opened, literals), inputs, signals), **given)
            changed = changed if step is None else with_step_size(changed, step)
            for warning in check_system(changed):
                console.warning(warning)
            place, units = ResultPlace.of(output, changed.name), signal_units(changed)
            place.ready(console, picture=not no_plot)
            recording = Recording(signals=record, every=every, file=place.file, pictures=poses or view_ is not None)
            sentence = ""
            try:
                with console.progress() as progress:
                    progress("a look at master and step")
                    if sentence := followed(first_look, changed, progress=lambda text: None):
                        console.warning(sentence)
            except TimedOut:  # which the run would wait for once more
                raise
            except MbfmuError:
                pass  # what stops the look stops the run, too, which says so
            with shown(changed, view_) as show:
                try:
                    with bar(changed.start_time, changed.stop_time, not json_) as progress:
                        result = followed(advised_run, changed, progress=progress, recording=recording, real_time=real_time, parallel=parallel)
                except RunStopped as stopped:
                    raise place.kept(stopped) from stopped
                if not sentence and recording.tells_steps:
                    again = partial(followed, as_far_as_it_comes, progress=lambda time: None)
                    if late := lasting_oscillation(changed, result, again):
                        console.warning(late)
                energy = energy_of_coupling(power_ports_of(changed), result, recording.is_whole(result))
                plain = without_pictures(changed, result)
                table = result if poses else plain
                written = place.write(table, units, not no_plot, plot, plain)
                console.result({**written, **show(result), **({"energy": energy} if energy else {})})
