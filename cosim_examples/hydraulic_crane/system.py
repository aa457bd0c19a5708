"""The hydraulic crane: crane, hydraulics and controller of `fmus/`, co-simulated as three FMUs."""

from pathlib import Path

from mbfmu import build_portable
from mbfmu.cli.library import library_file
from mbfmu.cosim import Component, System
from mbfmu.problem.load import load_declared

FOLDER, SET_POINT = Path("results"), 1.9  # m, the stroke that is wanted
LINKS = [
    ("crane.stroke", "hydraulics.rod.s"),
    ("crane.stroke_rate", "hydraulics.rod.v"),
    ("crane.stroke", "pid.measurement"),
    ("hydraulics.rod.f", "crane.cylinder_force"),
    ("pid.y", "hydraulics.command"),
]
models = {name: load_declared(library_file(f"fmus/{name}/model.py")) for name in ("crane", "hydraulics", "pid")}
starts = {"pid": {"set_point": SET_POINT}}
components = {name: Component(build_portable(model, FOLDER / "resources"), starts.get(name, {})) for name, model in models.items()}
system = System(components, LINKS, "HydraulicCrane", stop_time=10.0, step_size=1e-3)
