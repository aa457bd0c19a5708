"""Flexible bodies against closed forms and published numbers: static deflection, clamped ends, fast rotation, spin-up, whirling rotors."""

import json
import pickle
from copy import deepcopy
from dataclasses import replace

import numpy as np
import pytest

from mbfmu import (
    Body,
    ElasticStress,
    Fixed,
    FlexibleBody,
    GeneralSection,
    Material,
    Model,
    PositionSensor,
    RectangleSection,
    Revolute,
    World,
    WorldForce,
    compile_problem,
    equilibrium,
    linearize,
    simulate,
    steady_motion,
    where,
)
from mbfmu.base.errors import MbfmuError, ProblemsFound
from mbfmu.model.elements.constraints.joint_motion_time import JointMotionTime
from mbfmu.model.structure.beam import beam_data
from mbfmu.model.structure.modes import in_modes

from ....files_of_others import files_of_others
from ....tolerances import EIGENVALUE, ROUNDOFF, TRUNCATED_MODES

STEEL = Material(E=2.1e11, rho=7850.0, nu=0.3)
SQUARE = RectangleSection(width=0.02, height=0.02)


def slender(length: float, EI: float, mass: float) -> dict:
    """A beam that neither shears, stretches nor turns about its own sections by much."""
    I = 1e-8
    return dict(section=GeneralSection(A=1.0, I_y=I, I_z=I, J=2 * I, A_y=1.0, A_z=1.0), material=Material(E=EI / I, rho=mass / length, nu=0.3))


def cantilever(modes: int | None = None) -> Model:
    model = Model("Cantilever")
    model.world = World()
    model.arm = FlexibleBody(beam_data({"root": [0, 0, 0], "tip": [1, 0, 0]}, SQUARE, STEEL, elements=8, modes=6), modes=modes)
    model.base = Fixed(model.world.frame_b, model.arm.node("root"))
    model.load = Body(m=2.0)
    model.grip = Fixed(model.arm.node("tip"), model.load.frame_a)
    model.tip = PositionSensor(model.arm.node("tip"))
    model.expose(outputs={"r": model.tip.r})
    return model


def test_static_deflection():
    """Of a cantilever under its weight and a load, by Timoshenko's beam: static modes make it exact, but for the distributed weight."""
    found = equilibrium(cantilever()).outputs["r[3]"]
    EI, GA = STEEL.E * SQUARE.I_y, STEEL.G * SQUARE.A_z
    w, P = 9.81 * STEEL.rho * SQUARE.A, 9.81 * 2.0
    assert found == pytest.approx(-(w / (8 * EI) + P / (3 * EI) + w / (2 * GA) + P / GA), rel=TRUNCATED_MODES)


def test_damping():
    """Held at its root as it is mounted, each mode has the damping ratio that the body is given."""
    model = cantilever()
    del model.grip, model.load
    model.arm.zeta = 0.03
    found = np.linalg.eigvals(linearize(model).A)
    assert -found.real / np.abs(found) == pytest.approx(0.03, rel=1e-6)


def test_stress():
    """At the root of a cantilever with a load on its tip: 6 F L / (b h^2); shear across is zero at the top."""
    model = cantilever()
    model.world.g = 0.0
    model.push = WorldForce(model.arm.node("tip"))
    model.root_stress = ElasticStress(model.arm, place="root.top")
    model.expose(
        inputs={"f": model.push.f}, start={"f": [0.0, 0.0, -10.0]}, outputs={"s": model.root_stress.sigma, "mises": model.root_stress.von_mises}
    )
    found = equilibrium(model).outputs
    assert found["s[1]"] == pytest.approx(6.0 * 10.0 / 0.02**3, rel=0.02)
    assert found["mises"] == pytest.approx(abs(found["s[1]"]), rel=1e-3)


def test_clamped_at_both_ends():
    """A Fixed joint that closes a loop through the body: the lowest frequencies are those of a clamped beam, (beta L)^2 (EI / m L^3)^1/2."""
    model = Model("Clamped", tolerance=1e-9)
    model.world = World(g=0.0)
    model.beam = FlexibleBody(beam_data({"left": [0, 0, 0], "right": [1, 0, 0]}, **slender(1.0, 1.0, 1.0), elements=16, modes=8), zeta=0.0)
    model.left = Fixed(model.world.frame_b, model.beam.node("left"))
    model.right = Fixed(model.world.at([1, 0, 0]), model.beam.node("right"))
    found = np.sort(np.abs(np.linalg.eigvals(linearize(model).A)))
    assert found[[0, 4]] == pytest.approx(np.array([4.730040744862704, 7.853204624095838]) ** 2, rel=TRUNCATED_MODES)


