"""The library of models, each with a short experiment that moves it.

`python -m tests.library` writes every fmus/<name>/reference.csv anew.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import numpy as np

from mbfmu.analysis.simulate.simulate import simulate
from mbfmu.problem.data.problem import Problem
from mbfmu.problem.load_problem import load_problem

from .reference_files import write_reference
from .tolerances import (
    CONTACT_IN_FMUS,
    FAR_AWAY,
    FAR_AWAY_IN_FMUS,
    FMU_INTEGRATION,
    INTEGRATION,
    KINKED_IN_FMUS,
    LOOSE_FMU_INTEGRATION,
    REFERENCE_DIGITS,
    SOIL_IN_FMUS,
)

FMUS = Path(__file__).parent.parent / "fmus"
INTERVALS = 100
COARSE = 5  # intervals between the rows of a reference.csv


@dataclass(frozen=True)
class Experiment:
    """Start values, and how long the run is [s].

    Its reference is met at the relative tolerance `rtol` within `tolerance`, and by the FMU within `in_fmus`, relative to the size of each
    signal. `errors` are outputs that would be zero if computers did not round and integrators did not err, and how far off they may be.
    """

    values: Mapping[str, float]
    stop_time: float = 1.0
    tolerance: float = REFERENCE_DIGITS
    in_fmus: float = FMU_INTEGRATION
    errors: Mapping[str, float] = field(default_factory=dict)
    rtol: float = 1e-12

    @property
    def interval(self) -> float:
        """Time between two rows [s]."""
        return self.stop_time / INTERVALS

    def motion(self, result: np.ndarray) -> np.ndarray:
        """A result without the errors."""
        return result[[name for name in result.dtype.names if name.split("[")[0] not in self.errors]]

    def excess(self, result: np.ndarray) -> dict[str, float]:
        """The largest values of the errors that are farther from zero than they may be, or no numbers."""
        sizes = {name: np.abs(result[name]).max() for name in result.dtype.names}
        allowed = {name: self.errors[name.split("[")[0]] for name in sizes if name.split("[")[0] in self.errors}
        return {name: sizes[name] for name in allowed if not sizes[name] <= allowed[name]}


EXPERIMENTS = {
    "andrews_squeezer": Experiment({"motor_torque": 0.033}, 0.03, errors={"drift": 1e-12, "energy_error": 1e-9}),
    "ball_in_box": Experiment({"push": 2.0}, 0.6, in_fmus=CONTACT_IN_FMUS, errors={"energy_error": 1e-8}),
    "biped": Experiment({"u0": 2.0}, 1.7, INTEGRATION, CONTACT_IN_FMUS),  # DOP853 finds impacts a little earlier or later
    "bicycle": Experiment({"lean_rate": 0.5, "steering_torque": 0.2}, errors={"drift": 1e-12, "energy_error": 1e-7}),
    "bouncing_ball": Experiment({}, 2.0),
    "bushing": Experiment({"frame_b.pos.x": 0.002, "frame_b.pos.z": -0.003, "frame_b.lin_vel.z": 0.1, "frame_b.ang_vel.x": 0.2}),
    "cantilever": Experiment({"torque[2]": -0.3}, 0.1, rtol=1e-10),  # stiff: steps of Radau IIA at 1e-12 are many
    "chain_50": Experiment({}),
    "crane": Experiment({"cylinder_force": 40e3}),
    "driven_single_track": Experiment({"steer_rate": 0.05, "a": -2.0}, 2.0),
    "duffing": Experiment({}, 10.0),
    "energy_saving_arm": Experiment({"heading": 2.0}, in_fmus=KINKED_IN_FMUS),
    "engine": Experiment({"throttle": 0.6, "shaft.w": 12.0}),
    "flexible_crane": Experiment({"cylinder_force": 38e3}, 0.2),
    "four_bar": Experiment({"drive_torque": 2.0, "tip_force[1]": 1.5}, 0.3, errors={"drift": 1e-13, "energy_error": 1e-8}),
    "full_car": Experiment({"drive": 100.0, "steering": -0.01}, 0.2, in_fmus=LOOSE_FMU_INTEGRATION, errors={"energy_error": 1e-6}),
    "full_car_on_tires": Experiment(
        {"speed": 20.0, "steering": 0.01, "brake_FL": 300.0, "brake_FR": 300.0}, 0.2, errors={"energy_error": 1e-3}, rtol=1e-11
    ),
    "grapple_skidder": Experiment(
        {
            **{f"drive_torque_{end}_{side}": 4e3 for end in ("front", "rear") for side in ("left", "right")},
            "steer_left_force": -2e4,
            "steer_right_force": 2e4,
        },
        0.5,
        errors={"drift": 1e-12, "energy_error": 1e-2},
        rtol=1e-11,
    ),
    "gripper": Experiment({"drive": 40.0, "motor": 30.0}, 0.1, in_fmus=CONTACT_IN_FMUS, errors={"energy_error": 1e-8}),
    "hydraulics": Experiment({"command": 0.2, "rod.s": 1.6, "rod.v": 0.03}),
    "kneed_walker": Experiment({}, 2.0),
    "linear_tire": Experiment({"hub.lin_vel.y": 0.5, "hub.ang_vel.y": 68.0}, 0.2),
    "magic_formula_tire": Experiment({"hub.lin_vel.y": 0.5, "hub.ang_vel.y": 68.0}, 0.2),
    "pendulum_chain": Experiment({"motor_torque": 0.5}),
    "pid": Experiment({"set_point": 1.9, "measurement": 1.56}),
    "quadruped": Experiment({"FL_knee.tau": 8.0}, 0.2, in_fmus=CONTACT_IN_FMUS, errors={"energy_error": 1e-7}),
    "quarter_car": Experiment({"road": 0.05}),
    "robot_link": Experiment({"turn.command": 0.3, "shoulder.command": 0.2, "elbow.command": -0.3}, 0.5),
    "rolling_disk": Experiment({"torque[2]": 0.2}, errors={"drift": 1e-13, "slip": 1e-13, "energy_error": 1e-8}),
    "rotating_blade": Experiment({"speed": 4.0, "spin_up": 0.3}, 0.4, INTEGRATION, errors={"energy_error": 1e-6}),
    "rotor": Experiment({"force[2]": 100.0}, 0.1),
    "rover_wheel": Experiment({}, 0.4, in_fmus=SOIL_IN_FMUS),
    "sampled_servo": Experiment({"controller.set_point": 0.8}),
    "single_track": Experiment({"steer": 0.02}, 2.0),
    "slider_crank": Experiment({"drive_torque": 5.0, "gas_force": -300.0}, 0.2, errors={"drift": 1e-13, "energy_error": 1e-7}),
    "spacecraft": Experiment(
        {"thrust[1]": 1.0},
        500.0,
        FAR_AWAY,
        FAR_AWAY_IN_FMUS,
        # a position of 6.7e6 m is known to 9e-10 m, an energy of 1e11 J to 1e-5 J
        errors={"e1": 2e-9, "e2": 1e-10, "phi": 1e-13, "n1_D": 5e-9, "n2_D": 5e-9, "drift": 5e-9, "energy_error": 1.0},
        rtol=1e-13,  # of positions of 6.7e6 m, for stretches of a millimetre
    ),
    "stick_slip_belt": Experiment({}, in_fmus=CONTACT_IN_FMUS, errors={"energy_error": 1e-9}),
    "triple_pendulum": Experiment({}, errors={"energy_error": 1e-9}),
    "truck": Experiment({"speed": 15.0, "steering": 0.01, "brake_TL": 2e3, "brake_TR": 2e3}, 0.3, errors={"energy_error": 1e-2}, rtol=1e-11),
    "wheel_loader": Experiment(
        {
            "lift_force": 160e3,
            "tilt_force": 35e3,
            "steer_left_force": -4e3,
            "steer_right_force": 4e3,
            "drive_torque_rear_left": 2e3,
            "drive_torque_rear_right": 2e3,
            "drive_torque_front_left": 2e3,
            "drive_torque_front_right": 2e3,
        },
        0.5,
        errors={"drift": 1e-12, "energy_error": 1e-5},
    ),
}


@cache
def problem_of(name: str) -> Problem:
    """The Problem of fmus/<name>/model.py."""
    return load_problem(FMUS / name / "model.py")


@cache
def trajectory(name: str, solver: str = "engine") -> np.ndarray:
    """The model's experiment, integrated in this process at a tight tolerance."""
    experiment = EXPERIMENTS[name]
    return simulate(problem_of(name), experiment.stop_time, experiment.interval, experiment.values, rtol=experiment.rtol, solver=solver)


if __name__ == "__main__":
    for name, experiment in EXPERIMENTS.items():
        other = "Radau" if problem_of(name).integrator == "radau" else "DOP853"  # not the engine, which is compared with them
        solver = "engine" if problem_of(name).accepted else other  # which do not say where a step ends, when soil remembers
        write_reference(FMUS / name / "reference.csv", experiment.motion(trajectory(name, solver)), COARSE)
