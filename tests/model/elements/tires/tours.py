"""Wheels on roads: at a place, on rails, and what tests see of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from mbfmu import (
    Body,
    Dissipation,
    FreeMotion,
    InclinedRoad,
    JointTorque,
    KineticEnergy,
    Model,
    PotentialEnergy,
    PowerSensor,
    Prismatic,
    Revolute,
    TorsionSpringDamper,
    World,
)
from mbfmu.base.scalars import Record
from mbfmu.model.elements.element_description import described as as_seen
from mbfmu.model.elements.roads import Road

TIRE = dict(radius=0.32, c_z=2e5, d_z=500.0, c_kappa=20.0, c_alpha=15.0, sigma_kappa=0.3, sigma_alpha=0.5)
M, G, SLOPE = 400.0, 9.81, np.deg2rad(10.0)
UPHILL, NORMAL = np.array([np.cos(SLOPE), 0.0, np.sin(SLOPE)]), np.array([-np.sin(SLOPE), 0.0, np.cos(SLOPE)])
HEAVY = 1e15  # kg, and kg.m2: nothing moves it from its rails


def wheel_at(r: Any, R: np.ndarray, v: Any = (0.0, 0.0, 0.0), w: Any = (0.0, 0.0, 0.0)) -> Record:
    """The motion of a wheel's frame, as tires see it."""
    return Record(R=R, r=np.array(r, float), v=np.array(v, float), w=np.array(w, float))


def described(road: Road) -> Record:
    """A road, as tires see it."""
    return as_seen(road, lambda of: Record(of.values | of.tables))


def on_rails(tire: type, road: Road, values: dict[str, Any], v: Any, spin: float, depth: float = 0.02, radius: float = 0.32) -> Model:
    """A wheel so heavy that it goes on as it starts, `depth` [m] deep in a road at the height 0."""
    model = Model("OnRails")
    model.world, model.wheel = World(g=0.0), Body(m=HEAVY, I=[HEAVY, HEAVY, HEAVY])
    model.motion = FreeMotion(model.world.frame_b, model.wheel.frame_a, r_start=[0.0, 0.0, radius - depth], v_start=v, w_start=[0.0, spin, 0.0])
    model.road = road
    model.tire = tire(model.wheel.frame_a, model.road, **values)
    model.expose(outputs={name: getattr(model.tire, name) for name in ("F", "M", "kappa", "alpha", "gamma", "rho", "r_e", "off_road")})
    return model


def parked(tire: type, values: dict[str, Any], depth: float, radius: float = 0.32) -> Model:
    """A block on a guide along a slope, pressed so deep on it that its locked wheel carries its weight."""
    model = Model("Parked")
    model.world, model.body = World(g=G), Body(m=M)
    model.guide = Prismatic(model.world.at((radius - depth) * NORMAL), model.body.frame_a, n=UPHILL)
    model.road = InclinedRoad(slope=SLOPE)
    model.tire = tire(model.body.frame_a, model.road, **values)
    model.expose(outputs={"s": model.guide.s, "v": model.guide.v, "kappa": model.tire.kappa})
    return model


def rolls_onto_its_pawl(tire: type, values: dict[str, Any], depth: float, radius: float = 0.32) -> Model:
    """The same block with a wheel that rolls uphill with 2 m/s, until a pawl holds it."""
    model = Model("Rolls")
    model.world, model.carrier, model.wheel = World(g=G), Body(m=M - 20.0), Body(m=20.0, I=[0.6, 1.0, 0.6])
    model.guide = Prismatic(model.world.at((radius - depth) * NORMAL), model.carrier.frame_a, n=UPHILL, v_start=2.0)
    model.axle = Revolute(model.carrier.frame_a, model.wheel.frame_a, n=[0, 1, 0], w_start=2.0 / radius)
    model.pawl = TorsionSpringDamper(model.axle, c=2e4, d=200.0)
    model.road = InclinedRoad(slope=SLOPE)
    model.tire = tire(model.wheel.frame_a, model.road, **values)
    model.expose(outputs={"s": model.guide.s, "v": model.guide.v})
    return model


def tour(tire: type, values: dict[str, Any], road: Road) -> Model:
    """A wheel under a carriage that is free to go and to steer, with a torque on the wheel and one on the steering, and all energies."""
    model = Model("Tour")
    model.world = World(g=G)
    frame, names = model.world.frame_b, "xyz"
    for name, mass in zip(names, (1.0, 1.0, 380.0)):
        body = model.add(f"carriage_{name}", Body(m=mass))
        start = {"z": {"s_start": 0.3}, "x": {"v_start": 8.0}}.get(name, {})
        model.add(f"along_{name}", Prismatic(frame, body.frame_a, n=np.eye(3)["xyz".index(name)], **start))
        frame = body.frame_a
    model.fork, model.wheel = Body(m=5.0, I=[0.2, 0.2, 0.2]), Body(m=20.0, I=[0.6, 1.0, 0.6])
    model.steering = Revolute(frame, model.fork.frame_a, n=[0, 0, 1])
    model.axle = Revolute(model.fork.frame_a, model.wheel.frame_a, n=[0, 1, 0], w_start=8.0 / 0.3)
    model.spring = TorsionSpringDamper(model.steering, c=2000.0, d=50.0)
    model.road = road
    model.tire = tire(model.wheel.frame_a, model.road, **values)
    model.torque, model.turn = JointTorque(model.axle), JointTorque(model.steering)
    model.kinetic, model.potential, model.heat = KineticEnergy(), PotentialEnergy(), Dissipation()
    model.driving, model.turning = PowerSensor(model.torque), PowerSensor(model.turn)
    outputs = {
        "K": model.kinetic.T,
        "U": model.potential.V,
        "heat": model.heat.P,
        "driving": model.driving.P,
        "turning": model.turning.P,
        "F": model.tire.F,
    }
    model.expose(inputs={"torque": model.torque.tau, "turn": model.turn.tau}, outputs={**outputs, "v": model.along_x.v})
    return model
