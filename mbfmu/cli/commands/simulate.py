"""mbfmu simulate: one model or FMU."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..console import reporting
from ..options import (
    Floating,
    Formulation,
    Input,
    Inputs,
    Integrator,
    Json,
    NoEndStops,
    NoPlot,
    OutResult,
    Plot,
    Poses,
    RealTime,
    Record,
    Set,
    Stop,
    assignments,
    named_signals,
)
from .without_outputs import warn_without_outputs


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
    integrator: Integrator = None,
    output: OutResult = Path("."),
    record: Record = None,
    plot: Plot = None,
    no_plot: NoPlot = False,
    poses: Poses = False,
    real_time: RealTime = False,
    json_: Json = False,
) -> None:
    """Simulate one model or FMU; writes CSV and a plot. Inputs without a signal keep their start values.

    With --poses, `mbfmu view MODEL.py out/NAME.csv` shows the motion again without a run.

    A long run needs little memory with a file for its results, as `-o out/run.parquet`; the plot then shows 10,000 rows. To run many values on all
    cores, use `mbfmu study`.

    Example: `mbfmu simulate fmus/quarter_car/model.py --stop 5 --input 'road=step(at=1,height=0.05)' -o out`
    """
    with reporting(json_) as console:
        from ...base.choices import Choices
        from ...base.fmu_pictures import without_index
        from ...cosim import RunStopped
        from ...runs.loaded.run_inputs import Driven
        from ..open_source import open_source
        from ..results import ResultPlace

        literals, driven = assignments(set_), Driven(inputs, named_signals(input_))
        source = open_source(path, Choices(floating, not no_end_stops, formulation, integrator), literals, poses)
        interface = source.interface()
        warn_without_outputs(console, interface.name, [v.causality for v in interface.variables])
        place = ResultPlace.of(output, interface.name)
        place.ready(console, picture=not no_plot)
        console.interrupt.heed()
        units = {v.name: v.unit for v in interface.variables}
        try:
            result = source.simulate(stop, interval, literals, driven, record, place.file, real_time)
        except RunStopped as stopped:
            raise place.kept(stopped) from stopped
        known = {"time", *units}
        own = [name for name in result.dtype.names or () if {name, without_index(name)} & known]
        console.result(place.write(result, units, not no_plot, plot, result[own]))
