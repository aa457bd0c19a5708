"""Pump, line, servo valve and cylinder as one circuit, which moves a mass."""

import numpy as np
import pytest

from mbfmu import BlockModel, Body, DoubleActingCylinder, HydraulicLine, JointForce, Model, Prismatic, Pump, ServoValve, World, connect, simulate

from ...tolerances import STEADY

A_A, A_B = 8e-3, 5e-3
D = 3e4  # N.s/m: enough for the mass on the oil to come to rest in a second
K = 1e-3 / 35e5**0.5  # m3/s for each root of a pascal


def circuit():
    mass = Model("Mass")
    mass.world = World(g=9.81)
    mass.body = Body(m=500.0)
    mass.guide = Prismatic(mass.world.frame_b, mass.body.frame_a, n=[1, 0, 0], s_start=1.4)
    mass.push = JointForce(mass.guide)
    mass.expose(ports={"rod": mass.push})
    parts = {
        "pump": Pump(leakage=0.0),
        "line": HydraulicLine(viscosity=1e-3, p_a_start=200e5, p_b_start=200e5),
        "valve": ServoValve(p_laminar=1e3),
        "cylinder": DoubleActingCylinder(A_A=A_A, A_B=A_B, leakage=0.0, d=D, p_A_start=50e5, p_B_start=80e5),
    }
    links = "pump.Q line.Q_a, line.p_a pump.p, line.p_b valve.p_P, valve.Q_P line.Q_b, mass.rod cylinder.rod"
    links += "".join(f", valve.Q_{side} cylinder.Q_{side}, cylinder.p_{side} valve.p_{side}" for side in "AB")
    blocks = {name: BlockModel(name.capitalize(), block) for name, block in parts.items()}
    return connect("Circuit", {"mass": mass, **blocks}, [tuple(link.split()) for link in links.split(", ")])


@pytest.mark.parametrize("command", [0.3, -0.2])
def test_the_mass_moves_at_the_speed_that_the_valve_lets_through(command):
    """Pressures carry the friction: A_A p_A - A_B p_B = d v. With the flows A_A v and A_B v through the edges this is a quadratic equation for v."""
    found = simulate(circuit(), stop_time=1.5, inputs={"valve.command": command, "valve.p_T": 1e5})
    p_P, w = found["line.p_b"][-1], 150.0
    driven, returning = (A_A, A_B) if command > 0 else (A_B, A_A)
    v = np.roots([(A_A**3 + A_B**3) / (K * command) ** 2, D, -(driven * p_P - returning * 1e5)]).max()
    assert found["mass.rod.v"][-1] == pytest.approx(np.sign(command) * v, rel=STEADY)
    assert found["valve.Q_P"][-1] == pytest.approx(driven * v, rel=STEADY)
    assert found["pump.V"][-1] == pytest.approx(driven * v / w, rel=STEADY)
    assert found["line.p_a"][-1] == pytest.approx(210e5 - 10e5 * found["pump.V"][-1] / 8e-6, rel=STEADY)
