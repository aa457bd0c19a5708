"""mbfmu manoeuvre: a car through a standard manoeuvre."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..console import reporting
from ..options import Json, NoPlot, Out, assignments, numbers


def manoeuvre(
    name: Annotated[str, typer.Argument(help="The manoeuvre, such as steady-circle: see the list above.")],
    car: Annotated[Path, typer.Argument(help="CAR.py or CAR.fmu.")],
    wheelbase: Annotated[
        float | None,
        typer.Option("--wheelbase", help="Wheelbase in m; if not given, l_f + l_r of a block, or by the wheels of a model or FMU with two axles."),
    ] = None,
    choose: Annotated[
        list[str] | None, typer.Option("--choose", help="What the manoeuvre lets choose, as speed=25, in SI units; may be given several times.")
    ] = None,
    variables: Annotated[
        list[str] | None,
        typer.Option("--variable", help="A variable of the car whose name mbfmu does not know, as a_y=accY; may be given several times."),
    ] = None,
    steering_ratio: Annotated[
        float | None, typer.Option("--steering-ratio", help="Steering input by the front wheels' angle to the left; measured if not given.")
    ] = None,
    brake_balance: Annotated[float, typer.Option("--brake-balance", help="Share of the front axle in the brake torques.")] = 0.65,
    width: Annotated[float, typer.Option("--width", help="Width of the body in m.")] = 1.8,
    length: Annotated[float, typer.Option("--length", help="Length of the body in m.")] = 4.5,
    set_: Annotated[
        list[str] | None, typer.Option("--set", help="Start value of a parameter, as NAME=NUMBER in its unit; may be given several times.")
    ] = None,
    output: Out = Path("."),
    no_plot: NoPlot = False,
    json_: Json = False,
) -> None:
    """Drive a car through a standard manoeuvre; shows characteristic values, and writes a table, a picture and a page.

    Manoeuvres, with what `--choose` takes (speeds in m/s, accelerations in m/s2):

    - steady-circle (ISO 4138): speed, most, points, radius
    - step-steer (ISO 7401): speed, lateral_acceleration, rise
    - sine-steer (ISO 7401): speed, lateral_acceleration, frequency
    - frequency-response (ISO 7401): speed, lateral_acceleration, linearized (0 or 1)
    - double-lane-change (ISO 3888): part (1 or 2), lowest and highest (speeds), coasting (0 or 1)
    - braking-in-turn (ISO 7975): radius, lateral_acceleration, most
    - sine-with-dwell (ISO 19365): speed
    - split-braking (ISO 14512, of a car on such a road): speed, deceleration, duration
    - acceleration (straight ahead): push (in the unit of the drive), duration
    - hill-hold (of a car on an inclined road): most
    - ride (ISO 2631-1, of a car on a rough road): speed, duration
    - crosswind (ISO 12021, of a car with air): speed, wind, zone

    The car needs an input for its steering and a parameter for its speed. Their names, and those of outputs, are the names of `car_model`; give
    others by `--variable`, such as `--variable steering=hand_wheel`. Short runs measure to which side and how strongly its inputs act.

    Example: `mbfmu manoeuvre steady-circle fmus/single_track/model.py --choose speed=25 -o out`
    """
    with reporting(json_) as console:
        from ...base.safe_zip import plain_name
        from ..reports.manoeuvre import CarRequest, driven, manoeuvre_table, opened_car, write_manoeuvre

        request = CarRequest(
            car=opened_car(car, name),
            wheelbase=wheelbase,
            steering_ratio=steering_ratio,
            brake_balance=brake_balance,
            width=width,
            length=length,
            names=assignments(variables, "--variable", "a_y=accY"),
            values=numbers(set_, "--set", "m=1500"),
        )
        chosen = numbers(choose, "--choose", "speed=25")
        file = f"{request.car.name}_{name.replace('-', '_')}"
        folder = console.files(output, file, ".csv", ".html", *[".png"] * (not no_plot))
        with console.during(f"driving {name} with {car}", "driving"):
            found = driven(name, request, chosen)
        for sentence in found.missing:
            console.warning(f"not found: {sentence}")
        written = write_manoeuvre(found, folder / plain_name(file), not no_plot)
        values = [{"name": one.name, "value": one.value, "unit": one.unit, "meaning": one.meaning} for one in found.characteristics]
        console.result({"manoeuvre": found.manoeuvre, "standard": found.standard, "values": values, **written}, table=manoeuvre_table(found))
        for kind, file in written.items():
            console.line(f"{kind}: {file}")
