"""The biped with motors, which repeat their torques every two steps: it walks down lesser slopes than that of its passive gait, and on level ground.

`gaits.json` has a gait for each slope: the start of a step, and the torques.
"""

import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from model import HEEL, SHANK, SOLE, START, THIGH, biped  # beside this file

from mbfmu import JointLoad, Model, Output, Parameter, Revolute, Sensor, State, kernel, simulate

STEP = 0.8460675340037986  # s: of the passive gait
HARMONICS = 4  # of torques, whose period is that of two steps
COUNT = 2 * HARMONICS + 1
FREE = ("trunk", "hip_1", "hip_2", "knee_2", "ankle_2")  # what may move while the first leg stands flat
JOINTS = ("hip", "knee", "ankle")
MOTORS = tuple(f"{joint}_{leg}" for joint in JOINTS for leg in (1, 2))
STARTS = tuple(f"start.{name}.{of}" for name in FREE for of in ("phi", "w"))
TORQUES = tuple(f"{joint}.torque{k}" for joint in JOINTS for k in range(COUNT))
PASSIVE = dict(zip(STARTS, (number for name in FREE for number in START[name]))) | dict.fromkeys(TORQUES, 0.0)
ROWS = 340  # of a run of a step
ROUND = 0.01  # W: a power's positive part is smooth around it
GAITS = Path(__file__).with_name("gaits.json")


def series(c, t):
    """A function that repeats itself every two steps, from its mean, and a cosine and a sine of each harmonic; and its rate."""
    value, rate = c[0], 0.0
    for k in range(1, HARMONICS + 1):
        w = np.pi * k / STEP
        cosine, sine = np.cos(w * t), np.sin(w * t)
        value = value + c[2 * k - 1] * cosine + c[2 * k] * sine
        rate = rate + w * (c[2 * k] * cosine - c[2 * k - 1] * sine)
    return value, rate


class GaitMotor(JointLoad):
    """Drives a joint by a torque that repeats itself every two steps, and holds it near an angle that does, by a spring and a damper."""

    attachments = {"joint": Revolute}
    torque = Parameter("N.m", "mean torque, then cosine and sine of each harmonic", np.zeros(COUNT), shape=COUNT)
    angle = Parameter("rad", "the same of the angle", np.zeros(COUNT), shape=COUNT)
    c = Parameter("N.m/rad", "stiffness of the spring", 0.0, min=0.0)
    d = Parameter("N.m.s/rad", "damping", 0.0, min=0.0)
    tau = Output("N.m", "torque")
    power = Output("W", "power")

    @staticmethod
    def load(p, u, t, q, v):
        (torque, _), (phi, w) = series(p.torque, t), series(p.angle, t)
        return np.array([torque + p.c * (phi - q[0]) + p.d * (w - v[0])])

    @classmethod
    def outputs(cls, p, u, t, q, v):
        tau = cls.load(p, u, t, q, v)[0]
        return {"tau": tau, "power": tau * v[0]}


class Consumption(Sensor):
    """Measures what motors consume: the work that each does. What it takes back when it brakes is lost."""

    attachments = dict.fromkeys(MOTORS, GaitMotor)
    used = State("J", "work")
    braked = State("J", "work that motors have taken back")
    squares = State("N2.m2.s", "integral of squares of torques")
    energy = Output("J", "work that motors have done since the start")
    brake_energy = Output("J", "work that motors have taken back since the start")
    effort = Output("N2.m2.s", "integral of the squares of their torques since the start")

    def state_starts(self, see):
        return {"used": np.zeros(()), "braked": np.zeros(()), "squares": np.zeros(())}

    def state_rates(self, see):
        motors = [getattr(self, name).observe(see) for name in MOTORS]
        done, taken, squares = rates([motor["power"] for motor in motors], [motor["tau"] for motor in motors])
        return {"used": done, "braked": taken, "squares": squares}

    def observe(self, see):
        states = see.inputs(self)
        return {"energy": states.used, "brake_energy": states.braked, "effort": states.squares}


@kernel
def rates(powers, torques):
    """The sum of positive powers, that of negative ones, and that of squares of torques."""
    sizes = [np.sqrt(power * power + ROUND * ROUND) - ROUND for power in powers]
    done = sum(0.5 * (size + power) for size, power in zip(sizes, powers))
    return done, done - sum(powers), sum(tau * tau for tau in torques)


