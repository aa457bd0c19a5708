"""Structures that have no freedom left: their reactions and the forces in their rods against statics by hand."""

import fmpy
import numpy as np
import pytest

from mbfmu import (
    Body,
    Distance,
    Force,
    Frame,
    JointReaction,
    Model,
    Parameter,
    Revolute,
    World,
    WorldForce,
    build_fmu,
    compile_problem,
    simulate,
)
from mbfmu.fmu.package.native_fmu import build_native
from mbfmu.problem.schedules.schedules import FORMULATIONS

from ..running import Running
from ..tolerances import BALANCE, FMU_INTEGRATION

every_formulation = pytest.mark.parametrize("formulation", FORMULATIONS)
EXACT = 100 * BALANCE  # of forces of some ten newtons
Y, G = [0, -1, 0], 10.0


class Rain(Force):
    """Pulls its frame down with a force that grows with time."""

    attachments = {"frame_a": Frame}
    rate = Parameter("N/s", "growth of the force")

    @staticmethod
    def wrenches(p, u, t, a):
        return ((np.array([0.0, 0.0, -p.rate * t]), np.zeros(3)),)


def bracket(formulation: str = "articulated_body") -> Model:
    """A level bar of 3 kg and 2 m, pinned at the wall, its end loaded and carried by a rod from the wall at 45 degrees from below."""
    model = Model("Bracket", formulation=formulation)
    model.world = World(g=G)
    model.bar = Body(m=3.0, r_CM=[1, 0, 0], I=[0.1, 1, 1])
    model.pin = Revolute(model.world.frame_b, model.bar.frame_a, n=Y)
    model.rod = Distance(model.world.at([0, 0, -2]), model.bar.at([2, 0, 0]), s=8**0.5)
    model.rain = Rain(model.bar.at([2, 0, 0]), rate=6.0)
    model.load = WorldForce(model.bar.at([2, 0, 0]))
    model.reaction = JointReaction(model.pin)
    model.expose(
        inputs={"load": model.load.f},
        tunable=[model.rod.s],
        outputs={
            "rod": model.rod.f,
            "f": model.reaction.f,
            "t": model.reaction.t,
            "phi": model.pin.phi,
            "w": model.pin.w,
            "rod_unique": model.rod.unique,
            "f_unique": model.reaction.f_unique,
        },
    )
    return model


def rod_at_45_degrees(load: np.ndarray) -> np.ndarray:
    """The push of the bracket's rod: its moment about the pin balances those of the weight and of the load at the end."""
    return (3.0 * G * 1.0 + load * 2.0) / (2.0 * np.sin(np.pi / 4))


def assert_bracket(result: np.ndarray, load: np.ndarray, atol: float) -> None:
    push = rod_at_45_degrees(load)
    np.testing.assert_allclose(result["rod"], -push, atol=atol)
    np.testing.assert_allclose(result["f[1]"], -push * np.cos(np.pi / 4), atol=atol)
    np.testing.assert_allclose(result["f[3]"], 3.0 * G + load - push * np.sin(np.pi / 4), atol=atol)
    for name in ("f[2]", "t[1]", "t[2]", "t[3]", "phi", "w"):
        np.testing.assert_allclose(result[name], 0.0, atol=atol)
    for name in ("rod_unique[1]", "f_unique[1]", "f_unique[3]"):
        assert (result[name] == 1.0).all()


@every_formulation
def test_a_bracket_follows_inputs_and_time(formulation):
    result = simulate(bracket(formulation), stop_time=1.0, interval=0.25, inputs={"load": lambda t: [0.0, 0.0, -4.0 * t**2]})
    assert_bracket(result, 6.0 * result["time"] + 4.0 * result["time"] ** 2, EXACT)


@pytest.mark.parametrize("interface", ["CoSimulation", "ModelExchange"])
def test_a_bracket_in_a_native_fmu(tmp_path, interface):
    path = build_native(compile_problem(bracket()), tmp_path)
    result = fmpy.simulate_fmu(str(path), fmi_type=interface, stop_time=1.0, output_interval=0.1, start_values={"load[3]": -4.0})
    assert_bracket(result, 4.0 + 6.0 * result["time"], FMU_INTEGRATION)


