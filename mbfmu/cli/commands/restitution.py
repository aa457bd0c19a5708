"""mbfmu restitution: what is left of an impact's speed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..console import reporting
from ..options import Json, NoPlot, Out, assignments


def restitution(
    path: Annotated[Path, typer.Argument(help="MODEL.py with two bodies that a contact lets touch.")],
    speeds: Annotated[str, typer.Option("--speeds", help="Impact speeds in m/s, as 0.1,0.2,0.5 or FIRST:LAST, which gives ten.")],
    contact: Annotated[str | None, typer.Option("--contact", help="The contact; the only one if not given.")] = None,
    wav: Annotated[
        list[str] | None,
        typer.Option("--wav", help="Write the sound of the fastest impact. A node radiates by an area in m2, as 'rod.far=0,0,3e-4'; several times."),
    ] = None,
    distance: Annotated[float, typer.Option("--distance", help="Distance in m at which it is heard.")] = 1.0,
    output: Out = Path("."),
    no_plot: NoPlot = False,
    json_: Json = False,
) -> None:
    """Find the coefficient of restitution of two bodies over the impact speed, from a run through their contact; writes CSV and a plot.

    A body flies freely, on a FreeMotion against the world, or is the world. A rigid one may hang on another joint. They meet where their surfaces are
    nearest to each other at the start of the model, along the normal there. Start speeds do not matter. A flexible body rebounds more slowly, because
    it vibrates: set its `zeta` to its damping, and take enough modes. A warning names a body with too few.

    Columns: speed in m/s, e, impulse in N.s, largest force in N, and the share of the energy that goes into vibration.

    A WAV file has a second of sound at 44.1 kHz, scaled to full volume; the command tells its true peak in Pa. Areas are vectors along the outward
    normal of the surface, in the axes of the flexible body.

    Example: `mbfmu restitution ball_on_beam.py --speeds 0.05:0.5 -o out`
    """
    with reporting(json_) as console:
        from ...analysis.impact.restitution import restitution as restitution_of
        from ...analysis.impact.sound import impact_sound
        from ...problem.load_problem import load_model
        from ..reports.restitution import numbers, read_areas, read_speeds, restitution_table, write_restitution, write_sound

        wanted, areas = read_speeds(speeds), read_areas(assignments(wav, "--wav", "rod.far=0,0,3e-4"))
        model = load_model(path)
        folder = console.files(output, model.name, "_restitution.csv", *["_restitution.png"] * (not no_plot), *["_impact.wav"] * bool(areas))
        with console.progress() as progress:
            found = restitution_of(model, wanted, contact, lambda v: progress(f"impact at {v:.4g} m/s"))
        heard = impact_sound(model, max(wanted), areas, contact, distance) if areas else None
        written = write_restitution(found, folder, model.name, not no_plot)
        sound = write_sound(heard, folder, model.name) if heard else {}
        console.result({**numbers(found), **written, **sound}, table=restitution_table(found, model.name))
        for name, file in written.items():
            console.line(f"{name}: {file}")
        if sound:
            console.line(f"wav: {sound['wav']}: {sound['peak']:.3g} Pa at its peak, {distance:g} m away")
