"""Engine: a combustion engine with a torque map, a clutch and a gearbox."""

from ...base.scalars import limited
from ..declare.declarations import Input, Output, Parameter, State
from ..declare.port import RotationalPort
from ..declare.table_parameter import TableParameter
from ..elements.forces.combustion_engine import TORQUE, crank_torque
from .base import Block


class Engine(Block):
    """A combustion engine with a torque map, whose crankshaft turns a shaft through a slipping clutch and a gear.

    The clutch carries a torque proportional to its slip, up to its capacity. `ratio` is the crankshaft's speed over that of the shaft, as
    an input, so that a driver shifts; at 0 the gear is out. Torque of the map below zero is drag: it opposes the motion, and fades below
    w_slow, so that an engine that is not driven comes to a standstill.
    """

    torque_map = TableParameter(("rad/s", "1"), "N.m", "torque over speed and throttle", TORQUE)
    J = Parameter("kg.m2", "moment of inertia of crankshaft and flywheel", 0.25, min=0.0, exclusive_min=True)
    d_clutch = Parameter("N.m.s/rad", "torque of the clutch for each unit of slip", 20.0, min=0.0)
    tau_clutch = Parameter("N.m", "largest torque of the clutch when closed", 400.0, min=0.0)
    w_slow = Parameter("rad/s", "speed of the crankshaft below which its drag fades", 5.0, min=0.0, exclusive_min=True)
    w_start = Parameter("rad/s", "speed of the crankshaft at the start", 100.0, start=True)
    throttle = Input("1", "position of the throttle, 0 to 1")
    ratio = Input("1", "speed of the crankshaft over that of the shaft", start=1.0)
    clutch = Input("1", "how far the clutch is closed, 0 to 1", start=1.0)
    shaft = RotationalPort({"w": "speed of the shaft", "tau": "torque on the shaft"})
    w = Output("rad/s", "speed of the crankshaft")
    torque = Output("N.m", "torque of the engine")
    w_state = State("rad/s", "speed of the crankshaft", nominal=100.0)

    integrator = "radau"

    @staticmethod
    def respond(p, u, t, x):
        torque = crank_torque(p, x.w_state, u.throttle)
        capacity = p.tau_clutch * limited("clutch", u.clutch, 0.0, 1.0)
        through = limited("slip", p.d_clutch * (x.w_state - u.ratio * u.shaft.w), -capacity, capacity)
        return {"w_state": (torque - through) / p.J}, {"shaft.tau": u.ratio * through, "w": x.w_state, "torque": torque}
