"""The loader crane of fmus/crane with a boom that bends: a welded box girder from a mesh of shells, with the cylinder on a node of it.

Axes: x forward, y to the left, z up; angles of boom and jib are positive upward.
"""

from girder import girder  # beside this file

from mbfmu import (
    Body,
    ElasticStress,
    FixedTranslation,
    FlexibleBody,
    LineActuator,
    Material,
    Model,
    PositionSensor,
    Revolute,
    TorsionSpringDamper,
    World,
    shell_data,
)

UP = [0, -1, 0]
# elastic coordinates of the boom under the weight of jib and payload, in SI units
RESTING = [0.0, -0.0297418, 0.0, 0.0010805, 0.0, 0.0, 0.000999114, 7.97422e-06, 0.0, 0.0, -4.72767e-05, 4.89552e-05]
STEEL, PLATES = Material(E=210e9, rho=7850.0, nu=0.3), {"flanges": 0.006, "webs": 0.005, "diaphragms": 0.01}
LENGTH, HEIGHT, END = 4.0, 0.2, 0.14  # m: of the boom, and the heights of its first part and of its end
BRACKET, KINK = 1.2, 1.4  # m: where the cylinder pushes, and where the height begins to decrease

crane = Model(
    "FlexibleCrane", "Loader crane with a flexible boom and a cylinder between mast and boom", tolerance=1e-8, stop_time=10.0, step_size=1e-3
)
crane.world = World(g=9.81)

crane.mast = Body(m=400.0, r_CM=[0, 0, 1.0], I=[140.0, 140.0, 20.0])
crane.slewing = Revolute(crane.world.frame_b, crane.mast.frame_a, n=[0, 0, 1])
crane.brake = TorsionSpringDamper(crane.slewing, c=1e6, d=5e4)

mesh = girder({0.0: HEIGHT, KINK: HEIGHT, LENGTH: END}, width=0.16, length=0.1, diaphragms=[0.0, BRACKET, KINK, LENGTH])
boom = shell_data(
    mesh,
    STEEL,
    PLATES,
    {
        "pivot": lambda x: x[:, 0] < 1e-6,
        "bracket": lambda x: (abs(x[:, 0] - BRACKET) < 0.1001) & (x[:, 2] < 1e-6 - HEIGHT / 2),  # welded to the lower flange
        "tip": lambda x: x[:, 0] > LENGTH - 1e-6,
    },
    modes=0,
    stress_at={"top": [1.8, 0, HEIGHT / 2]},
)
# All modes of its three nodes: with less, forces at the cylinder would bend it less sharply there. It starts as weights bend it.
crane.boom = FlexibleBody(boom, e_start=RESTING)
crane.pivot = Revolute(crane.mast.at([0, 0, 2.0]), crane.boom.node("pivot"), n=UP, phi_start=0.2)

crane.jib = Body(m=80.0, r_CM=[1.0, 0, 0], I=[1.0, 27.0, 27.0])
crane.knee = Revolute(crane.boom.node("tip"), crane.jib.frame_a, n=UP, phi_start=-0.6024217)
crane.lock = TorsionSpringDamper(crane.knee, c=4e6, phi_rel0=-0.6, d=4e3)

crane.hook = FixedTranslation(r=[0, 0, 0])
crane.swing_forward = Revolute(crane.jib.at([2.0, 0, 0]), crane.hook.frame_a, n=UP, phi_start=0.4170523)
crane.payload = Body(m=500.0, r_CM=[0, 0, -1.5], I=[40.0, 40.0, 40.0])
crane.swing_sideways = Revolute(crane.hook.frame_b, crane.payload.frame_a, n=[1, 0, 0])
crane.rope_forward = TorsionSpringDamper(crane.swing_forward, d=300.0)
crane.rope_sideways = TorsionSpringDamper(crane.swing_sideways, d=300.0)

crane.cylinder = LineActuator(crane.mast.at([0.4, 0, 0.8]), crane.boom.node("bracket"))
crane.hook_place = PositionSensor(crane.hook.frame_a)
crane.stress = ElasticStress(crane.boom, place="top")

crane.expose(
    inputs={"cylinder_force": crane.cylinder.f},
    outputs={
        "stroke": crane.cylinder.s,
        "stroke_rate": crane.cylinder.v,
        "boom_angle": crane.pivot.phi,
        "jib_angle": crane.knee.phi,
        "swing_angle": crane.swing_forward.phi,
        "hook": crane.hook_place.r,
        "stress": crane.stress.sigma,
        "von_mises": crane.stress.von_mises,
    },
    tunable=[crane.payload.m],
    start={"cylinder_force": 35881.92},  # holds the crane at rest
)

model = crane
