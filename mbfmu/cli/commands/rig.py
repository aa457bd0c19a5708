"""mbfmu rig: a suspension on the kinematics rig."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..console import reporting
from ..options import Json, NoPlot, Out


def rig(
    file: Annotated[Path, typer.Argument(help="FILE.py that declares `suspension`, such as suspension = McPherson(...).")],
    motion: Annotated[str, typer.Option("--motion", help="bounce, roll or steer.")] = "bounce",
    most: Annotated[
        float | None, typer.Option("--most", help="Largest rise of a wheel, or way of the rack, in m; 0.06 or, with steer, 0.04 if not given.")
    ] = None,
    output: Out = Path("."),
    no_plot: NoPlot = False,
    json_: Json = False,
) -> None:
    """Move a suspension through its travel while the body stands still; shows its values, and writes tables, a page and a picture.

    Motions of the rig:

    - bounce: both wheels rise
    - roll: the left wheel rises, the right one sinks
    - steer: the rack moves to the left

    Curves: toe, camber, track, way of each wheel outward and forward, roll centre height, slopes for anti-dive and anti-squat, wheel rate,
    motion ratio; with a tie rod also caster, kingpin inclination, caster trail and scrub radius. Compliance of toe, camber and place by
    lateral force, driving force at the wheel's centre, braking force and aligning torque, at held heights.

    FILE.py may declare a `steering`, such as RackSteering(...), whose column gives way, and a `bar`, an AntiRollBar(...).

    Axes are those of ISO 8855: x forward, y to the left, z up. Toe is positive where the wheels point inward ahead, camber where their tops lean
    outward. Curves are in rad and m, compliance in deg and mm by kN or 100 N.m.

    Example: `mbfmu rig suspension.py --motion roll -o out`
    """
    with reporting(json_) as console:
        from ...base.safe_zip import plain_name
        from ..reports.rig import declared, on_rig, rig_table, told, write_rig

        parts = declared(file)
        name = plain_name(f"{file.stem}_{motion}")
        folder = console.files(output, name, ".csv", "_compliance.csv", ".html", *[".png"] * (not no_plot))
        with console.during(f"moving {file} on the rig", "moving"):
            found = on_rig(parts, motion, most)
        written = write_rig(found, folder / name, not no_plot)
        console.result({**told(found), **written}, table=rig_table(found))
        for kind, path in written.items():
            console.line(f"{kind}: {path}")
