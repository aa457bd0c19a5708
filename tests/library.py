"""The library of models, each with a short experiment that moves it.

`python -m tests.library` writes every fmus/<name>/reference.csv anew.
"""

from pathlib import Path

import numpy as np

from mbfmu.analysis.simulate import simulate
from mbfmu.load import load_problem
from mbfmu.runtime.problem import Problem

from .reference_files import write_reference

FMUS = Path(__file__).parent.parent / "fmus"
EXPERIMENTS: dict[str, dict[str, float]] = {
    "crane": {"cylinder_force": 40e3},
    "hydraulics": {"command": 0.2, "s": 1.6, "v": 0.03},
    "pendulum_chain": {"motor_torque": 0.5},
    "pid": {"set_point": 1.9, "measurement": 1.56},
    "quarter_car": {"road": 0.05},
}
STOP_TIME, INTERVAL = 1.0, 0.01  # s
COARSE = 5  # intervals between the rows of a reference.csv


def problem_of(name: str) -> Problem:
    """The Problem of fmus/<name>/model.py."""
    return load_problem(FMUS / name / "model.py")


def trajectory(name: str) -> np.ndarray:
    """The model's experiment, integrated in this process at a tight tolerance."""
    return simulate(problem_of(name), STOP_TIME, INTERVAL, EXPERIMENTS[name], rtol=1e-11)


if __name__ == "__main__":
    for name in EXPERIMENTS:
        write_reference(FMUS / name / "reference.csv", trajectory(name), COARSE)