@pytest.mark.parametrize("formulation", ["articulated_body", "newton_euler", "udwadia_phohomsiri"])
def test_a_bracket_in_an_interpreted_fmu(tmp_path, formulation):
    path = build_fmu(compile_problem(bracket(formulation)), tmp_path)
    result = fmpy.simulate_fmu(str(path), stop_time=1.0, output_interval=0.1, start_values={"load[3]": -4.0})
    assert_bracket(result, 4.0 + 6.0 * result["time"], FMU_INTEGRATION)


@pytest.mark.slow
@every_formulation
@pytest.mark.parametrize("fmi", [2, 3])
def test_a_bracket_in_every_native_fmu(tmp_path, formulation, fmi):
    path = build_native(compile_problem(bracket(formulation)), tmp_path, fmi)
    start = {"load[3]": -4.0} if fmi == 2 else {"load": [0.0, 0.0, -4.0]}
    result = fmpy.simulate_fmu(str(path), stop_time=1.0, output_interval=0.1, start_values=start, output=["rod"])
    np.testing.assert_allclose(result["rod"], -rod_at_45_degrees(4.0 + 6.0 * result["time"]), atol=FMU_INTEGRATION)


@every_formulation
def test_a_rod_turned_out_while_it_runs_lifts_the_bar(formulation):
    """A longer rod puts the bar elsewhere, at rest: the triangle of wall, bar and rod."""
    running = Running(compile_problem(bracket(formulation)))
    running.advance(0.5)
    running.set("rod.s", 2.9)
    running.advance(1.0)
    corner = np.arccos((2.0**2 + 2.0**2 - 2.9**2) / (2 * 2.0 * 2.0))  # between the wall, downwards, and the bar
    push = (3.0 * G * 1.0 + 6.0 * 2.0) * np.sin(corner) / (2.0 * np.sin((np.pi - corner) / 2))
    assert running.get("phi") == pytest.approx(corner - np.pi / 2, abs=EXACT)
    assert running.get("rod") == pytest.approx(-push, abs=EXACT)


@every_formulation
def test_two_rods_for_one(formulation):
    """How they share is open, and said to be; what they carry together and what the pin carries is not."""
    model = bracket(formulation)
    model.twin = Distance(model.world.at([0, 0, -2]), model.bar.at([2, 0, 0]), s=8**0.5)
    model.expose(outputs={"twin": model.twin.f, "twin_unique": model.twin.unique})
    result = simulate(model, stop_time=1.0, interval=0.5)
    assert (result["rod_unique[1]"] == 0.0).all() and (result["twin_unique[1]"] == 0.0).all()
    assert (result["f_unique[1]"] == 1.0).all() and (result["f_unique[3]"] == 1.0).all()
    np.testing.assert_allclose(result["rod"] + result["twin"], -rod_at_45_degrees(6.0 * result["time"]), atol=EXACT)


@every_formulation
def test_a_three_hinged_arch(formulation):
    """Two bars of 1 kg lean against each other over hinges 1 m apart: each carries its weight, and their thrust its moment about the top."""
    model = Model("Arch", formulation=formulation)
    model.world = World(g=G)
    for name in ("left", "right"):
        model.add(name, Body(m=1.0, r_CM=[0.5, 0, 0], I=1.0))
    model.A = Revolute(model.world.frame_b, model.left.frame_a, n=Y, phi_start=1.0)
    model.B = Revolute(model.left.at([1, 0, 0]), model.right.at([1, 0, 0]), n=Y, phi_start=1.0)
    model.C = Revolute(model.world.at([1, 0, 0]), model.right.frame_a, n=Y, phi_start=2.1)
    model.at_A, model.at_C = JointReaction(model.A), JointReaction(model.C)
    model.expose(outputs={"A": model.at_A.f, "C": model.at_C.f, "A_unique": model.at_A.f_unique})
    running = Running(compile_problem(model))
    thrust = 10.0 * 0.25 / (np.sqrt(3) / 2)
    for at in ("A", "C"):
        assert np.linalg.norm(running.get(at)[[0, 2]]) == pytest.approx(np.hypot(10.0, thrust), abs=EXACT)
    np.testing.assert_array_equal(running.get("A_unique"), [1.0, 0.0, 1.0])
