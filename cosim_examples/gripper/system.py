"""A gripper that grasps a box, lifts it and shakes it, with its controller as another FMU; and the same with too little force."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from mbfmu import BlockModel, Pid, Table, build_portable
from mbfmu.cli.library import library_file
from mbfmu.cosim import Component, System
from mbfmu.problem.load import load_declared

FOLDER, STEP, STOP = Path("results"), 2e-3, 2.0  # s
GRASPED, LIFTED, SHAKEN = 0.2, 0.8, 1.8  # s: until then the fingers close, the hand rises, and shakes
HEIGHT, SHAKE, F_SHAKE = 0.15, 0.01, 3.0  # m, m, Hz
FIRM, WEAK = 60.0, 12.0  # N: of the drive, half of which presses each finger on the box
WEIGHT = 1.4 * 9.81  # N: of hand and fingers
LINKS = [("controller.y", "gripper.motor"), ("gripper.height", "controller.measurement")]


def wanted_height() -> Table:
    """The set point of the hand: up, then to and fro."""
    t = np.arange(0.0, STOP, 0.01)
    rise = np.clip((t - GRASPED) / (LIFTED - GRASPED), 0.0, 1.0)
    shaking = np.where((t > LIFTED) & (t < SHAKEN), np.sin(2.0 * np.pi * F_SHAKE * (t - LIFTED)), 0.0)
    return Table(tuple(t), tuple(HEIGHT * rise * rise * (3.0 - 2.0 * rise) + SHAKE * shaking))


def inputs(force: float) -> dict[str, Table]:
    """The hand's way, and the force of the drive [N], which closes the fingers at once."""
    return {"controller.set_point": wanted_height(), "gripper.drive": Table((0.0, 0.1), (0.0, force))}


controller = BlockModel(
    "Controller",
    Pid("m", "N", k=4000.0, T_i=0.2, T_d=0.06, T_f=0.002, y_min=-100.0, y_max=100.0, T_r=0.005, integral_start=WEIGHT),
    "PID controller of the hand's height",
)
models = {"gripper": load_declared(library_file("fmus/gripper/model.py")), "controller": controller}
components = {name: Component(build_portable(model, FOLDER / "resources")) for name, model in models.items()}
system = System(components, LINKS, "Gripper", stop_time=STOP, step_size=STEP, method="newton", inputs=inputs(FIRM))
weak = replace(system, inputs=inputs(WEAK))
