"""Random mechanisms with closed loops: all formulations agree on accelerations and unique reactions, and every body is in balance."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations

import numpy as np
import pytest

from mbfmu import AccelerationSensor, Body, JointReaction, OrientationSensor, Output, PositionSensor, TorsionSpringDamper, VelocitySensor
from mbfmu.model.declare.declarations import declarations
from mbfmu.model.declare.frame import Frame
from mbfmu.model.elements.joints import Cylindrical, FreeMotion, Joint, Prismatic, Revolute, Spherical, Universal
from mbfmu.model.elements.sensors import Sensor
from mbfmu.problem.mechanism.mechanics import compile_model
from mbfmu.problem.schedules.schedules import FORMULATIONS

from ...random_loops import Mechanism, random_mechanism
from ...running import Running
from ...tolerances import CONDITIONED, EPS, RESIDUAL

LINKS = [Revolute, Spherical, Revolute, Prismatic, Universal, Cylindrical]
FREE_LINKS = [FreeMotion, Revolute, FreeMotion, Spherical, Revolute, Prismatic]  # free bodies on bodies that loops hold, and below them
CLOSING = [[Spherical], [Universal], [Revolute], [Cylindrical], [Spherical, Universal]]
FREE_SEEDS = (40, 41, 42, 46, 48)
SEEDS = [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (*range(1, 40), *FREE_SEEDS))]


@cache
def mechanism(seed: int) -> Mechanism:
    """A random mechanism in motion; its bodies' accelerations and all joints' reactions are exposed, and where these act.

    Every revolute joint has a spring and a damper; every other mechanism has a joint twice, so that it is redundant.
    """
    rng = np.random.default_rng(seed)
    found = random_mechanism(rng, rng.permutation(FREE_LINKS if seed in FREE_SEEDS else LINKS), CLOSING[seed % len(CLOSING)])
    for joint in found.model.of_type(Revolute):
        found.model.add(f"{joint.path}_spring", TorsionSpringDamper(joint, c=20.0, d=0.5, phi_rel0=0.1))
    if seed % 2:
        loop = found.model.loop1
        found.model.double = type(loop)(loop.frame_a, loop.frame_b, **loop.values)
    for path, element in list(found.model.elements.items()):
        for sensor in sensors(element):
            found.model.add(f"{path}_{type(sensor).__name__}", sensor)
            found.model.expose(outputs={f"{path}.{name}": getattr(sensor, name) for name in declarations(type(sensor), Output)})
    return found


def sensors(element: object) -> Iterator[Sensor]:
    """What tells the forces on a body, or through a joint and where they act."""
    if isinstance(element, Body):
        yield from (kind(element.frame_a) for kind in (AccelerationSensor, VelocitySensor, OrientationSensor, PositionSensor))
    if isinstance(element, Joint):
        yield from (JointReaction(element), OrientationSensor(element.frame_b), PositionSensor(element.frame_b))


@cache
def running(seed: int, formulation: str) -> Running:
    return Running(compile_model(mechanism(seed).model, formulation))


@cache
def outputs(seed: int, formulation: str) -> dict[str, np.ndarray]:
    run = running(seed, formulation)
    return {v.name: np.array(run.get(v.name)) for v in run.problem.variables if v.causality == "output"}


@cache
def condition(seed: int, formulation: str) -> float:
    """The condition of the scaled KKT matrix in the formulation's coordinates; the recursion has those of the joints."""
    run = running(seed, formulation if "f" in running(seed, formulation).buffers else "joint_coordinates")
    run.evaluate()
    n = run.buffers["f"].size
    M, A = run.buffers["M"].reshape(n, n), run.buffers["A"].reshape(-1, n)[run.buffers["independent"] > 0]
    scale = 1 / np.sqrt(M.diagonal())
    M, A = M * scale * scale[:, None], A * scale
    A = A / np.linalg.norm(A, axis=1)[:, None]
    return float(np.linalg.cond(np.block([[M, A.T], [A, np.zeros((len(A), len(A)))]])))


@pytest.mark.parametrize("seed", SEEDS)
def test_every_pair_of_formulations_agrees(seed):
    """Relative to the largest acceleration, angular acceleration, force and torque in the mechanism."""
    for one, other in combinations(FORMULATIONS, 2):
        bound = CONDITIONED * EPS * max(condition(seed, one), condition(seed, other))
        a, b = outputs(seed, one), outputs(seed, other)
        for kind in (".a", ".z", ".f", ".t"):
            names = [name for name in a if name.endswith(kind)]
            scale = max(np.abs(a[name]).max() for name in names)
            for name in names:
                unique = a.get(f"{name}_unique", np.ones(3)) > 0
                difference = np.abs(a[name] - b[name])[unique].max(initial=0.0)
                assert difference <= bound * scale, f"{name}: {one} and {other} differ by {difference / scale}, more than {bound}"


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("seed", SEEDS)
def test_every_body_is_in_balance(seed, formulation):
    """Newton's and Euler's equations of each body with the joints' reactions, relative to the largest of them in the mechanism."""
    model, y = mechanism(seed).model, outputs(seed, formulation)
    joints = [e for e in model.elements.values() if isinstance(e, Joint)]
    forces = {joint: y[f"{joint.path}.R"] @ y[f"{joint.path}.f"] for joint in joints}
    torques = {joint: y[f"{joint.path}.R"] @ y[f"{joint.path}.t"] for joint in joints}
    largest = [max(np.abs(column).max() for column in of.values()) for of in (forces, torques)]
    g = float(model.world.values["g"]) * model.world.values["n"]
    for body in (e for e in model.elements.values() if isinstance(e, Body)):
        force, torque = needed(body, {name: y[f"{body.path}.{name}"] for name in "R w a z".split()}, g)
        for joint in joints:
            for frame, sign in ((joint.frame_b, 1.0), (joint.frame_a, -1.0)):
                if on(frame, body):
                    arm = y[f"{joint.path}.r"] - y[f"{body.path}.r"]
                    force = force - sign * forces[joint]
                    torque = torque - sign * (torques[joint] + np.cross(arm, forces[joint]))
        assert np.abs(force).max() <= RESIDUAL * largest[0], body.path
        assert np.abs(torque).max() <= RESIDUAL * sum(largest), body.path


@pytest.mark.parametrize("formulation", [pytest.param(name, marks=[pytest.mark.slow] * (name != "articulated_body")) for name in FORMULATIONS])
def test_a_joint_that_is_there_twice_shares_its_load_in_no_unique_way(formulation):
    y = outputs(1, formulation)
    carried = np.abs([y["loop1.f"] + y["double.f"], y["loop1.t"] + y["double.t"]]) > 1e-9
    unique = np.array([y["loop1.f_unique"], y["loop1.t_unique"]]) > 0
    assert carried.any() and not (unique & carried).any()
    assert (y["joint1.f_unique"] > 0).all()


def on(frame: Frame, body: Body) -> bool:
    return frame.part is body


def needed(body: Body, motion: dict[str, np.ndarray], g: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Force, and torque about frame_a, that a body's motion needs beside gravity, both in the world."""
    R, w, a, z = motion["R"], motion["w"], motion["a"], motion["z"]
    m, c, I = float(body.values["m"]), body.values["r_CM"], body.values["I"]
    I = I[[[0, 3, 4], [3, 1, 5], [4, 5, 2]]]
    force = m * (a + R @ (np.cross(z, c) + np.cross(w, np.cross(w, c))) - g)
    return force, R @ (I @ z + np.cross(w, I @ w)) + np.cross(R @ c, force)
