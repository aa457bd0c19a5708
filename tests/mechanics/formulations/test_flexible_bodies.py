"""Flexible bodies in trees and loops: Lagrange's equations of their points, all formulations, inverse dynamics and energy agree."""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from functools import cache

import casadi as ca
import numpy as np
import pytest

from mbfmu import Body, Dissipation, Fixed, FlexibleBody, JointTorque, KineticEnergy, Model, PotentialEnergy, PowerSensor, Revolute, Spherical, World
from mbfmu.analysis.linearize.linearize import derivatives
from mbfmu.base.scalars import rate
from mbfmu.mechanics.formulations import joint_coordinates, newton_euler
from mbfmu.mechanics.formulations.motion import coordinate_rates
from mbfmu.mechanics.topology import build_tree
from mbfmu.model.structure.elastic_data import ElasticData
from mbfmu.model.structure.points import of_points
from mbfmu.problem.mechanism.energies import damping_of_modes, energy_of_deformation, energy_of_gravity, kinetic_energy, powers_on_bodies
from mbfmu.problem.mechanism.mechanics import compile_model
from mbfmu.problem.schedules.schedules import FORMULATIONS
from mbfmu.scene.start import start_poses

from ...flexible_models import flexible_tree, random_data, random_state
from ...floats import Floats, assembled
from ...random_models import ALL_JOINTS
from ...running import Running
from ...tolerances import CONDITIONED, ENERGY_BALANCE, EPS, INTEGRATION, RESIDUAL, ROUNDOFF

SEEDS = [*range(3), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(3, 20))]
SEEN = 1e-6  # of the largest power: each has its part in the balance
MODES = (3, 0, 2, 7, 0, 1, 13, 2)  # 7 and 13 eliminate one and two nodes that carry bodies by these, fewer by modes


def at_random(seed: int) -> tuple[Floats, Callable]:
    """A tree of rigid and flexible bodies at a random state, and a function that gives it at another."""
    rng = np.random.default_rng(seed)
    model = flexible_tree(rng, rng.permutation(ALL_JOINTS), rng.permutation(MODES))
    tree = build_tree(model)
    q, v = random_state(rng, tree)
    return Floats(model, tree, q, v), lambda q, v: Floats(model, tree, q, v)


@pytest.mark.parametrize("seed", SEEDS)
def test_formulations_agree_on_floats(seed):
    state, _ = at_random(seed)
    v_dot, M = state.by_kane, state.kane[0]
    found = {"articulated body": state.by_articulated_body}
    for module in (newton_euler, joint_coordinates):
        found[module.__name__] = np.linalg.solve(*assembled(*module.equations(state.motion, state.loads)))
    for name, other in found.items():
        assert np.abs(other - v_dot).max() <= CONDITIONED * EPS * np.linalg.cond(M) * np.abs(v_dot).max(), name


@pytest.mark.parametrize("seed", SEEDS)
def test_inverse_dynamics_leaves_no_residual(seed):
    """Along joints and along modes, relative to the largest reaction or force of inertia along a mode, whose mass is one."""
    state, _ = at_random(seed)
    v_dot = state.by_articulated_body
    inverse = state.inverse_dynamics(v_dot)
    along_modes = [np.abs(piece).max() for body, piece in zip(state.tree.bodies, state.tree.split_v(v_dot)) if body.elastic]
    scale = max(*(np.abs(reaction).max() for reaction in inverse.reactions[1:]), *along_modes)
    for body, residual in zip(state.tree.bodies, inverse.residuals):
        assert np.abs(residual).max(initial=0.0) <= RESIDUAL * scale, body.name


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_energy_changes_by_the_power_of_all_forces(seed):
    """Of motion by all of them; with that of gravity and deformation by damping alone. By derivatives along the motion, relative to the largest."""
    state, at = at_random(seed)
    motion = state.motion
    rates = [coordinate_rates(type(b.joint), q, v) for b, q, v in zip(state.tree.bodies, motion.q, motion.v)]
    q, v, q_dot, v_dot = (np.concatenate(pieces) for pieces in (motion.q, motion.v, rates, [state.by_articulated_body]))

    def energies(q, v):
        there = at(q, v)
        return np.array([kinetic_energy(there.motion), energy_of_gravity(there.motion, there.parameters) + energy_of_deformation(there.motion)])

    of_motion, potential = rate(energies, (q, v), (q_dot, v_dot))
    powers = [float(power) for power in powers_on_bodies(motion, state.loads)]
    exact = ENERGY_BALANCE * max(map(abs, powers))
    assert of_motion == pytest.approx(sum(powers), abs=exact)
    assert of_motion + potential == pytest.approx(-damping_of_modes(motion), abs=exact)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_energy_of_a_loop_changes_by_the_power_of_all_forces(formulation):
    """A motor drives the crank of the linkage, whose bodies deform already. Relative to the largest power."""
    model = loop(formulation)
    model.motor = JointTorque(model.drive)
    model.kinetic, model.potential, model.damping, model.power = KineticEnergy(), PotentialEnergy(), Dissipation(), PowerSensor(model.motor)
    stored, powers = {"T": model.kinetic.T, "V": model.potential.V}, {"lost": model.damping.P, "given": model.power.P}
    model.expose(inputs={"tau": model.motor.tau}, outputs=stored | powers)
    instance = Running(compile_model(model), {"tau": 3.0, "coupler.e_dot_start": [0.5, -0.3], "rocker.e_dot_start": [0.4, 0.2, -0.6]})
    rates, found = instance.rates_at(instance.x), instance.outputs_at(instance.x)
    largest = max(abs(rates["T"]), abs(rates["V"]), found["lost"], abs(found["given"]))
    assert rates["T"] + rates["V"] == pytest.approx(found["given"] - found["lost"], abs=ENERGY_BALANCE * largest)
    assert min(abs(rates["T"]), abs(rates["V"]), found["lost"], abs(found["given"])) > SEEN * largest


