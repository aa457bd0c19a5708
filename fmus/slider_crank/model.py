"""A slider-crank: crank with flywheel, connecting rod and piston, in the vertical plane, as in a one-cylinder engine or compressor.

Axes: x along the cylinder, y to the left, z up; angles are positive upward.
"""

from mbfmu import (
    Body,
    ConstraintDrift,
    EnergyError,
    JointForce,
    JointReaction,
    JointTorque,
    Model,
    Prismatic,
    Revolute,
    TorsionSpringDamper,
    World,
)

UP = [0, -1, 0]
CRANK, ROD = 0.05, 0.18  # m

engine = Model("SliderCrank", "Crank, connecting rod and piston", stop_time=1.0, step_size=1e-3)
engine.world = World(g=9.81)

engine.crank = Body(m=6.0, I=[0.02, 0.04, 0.02])  # with its flywheel; the counterweight holds the centre of mass in the bearing
engine.bearing = Revolute(engine.world.frame_b, engine.crank.frame_a, n=UP, phi_start=0.5, w_start=100.0, q_fixed=True, v_fixed=True)
engine.rod = Body(m=0.6, r_CM=[0.3 * ROD, 0, 0], I=[2e-4, 2.5e-3, 2.5e-3])
engine.piston = Body(m=0.5, I=[4e-4, 4e-4, 4e-4])
engine.cylinder = Prismatic(engine.world.frame_b, engine.piston.frame_a, n=[1, 0, 0], s_start=ROD)
# the rod never swings far from the cylinder's axis: a start for any position of the crank, from which the crank pin closes the loop
engine.piston_pin = Revolute(engine.piston.frame_a, engine.rod.at([ROD, 0, 0]), n=UP, phi_start=0)
engine.crank_pin = Revolute(engine.crank.at([CRANK, 0, 0]), engine.rod.frame_a, n=UP)

engine.drive = JointTorque(engine.bearing)
engine.friction = TorsionSpringDamper(engine.bearing, d=0.01)
engine.gas = JointForce(engine.cylinder)
engine.bearing_load, engine.side_load = JointReaction(engine.bearing), JointReaction(engine.cylinder)
engine.drift, engine.energy = ConstraintDrift(), EnergyError()

engine.expose(
    inputs={"drive_torque": engine.drive.tau, "gas_force": engine.gas.f},
    outputs={
        "crank_angle": engine.bearing.phi,
        "crank_speed": engine.bearing.w,
        "piston_position": engine.cylinder.s,
        "piston_speed": engine.cylinder.v,
        "piston_acceleration": engine.cylinder.a,
        "bearing_force": engine.bearing_load.f,
        "bearing_force_unique": engine.bearing_load.f_unique,
        "side_force": engine.side_load.f,
        "side_force_unique": engine.side_load.f_unique,
        "drift": engine.drift.position,
        "energy_error": engine.energy.error,
    },
    tunable=[engine.piston.m, engine.rod.m, engine.friction.d],
)

model = engine
