"""A hub in models, connections and FMUs, against closed forms."""

from pathlib import Path

import numpy as np
import pytest
from lxml import etree

from mbfmu import (
    Block,
    BlockModel,
    Body,
    FreeMotion,
    Hub,
    HubPort,
    Model,
    Parameter,
    Prismatic,
    Revolute,
    SpringDamper,
    TydexC,
    World,
    build_portable,
    connect,
    simulate,
)
from mbfmu.base.errors import MbfmuError, ProblemsFound
from mbfmu.base.scalars import Record
from mbfmu.base.spatial.rotations import about_x, about_z
from mbfmu.cosim import System, open_system, simulate_system, write_system
from mbfmu.fmu.description.osp import NAMESPACE, describe_osp
from mbfmu.fmu.description.terminals import describe_terminals
from mbfmu.model.elements.forces import JointForce, JointTorque
from mbfmu.problem.compile import compile_problem

from ...tolerances import BALANCE, INTEGRATION, MOVED_ARM, ROUNDOFF

M, K, D = 20.0, 4e3, 60.0  # kg, N/m, N.s/m


class Spring(Block):
    """Pulls a hub to the origin."""

    hub = HubPort()
    k = Parameter("N/m", "stiffness", K)
    d = Parameter("N.s/m", "damping", D)

    @staticmethod
    def respond(p, u, t, x):
        force = -p.k * u.hub.pos - p.d * u.hub.lin_vel
        return {}, {"hub.force": force, "hub.moment": np.zeros(3), "hub.point": u.hub.pos}


def ball(**settings) -> Model:
    model = Model("Ball", **settings)
    model.world = World(g=0.0)
    model.body = Body(m=M, I=[1.0, 2.0, 3.0])
    model.free = FreeMotion(model.world.frame_a, model.body.frame_a, r_start=[0.1, -0.2, 0.3])
    model.hub = Hub(model.body.frame_a)
    model.expose(ports={"centre": model.hub})
    return model


