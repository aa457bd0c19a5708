"""A platform on six legs, as a user declares it."""

import numpy as np

from mbfmu import Body, JointForce, Model, Prismatic, Spherical, Universal, World

RING = 2.0 * np.pi * np.arange(6) / 6
FEET = np.column_stack([np.cos(RING + 0.2 * (-1.0) ** np.arange(6)), np.sin(RING + 0.2 * (-1.0) ** np.arange(6)), np.zeros(6)])
PINS = 0.6 * np.column_stack([np.cos(RING - 0.3 * (-1.0) ** np.arange(6)), np.sin(RING - 0.3 * (-1.0) ** np.arange(6)), np.zeros(6)])
HEIGHT = 1.2


def stewart_platform(mass: float = 40.0) -> Model:
    """A platform of radius 0.6 m, 1.2 m above the ground, on six driven legs, whose coordinates are their lengths."""
    model = Model("Stewart")
    model.world = World()
    model.platform = Body(m=mass, I=[3.0, 3.0, 5.0])
    for i, (foot, pin) in enumerate(zip(FEET, PINS), 1):
        leg = pin + [0, 0, HEIGHT] - foot
        length = np.linalg.norm(leg)
        # about y and then about -x of what it has turned, the z axis comes to lie along the leg
        about_y, about_x = np.arctan2(leg[0], leg[2]), -np.arcsin(leg[1] / length)
        barrel = model.add(f"barrel_{i}", Body(m=2.0, r_CM=[0, 0, 0.3], I=[0.06, 0.06, 0.01]))
        rod = model.add(f"rod_{i}", Body(m=1.0, r_CM=[0, 0, -0.3], I=[0.03, 0.03, 0.01]))
        joint = Universal(model.world.at(foot), barrel.frame_a, n_a=[0, 1, 0], n_b=[1, 0, 0], phi_a_start=about_y, phi_b_start=about_x)
        model.add(f"foot_{i}", joint)
        slide = model.add(f"leg_{i}", Prismatic(barrel.frame_a, rod.frame_a, n=[0, 0, 1], s_start=length))
        drive = model.add(f"drive_{i}", JointForce(slide))
        model.add(f"pin_{i}", Spherical(rod.frame_a, model.platform.at(pin)))
        model.expose(inputs={f"force_{i}": drive.f}, outputs={f"length_{i}": slide.s})
    return model
