"""An electric drive and a pump on one shaft."""

import pytest

from mbfmu import BlockModel, Body, ElectricDrive, JointTorque, Model, Pump, Revolute, World, connect, simulate

from ...tolerances import STEADY


def test_a_shaft_comes_to_the_speed_at_which_the_pump_takes_the_torque_of_the_drive():
    """At full displacement the pump takes V_max (p - p_tank) + d w."""
    shaft = Model("Shaft")
    shaft.world = World(g=0.0)
    shaft.rotor = Body(m=10.0, I=[0.02, 0.02, 0.02])
    shaft.bearing = Revolute(shaft.world.frame_b, shaft.rotor.frame_a, n=[1, 0, 0])
    shaft.left, shaft.right = JointTorque(shaft.bearing), JointTorque(shaft.bearing)
    shaft.expose(ports={"left": shaft.left, "right": shaft.right})
    parts = {
        "shaft": shaft,
        "drive": BlockModel("Drive", ElectricDrive()),
        "pump": BlockModel("Pump", Pump(V_max=8e-6, d=0.1, leakage=0.0, p_tank=1e5)),
    }
    driven = connect("Driven", parts, [("shaft.left", "drive.shaft"), ("shaft.right", "pump.shaft")])
    found = simulate(driven, stop_time=3.0, inputs={"drive.torque": 20.0, "pump.p": 21e5})
    assert found["shaft.left.w"][-1] == pytest.approx((20.0 - 8e-6 * 20e5) / 0.1, rel=STEADY)
    assert found["pump.Q"][-1] == pytest.approx(8e-6 * found["shaft.left.w"][-1], rel=STEADY)
