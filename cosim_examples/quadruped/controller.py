"""TrotController: a sampled controller of a quadruped, which stands and trots."""

from typing import Any

import numpy as np

from mbfmu import Block, Discrete, Input, Output, Parameter, where

LEGS = ("FL", "FR", "RL", "RR")  # front and rear, left and right
JOINTS = ("abduction", "swing", "knee")  # of each leg
AHEAD, ASIDE, PAIR = (1, 1, -1, -1), (1, -1, 1, -1), (0, 1, 1, 0)  # of each leg: where it is, and with which other it swings
NAMES = tuple(f"{leg}_{joint}" for leg in LEGS for joint in JOINTS)
BESIDE, HEIGHT = 0.08, 0.322  # m: of a foot from its hip, while the robot stands
SWING = 0.45  # part of a cycle in which a foot swings


class TrotController(Block):
    """Pulls each foot by a spring and a damper to a place below the trunk, and moves these places: a trot where `speed` is not zero.

    Feet on the ground move backward below the trunk as fast as it should go. The others swing to where Raibert's rule wants them: half a stance
    ahead of the hip, and farther where the trunk is too fast. They leave and meet the ground as fast as it passes.
    Source: M. H. Raibert, Legged Robots That Balance, 1986, chapter 2.
    """

    period = Parameter("s", "time between updates", 1e-3, min=0.0, exclusive_min=True, start=True)
    hip = Parameter("m", "place of the front left hip in the trunk: forward, and to the left", [0.19, 0.055], shape=2)
    beside = Parameter("m", "distance of a leg from its hip, to the side", BESIDE)
    length = Parameter("m", "length of thigh and of shank", 0.22)
    weight = Parameter("N", "weight of the robot", 18.0 * 9.81)
    height = Parameter("m", "how far feet are below the hips", HEIGHT)
    place_start = Parameter("m", "wanted places of feet at the start", [[0.0, BESIDE * s, -HEIGHT] for s in ASIDE], shape=(4, 3), start=True)
    T = Parameter("s", "time of a cycle", 0.4, min=0.0, exclusive_min=True)
    clearance = Parameter("m", "how high feet swing", 0.06)
    placement = Parameter("s", "how far ahead feet are set for each m/s that the trunk is too fast", 0.1)
    heading = Parameter("1/s", "rate of turning back to the heading 0, for each rad", 1.0)
    c = Parameter("N/m", "stiffness of the springs on the ground: along x and y, and along z", [1500.0, 6000.0], shape=2)
    d = Parameter("N.s/m", "their damping", [80.0, 150.0], shape=2)
    c_swing = Parameter("N/m", "stiffness of the springs in the air", 1200.0)
    d_swing = Parameter("N.s/m", "their damping", 18.0)
    upright = Parameter("N.m/rad", "torque by feet on the ground that turns the trunk upright", 100.0)
    damping = Parameter("N.m.s/rad", "its damping", 5.0)
    speed = Input("m/s", "wanted speed forward")
    angle = Input("rad", "angles of the joints", pieces=NAMES)
    rate = Input("rad/s", "speeds of the joints", pieces=NAMES)
    attitude = Input("rad", "roll, pitch and yaw of the trunk", pieces=("roll", "pitch", "yaw"))
    w = Input("rad/s", "angular velocity of the trunk in its own axes", shape=3)
    v_x = Input("m/s", "velocity of the trunk forward")
    v_y = Input("m/s", "velocity of the trunk to the left")
    tau = Output("N.m", "torques of the joints", pieces=NAMES)
    tau_state = Discrete("N.m", "torques of the joints", shape=12)
    phase = Discrete("1", "part of the cycle that is over; 0 while it stands")
    place = Discrete("m", "wanted place of each foot from its hip", shape=(4, 3))
    left = Discrete("m", "x and y of the place that each foot left last", shape=(4, 2))

    @staticmethod
    def respond(p, u, t, x, r):
        return {}, {"tau": r.tau_state}

    @staticmethod
    def update(p, u, t, x, r):
        onward = r.phase + p.period / p.T
        going = where(r.phase > 0.0, 1.0, where(abs(u.speed) > 0.0, 1.0, 0.0))
        again = where(abs(u.speed) > 0.0, onward - 1.0, 0.0)
        phase = going * where(onward < 1.0, onward, again)
        legs = [_Leg(p, u, r, phase, k) for k in range(4)]
        carrying = sum(leg.ground for leg in legs)
        moved = [leg.moved(p, u, r) for leg in legs]
        return {
            "phase": phase,
            "place": np.array([place for place, _ in moved]),
            "left": np.array([left for _, left in moved]),
            "tau_state": np.concatenate([leg.torques(p, u, r.place[leg.k], place, carrying) for leg, (place, _) in zip(legs, moved)]),
        }


