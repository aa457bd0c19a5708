"""A quadruped from its URDF: twelve joints with torque inputs, and feet that touch the ground.

The collision shapes of feet and trunk become contacts. The robot stands on bent legs at the start, and its torques carry it there; nothing holds it
upright, so that it falls without a controller.
"""

from functools import partial
from pathlib import Path

from mbfmu import EnergyError, FlatRoad, HuntCrossleyContact, PositionSensor, RoadSurface, RollPitchYawSensor, VelocitySensor
from mbfmu.model.urdf import GroundContacts, read_urdf

LEGS = {"FL": 1, "FR": -1, "RL": 1, "RR": -1}  # front and rear, left and right: the side on which they stand
HEIGHT = 0.343  # m: of the trunk at the start, where its weight presses the feet 1 mm into the ground
ANGLES = {"swing": 0.75, "knee": -1.5}  # rad, at the start: feet are below the hips
TORQUES = {"abduction": (0.0, -3.5), "knee": (6.6, 0.0)}  # N.m, at the start: on both sides, and more to the left

rubber = partial(HuntCrossleyContact, c=4e4, n=1.0, d=0.5, mu=0.8, s_stick=2e-4)
contacts = GroundContacts(rubber, ["trunk", *(f"{leg}_foot" for leg in LEGS)], RoadSurface(FlatRoad()))
robot = read_urdf(Path(__file__).parent / "quadruped.urdf", floating=True, contacts=contacts)
robot.description, robot.stop_time, robot.step_size = "quadruped with torque inputs at its joints, and contacts of feet and trunk", 1.0, 1e-3
robot.attitude, robot.motion, robot.energy = RollPitchYawSensor(robot.trunk.frame_a), VelocitySensor(robot.trunk.frame_a), EnergyError()
robot.expose(
    outputs={
        **{angle: getattr(robot.attitude, angle) for angle in ("roll", "pitch", "yaw")},
        "v_x": robot.motion.v_x,
        "v_y": robot.motion.v_y,
        "trunk.N": robot.trunk_contact.N,
        "energy_error": robot.energy.error,
    },
)
robot.floating_base.r_start = [0, 0, HEIGHT]
for leg, side in LEGS.items():
    for joint, angle in ANGLES.items():
        robot.elements[f"{leg}_{joint}"].phi_start = angle
    foot, contact = robot.elements[f"{leg}_foot"], robot.elements[f"{leg}_foot_contact"]
    place = robot.add(f"{leg}_foot_place", PositionSensor(foot.frame_a))
    robot.expose(
        outputs={f"{leg}_foot.r": place.r, f"{leg}_foot.f": contact.f, f"{leg}_foot.N": contact.N},
        start={f"{leg}_{joint}.tau": middle + side * more for joint, (middle, more) in TORQUES.items()},
    )

model = robot
