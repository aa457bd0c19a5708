"""Robots read from URDF move as Pinocchio says: by the recursion, by Kane's equations, and as compiled."""

from __future__ import annotations

from importlib import metadata
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from mbfmu.mechanics.topology import Tree, build_tree
from mbfmu.model.declare.model import Model
from mbfmu.model.elements.forces import PrismaticFriction, RevoluteFriction
from mbfmu.model.elements.joints import FreeMotion
from mbfmu.model.urdf import read_urdf
from mbfmu.problem.mechanism.mechanics import compile_model

from ...floats import Floats
from ...running import Running
from ...tolerances import CONDITIONED, EPS, RESIDUAL
from .pinocchio_robot import PinocchioRobot

SMALL_ARM = Path(__file__).parent / "small_arm.urdf"


class Moving(NamedTuple):
    """A robot at a random state under random drives; `tau` is what drives and friction do on all speeds."""

    model: Model
    tree: Tree
    q: np.ndarray
    v: np.ndarray
    drives: dict[str, float]
    tau: np.ndarray


def moving(path: Path, seed: int, floating: bool = False) -> Moving:
    rng = np.random.default_rng(seed)
    model = read_urdf(path, floating=floating, end_stops=False)
    tree = build_tree(model)
    q, v, tau = [], [], []
    drives = {name: rng.normal() for name in model.inputs}
    for body in tree.bodies:
        q.append(rng.uniform(-1.0, 1.0, body.nq))
        if isinstance(body.joint, FreeMotion):
            q[-1][3:] /= np.linalg.norm(q[-1][3:])
        v.append(rng.uniform(-1.0, 1.0, body.nv))
        driven = [drives[n] for n in (f"{body.name}.tau", f"{body.name}.f") if n in drives]
        tau.append((driven[0] if driven else np.zeros(body.nv)) - resistance(model, body.joint, v[-1]))
    return Moving(model, tree, np.concatenate(q), np.concatenate(v), drives, np.concatenate(tau))


def resistance(model: Model, joint: object, v: np.ndarray) -> np.ndarray:
    """Damping and friction of URDF, dry friction smoothed as RevoluteFriction says; Pinocchio's aba has neither."""
    total = np.zeros(len(v))
    for kind in RevoluteFriction, PrismaticFriction:
        for friction in (f for f in model.of_type(kind) if f.joint is joint):
            p = friction.values
            total = total + p["d"] * v + p["dry"] * np.tanh(v / p["v_dry"])
    return total


def agree(a: np.ndarray, b: np.ndarray, M: np.ndarray) -> float:
    """The difference in units of EPS cond(M) max|b|, at most CONDITIONED."""
    difference = float(np.abs(a - b).max() / (EPS * np.linalg.cond(M) * np.abs(b).max()))
    assert difference <= CONDITIONED
    return difference


def check_robot(path: Path, seed: int, floating: bool = False) -> None:
    robot = moving(path, seed, floating)
    actuators = {(handle.element.name, handle.declaration.name): robot.drives[n] for n, (handle,) in robot.model.inputs.items()}
    state = Floats(robot.model, robot.tree, robot.q, robot.v, actuators)
    v_dot = state.by_articulated_body
    truth = PinocchioRobot(path, robot.tree, floating).accelerations(robot.q, robot.v, robot.tau)
    compiled = Running(compile_model(robot.model), robot.drives).derivative(0.0, np.concatenate([robot.q, robot.v]))
    M = state.kane[0]
    against = {
        "recursion": agree(v_dot, truth, M),
        "Kane": agree(state.by_kane, truth, M),
        "compiled": agree(compiled[robot.tree.nq :], truth, M),
    }
    # on every body, scaled by the largest force or torque through any joint, as in tests/formulations
    inverse = state.inverse_dynamics(v_dot)
    scale = max(np.abs(reaction).max() for reaction in inverse.reactions[1:])
    residual = max(np.abs(r).max(initial=0.0) for r in inverse.residuals) / scale
    assert residual <= RESIDUAL
    print(f"{path.stem} {seed}: in units of eps cond(M) {against}, residual {residual:.1e}, cond(M) {np.linalg.cond(M):.1e}")


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("floating", [False, True])
def test_small_arm(seed, floating):
    check_robot(SMALL_ARM, seed, floating)


ROBOTS = {"ur5_robot": False, "panda": False, "talos_reduced": True, "icub": True}


def robot_file(name: str, folder: Path) -> Path:
    """A copy of a file of example-robot-data, its mimic joints free to move by themselves, as Pinocchio has them."""
    files = metadata.files("example-robot-data")
    path = Path(next(f for f in files if f.name == f"{name}.urdf").locate())
    copy = folder / path.name
    copy.write_text("".join(line for line in path.read_text().splitlines(keepends=True) if "<mimic " not in line))
    return copy


@pytest.mark.robots
@pytest.mark.filterwarnings("ignore:.*its mesh is not found")
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", ROBOTS)
def test_robots(name, seed, tmp_path):
    check_robot(robot_file(name, tmp_path), seed, floating=ROBOTS[name])
