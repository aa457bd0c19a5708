"""A Stewart platform: six legs, each a cylinder between a universal and a spherical joint, move a platform along a wanted path.

The lengths of the legs follow from the path (inverse kinematics by hand) and are prescribed; the drives' forces are a result.
"""

import numpy as np

from mbfmu import Body, Cylinder, DistanceSensor, JointMotionTime, Model, Parameter, PositionSensor, Prismatic, Spherical, Universal, World, simulate
from mbfmu.view import view_model

HEIGHT, HEAVE, SURGE, FREQUENCY = 1.2, 0.15, 0.1, 0.5  # m, m, m, Hz
BASE = [[1.0 * np.cos(a), 1.0 * np.sin(a), 0.0] for a in np.radians([-10, 10, 110, 130, 230, 250])]
TOP = [[0.6 * np.cos(a), 0.6 * np.sin(a), 0.0] for a in np.radians([-50, 50, 70, 170, 190, 290])]


class LegLength(JointMotionTime):
    """The length of a leg from `base` on the ground to `top` on a platform that surges and heaves without turning."""

    base = Parameter("m", "foot of the leg in the world", shape=3)
    top = Parameter("m", "eye of the leg on the platform", shape=3)

    @staticmethod
    def s(p, t):
        wt = 2 * np.pi * FREQUENCY * t
        centre = np.array([SURGE * np.sin(wt) ** 2, 0.0, HEIGHT + HEAVE * np.sin(wt)])
        leg = centre + p.top - p.base
        return np.sqrt(leg @ leg)


def leg(i):
    """Add leg number i: it leans from its foot to its eye, its own z along it."""
    foot, eye = np.array(BASE[i]), np.array(TOP[i]) + [0, 0, HEIGHT]
    d = (eye - foot) / np.linalg.norm(eye - foot)
    barrel = model.add(f"barrel_{i}", Body(m=8.0, r_CM=[0, 0, 0.3], I=[0.3, 0.3, 0.01], visual=[Cylinder(radius=0.04, length=0.7, r=[0, 0, 0.35])]))
    rod = model.add(f"rod_{i}", Body(m=4.0, r_CM=[0, 0, -0.3], I=[0.15, 0.15, 0.005]))
    joint = Universal(
        model.world.at(foot), barrel.frame_a, n_a=[1, 0, 0], n_b=[0, 1, 0], phi_a_start=np.arctan2(-d[1], d[2]), phi_b_start=np.arcsin(d[0])
    )
    model.add(f"foot_{i}", joint)
    slide = model.add(f"slide_{i}", Prismatic(barrel.frame_a, rod.frame_a, n=[0, 0, 1], s_start=np.linalg.norm(eye - foot)))
    model.add(f"eye_{i}", Spherical(model.platform.at(TOP[i]), rod.frame_a))
    return model.add(f"drive_{i}", LegLength(slide, base=BASE[i], top=TOP[i]))


model = Model("StewartPlatform", "Six driven legs under a platform", stop_time=2.0, step_size=5e-3)
model.world = World(g=9.81)
model.platform = Body(m=150.0, I=[15.0, 15.0, 28.0], visual=[Cylinder(radius=0.65, length=0.06)])
drives = [leg(i) for i in range(6)]
model.position = PositionSensor(model.platform.frame_a)
model.span = DistanceSensor(model.world.at(BASE[0]), model.platform.at(TOP[0]))
model.expose(outputs={"position": model.position.r, "leg": model.span.s, **{f"force_{i}": drive.tau for i, drive in enumerate(drives)}})

if __name__ == "__main__":
    result = simulate(model)
    for row in result[::50]:
        print(f"t {row['time']:4.2f} s   x {row['position[1]']:6.3f} m   z {row['position[3]']:6.3f} m   force of leg 0 {row['force_0']:7.1f} N")
    view_model(model, "stewart_platform.html")
