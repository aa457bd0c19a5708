"""A robot arm from URDF, and a sampled controller for each of its joints, co-simulated as four FMUs.

The arm turns and lifts its load, and puts it down elsewhere. Angles are positive upward, and to the left.
"""

from pathlib import Path

from mbfmu import BlockModel, Model, SampledPid, Table, build_portable
from mbfmu.cosim import System
from mbfmu.model.urdf import read_urdf

HERE, FOLDER, PERIOD, STOP = Path(__file__).parent, Path("results"), 4e-3, 5.0  # s
TIMES = (0.0, 0.3, 1.3, 2.0, 3.0)  # s, of the angles [rad] below
ANGLES = {"turn": (0.0, 0.0, 0.8, 0.8, 1.2), "shoulder": (0.0, 0.0, 0.7, 0.7, 0.2), "elbow": (0.0, 0.0, -1.0, -1.0, -0.4)}
GAINS = {"turn": (300.0, 0.12, 60.0, 0.0), "shoulder": (900.0, 0.1, 150.0, 51.5025), "elbow": (200.0, 0.06, 80.0, 14.715)}
"""Of each joint: k [N.m/rad], T_d [s], the largest torque and the one that holds the arm at the start [N.m]."""


def models() -> dict[str, Model | BlockModel]:
    """The arm and its three controllers."""
    arm = read_urdf(HERE / "arm.urdf")
    arm.tolerance = 1e-8
    arm.expose(start={f"{name}.tau": torque for name, (_, _, _, torque) in GAINS.items()})
    controllers = {}
    for name, (k, T_d, most, torque) in GAINS.items():
        pid = SampledPid("rad", "N.m", period=PERIOD, k=k, T_i=0.3, T_d=T_d, T_f=5e-3, y_min=-most, y_max=most, y_start=torque, integral_start=torque)
        controllers[f"{name}_pid"] = BlockModel(f"{name.title()}Pid", pid)
    return {"arm": arm, **controllers}


links = [(f"arm.{name}.phi", f"{name}_pid.measurement") for name in GAINS] + [(f"{name}_pid.y", f"arm.{name}.tau") for name in GAINS]
inputs = {f"{name}_pid.set_point": Table(TIMES, angles) for name, angles in ANGLES.items()}
components = {name: build_portable(model, FOLDER / "resources") for name, model in models().items()}
system = System(components, links, "RobotArm", stop_time=STOP, step_size=PERIOD, method="gauss_seidel", inputs=inputs)
