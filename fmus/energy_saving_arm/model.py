"""An arm in a horizontal plane whose tip is driven to and fro along a line, and springs that accelerate and slow it down in place of its drives.

After W. Schiehlen, Recent developments in multibody dynamics, 2005, section 7: a robot arm with two degrees of freedom, two prescribed horizontal
motions, and storage springs of stiffness c_1 and c_2. The paper has no numbers of the arm: they are ours.
"""

from math import pi, radians

import numpy as np

from mbfmu import (
    Body,
    Cylinder,
    JointMotionTime,
    Model,
    Output,
    Parameter,
    PositionSensor,
    Revolute,
    RevoluteFriction,
    Sensor,
    State,
    TorsionSpringDamper,
    World,
    kernel,
)

UPPER, LOWER = 0.4, 0.4  # m: lengths of both links
WIDE, THIN = 0.035, 0.028  # m: radii of what is shown
STEEL, CLAY = "#4a6d8c", "#a5533c"


class TipMotion(JointMotionTime):
    """Moves a joint such that the tip swings along a line."""

    x = Parameter("m", "distance from the shoulder to the middle of the line")
    stroke = Parameter("m", "amplitude of the tip")
    heading = Parameter("rad", "angle of the line to x")
    frequency = Parameter("Hz", "frequency")

    @classmethod
    def s(cls, p, t):
        way = p.stroke * np.sin(2.0 * pi * p.frequency * t)
        return cls.angle(p.x + way * np.cos(p.heading), way * np.sin(p.heading))

    @staticmethod
    def elbow(x, y):
        """The angle of the elbow with which the arm reaches a point."""
        return np.arccos((x * x + y * y - UPPER**2 - LOWER**2) / (2.0 * UPPER * LOWER))


class ShoulderMotion(TipMotion):
    """The share of the shoulder."""

    @staticmethod
    def angle(x, y):
        elbow = TipMotion.elbow(x, y)
        return np.arctan2(y, x) - np.arctan2(LOWER * np.sin(elbow), UPPER + LOWER * np.cos(elbow))


class ElbowMotion(TipMotion):
    """The share of the elbow."""

    angle = staticmethod(TipMotion.elbow)


class Consumption(Sensor):
    """Measures what drives consume: the work that each does on the arm. What they take from it when they brake is lost."""

    attachments = {"shoulder": JointMotionTime, "elbow": JointMotionTime}
    used = State("J", "consumed energy")
    energy = Output("J", "energy that the drives have consumed since the start")
    power = Output("W", "power that the drives consume")

    def state_starts(self, see):
        return {"used": np.zeros(())}

    def state_rates(self, see):
        return {"used": self._power(see)}

    def observe(self, see):
        return {"energy": see.inputs(self).used, "power": self._power(see)}

    def _power(self, see):
        return positive(self.shoulder.observe(see)["P"], self.elbow.observe(see)["P"])


@kernel
def positive(*powers):
    """The sum of those that are positive."""
    return sum(np.maximum(power, 0.0) for power in powers)


arm = Model("EnergySavingArm", "robot arm with storage springs", stop_time=4.0, step_size=1e-2)
stroke = arm.parameter("stroke", 0.1, "m", "amplitude of the tip", min=0.0, max=0.25)
heading = arm.parameter("heading", radians(45), "rad", "angle of the line of the tip to x")
frequency = arm.parameter("frequency", 1.0, "Hz", "frequency of the motion", min=0.0)
line = {"x": 0.45, "stroke": stroke, "heading": heading, "frequency": frequency}

arm.world = World(g=9.81)
upper = [Cylinder(radius=WIDE, length=UPPER, axis=[1, 0, 0], r=[UPPER / 2, 0, 0], colour=STEEL), Cylinder(radius=0.06, length=0.1, colour=STEEL)]
lower = [Cylinder(radius=THIN, length=LOWER, axis=[1, 0, 0], r=[LOWER / 2, 0, 0], colour=CLAY), Cylinder(radius=0.045, length=0.09, colour=CLAY)]
arm.upper = Body(m=6.0, r_CM=[0.2, 0, 0], I=[0.01, 0.08, 0.08], visual=upper)
arm.lower = Body(m=4.0, r_CM=[0.2, 0, 0], I=[0.005, 0.055, 0.055], visual=lower)
arm.shoulder = Revolute(arm.world.frame_b, arm.upper.frame_a, n=[0, 0, 1])
arm.elbow = Revolute(arm.upper.at([UPPER, 0, 0]), arm.lower.frame_a, n=[0, 0, 1])
arm.shoulder_friction, arm.elbow_friction = RevoluteFriction(arm.shoulder, d=0.02), RevoluteFriction(arm.elbow, d=0.02)
arm.shoulder_spring = TorsionSpringDamper(arm.shoulder, c=33.55, phi_rel0=-0.981)
arm.elbow_spring = TorsionSpringDamper(arm.elbow, c=2.97, phi_rel0=2.009)
arm.shoulder_drive, arm.elbow_drive = ShoulderMotion(arm.shoulder, **line), ElbowMotion(arm.elbow, **line)
arm.consumption, arm.tip = Consumption(arm.shoulder_drive, arm.elbow_drive), PositionSensor(arm.lower.at([LOWER, 0, 0]))
arm.expose(
    outputs={
        "tip": arm.tip.r,
        "shoulder_torque": arm.shoulder_drive.tau,
        "elbow_torque": arm.elbow_drive.tau,
        "power": arm.consumption.power,
        "consumed": arm.consumption.energy,
    },
    tunable=[arm.shoulder_spring.c, arm.shoulder_spring.phi_rel0, arm.elbow_spring.c, arm.elbow_spring.phi_rel0],
)

model = arm
