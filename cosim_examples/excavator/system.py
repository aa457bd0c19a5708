"""An excavator that digs: boom, arm and bucket, and a cylinder and a controller for each, co-simulated as seven FMUs.

Axes: x forward, y to the left, z up; angles are positive upward. `mbfmu view system.py` shows it.
"""

from pathlib import Path

from mbfmu import (
    BlockModel,
    Body,
    Box,
    HydraulicCylinder,
    LineActuator,
    Model,
    Pid,
    Revolute,
    Table,
    TorsionSpringDamper,
    World,
    build_portable,
    equilibrium,
)
from mbfmu.cosim import System

UP, STEEL, YELLOW = [0, -1, 0], "#4a5260", "#e0a030"
POSE = {"foot.phi": 0.6, "elbow.phi": -1.8, "wrist.phi": -0.7}  # rad, in which it starts at rest

tracks = [Box(size=[4.0, 0.6, 0.8], r=[0, y, 0.4], colour=STEEL) for y in (-1.15, 1.15)]
house = [Box(size=[3.2, 2.6, 1.0], r=[-1.0, 0, 1.5], colour=YELLOW), Box(size=[1.4, 0.9, 1.5], r=[-0.1, 0.85, 2.25], colour="#9fb4c4")]
house += [Box(size=[1.3, 0.5, 0.8], r=[1.1, 0, 1.25], colour=YELLOW)]
shell = [Box(size=[1.3, 1.2, 0.06], r=[0.65, 0, 0.45], colour=STEEL), Box(size=[0.06, 1.2, 0.7], r=[0, 0, 0.1], colour=STEEL)]
shell += [Box(size=[1.25, 0.05, 0.7], r=[0.62, y, 0.1], colour=STEEL) for y in (-0.6, 0.6)]
shell += [Box(size=[0.5, 0.15, 0.15], r=[-0.16, 0, 0.3], n=[0, 1, 0], angle=0.5, colour=STEEL)]  # the lever of the cylinder

excavator = Model("Excavator", "Boom, arm and bucket of an excavator", stop_time=12.0, step_size=5e-4)
excavator.world = World(g=9.81, visual=[*tracks, *house])
excavator.boom = Body(m=2000.0, r_CM=[2.5, 0, 0.3], I=[60.0, 5200.0, 5200.0])
excavator.arm = Body(m=1000.0, r_CM=[0.9, 0, 0.1], I=[20.0, 900.0, 900.0])
excavator.bucket = Body(m=1200.0, r_CM=[0.5, 0, 0.1], I=[300.0, 250.0, 300.0], visual=shell)
excavator.foot = Revolute(excavator.world.at([0.6, 0, 1.6]), excavator.boom.frame_a, n=UP, phi_start=POSE["foot.phi"])
excavator.elbow = Revolute(excavator.boom.at([5.4, 0, 0]), excavator.arm.frame_a, n=UP, phi_start=POSE["elbow.phi"])
excavator.wrist = Revolute(excavator.arm.at([2.9, 0, 0]), excavator.bucket.frame_a, n=UP, phi_start=POSE["wrist.phi"])
for pin in (excavator.foot, excavator.elbow, excavator.wrist):
    excavator.add(f"{pin.name}_friction", TorsionSpringDamper(pin, d=2e4))

