"""A quadruped and its controller, co-simulated as two FMUs: it stands, trots 10 m and stands."""

from pathlib import Path

from controller import NAMES, TrotController  # beside this file

from mbfmu import BlockModel, Table, build_portable
from mbfmu.cli.library import library_file
from mbfmu.cosim import System
from mbfmu.problem.load import load_declared

FOLDER, STEP, STOP = Path("results"), 1e-3, 14.0  # s
TIMES, SPEEDS = (0.0, 1.0, 3.0, 10.5, 12.5), (0.0, 0.0, 1.0, 1.0, 0.0)  # s, m/s
LINKS = [
    *((f"robot.{name}.phi", f"controller.angle.{name}") for name in NAMES),
    *((f"robot.{name}.w", f"controller.rate.{name}") for name in NAMES),
    *((f"robot.{angle}", f"controller.attitude.{angle}") for angle in ("roll", "pitch", "yaw")),
    *((f"robot.floating_base.w[{i}]", f"controller.w[{i}]") for i in (1, 2, 3)),
    ("robot.v_x", "controller.v_x"),
    ("robot.v_y", "controller.v_y"),
    *((f"controller.tau.{name}", f"robot.{name}.tau") for name in NAMES),
]

models = {
    "robot": load_declared(library_file("fmus/quadruped/model.py")),
    "controller": BlockModel("TrotController", TrotController(period=STEP), "Controller that lets a quadruped stand and trot"),
}
components = {name: build_portable(model, FOLDER / "resources") for name, model in models.items()}
inputs = {"controller.speed": Table(TIMES, SPEEDS)}
system = System(components, LINKS, "QuadrupedTrot", stop_time=STOP, step_size=STEP, method="gauss_seidel", inputs=inputs)