@pytest.fixture(scope="module")
def fmus(tmp_path_factory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("ports")
    return {"ball": build_portable(ball(), folder, fmi=3), "spring": build_portable(BlockModel("Spring", Spring()), folder)}


def test_a_hub_and_a_spring_connected_whole_swing_as_the_closed_form():
    """z = exp(-D/2M t) (A cos wt + B sin wt), by one link."""
    both = connect("Both", {"ball": ball(tolerance=1e-12), "spring": BlockModel("Spring", Spring())}, [("ball.centre", "spring.hub")])
    result = simulate(both, stop_time=1.0, interval=0.1)
    a, w, t = D / (2 * M), np.sqrt(K / M - (D / (2 * M)) ** 2), result["time"]
    shape = np.exp(-a * t) * (np.cos(w * t) + a / w * np.sin(w * t))
    for axis, start in zip("xyz", (0.1, -0.2, 0.3)):
        assert result[f"ball.centre.pos.{axis}"] == pytest.approx(start * shape, abs=INTEGRATION)


def test_a_force_at_a_point_turns_the_body():
    """M a = F and I w_dot = T + (p - r) x F, with the signs of a force on the mechanism."""
    model = ball()
    F, T, p = np.array([10.0, -20.0, 5.0]), np.array([1.0, 2.0, -3.0]), np.array([0.4, 0.1, 0.2])
    t = 1e-3
    inputs = {f"centre.{name}.{axis}": value for name, v in (("force", F), ("moment", T), ("point", p)) for axis, value in zip("xyz", v)}
    result = simulate(model, stop_time=t, interval=t, inputs=inputs)
    r = np.array([0.1, -0.2, 0.3])
    w_dot = (T + np.cross(p - r, F)) / [1.0, 2.0, 3.0]
    assert [result[f"centre.lin_vel.{axis}"][-1] for axis in "xyz"] == pytest.approx(F / M * t, rel=INTEGRATION)
    assert [result[f"centre.ang_vel.{axis}"][-1] for axis in "xyz"] == pytest.approx(w_dot * t, rel=MOVED_ARM)  # the arm moves by 1e-7 m meanwhile


def test_the_quaternion_takes_vectors_of_the_hub_into_the_world():
    """e0 is the cosine, as in Chrono."""
    model = ball()
    model.free.Q_start = [0.0, 0.0, np.sin(0.3), np.cos(0.3)]  # by 0.6 rad about z
    result = simulate(model, stop_time=1e-3, interval=1e-3)
    assert [result[f"centre.rot.e{i}"][0] for i in range(4)] == pytest.approx([np.cos(0.3), 0.0, 0.0, np.sin(0.3)], rel=ROUNDOFF)


def test_a_system_wires_whole_ports_and_keeps_them_in_ssp(fmus: dict, tmp_path: Path):
    """FMI 3 and 2 mixed; 13 numbers of motion and 9 of force."""
    system = System(fmus, step_size=1e-4, stop_time=0.05).connect("spring.hub", "ball.centre")
    assert len(system.connections) == 22
    result = simulate_system(system, show_progress=False)
    assert abs(result["ball.centre.pos.x"][-1]) < 0.1
    write_system(system, tmp_path / "ball.ssp")
    with open_system(tmp_path / "ball.ssp") as again:
        assert set(again.connections) == set(system.connections)


def test_what_does_not_fit_is_named(fmus: dict):
    system = System(fmus)
    with pytest.raises(MbfmuError, match="ball has no port or connectable variable 'center'; its ports are centre"):
        system.connect("ball.center", "spring.hub")
    with pytest.raises(MbfmuError, match=r"'wagon.hub' is no \"component.port\"; the components are ball, spring"):
        system.connect("ball.centre", "wagon.hub")
    with pytest.raises(MbfmuError, match="both ball.centre and ball.centre give motion and take force"):
        system.connect("ball.centre", "ball.centre")
    with pytest.raises(ProblemsFound, match="both"):
        connect("Both", {"a": ball(), "b": ball()}, [("a.centre", "b.centre")])
    with pytest.raises(ProblemsFound, match="b.center is no port, and the other end is one; the ports of b are centre"):
        connect("Both", {"a": ball(), "b": ball()}, [("a.centre", "b.center")])
    model = ball()
    model.expose(ports={"other": model.body})
    with pytest.raises(ProblemsFound, match=r"body \(Body\) cannot be exposed as the port 'other'"):
        compile_problem(model)


def test_terminals_and_osp_groups_have_all_members():
    """The names in the two files are those of the FMU's variables; force and velocity are a bond."""
    problem = compile_problem(ball())
    names = {v.name for v in problem.variables if v.name.startswith("centre.")}
    terminals = etree.fromstring(describe_terminals(problem))
    (terminal,) = terminals.iter("Terminal")
    assert {m.get("variableName") for m in terminal} == names == {f"centre.{m.get('memberName')}" for m in terminal}
    groups = etree.fromstring(describe_osp(problem))
    assert {v.get("ref") for v in groups.iter(f"{{{NAMESPACE}}}Variable")} == names
    (bond,) = groups.iter(f"{{{NAMESPACE}}}LinearMechanicalPort")
    assert [[v.get("ref") for v in end] for end in bond] == [[f"centre.{m}.{i}" for i in "xyz"] for m in ("force", "lin_vel")]


@pytest.mark.parametrize("joint, load, names", [(Prismatic, JointForce, "svf"), (Revolute, JointTorque, ("phi", "w", "tau"))])
def test_joints_are_ports_of_one_coordinate(joint: type, load: type, names: tuple):
    """From rest under a constant force or torque: x = t^2 / 2 for unit inertia."""
    model = Model("Joint")
    model.world = World(g=0.0)
    model.body = Body(m=1.0, I=[1.0, 1.0, 1.0])
    model.joint = joint(model.world.frame_a, model.body.frame_a, n=[0, 0, 1])
    model.drive = load(model.joint)
    model.expose(ports={"axis": model.drive})
    position, rate, effort = names
    result = simulate(model, stop_time=1.0, interval=0.5, inputs={f"axis.{effort}": 1.0})
    assert result[f"axis.{position}"] == pytest.approx([0.0, 0.125, 0.5], abs=INTEGRATION)
    assert result[f"axis.{rate}"] == pytest.approx([0.0, 0.5, 1.0], abs=INTEGRATION)


def test_the_c_axes_of_tydex():
    """A wheel steered by yaw and cambered by roll, spun by any angle: x_C is level, y_C the spin axis, and the spin does not turn C."""
    yaw, roll, spin = 0.4, 0.15, 1.1
    R = about_z(yaw) @ about_x(roll)
    turn = lambda axis, angle: np.array([np.cos(angle / 2), *(np.sin(angle / 2) * np.array(axis))])
    product = lambda a, b: np.array([a[0] * b[0] - a[1:] @ b[1:], *(a[0] * b[1:] + b[0] * a[1:] + np.cross(a[1:], b[1:]))])
    rot = product(product(turn([0, 0, 1], yaw), turn([1, 0, 0], roll)), turn([0, 1, 0], spin))
    hub = {"pos": np.array([1.0, 2.0, 3.0]), "rot": rot, "lin_vel": R @ [20.0, 1.0, -0.5], "ang_vel": R @ [0.1, 60.0, 0.2]}
    u = Record({f"hub.{name}": value for name, value in hub.items()}, normal=np.array([0.0, 0.0, 1.0]), force_C=np.array([100.0, -50.0, 4e3]))
    u["torque_C"] = np.array([5.0, 6.0, 7.0])
    _, y = TydexC.respond(Record(), u, 0.0, Record())
    assert y["tramat"] == pytest.approx(R, abs=ROUNDOFF)
    assert y["vel"] == pytest.approx([20.0, 1.0, -0.5], abs=BALANCE)
    assert np.append(y["omega"], y["omega_r"]) == pytest.approx([0.1, 0.0, 0.2, 60.0], abs=BALANCE)
    assert y["hub.force"] == pytest.approx(R @ [100.0, -50.0, 4e3], rel=ROUNDOFF) and y["hub.moment"] == pytest.approx(
        R @ [5.0, 6.0, 7.0], rel=ROUNDOFF
    )


def test_a_spring_damper_between_two_parts():
    """f = -c (s - s_rel0) - d v, pushing the ends apart."""
    p, u = Record(c=100.0, d=3.0, s_rel0=0.5), Record({"ends.s": 0.7, "ends.v": -2.0})
    assert SpringDamper.respond(p, u, 0.0, Record()) == ({}, {"ends.f": pytest.approx(-20.0 + 6.0, rel=ROUNDOFF)})