def test_lagrange():
    """A flexible body on a hinge at one node, and masses that stand on another: Lagrange's equations of all points, differentiated by CasADi."""
    rng = np.random.default_rng(0)
    n, points, m = 3, rng.normal(size=(10, 3)), rng.uniform(0.1, 0.5, 10)
    points -= m @ points / m.sum()
    Phi, Ke = in_rest_on_average(points, m, 0.3 * rng.normal(size=(10, 3, n))), np.diag([30.0, 80.0, 200.0])
    root, tip = (random_data(rng, n).nodes["tip"] for _ in range(2))
    model = Model("Arm")
    model.world = World(g=9.81, n=[0.6, 0.0, -0.8])
    model.arm = FlexibleBody(of_points(points, m, Phi, None, Ke, nodes={"root": root, "tip": tip}), zeta=0.0)
    model.hinge = Revolute(model.world.frame_b, model.arm.node("root"), n=[0, 0, 1])
    lumps, masses = rng.normal(size=(4, 3)), rng.uniform(0.5, 1.0, 4)
    for i, (r, mass) in enumerate(zip(lumps, masses)):
        lump = model.add(f"lump{i}", Body(m=mass))
        model.add(f"bolt{i}", Fixed(model.arm.nodes["tip"].at(r), lump.frame_a))
    tree = build_tree(model)
    (elastic,) = (body.elastic for body in tree.bodies if body.elastic)
    T = np.linalg.solve(tip.Psi, elastic.nodes["tip"].Psi)  # to modes of unit mass
    q, v = np.array([0.4, *rng.uniform(-0.2, 0.2, n)]), rng.uniform(-2.0, 2.0, 1 + n)
    state = Floats(model, tree, q, v)
    bodies = Points(points, m, Phi), Points(lumps, masses, None)
    expected = lagrange(q, v, T, *bodies, Ke, root, tip, 9.81 * np.array([0.6, 0.0, -0.8]))
    np.testing.assert_allclose(state.by_articulated_body, expected, rtol=0.0, atol=ROUNDOFF * np.abs(expected).max() * np.linalg.cond(state.kane[0]))


@dataclass(frozen=True)
class Points:
    x: np.ndarray
    m: np.ndarray
    Phi: np.ndarray | None


def in_rest_on_average(x: np.ndarray, m: np.ndarray, Phi: np.ndarray) -> np.ndarray:
    """Displacements (p, 3, n) of points about their centre of mass, less those of a rigid body: mean axes are at rest then."""
    Phi = Phi - np.einsum("p,pik->ik", m, Phi) / m.sum()
    J = np.einsum("p,pij->ij", m, [x_p @ x_p * np.eye(3) - np.outer(x_p, x_p) for x_p in x])
    turns = np.linalg.solve(J, np.einsum("p,pik->ik", m, np.cross(x[:, :, None], Phi, axis=1)))
    return Phi - np.cross(turns[None], x[:, :, None], axis=1)


