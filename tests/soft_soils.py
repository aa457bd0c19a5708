"""Models on soft soil: a plate and a wheel that is driven along a rail."""

from __future__ import annotations

import numpy as np

from mbfmu import (
    Body,
    EnergyError,
    FreeMotion,
    JointTorque,
    LookupTable,
    Model,
    PositionSensor,
    Prismatic,
    Revolute,
    SineJointMotion,
    Soil,
    SoilPlate,
    SoilWheel,
    World,
)

SOIL = {"k_c": 1e3, "k_phi": 5e5, "n": 1.1, "k_e": 2e7, "c": 1e3, "phi": np.radians(30.0), "K": 0.01}
LENGTH, BREADTH = 0.4, 0.2  # m, of the plate
RADIUS, WIDTH, LOAD = 0.4, 0.2, 1000.0  # m, m, N, of the wheel


def virgin(x: tuple[float, float] = (-1.0, 1.0), y: tuple[float, float] = (-0.5, 0.5), spacing: float = 0.1) -> LookupTable:
    """Soil that nothing has pressed down."""
    axes = [np.linspace(*ends, round((ends[1] - ends[0]) / spacing) + 1) for ends in (x, y)]
    return LookupTable(*axes, np.zeros([axis.size for axis in axes]))


def pressed(z: np.ndarray, deepest: np.ndarray, width: float) -> np.ndarray:
    """Bekker's pressure [Pa], unloading and reloading included, without damping."""
    virgin = (SOIL["k_c"] / width + SOIL["k_phi"]) * np.maximum(deepest, 0.0) ** SOIL["n"]
    return np.maximum(virgin - SOIL["k_e"] * (deepest - z), 0.0)


def pressing_plate(depth: float = 0.06) -> Model:
    """A plate that is pressed down to `depth` [m] once in 4 s."""
    model = Model("Plate")
    model.world, model.body = World(), Body(m=100.0, I=[1.0, 1.0, 1.0])
    model.soil = Soil(**SOIL, damping=0.0, sinkage=virgin())
    model.guide = Prismatic(model.world.frame_b, model.body.frame_a, n=[0, 0, 1])
    model.press = SineJointMotion(model.guide, amplitude=-depth, frequency=0.25)
    model.plate = SoilPlate(model.body.frame_a, model.soil, length=LENGTH, breadth=BREADTH)
    model.expose(outputs={"f": model.plate.f, "sinkage": model.plate.sinkage, "rut": model.plate.rut})
    return model


def wheel(soil: Soil, height: float = RADIUS, torque: float = 0.0, **start: float) -> Model:
    """A wheel that carries LOAD on soil, free to go along and up and down, under a torque; `start` has speeds v and w.."""
    model = Model("SoftSoilWheel")
    model.world, model.slide = World(g=9.81), Body(m=1.0)
    model.carrier, model.wheel = Body(m=LOAD / 9.81 - 20.0), Body(m=20.0, I=[0.6, 1.0, 0.6])
    model.soil = soil
    model.along = Prismatic(model.world.frame_b, model.slide.frame_a, n=[1, 0, 0], v_start=start.get("v", 0.0))
    model.lift = Prismatic(model.slide.frame_a, model.carrier.frame_a, n=[0, 0, 1], s_start=height)
    model.axle = Revolute(model.carrier.frame_a, model.wheel.frame_a, n=[0, 1, 0], w_start=start.get("w", 0.0))
    model.drive = JointTorque(model.axle)
    model.rim = SoilWheel(model.wheel.frame_a, model.soil, radius=RADIUS, breadth=WIDTH)
    model.expose(
        inputs={"tau": model.drive.tau},
        start={"tau": torque},
        outputs={"x": model.along.s, "v": model.along.v, "z": model.lift.s, "w": model.axle.w, "f": model.rim.f, "rut": model.rim.rut},
        tunable=[model.world.g, model.carrier.m],
    )
    return model


def cart() -> Model:
    """A cart on four driven wheels, whose rear axle follows the front one in its ruts."""
    model = Model("Cart")
    model.world, model.body = World(g=9.81), Body(m=300.0, r_CM=[0, 0, 0.2], I=[40.0, 90.0, 100.0])
    model.soil = Soil(**SOIL, damping=5.0, sinkage=virgin((-2.0, 6.0), (-1.5, 1.5)))
    model.free = FreeMotion(model.world.frame_b, model.body.frame_a, r_start=[0, 0, 0.36])
    torques, outputs = [], {}
    for name, (x, y) in {"FL": (0.8, 0.6), "FR": (0.8, -0.6), "RL": (-0.8, 0.6), "RR": (-0.8, -0.6)}.items():
        part = model.add(f"wheel_{name}", Body(m=20.0, I=[0.6, 1.0, 0.6]))
        axle = model.add(f"axle_{name}", Revolute(model.body.at([x, y, 0]), part.frame_a, n=[0, 1, 0]))
        torques.append(model.add(f"drive_{name}", JointTorque(axle)).tau)
        rim = model.add(f"rim_{name}", SoilWheel(part.frame_a, model.soil, radius=RADIUS, breadth=WIDTH))
        outputs |= {f"f_{name}": rim.f, f"rut_{name}": rim.rut}
    model.place, model.energy = PositionSensor(model.body.frame_a), EnergyError()
    model.expose(inputs={"torque": torques}, outputs={"r": model.place.r, "error": model.energy.error, **outputs})
    return model
