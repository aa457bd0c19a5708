"""mbfmu demo: the hydraulic crane."""

from __future__ import annotations

from pathlib import Path

from ..console import reporting
from ..options import Json, Out


def demo(
    output: Out = Path("mbfmu_demo"),
    json_: Json = False,
) -> None:
    """Build the crane, its hydraulics and its controller, co-simulate 10 s of raising the boom, and show them.

    Example: `mbfmu demo -o out`
    """
    with reporting(json_) as console:
        from ...cosim import open_system, signal_units, simulate_system
        from ...cosim.fmu.pictures import system_scene
        from ...view import view_result
        from ..demo import SHOWN, build_demo, write_scene
        from ..results import write_results

        console.files(output, "hydraulic_crane", ".csv", ".png", ".html", ".scene.json")
        system = build_demo(output, console.line)
        console.line(f"co-simulating {system} ...")
        with open_system(system) as opened, system_scene(opened) as scene:
            result = simulate_system(opened, show_progress=not json_, pictures=True)
            console.line("drawing the plot and the page ...")
            written = write_results(result, output, "hydraulic_crane", signal_units(opened), True, SHOWN)
            csv = Path(written["csv"])
            shown = {"scene": str(write_scene(scene, csv)), "view": str(view_result(scene, result, csv.with_suffix(".html")))}
        stroke = result["crane.stroke"]
        console.line(f"the cylinder went from {stroke[0]:.3f} m to {stroke[-1]:.3f} m")
        console.line(f"open {shown['view']} in a browser to see it move")
        console.result({"system": str(system), **written, **shown})