def lagrange(q, v, T, body, lumps, Ke, root, tip, g):
    """q_ddot of an angle about z and elastic coordinates in modes Phi T."""
    Q, V = ca.SX.sym("q", len(q)), ca.SX.sym("v", len(v))
    e = ca.mtimes(ca.DM(T), Q[1:])
    turn = lambda a: ca.vertcat(ca.horzcat(ca.cos(a), -ca.sin(a), 0), ca.horzcat(ca.sin(a), ca.cos(a), 0), ca.horzcat(0, 0, 1))

    def pose(node):
        theta = ca.mtimes(ca.DM(node.Psi), e) + ca.vertcat(*(0.5 * ca.bilin(ca.DM(G_i), e, e) for G_i in node.Gamma))
        angle, k = ca.norm_2(theta), ca.skew(theta)
        R = ca.DM.eye(3) + ca.sin(angle) / angle * k + (1 - ca.cos(angle)) / angle**2 * ca.mtimes(k, k)
        second = ca.vertcat(*(0.5 * ca.bilin(ca.DM(G_i), e, e) for G_i in node.G))
        return R, ca.DM(node.x) + ca.mtimes(ca.DM(node.Phi), e) + second

    (R_root, r_root), (R_tip, r_tip) = pose(root), pose(tip)
    local = [(mass, ca.DM(x) + ca.mtimes(ca.DM(phi), e)) for mass, x, phi in zip(body.m, body.x, body.Phi)]
    local += [(mass, r_tip + ca.mtimes(R_tip, ca.DM(r))) for mass, r in zip(lumps.m, lumps.x)]
    L = -0.5 * ca.bilin(ca.DM(Ke), e, e)
    for mass, r in local:
        place = ca.mtimes(turn(Q[0]), ca.mtimes(R_root.T, r - r_root))
        L += mass * (0.5 * ca.sumsqr(ca.jtimes(place, Q, V)) + ca.dot(ca.DM(g), place))
    p = ca.gradient(L, V)
    equations = ca.Function("lagrange", [Q, V], [ca.jacobian(p, V), ca.gradient(L, Q) - ca.jtimes(p, Q, V)])
    M, f = (found.full() for found in equations(q, v))
    return np.linalg.solve(M, f).ravel()


def loop(formulation: str) -> Model:
    """A linkage at rest of a crank and two flexible bodies, one with a body on its middle, whose tips meet."""
    rng = np.random.default_rng(3)
    model = Model("Loop", tolerance=1e-10, formulation=formulation)
    model.world, model.crank = World(), Body(m=1.0, I=[0.1, 0.1, 0.1], r_CM=[0.2, 0, 0])
    model.drive = Revolute(model.world.frame_b, model.crank.frame_a, n=[0, 0, 1], phi_start=0.3)
    model.coupler = FlexibleBody(random_data(rng, 2), e_start=[0.1, -0.05])
    model.pin = Spherical(model.crank.at([0.5, 0, 0]), model.coupler.node("root"))
    model.load = Body(m=0.5, I=[0.05, 0.05, 0.05])
    model.bolt = Fixed(model.coupler.node("middle"), model.load.frame_a)
    data = random_data(rng, 3)
    foot = tip(model) - tip(rocker_alone(data))
    model.rocker = FlexibleBody(data, e_start=[0.05, 0.1, 0.0])
    model.swing = Spherical(model.world.at(foot), model.rocker.frame_a)
    model.closing = Spherical(model.coupler.node("tip"), model.rocker.node("tip"))
    return model


def rocker_alone(data: ElasticData) -> Model:
    model = Model("Rocker")
    model.world, model.coupler = World(), FlexibleBody(data, e_start=[0.05, 0.1, 0.0])
    model.bolt = Fixed(model.world.frame_b, model.coupler.frame_a)
    return model


def tip(model: Model) -> np.ndarray:
    """Where the tip of the coupler is at the start, as a body there would be."""
    extended = deepcopy(model)
    extended.end = Body(m=1.0)
    extended.on_tip = Fixed(extended.coupler.node("tip"), extended.end.frame_a)
    return start_poses(build_tree(extended))[extended.end][1]


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_loops(formulation):
    """The same motion, in any formulation's coordinates."""
    reference, found = (elastic_states_after(0.1, name) for name in ("kane", formulation))
    assert found == pytest.approx(reference, abs=INTEGRATION)


@cache
def elastic_states_after(t: float, formulation: str) -> dict[str, float]:
    problem = compile_model(loop(formulation))
    instance = Running(problem)
    instance.advance(t)
    return {name: x for name, x in zip(problem.state_names, instance.x.tolist()) if name.startswith(("coupler.e", "rocker.e"))}


@pytest.mark.parametrize("axis", np.eye(3), ids="xyz")
def test_derivatives_where_a_node_carries_a_joint_along_an_axis(axis: np.ndarray):
    """Of accelerations by elastic coordinates at rest, as by Kane's equations: what the joint takes from the inertia there turns with the node."""
    found = {}
    for formulation in ("kane", "articulated_body"):
        model = Model("Arm", formulation=formulation)
        model.world, model.arm = World(), FlexibleBody(random_data(np.random.default_rng(4), 13))
        model.shoulder = Revolute(model.world.frame_b, model.arm.node("root"), n=[0, 1, 0])
        model.hand = Body(m=0.5, I=[0.05, 0.06, 0.07], r_CM=[0.1, 0.2, 0.3])
        model.wrist = Revolute(model.arm.node("tip"), model.hand.frame_a, n=axis)
        running = Running(compile_model(model))
        found[formulation] = derivatives(running, "x", running.x.size)[0]
    np.testing.assert_allclose(found["articulated_body"], found["kane"], rtol=0.0, atol=CONDITIONED * ROUNDOFF * np.abs(found["kane"]).max())