class _Leg:
    """A leg at an update: whether it carries, where its foot is from the hip, and how that moves with its joints."""

    def __init__(self, p: Any, u: Any, r: Any, phase: Any, k: int):
        self.k, self.hip = k, p.hip * np.array([AHEAD[k], ASIDE[k]])
        own = phase + 0.5 * PAIR[k]
        own = where(own < 1.0, own, own - 1.0)
        self.ground = where(phase > 0.0, where(own < SWING, 0.0, 1.0), 1.0)
        self.s = where(own < SWING, own / SWING, 1.0)
        a, q1, q2 = u.angle[3 * k : 3 * k + 3]
        out, c, s = p.beside * ASIDE[k], np.cos(a), np.sin(a)
        x, z = -p.length * (np.sin(q1) + np.sin(q1 + q2)), -p.length * (np.cos(q1) + np.cos(q1 + q2))
        x_2, z_2 = -p.length * np.cos(q1 + q2), p.length * np.sin(q1 + q2)
        self.foot = np.array([x, out * c - z * s, out * s + z * c])
        self.J = np.array([[0.0 * x, z, x_2], [-self.foot[2], x * s, -z_2 * s], [self.foot[1], -x * c, z_2 * c]])
        self.v = self.J @ u.rate[3 * k : 3 * k + 3]

    def either(self, on_the_ground: Any, in_the_air: Any) -> Any:
        """A number of which there are two."""
        return where(self.ground > 0.0, on_the_ground, in_the_air)

    def moved(self, p: Any, u: Any, r: Any) -> tuple[np.ndarray, np.ndarray]:
        """The wanted place after this update, and the one that the foot left last."""
        before, turning = r.place[self.k], -p.heading * u.attitude[2]
        at = before[:2] + self.hip
        wanted = np.array([u.speed - turning * at[1], turning * at[0]])
        left = np.array([self.either(*one) for one in zip(before[:2], r.left[self.k])])
        below = np.array([0.0 * p.beside, p.beside * ASIDE[self.k]])
        landing = below + 0.5 * (1.0 - SWING) * p.T * wanted + p.placement * (np.array([u.v_x, u.v_y]) - wanted)
        s = self.s
        swung = left + s * s * (3.0 - 2.0 * s) * (landing - left) - s * (1.0 - s) * (1.0 - 2.0 * s) * SWING * p.T * wanted
        lift = 16.0 * s * s * (1.0 - s) * (1.0 - s) * (p.clearance - u.attitude[0] * at[1] + u.attitude[1] * at[0])
        x, y = (self.either(*one) for one in zip(before[:2] - p.period * wanted, swung))
        return np.array([x, y, self.either(0.0, lift) - p.height]), left

    def torques(self, p: Any, u: Any, before: np.ndarray, place: np.ndarray, carrying: Any) -> np.ndarray:
        """What pulls the foot to its place, and carries its part of the trunk."""
        at = self.foot[:2] + self.hip
        turn = -p.upright * u.attitude[:2] - p.damping * u.w[:2]
        more = (turn[0] * at[1] - turn[1] * at[0]) / (carrying * (at @ at))
        c = np.array([self.either(k, p.c_swing) for k in (p.c[0], p.c[0], p.c[1])])
        d = np.array([self.either(k, p.d_swing) for k in (p.d[0], p.d[0], p.d[1])])
        f = c * (place - self.foot) + d * ((place - before) / p.period - self.v)
        down = np.array([0.0 * p.weight, 0.0 * p.weight, self.ground * (p.weight / carrying + more)])
        return self.J.T @ (f - down)
