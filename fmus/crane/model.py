"""A loader crane: mast, boom, jib and a payload on a rope; the boom is raised by a cylinder between mast and boom.

Axes: x forward, y to the left, z up; angles of boom and jib are positive upward.
"""

from mbfmu import Body, FixedTranslation, LineActuator, Model, Revolute, TorsionSpringDamper, World

UP = [0, -1, 0]

crane = Model("Crane", "Loader crane with a cylinder between mast and boom", stop_time=10.0, step_size=1e-3)
crane.world = World(g=9.81)

crane.mast = Body(m=400.0, r_CM=[0, 0, 1.0], I=[140.0, 140.0, 20.0])
crane.slewing = Revolute(crane.world.frame_b, crane.mast.frame_a, n=[0, 0, 1])
crane.brake = TorsionSpringDamper(crane.slewing, c=1e6, d=5e4)

crane.boom = Body(m=250.0, r_CM=[2.0, 0, 0], I=[5.0, 340.0, 340.0])
crane.pivot = Revolute(crane.mast.at([0, 0, 2.0]), crane.boom.frame_a, n=UP, phi_start=0.2)

crane.jib = Body(m=80.0, r_CM=[1.0, 0, 0], I=[1.0, 27.0, 27.0])
crane.knee = Revolute(crane.boom.at([4.0, 0, 0]), crane.jib.frame_a, n=UP, phi_start=-0.6)
# under the weight of jib and payload the lock gives 0.0244 rad, to the start angle of the knee
crane.lock = TorsionSpringDamper(crane.knee, c=4e5, phi_rel0=-0.5756, d=4e4)

crane.hook = FixedTranslation(r=[0, 0, 0])
crane.swing_forward = Revolute(crane.jib.at([2.0, 0, 0]), crane.hook.frame_a, n=UP, phi_start=0.4)
crane.payload = Body(m=500.0, r_CM=[0, 0, -1.5], I=[40.0, 40.0, 40.0])
crane.swing_sideways = Revolute(crane.hook.frame_b, crane.payload.frame_a, n=[1, 0, 0])
crane.rope_forward = TorsionSpringDamper(crane.swing_forward, d=300.0)
crane.rope_sideways = TorsionSpringDamper(crane.swing_sideways, d=300.0)

crane.cylinder = LineActuator(crane.mast.at([0.4, 0, 0.8]), crane.boom.at([1.2, 0, -0.1]))

crane.expose(
    inputs={"cylinder_force": crane.cylinder.f},
    outputs={
        "stroke": crane.cylinder.s,
        "stroke_rate": crane.cylinder.v,
        "boom_angle": crane.pivot.phi,
        "jib_angle": crane.knee.phi,
        "swing_angle": crane.swing_forward.phi,
    },
    tunable=[crane.payload.m],
    start={"cylinder_force": 38.54e3},  # holds the crane at rest
)

model = crane
