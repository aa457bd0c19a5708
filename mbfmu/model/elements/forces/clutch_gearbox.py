"""ClutchGearbox: a dry clutch behind a crankshaft, and a gearbox behind the clutch."""

from typing import ClassVar

import numpy as np

from ....base.scalars import limited, switch, where
from ...declare.declarations import Input, Output, Parameter, State
from ...declare.frame import Frame
from .base import Force


class ClutchGearbox(Force):
    """Drives a shaft by a crankshaft through a dry clutch and a gearbox whose ratio is an input.

    Crankshaft and shaft turn about `n` in a housing, as often as they like. The disk of the clutch has a torsion damper, whose twist z follows
    the slip between crankshaft and gearbox, slip = w_crank - ratio w_shaft, as long as c z + d slip is within the capacity: the clutch sticks and
    does not creep. Beyond, the lining slides with the torque of its capacity, `capacity` times the input `engagement`. The gearbox has no mass.
    It loses the share 1 - efficiency of its torque in both directions; below w_slow of the shaft the loss fades. At the ratio 0 the gear is out,
    and the disk turns with the crankshaft.
    """

    attachments = {"crank": Frame, "shaft": Frame, "housing": Frame}
    n = Parameter("1", "axis of both shafts in the frame of the housing, of length 1", [0, 1, 0], shape=3)
    capacity = Parameter("N.m", "torque of the closed clutch when it slides", 400.0, min=0.0)
    c = Parameter("N.m/rad", "stiffness of the torsion damper", 1500.0, min=0.0, exclusive_min=True)
    d = Parameter("N.m.s/rad", "damping of the torsion damper", 5.0, min=0.0, exclusive_min=True)
    efficiency = Parameter("1", "torque of the shaft over that without losses", 1.0, min=0.0, max=1.0, exclusive_min=True)
    w_slow = Parameter("rad/s", "speed of the shaft at which the loss is nearly full (76 %)", 0.1, min=0.0, exclusive_min=True)
    z_start = Parameter("rad", "twist of the torsion damper at the start", 0.0, start=True)
    engagement = Input("1", "how far the clutch is closed, 0 to 1", start=1.0)
    ratio = Input("1", "speed of the clutch's disk over that of the shaft, below 0 for reverse", start=1.0)
    w = Output("rad/s", "speed of the shaft in the housing")
    slip = Output("rad/s", "speed of the crankshaft relative to the gearbox")
    tau = Output("N.m", "torque of the clutch on the gearbox, opposite on the crankshaft")
    tau_shaft = Output("N.m", "torque on the shaft")
    sliding = Output("W", "heat in the lining of the clutch")
    twist = Output("rad", "twist of the torsion damper")
    z = State("rad", "twist of the torsion damper", nominal=0.1)

    check_messages: ClassVar[tuple[str, ...]] = ("the length of {n} must be 1",)

    @staticmethod
    def checks(p):
        return np.array([1e-6 - abs(p.n @ p.n - 1.0)])

    @staticmethod
    def speeds(p, u, crank, shaft, housing):
        """The speed of the shaft, and that of the crankshaft relative to the gearbox."""
        axis = housing.R @ p.n
        w_housing = p.n @ housing.w
        w_shaft = axis @ (shaft.R @ shaft.w) - w_housing
        return w_shaft, axis @ (crank.R @ crank.w) - w_housing - u.ratio * w_shaft

    @staticmethod
    def clutch(p, u, slip):
        """The torque of the clutch, and the rate at which its torsion damper twists."""
        carried = where(abs(u.ratio) > 0.0, p.capacity * limited("engagement", u.engagement, 0.0, 1.0), 0.0)  # out of gear the disk turns freely
        tau = limited("lining", p.c * u.z + p.d * slip, -carried, carried)
        return tau, (tau - p.c * u.z) / p.d

    @staticmethod
    def lost(p, u, w_shaft, tau):
        """The torque that the gearbox takes from its shaft."""
        through = u.ratio * tau
        size = switch("forward", through, through, -through)
        return (1.0 - p.efficiency) * size * np.tanh(w_shaft / p.w_slow)

    @classmethod
    def coupling(cls, p, u, w_shaft, slip):
        """The torque that the crankshaft gives, and the one that the gearbox takes in."""
        tau = ClutchGearbox.clutch(p, u, slip)[0]
        return tau, tau

    @classmethod
    def torques(cls, p, u, w_shaft, slip):
        """The torque that the crankshaft gives, and the one on the shaft."""
        given, taken = cls.coupling(p, u, w_shaft, slip)
        return given, u.ratio * taken - ClutchGearbox.lost(p, u, w_shaft, taken)

    @classmethod
    def wrenches(cls, p, u, t, crank, shaft, housing):
        given, on_shaft = cls.torques(p, u, *ClutchGearbox.speeds(p, u, crank, shaft, housing))
        axis = housing.R @ p.n
        return tuple((np.zeros(3), torque * axis) for torque in (-given, on_shaft, given - on_shaft))

    @staticmethod
    def energy(p, u, t, crank, shaft, housing):
        return 0.5 * p.c * u.z * u.z

    @classmethod
    def dissipation(cls, p, u, t, crank, shaft, housing):
        w_shaft, slip = ClutchGearbox.speeds(p, u, crank, shaft, housing)
        z_dot = ClutchGearbox.clutch(p, u, slip)[1]
        given, taken = cls.coupling(p, u, w_shaft, slip)
        return given * slip + (given - taken) * u.ratio * w_shaft - p.c * u.z * z_dot + ClutchGearbox.lost(p, u, w_shaft, taken) * w_shaft

    @classmethod
    def outputs(cls, p, u, t, crank, shaft, housing):
        w_shaft, slip = ClutchGearbox.speeds(p, u, crank, shaft, housing)
        tau, z_dot = ClutchGearbox.clutch(p, u, slip)
        on_shaft = cls.torques(p, u, w_shaft, slip)[1]
        return {"w": w_shaft, "slip": slip, "tau": tau, "tau_shaft": on_shaft, "sliding": tau * (slip - z_dot), "twist": u.z}

    @staticmethod
    def rates(p, u, t, crank, shaft, housing):
        slip = ClutchGearbox.speeds(p, u, crank, shaft, housing)[1]
        return {"z": ClutchGearbox.clutch(p, u, slip)[1]}
