"""Reference cases of others: tables of the elastica, the Princeton beam experiment, the spin-up of Simo and Vu-Quoc."""

import json

import numpy as np
import pytest

from mbfmu import (
    Body,
    GeneralSection,
    Material,
    Model,
    PositionSensor,
    RectangleSection,
    Revolute,
    World,
    WorldForce,
    beam,
    compile_problem,
    equilibrium,
    simulate,
    where,
)
from mbfmu.base.spatial.rotations import about_x
from mbfmu.model.elements.constraints.joint_motion_time import JointMotionTime

from ...files_of_others import files_of_others

pytestmark = pytest.mark.files


def case(name):
    (path,) = files_of_others("MBFMU_CASES", f"{name}.json")
    return json.loads(path.read_text())


def loaded(elements, length, section, material):
    model = Model("Cantilever")
    model.world = World(g=0.0)
    made = beam(model, "blade", model.world.frame_b, section, material, elements, length=length)
    model.load, model.place = WorldForce(made.tip), PositionSensor(made.tip)
    model.expose(inputs={"f": model.load.f}, outputs={"r": model.place.r})
    return compile_problem(model)


def tip(problem, f):
    rest = equilibrium(problem, inputs={f"f[{i + 1}]": f[i] for i in range(3)})
    return np.array([rest.outputs[f"r[{i}]"] for i in (1, 2, 3)])


def test_elastica():
    problem = loaded(10, 1.0, GeneralSection(A=1.0, I_y=1e-6, I_z=1e-6, J=1e-6), Material(E=1e6, rho=1.0, nu=0.0))
    for alpha, expected in case("beam_elastica_tipforce")["reference"].items():
        found = tip(problem, [0.0, float(alpha), 0.0])
        assert found[:2] == pytest.approx([expected["x_over_L"], expected["delta_over_L"]], rel=1e-4)


@pytest.mark.parametrize("elements, error", [(8, 1e-3), (16, 1e-4)])
def test_princeton(elements, error):
    """The section turns with the angle there, the load here; errors are relative to the deflection."""
    of = case("beam_princeton")
    given = of["model"]
    section = RectangleSection(given["thickness_t"], given["width_b"])
    material = Material(E=given["E"], rho=2800.0, nu=given["nu"])
    assert section.stiffness(material)["GJ"] == pytest.approx(given["GJ"], rel=1e-6)
    problem = loaded(elements, given["L"], section, material)
    for name, expected in of["reference"].items():
        load, angle = name.split("_")
        R = about_x(np.radians(float(angle)))
        deflection = np.array(expected["tip"]) - [given["L"], 0.0, 0.0]
        off = R @ tip(problem, R.T @ [0.0, 0.0, -given["loads"][load]]) - expected["tip"]
        assert np.linalg.norm(off) < error * np.linalg.norm(deflection), name


class SpinUp(JointMotionTime):
    """Turns a hub up to 6 rad/s in 15 s."""

    @staticmethod
    def s(p, t):
        during = 6.0 / 15.0 * (0.5 * t * t + (15.0 / (2.0 * np.pi)) ** 2 * (np.cos(2.0 * np.pi * t / 15.0) - 1.0))
        return where(t < 15.0, during, 6.0 * t - 45.0)


@pytest.mark.parametrize("elements, error", [(8, 6e-4), (16, 2e-4)])
def test_spin_up(elements, error):
    of = case("beam_spinup_simo")["reference"]
    given = of["params"]
    I = given["EI"] / given["EA"]
    sheared = 2.0 * given["GA"] / given["EA"]
    model = Model("SpinUp", integrator="radau")
    model.world, model.hub = World(g=0.0), Body(m=1.0, I=[1, 1, 1])
    model.axle = Revolute(model.world.frame_b, model.hub.frame_a, n=[0, 0, 1])
    model.drive = SpinUp(model.axle)
    section = GeneralSection(A=1.0, I_y=I, I_z=I, J=2.0 * I, A_y=sheared, A_z=sheared)
    made = beam(model, "blade", model.hub.frame_a, section, Material(E=given["EA"], rho=given["rA"], nu=0.0), elements, length=given["L"])
    model.expose(outputs={"r": made.motions[-1].r})
    result = simulate(model, 20.0, interval=0.1, rtol=1e-8)
    assert np.max(abs(result["r[2]"] - of["tip_uy"])) < error
    steady = result["time"] > 19.0
    assert np.mean(result["r[1]"][steady]) - given["L"] == pytest.approx(5.1453e-4, rel=1e-3 if elements == 16 else 2e-3)