@pytest.mark.parametrize(
    ("eta", "published"),
    [pytest.param(2, [4.1373, 22.6149, 3.6218, 22.5263], marks=pytest.mark.slow), (12, [13.1702, 37.6031, 5.4270, 35.6370])],
)
def test_turning_beam(eta, published):
    """Flap and lag of a beam on a hub that turns with eta (EI / m L^3)^1/2. Source: Wright et al., J. Appl. Mech. 49 (1982) 197-202."""
    model = Model("Blade", tolerance=1e-9)
    model.world, model.rotor = World(g=0.0), Body(m=1.0, I=[1e9, 1e9, 1e9])
    model.hub = Revolute(model.world.frame_b, model.rotor.frame_a, n=[0, 0, 1], w_start=float(eta))
    data = beam_data({"root": [0, 0, 0], "tip": [1, 0, 0]}, **slender(1.0, 1.0, 1.0), elements=20, modes=24)
    model.blade = FlexibleBody(data, modes=16, zeta=0.0)
    model.root = Fixed(model.rotor.frame_a, model.blade.node("root"))
    found = np.linalg.eigvals(steady_motion(model, {"hub.w": float(eta)}).linearization.A).imag
    for frequency in published:
        assert np.abs(found - frequency).min() <= TRUNCATED_MODES * frequency


@pytest.mark.parametrize("turning", [pytest.param("shaft", marks=pytest.mark.slow), "disk"])
def test_whirling_rotor(turning):
    """A disk on the end of a massless shaft that turns, or turning on one that stands: forward and backward whirl by Stodola's equations."""
    L, EI, m, Id, Ip, W = 0.5, 1650.0, 10.0, 0.08, 0.16, 400.0
    model = Model("Rotor", tolerance=1e-9)
    model.world, model.hub, model.disk = World(g=0.0), Body(m=1.0, I=[1e6, 1e6, 1e6]), Body(m=m, I=[Ip, Id, Id])
    model.shaft = FlexibleBody(beam_data({"root": [0, 0, 0], "tip": [L, 0, 0]}, **slender(L, EI, 1e-5), elements=4, modes=2), zeta=0.0)
    model.spin = Revolute(model.world.frame_b, model.hub.frame_a, n=[1, 0, 0], w_start=W if turning == "shaft" else 0.0)
    model.root = Fixed(model.hub.frame_a, model.shaft.node("root"))
    if turning == "shaft":
        model.on = Fixed(model.shaft.node("tip"), model.disk.frame_a)
    else:
        model.turn = Revolute(model.shaft.node("tip"), model.disk.frame_a, n=[1, 0, 0], w_start=W)
    speeds = {"spin.w": W} if turning == "shaft" else {"spin.w": 0.0, "turn.w": W}
    found = np.linalg.eigvals(steady_motion(model, speeds).linearization.A).imag
    K = EI / L**3 * np.array([[12.0, -6.0 * L], [-6.0 * L, 4.0 * L**2]])  # of deflection and slope, both complex: y + i z
    M, G = np.diag([m, Id]), np.diag([0.0, Ip * W])
    whirl = np.linalg.eigvals(np.block([[np.zeros((2, 2)), np.eye(2)], [-np.linalg.solve(M, K), 1j * np.linalg.solve(M, G)]])).imag
    for frequency in whirl - (W if turning == "shaft" else 0.0):  # axes turn with the hub
        assert np.abs(found - frequency).min() <= EIGENVALUE * abs(frequency)


class SpinUp(JointMotionTime):
    """6/15 (t - 15 / (2 pi) sin(2 pi t / 15)) rad/s up to 15 s, then 6 rad/s."""

    @staticmethod
    def s(p, t):
        a = 2.0 * np.pi / 15.0
        return where(t < 15.0, 0.4 * (0.5 * t * t + (np.cos(a * t) - 1.0) / a**2), 45.0 + 6.0 * (t - 15.0))


