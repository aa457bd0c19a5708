"""A crane with a flexible boom, its hydraulics, its controller and an input shaper that does not excite the boom, co-simulated as four FMUs."""

from dataclasses import replace
from pathlib import Path

import numpy as np
from shaper import TAPS, ZvShaper  # beside this file

from mbfmu import BlockModel, Table, build_portable, connect, linearize
from mbfmu.cli.library import library_file
from mbfmu.cosim import Component, System
from mbfmu.problem.load import load_declared

FOLDER, STEP, STOP = Path("results"), 2e-3, 8.0  # s
REST, RAISED, BEGIN, END = 1.5581077, 1.70, 0.5, 1.5  # m, s: the stroke goes from REST to RAISED
SWINGS = 5.0  # rad/s: what is slower swings the payload, or turns the mast
LINKS = [
    ("crane.stroke", "hydraulics.rod.s"),
    ("crane.stroke_rate", "hydraulics.rod.v"),
    ("crane.stroke", "controller.measurement"),
    ("hydraulics.rod.f", "crane.cylinder_force"),
    ("controller.y", "hydraulics.command"),
]
SHAPED = [*LINKS, ("shaper.y", "controller.set_point")]
FILES = {"crane": "flexible_crane", "hydraulics": "hydraulics", "controller": "pid"}
# The valve's opening makes up for leakage under the pressures that hold the crane; the shaper limits the rate, so the controller does not.
OPENING = -7.85e-4
STARTS = {
    "crane": {},
    "hydraulics": {"p_A_start": 10.48271e6, "p_B_start": 10.61729e6, "spool_start": OPENING},
    "controller": {"set_point": REST, "reference_start": REST, "filtered_start": REST, "integral_start": OPENING, "rate_max": 1.0, "T_r": 0.02},
}


def first_mode() -> complex:
    """The eigenvalue [rad/s] of the slowest vibration of the boom, with hydraulics and controller, where the crane starts."""
    values = {f"{name}.{of}": value for name, starts in STARTS.items() for of, value in starts.items()}
    found = np.linalg.eigvals(linearize(connect("Whole", models, LINKS), values).A)
    return min((value for value in found if value.imag > SWINGS), key=abs)


def shaper(mode: complex) -> BlockModel:
    """The shaper of two impulses for a mode: half a period apart, the second smaller by what damping takes away until then."""
    delay = np.pi / mode.imag
    K = float(np.exp(mode.real * delay))
    block = ZvShaper(period=delay / TAPS, offset=delay / TAPS, K=K, y_start=REST, remembered_start=[REST] * TAPS)
    return BlockModel("Shaper", block, "Input shaper of two impulses", start={"u": REST})


models = {name: load_declared(library_file(f"fmus/{file}/model.py")) for name, file in FILES.items()}
mode = first_mode()
models["shaper"] = shaper(mode)
components = {name: Component(build_portable(model, FOLDER / "resources"), STARTS.get(name, {})) for name, model in models.items()}
inputs = {"shaper.u": Table((0.0, BEGIN, END), (REST, REST, RAISED))}
system = System(components, SHAPED, "ShapedCrane", stop_time=STOP, step_size=STEP, method="newton", inputs=inputs)
unshaped = replace(system, components={**components, "shaper": Component(components["shaper"].fmu, {"K": 0.0})})