ENDS = {  # of cylinders
    "boom": (excavator.world.at([1.5, 0, 1.1]), excavator.boom.at([2.4, 0, 0.1])),
    "arm": (excavator.boom.at([2.2, 0, 0.75]), excavator.arm.at([-0.75, 0, 0.1])),
    "bucket": (excavator.arm.at([0.4, 0, 0.55]), excavator.bucket.at([-0.322, 0, 0.382])),
}
jacks = {name: excavator.add(f"{name}_jack", LineActuator(*ends)) for name, ends in ENDS.items()}
excavator.expose(ports={f"{name}_jack": jack for name, jack in jacks.items()})
rest = equilibrium(excavator, hold=POSE, find=[f"{name}_jack.f" for name in jacks])
START = {name: round(rest.outputs[f"{name}_jack.s"], 9) for name in jacks}  # m
FORCES = {name: rest.found[f"{name}_jack.f"].value for name in jacks}  # N, that hold it at rest
STROKES = {  # m, at the times 0, 1, 4, 6, 9 and 11 s
    "boom": (START["boom"], START["boom"], 2.03, 2.10, 2.45, 2.45),
    "arm": (START["arm"], START["arm"], 3.75, 3.95, 3.95, 3.30),
    "bucket": (START["bucket"], START["bucket"], 2.55, 2.75, 2.85, 2.30),
}
FOLDER, INPUTS = Path("results"), {f"{name}_pid.set_point": Table((0, 1, 4, 6, 9, 11), strokes) for name, strokes in STROKES.items()}
SUPPLY, TANK, LEAKAGE = 300e5, 1e5, 2e-11  # Pa, Pa, m3/s/Pa
LINKS = [(f"excavator.{name}_jack", f"{name}_cylinder.rod") for name in STROKES]
LINKS += [(f"excavator.{name}_jack.s", f"{name}_pid.measurement") for name in STROKES]
LINKS += [(f"{name}_pid.y", f"{name}_cylinder.command") for name in STROKES]


def at_rest(force: float, A: float, B: float, Q: float) -> tuple[float, float, float]:
    """Pressures [Pa] that give a `force` [N] on the areas A and B [m2], and the opening of the valve with which they stay.

    What leaks from chamber to chamber comes in through one edge and goes out through another, with the same pressure drop: so p_A + p_B is
    p_supply + p_tank. Q [m3/s] goes through an open edge with 35 bar.
    """
    p_A = (force + (SUPPLY + TANK) * B) / (A + B)
    p_B = SUPPLY + TANK - p_A
    return p_A, p_B, LEAKAGE * (p_A - p_B) / (Q * ((SUPPLY - max(p_A, p_B)) / 35e5) ** 0.5)


def models(step_size: float, interface_mass: bool) -> dict[str, Model | BlockModel]:
    """The mechanism, and a cylinder and a controller for each jack; cylinders expect steps of `step_size` [s] before the first one."""
    excavator.inputs.clear(), excavator.outputs.clear(), excavator.interfaces.clear()
    found: dict[str, Model | BlockModel] = {}
    for name, s in START.items():
        excavator.expose(ports={f"{name}_jack": jacks[name]}, interface_mass=interface_mass, start={f"{name}_jack.f": FORCES[name]})
        A, B = 226e-4 if name == "boom" else 113e-4, 150e-4 if name == "boom" else 75e-4  # m2; the boom has two cylinders
        p_A, p_B, opening = at_rest(FORCES[name], A, B, Q := 0.2 * A)
        oil = {"p_supply": SUPPLY, "p_tank": TANK, "Q_nominal": Q, "V_dead": (5, "l"), "leakage": LEAKAGE, "d": 3e4}
        begun = {"p_A_start": p_A, "p_B_start": p_B, "spool_start": opening}
        cylinder = HydraulicCylinder(A_A=A, A_B=B, s_min=s - 0.7, s_max=s + 0.7, **oil, **begun)
        cylinder.step_size = step_size
        held = {"reference_start": s, "filtered_start": s, "integral_start": opening}
        pid = Pid("m", k=8.0, T_i=2.0, k_ff=2.0, rate_max=0.3, T_r=0.3, **held)
        found[f"{name}_cylinder"] = BlockModel(f"{name.title()}_Cylinder", cylinder, start={"rod.s": s}, interface_mass=interface_mass)
        found[f"{name}_pid"] = BlockModel(f"{name.title()}_Pid", pid, start={"set_point": s, "measurement": s})
    return {**found, "excavator": excavator}  # the last to step in the Gauss-Seidel master, so that it feels the newest forces


def digging(step_size: float, interface_mass: bool = True, method: str = "jacobi") -> System:
    """The system in steps of `step_size` [s]; without interface mass, its inputs are held and nothing is done about it."""
    fmus = {name: build_portable(model, FOLDER / "resources") for name, model in models(step_size, interface_mass).items()}
    system = System(fmus, name="DiggingExcavator", stop_time=12.0, step_size=step_size, method=method, inputs=INPUTS)
    for output, taken in LINKS:
        system = system.connect(output, taken)
    return system


system = digging(step_size=5e-3)
