"""A six-axis robot from URDF with a payload: inverse kinematics for a pick and a place, drives with limits that go there, an FMU of it all."""

from pathlib import Path

import numpy as np

from mbfmu import Body, Fixed, PoseSensor, PositionDrive, Posture, Table, build_portable, simulate
from mbfmu.model.urdf import read_urdf
from mbfmu.view import view_model

# of each joint: origin [m], axis, torque [N.m], then of its link: mass [kg], centre of mass [m], moments of inertia [kg.m2]
JOINTS = {
    "pan": ("0 0 0.09", "0 0 1", 150, 3.7, "0 0 0", (0.010, 0.010, 0.007)),
    "lift": ("0 0.136 0", "0 1 0", 150, 8.4, "0 0 0.28", (0.226, 0.226, 0.015)),
    "elbow": ("0 -0.12 0.425", "0 1 0", 150, 2.3, "0 0 0.25", (0.050, 0.050, 0.004)),
    "wrist_1": ("0 0 0.392", "0 1 0", 28, 1.2, "0 0 0", (0.0016, 0.0016, 0.0012)),
    "wrist_2": ("0 0.093 0", "0 0 1", 28, 1.2, "0 0 0", (0.0016, 0.0016, 0.0012)),
    "wrist_3": ("0 0 0.095", "0 1 0", 28, 0.2, "0 0 0", (0.0002, 0.0002, 0.0002)),
}
PICK, PLACE = [0.45, 0.25, 0.30], [0.10, -0.50, 0.55]  # m
DOWN = np.diag([1.0, -1.0, -1.0])  # the tool's z axis points to the floor
STIFFNESS = 40.0  # 1/rad, times the torque of a joint
TOOL = """<link name="tool0"/><joint name="flange" type="fixed"><parent link="{}"/><child link="tool0"/>
    <origin xyz="0 0.082 0" rpy="-1.5707963 0 0"/></joint>"""
text, parent = '<robot name="SixAxis"><link name="base"/>', "base"
for name, (origin, axis, effort, mass, centre, (xx, yy, zz)) in JOINTS.items():
    text += f"""<link name="{name}_link"><inertial><origin xyz="{centre}"/><mass value="{mass}"/>
    <inertia ixx="{xx}" iyy="{yy}" izz="{zz}" ixy="0" ixz="0" iyz="0"/></inertial></link>
    <joint name="{name}" type="revolute"><parent link="{parent}"/><child link="{name}_link"/><origin xyz="{origin}"/>
    <axis xyz="{axis}"/><limit lower="-6.2" upper="6.2" effort="{effort}" velocity="3"/></joint>"""
    parent = f"{name}_link"
Path("six_axis.urdf").write_text(f"{text}{TOOL.format(parent)}</robot>")

model = read_urdf("six_axis.urdf")
model.integrator = "radau"  # light wrists behind hard drives
model.payload = Body(m=2.0, r_CM=[0, 0, 0.05], I=[0.004, 0.004, 0.004])
model.grip = Fixed(model.tool0.frame_a, model.payload.frame_a)
model.tcp = PoseSensor(model.tool0.frame_a)
for name, (_, _, effort, *_) in JOINTS.items():
    c = STIFFNESS * effort
    drive = model.add(f"{name}_drive", PositionDrive(getattr(model, name), c=c, d=c / 8, torque_limit=effort, speed_limit=1.5))
    model.expose(inputs={f"{name}.command": drive.command})
model.expose(outputs={"tcp": model.tcp.r}, tunable=[model.payload.m])

if __name__ == "__main__":
    arm = Posture(model)
    arm.place({"lift.phi": 0.3, "elbow.phi": 1.2, "wrist_1.phi": 0.2, "wrist_2.phi": -1.5})
    wanted = []
    for goal in (PICK, PLACE):
        arm.reach(model.tool0.frame_a, goal, DOWN)
        wanted.append(arm.q + arm.holding_forces() / [STIFFNESS * row[2] for row in JOINTS.values()])  # drives give way under load
    times, path = [0.0, 2.0, 2.5, 4.0, 6.0], np.transpose(wanted)[:, [0, 0, 1, 1, 1]]
    moves = {name.replace("phi", "command"): Table(times, angles) for name, angles in zip(arm.coordinates, path)}
    result = simulate(model, 6.0, 0.01, inputs=moves)
    for when, goal in ((2.0, PICK), (6.0, PLACE)):
        tcp = [result[f"tcp[{i}]"][round(100 * when)] for i in (1, 2, 3)]
        print(f"t = {when} s: {1e3 * np.linalg.norm(np.subtract(tcp, goal)):.2f} mm from its goal")
    build_portable(model, "out")
    view_model(model, "six_axis.html", 6.0, inputs=moves)