@pytest.mark.files
@pytest.mark.parametrize(("modes", "stretch"), [(6, None), (18, 0.02)])
def test_spin_up(modes, stretch):
    """Simo & Vu-Quoc, J. Appl. Mech. 53 (1986) 855-863: deflection of the tip to 1 mm; with modes along the beam its steady stretch, too."""
    (file,) = files_of_others("MBFMU_CASES", "beam_spinup_simo.json")
    reference = json.loads(file.read_text())["reference"]
    p = reference["params"]
    E, rho, I = p["EA"], p["rA"], p["EI"] / p["EA"]
    material = Material(E=E, rho=rho, nu=0.3)
    k = p["GA"] / material.G
    section = GeneralSection(A=1.0, I_y=I, I_z=I, J=2 * I, A_y=k, A_z=k)
    model = Model("SpinUp", tolerance=1e-8, integrator="radau", stop_time=20.0, step_size=0.1)
    model.world, model.rotor = World(g=0.0), Body(m=1.0, I=[1.0, 1.0, 1.0])
    model.hub = Revolute(model.world.frame_b, model.rotor.frame_a, n=[0, 0, 1])
    model.blade = FlexibleBody(beam_data({"root": [0, 0, 0], "tip": [p["L"], 0, 0]}, section, material), modes=modes, zeta=0.0)
    model.root = Fixed(model.rotor.frame_a, model.blade.node("root"))
    model.drive = SpinUp(model.hub)
    model.tip = PositionSensor(model.blade.node("tip"))
    model.expose(outputs={"phi": model.hub.phi, "r": model.tip.r})
    found = simulate(model)
    c, s = np.cos(found["phi"]), np.sin(found["phi"])
    across, along = c * found["r[2]"] - s * found["r[1]"], c * found["r[1]"] + s * found["r[2]"] - p["L"]
    assert across == pytest.approx(np.array(reference["tip_uy"]), abs=1e-3)
    assert stretch is None or along[-20:].mean() == pytest.approx(5.1397e-4, rel=stretch)


def test_copies():
    """A copy of a model, one sent to another process, and the model have the same motion."""
    model = cantilever(modes=2)
    outputs = [simulate(one, stop_time=0.1)["r[3]"][-1] for one in (model, deepcopy(model), pickle.loads(pickle.dumps(model)))]
    assert outputs[1:] == pytest.approx([outputs[0]] * 2, rel=ROUNDOFF)


def test_wrong_input():
    data = beam_data({"root": [0, 0, 0], "tip": [1, 0, 0]}, SQUARE, STEEL, elements=4, modes=4)
    with pytest.raises(MbfmuError, match="^FlexibleBody: data must be ElasticData, such as of beam_data"):
        FlexibleBody("beam.sid")
    assert FlexibleBody(data, modes=np.int64(2)).nq == 2
    with pytest.raises(MbfmuError, match="^FlexibleBody: the data have no modes that deform it; use Body"):
        FlexibleBody(in_modes(data, np.zeros((data.modes, 0))))
    for modes in (0, -1, 99, 2.5, True):
        with pytest.raises(MbfmuError, match=f"^FlexibleBody: modes = {modes} must be a whole number from 1 to 10"):
            FlexibleBody(data, modes=modes)
    body = FlexibleBody(data)
    with pytest.raises(MbfmuError, match="^FlexibleBody has no node 'tipp' .did you mean 'tip'.*; it has frame_a, root, tip$"):
        body.node("tipp")
    with pytest.raises(MbfmuError, match="^FlexibleBody has no node 1; it has frame_a, root, tip$"):
        body.node(1)
    with pytest.warns(UserWarning, match=r"does not move with the material: take node\('tip'\), which is there"):
        body.at(data.nodes["tip"].x.tolist())
    broken = replace(data, Ke=data.Ke * np.nan, nodes={**data.nodes, "tip": replace(data.nodes["tip"], Phi=np.full((3, data.modes), np.inf))})
    with pytest.raises(MbfmuError, match="^FlexibleBody: Ke, node tip of the data must be finite numbers"):
        FlexibleBody(broken)


def test_what_is_not_in_the_model_or_hangs_on_nothing():
    """Nodes are spoken of as their body."""
    model = Model("Loose")
    model.world, model.load = World(), Body(m=1.0)
    body = FlexibleBody(beam_data({"root": [0, 0, 0], "tip": [1, 0, 0]}, SQUARE, STEEL, elements=4, modes=4))
    model.grip = Fixed(body.node("tip"), model.load.frame_a)
    with pytest.raises(ProblemsFound, match="grip.frame_a is on a FlexibleBody that has no name: assign it to this model"):
        compile_problem(model)
    model.arm = body
    with pytest.raises(ProblemsFound) as raised:
        compile_problem(model)
    assert sorted(problem.split()[0] for problem in raised.value.problems) == ["arm", "load"]
