"""A triple pendulum without friction: three rods in a chain, whose motion is chaotic where it is wide."""

from mbfmu import Body, EnergyError, Model, Revolute, World

LENGTH = 0.3
TURN = [0, -1, 0]  # angles are positive upward


def rod(m):
    """A slender rod of mass m [kg] along x."""
    inertia = m * LENGTH**2 / 12
    return Body(m=m, r_CM=[LENGTH / 2, 0, 0], I=[1e-5, inertia, inertia])


pendulum = Model("TriplePendulum", "Triple pendulum without friction", stop_time=10.0, step_size=1e-2)
pendulum.world = World(g=9.81)
pendulum.upper, pendulum.middle, pendulum.lower = rod(0.3), rod(0.3), rod(0.3)
pendulum.pivot = Revolute(pendulum.world.frame_b, pendulum.upper.frame_a, n=TURN, phi_start=0.5)
pendulum.elbow = Revolute(pendulum.upper.at([LENGTH, 0, 0]), pendulum.middle.frame_a, n=TURN, phi_start=0.3)
pendulum.wrist = Revolute(pendulum.middle.at([LENGTH, 0, 0]), pendulum.lower.frame_a, n=TURN, phi_start=-0.4)
pendulum.energy = EnergyError()
joints = {"pivot": pendulum.pivot, "elbow": pendulum.elbow, "wrist": pendulum.wrist}
pendulum.expose(
    outputs={
        **{f"{name}_angle": joint.phi for name, joint in joints.items()},
        **{f"{name}_speed": joint.w for name, joint in joints.items()},
        "energy_error": pendulum.energy.error,
    },
)

model = pendulum
