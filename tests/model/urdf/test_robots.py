"""Every file of example-robot-data moves as Pinocchio says, joints that mimic others included, or is refused for a fault of its own."""

from __future__ import annotations

from importlib import metadata
from pathlib import Path

import numpy as np
import pytest

from mbfmu.base.errors import ProblemsFound
from mbfmu.mechanics.topology import build_tree
from mbfmu.model.urdf import read_urdf
from mbfmu.problem.mechanism.mechanics import compile_model

from ...running import Running
from ...tolerances import CONDITIONED, EPS
from .pinocchio_robot import PinocchioRobot
from .test_accelerations import resistance

FAULTY = {
    "alex_psyonic_hands.urdf": "joint 'Left_index_q2' .* the joint 'index_q1' that it mimics is not in the file",
    "romeo.urdf": "RThumb3.w has no inertia",  # its fingers have no mass, so Pinocchio's aba gives NaN
    "romeo_laas_small.urdf": r"link 'body' \(line 327\): its inertia has the principal moment -0.02",  # gives NaN, too
    "ur3.urdf": "the robot has no links",
}


def robot_files() -> dict[str, Path]:
    """The URDF files of example-robot-data by their last names; none where it is not installed."""
    try:
        files = metadata.files("example-robot-data") or []
    except metadata.PackageNotFoundError:
        return {}
    paths = [Path(file.locate()) for file in files if file.name.endswith(".urdf")]
    return {"/".join(path.parts[-3:]): path for path in paths}


def differences(path: Path, seed: int, floating: bool) -> tuple[float, float]:
    """How much the accelerations of the compiled robot at a random start under random drives differ from Pinocchio's,
    relative to the largest, and the condition of the mass matrix."""
    rng = np.random.default_rng(seed)
    model = read_urdf(path, floating=floating, end_stops=False)
    problem, tree = compile_model(model), build_tree(model)
    drives = {name: rng.normal() for name in model.inputs}
    starts = {v.name: rng.uniform(-1.0, 1.0, v.shape) for v in problem.variables if v.name.endswith("_start")}
    running = Running(problem, starts | drives)
    q, v = np.split(running.x, [tree.nq])
    tau = [np.zeros(0)]
    for body, speeds in zip(tree.bodies, tree.split_v(v)):
        driven = drives.get(f"{body.name}.tau", 0.0) + drives.get(f"{body.name}.f", 0.0)
        tau.append(driven - resistance(model, body.joint, speeds))
    theirs = PinocchioRobot(path, tree, floating)
    truth, ours = theirs.accelerations(q, v, np.concatenate(tau)), running.derivative(0.0, running.x)[tree.nq :]
    assert np.isfinite(truth).all()
    return float(np.abs(ours - truth).max(initial=0.0) / np.abs(truth).max(initial=1.0)), theirs.condition(q)


def check(path: Path, seed: int, floating: bool) -> None:
    """Says and bounds how much a robot differs from Pinocchio's."""
    difference, condition = differences(path, seed, floating)
    print(f"{path.name}, {'floating' if floating else 'fixed'}, {seed}: relative difference {difference:.1e}, condition {condition:.1e}")
    assert difference <= CONDITIONED * EPS * condition


@pytest.mark.robots
@pytest.mark.filterwarnings("ignore:.*(negative principal moments|is ignored|no body is like that|nothing with mass)")
@pytest.mark.parametrize("floating", [False, True])
@pytest.mark.parametrize("name", robot_files())
def test_robots(name, floating):
    path = robot_files()[name]
    if path.name in FAULTY:
        with pytest.raises(ProblemsFound, match=FAULTY[path.name]):
            differences(path, 0, floating)
    else:
        check(path, 0, floating)


@pytest.mark.robots
def test_all_files_are_there():
    assert len(robot_files()) == 69
