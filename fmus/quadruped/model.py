"""A quadruped from its URDF: twelve joints with torque inputs, and feet that touch the ground.

The collision shapes of the feet and the trunk become contacts. It stands on bent legs at the start, and falls where no torques hold it.
"""

from functools import partial
from pathlib import Path

from mbfmu import EnergyError, HuntCrossleyContact, PositionSensor, RollPitchYawSensor, VelocitySensor
from mbfmu.model.urdf import GroundContacts, read_urdf

LEGS = ("FL", "FR", "RL", "RR")  # front and rear, left and right
FEET = [f"{leg}_foot" for leg in LEGS]
HIP, KNEE = 0.75, -1.5  # rad: of the standing robot, whose feet are below its hips
HEIGHT = 0.343  # m: of the trunk then, whose weight presses its feet 1 mm into the ground

rubber = partial(HuntCrossleyContact, c=4e4, n=1.0, d=0.5, mu=0.8, s_stick=2e-4)
robot = read_urdf(Path(__file__).parent / "quadruped.urdf", floating=True, contacts=GroundContacts(rubber, ["trunk", *FEET]))
robot.attitude, robot.motion, robot.energy = RollPitchYawSensor(robot.trunk.frame_a), VelocitySensor(robot.trunk.frame_a), EnergyError()
robot.expose(
    outputs={
        **{angle: getattr(robot.attitude, angle) for angle in ("roll", "pitch", "yaw")},
        "v_x": robot.motion.v_x,
        "v_y": robot.motion.v_y,
        "energy_error": robot.energy.error,
    },
)
robot.floating_base.r_start = [0, 0, HEIGHT]
for leg in LEGS:
    robot.elements[f"{leg}_swing"].phi_start, robot.elements[f"{leg}_knee"].phi_start = HIP, KNEE
for foot in FEET:
    place, contact = robot.add(f"{foot}_place", PositionSensor(robot.elements[foot].frame_a)), robot.elements[f"{foot}_contact"]
    robot.expose(outputs={f"{foot}.r": place.r, f"{foot}.f": contact.f, f"{foot}.N": contact.N})

model = robot
