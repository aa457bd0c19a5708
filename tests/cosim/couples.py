"""Small couples of portable FMUs, one of FMI 2 and one of FMI 3, whose motion is known in closed form."""

from pathlib import Path

import numpy as np
from scipy.linalg import expm

from mbfmu import (
    Block,
    BlockModel,
    Body,
    Input,
    JointForce,
    Model,
    Output,
    Parameter,
    Prismatic,
    SpringDamper,
    State,
    World,
    build_portable,
)
from mbfmu.cosim import System

STIFFNESS = 10.0  # N/m


class Mass(Block):
    """1 kg that moves at 1 m/s."""

    f = Input("N", "force")
    push = Input("N", "force from outside")
    v = Output("m/s", "velocity")
    v_start = Parameter("m/s", "velocity at the start", 1.0, start=True)
    v_state = State("m/s", "velocity")

    @staticmethod
    def respond(p, u, t, x):
        return {"v_state": u.f + u.push}, {"v": x.v_state}


class Spring(Block):
    """A spring that knows the velocity of its end."""

    v = Input("m/s", "velocity of the end")
    f = Output("N", "force on what stretches it")
    s = Output("m", "stretch")
    s_start = Parameter("m", "stretch at the start", 0.0, start=True)
    s_state = State("m", "stretch")

    @staticmethod
    def respond(p, u, t, x):
        return {"s_state": u.v}, {"f": -STIFFNESS * x.s_state, "s": x.s_state}


class Car(Block):
    """A quarter car without tire: 400 kg on 15 kN/m and 1 kN.s/m over a hub of 40 kg."""

    f = Input("N", "force of the tire on the hub")
    s = Output("m", "height of the hub")
    v = Output("m/s", "rate of the height")
    start = {"s_start": ("m", "hub"), "v_start": ("m/s", "hub"), "z_start": ("m", "body"), "w_start": ("m/s", "body")}
    s_start, v_start, z_start, w_start = (Parameter(unit, f"start of the {part}", 0.0, start=True) for unit, part in start.values())
    s_state, v_state, z_state, w_state = (State(unit, part) for unit, part in start.values())

    @staticmethod
    def respond(p, u, t, x):
        strut = 15e3 * (x.s_state - x.z_state) + 1e3 * (x.v_state - x.w_state)
        rates = {"s_state": x.v_state, "v_state": (u.f - strut) / 40.0, "z_state": x.w_state, "w_state": strut / 400.0}
        return rates, {"s": x.s_state, "v": x.v_state}


class Tire(Block):
    """A spring of 150 kN/m on a road."""

    road = Input("m", "height of the road", start=0.1)
    s = Input("m", "height of the hub")
    f = Output("N", "force on the hub")

    @staticmethod
    def respond(p, u, t, x):
        return {}, {"f": 150e3 * (u.road - u.s)}


CAR = np.array([[0, 1, 0, 0], [-165e3 / 40, -1e3 / 40, 15e3 / 40, 1e3 / 40], [0, 0, 0, 1], [15e3 / 400, 1e3 / 400, -15e3 / 400, -1e3 / 400]])


def hub_height(t: np.ndarray) -> np.ndarray:
    """The height [m] of the hub on its tire, by the matrix exponential."""
    return np.array([0.1 + (expm(CAR * each) @ [-0.1, 0.0, -0.1, 0.0])[0] for each in t])


def oscillator(folder: Path) -> System:
    """The mass at the spring: v = cos(sqrt(10) t), and the energy is 0.5 J for ever."""
    components = {"mass": build_portable(BlockModel("Mass", Mass()), folder), "spring": build_portable(BlockModel("Spring", Spring()), folder, fmi=3)}
    return System(components, [("mass.v", "spring.v"), ("spring.f", "mass.f")], stop_time=1.0, step_size=2e-2)


def quarter_car(folder: Path) -> System:
    """The car on its tire, cut at the hub, on a road that lies 0.1 m higher than where it is at rest."""
    components = {"car": build_portable(BlockModel("Car", Car()), folder), "tire": build_portable(BlockModel("Tire", Tire()), folder, fmi=3)}
    return System(components, [("car.s", "tire.s"), ("tire.f", "car.f")], stop_time=0.5, step_size=2e-3)


def slider(folder: Path, **experiment: float) -> System:
    """1 kg that starts 1 m off on a spring without states, which follows the displacement at once."""
    model = Model("Slider", tolerance=1e-10)
    model.world, model.mass = World(g=0), Body(m=1.0)
    model.guide = Prismatic(model.world.frame_b, model.mass.frame_a, n=[1, 0, 0], s_start=1.0)
    model.push = JointForce(model.guide)
    model.expose(ports={"rod": model.push})
    spring = build_portable(BlockModel("Spring", SpringDamper(c=STIFFNESS)), folder, fmi=3)
    return System({"mass": build_portable(model, folder), "spring": spring}, **experiment).connect("mass.rod", "spring.ends")