def later(c):
    """The series of the second leg, which does a step later what the first one does."""
    return np.array([of * (-1) ** ((k + 1) // 2) for k, of in enumerate(c)])


def add_motors(model: Model, gait: Mapping[str, float]) -> None:
    """Motors of all joints, whose torques are parameters, and what they consume."""
    for joint in JOINTS:
        names = [name for name in TORQUES if name.startswith(joint)]
        c = [model.parameter(name, gait[name], "N.m", "torque: mean, then cosine and sine of each harmonic") for name in names]
        for leg in (1, 2):
            place = model.elements[f"{joint}_{leg}"]
            motor = model.add(f"{joint}_drive_{leg}", GaitMotor(place, torque=np.array(c) if leg == 1 else later(c)))
            model.expose(outputs={f"tau_{joint}_{leg}": motor.tau, f"w_{joint}_{leg}": place.w})
    model.consumption = Consumption(*(model.elements[name.replace("_", "_drive_")] for name in MOTORS))
    shown = ("energy", "brake_energy", "effort")
    model.expose(outputs={name: getattr(model.consumption, name) for name in shown} | {"w_trunk": model.place.w})


def start_step(model: Model, gait: Mapping[str, float]) -> None:
    """Start with the first foot flat on the ground, its heel at x = 0, from parameters."""
    units = {"phi": "rad", "w": "rad/s"}
    start = {name: model.parameter(name, gait[name], units[name.rpartition(".")[2]], "at the start of a step") for name in STARTS}
    phi, w = ({name: start[f"start.{name}.{of}"] for name in FREE} for of in ("phi", "w"))
    leg, turn, place = phi["trunk"] + phi["hip_1"], w["trunk"] + w["hip_1"], model.place
    for of, joints, of_leg in (("phi_start", phi, leg), ("w_start", w, turn)):
        for name, value in (joints | {"knee_1": 0.0, "ankle_1": -of_leg}).items():
            setattr(place if name == "trunk" else model.elements[name], of, value)
    x, z = -(THIGH + SHANK) * np.sin(leg), (THIGH + SHANK) * np.cos(leg)
    place.s_x_start, place.s_y_start, place.v_x_start, place.v_y_start = x + HEEL, z + SOLE, -turn * z, turn * x


def sole_forces(model: Model) -> None:
    """Show how high heels and toes are, and the friction of each foot."""
    for leg in (1, 2):
        for end in ("heel", "toe"):
            contact = model.elements[f"{end}_{leg}"]
            model.expose(outputs={f"gap_{end}_{leg}": contact.gap, f"f_{end}_{leg}": contact.f})


def gait_on(slope: float) -> dict[str, float]:
    """The gait of `gaits.json` on a slope [rad]."""
    return json.loads(GAITS.read_text())[f"{slope:g}"]


def powered(slope: float = 0.0, gait: Mapping[str, float] | None = None) -> Model:
    """The biped with motors on a slope [rad], with the gait of `gaits.json` if none is given."""
    gait = gait or gait_on(slope)
    model = biped(slope)
    start_step(model, gait)
    add_motors(model, gait)
    sole_forces(model)
    return model


def held(slope: float, springs: Mapping[str, tuple[float, float]]) -> Model:
    """The same whose motors also hold joints near the angles of the gait, by springs [N.m/rad] and dampers [N.m.s/rad]."""
    run, model = simulate(powered(slope), STEP, STEP / ROWS), powered(slope)
    for joint, (c, d) in springs.items():
        wave = np.concatenate([run[f"{joint}_{leg}"][:-1] for leg in (1, 2)])  # of the first leg in two steps
        angle = np.fft.rfft(wave) / len(wave)
        waves = [part for of in angle[1 : HARMONICS + 1] for part in (2.0 * of.real, -2.0 * of.imag)]
        for leg in (1, 2):
            motor = model.elements[f"{joint}_drive_{leg}"]
            motor.c, motor.d, motor.angle = c, d, np.array([angle[0].real, *waves]) * (1.0 if leg == 1 else later(np.ones(COUNT)))
    return model


model = powered()
