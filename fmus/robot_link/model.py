"""A robot from URDF whose upper arm is flexible: a light arm of four joints with geared motors and a payload.

The flexible body takes the place of the link of arm.urdf. Its nodes have the names of the joints on that link.
"""

from pathlib import Path

from mbfmu import Body, ElasticStress, Fixed, FlexibleBody, Material, PositionDrive, PositionSensor, RotorInertia, TubeSection, beam_data
from mbfmu.model.urdf import read_urdf

ALUMINIUM = Material(E=70e9, rho=2700.0, nu=0.33)
TUBE = TubeSection(radius=0.03, thickness=0.002)
MOTORS = {  # of each joint: J [kg.m2] of the rotor, ratio of the gear, the largest torque behind the gear [N.m]
    "turn": (2e-4, 120.0, 200.0),
    "shoulder": (2e-4, 120.0, 200.0),
    "elbow": (1e-4, 100.0, 80.0),
    "wrist": (2e-5, 80.0, 20.0),
}

tube = beam_data({"shoulder": [0, 0, 0], "elbow": [1, 0, 0]}, TUBE, ALUMINIUM, elements=6, modes=0)
robot = read_urdf(Path(__file__).parent / "arm.urdf", flexible={"upper_arm": FlexibleBody(tube, modes=4, zeta=0.005)})
robot.tolerance = 1e-8  # elastic coordinates are small beside angles
robot.payload = Body(m=3.0, r_CM=[0.05, 0, 0], I=[0.005, 0.005, 0.005])
robot.grip = Fixed(robot.hand.at([0.1, 0, 0]), robot.payload.frame_a)
for name, (J, ratio, torque) in MOTORS.items():
    joint = robot.elements[name]
    robot.add(f"{name}_rotor", RotorInertia(joint, J=J, ratio=ratio))
    drive = robot.add(f"{name}_drive", PositionDrive(joint, c=100.0 * torque, d=8.0 * torque, torque_limit=torque, speed_limit=2.0))
    robot.expose(inputs={f"{name}.command": drive.command})
robot.tool, robot.stress = PositionSensor(robot.payload.frame_a), ElasticStress(robot.upper_arm, place="shoulder.0")
robot.expose(outputs={"tool": robot.tool.r, "stress": robot.stress.sigma, "von_mises": robot.stress.von_mises}, tunable=[robot.payload.m])

model = robot
