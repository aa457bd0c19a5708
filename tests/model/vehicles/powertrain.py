"""An engine with clutch, gearbox and shift program on a turning mass, in mbfmu and in plain numpy."""

import numpy as np
from scipy.integrate import solve_ivp
from scipy.interpolate import RegularGridInterpolator

from mbfmu import (
    BlockModel,
    Body,
    ClutchGearbox,
    CombustionEngine,
    EnergyError,
    JointTorque,
    LookupTable,
    Model,
    Revolute,
    ShiftProgram,
    World,
    connect,
)

SPEEDS, THROTTLES = [0.0, 100.0, 400.0, 700.0], [0.0, 0.5, 1.0]
TORQUES = [[-10.0, -10.0, -10.0], [-15.0, 90.0, 140.0], [-30.0, 110.0, 200.0], [-60.0, 20.0, 130.0]]
RATIOS = [-12.0, 0.0, 12.0, 7.0, 4.5]
J, I, LOAD, EFFICIENCY = 0.2, 50.0, -120.0, 0.93


def engine_on_a_mass():
    """The engine that drives a turning mass against a constant torque."""
    model = Model("Train")
    model.world, model.crank, model.mass = World(g=0), Body(m=1.0, I=[J, J, J]), Body(m=1.0, I=[I, I, I])
    model.front = Revolute(model.world.frame_b, model.crank.frame_a, n=[0, 1, 0], w_start=90.0)
    model.rear = Revolute(model.world.frame_b, model.mass.frame_a, n=[0, 1, 0])
    model.engine = CombustionEngine(model.front, torque_map=LookupTable(SPEEDS, THROTTLES, TORQUES))
    model.gearbox = ClutchGearbox(model.crank.frame_a, model.mass.frame_a, model.world.frame_b, efficiency=EFFICIENCY)
    model.load, model.energy = JointTorque(model.rear), EnergyError()
    inputs = {"throttle": model.engine.throttle, "clutch": model.gearbox.engagement, "ratio": model.gearbox.ratio, "load": model.load.tau}
    outputs = {"engine_speed": model.front.w, "shaft_speed": model.gearbox.w, "torque": model.engine.torque, "error": model.energy.error}
    outputs |= {"fuel_rate": model.engine.fuel_rate, "fuel": model.engine.fuel}
    model.expose(inputs=inputs, outputs=outputs)
    return model


def shifting(train=None, coupling="clutch"):
    """The same, or what else has an engine and gears, with a shift program of three gears."""
    program = ShiftProgram(
        ratios=LookupTable([-1, 0, 1, 2, 3], RATIOS),
        up=LookupTable([1, 2], [0.0, 1.0], [[12.0, 45.0], [25.0, 75.0]]),
        down=LookupTable([2, 3], [0.0, 1.0], [[8.0, 25.0], [15.0, 50.0]]),
    )
    links = [(f"train.{name}", f"box.{name}") for name in ("engine_speed", "shaft_speed")]
    links += [(f"box.{name}", f"train.{name}") for name in ("throttle", coupling, "ratio")]
    return connect("Shifting", {"train": train or engine_on_a_mass(), "box": BlockModel("Box", program)}, links)


class Reference:
    """The equations of `shifting` by hand: speeds of crankshaft and mass, twist of the damper; the program decides each 10 ms."""

    torque = RegularGridInterpolator((SPEEDS, THROTTLES), TORQUES)

    shaft, start = 1, (90.0, 0.0, 0.0)  # which state is the speed of the shaft, and all at the start

    def __init__(self, accelerator):
        self.accelerator, self.gear, self.before, self.begun = accelerator, 1, 0.0, -10.0

    def rates(self, t, y):
        w, W, z = y
        w_dot, z_dot, through = self.geared(t, w, W, z)
        return [w_dot, (through + LOAD) / I, z_dot]

    def geared(self, t, w, W, z):
        """How speed and twist change, and the torque on the shaft."""
        part = (t - self.begun) / 0.4
        closed = min(abs(2 * part - 1), 1.0)
        ratio = RATIOS[self.gear + 1] if part > 0.5 else self.before
        grip = np.clip((max(w, ratio * W) - 100.0) / 50.0, 0, 1) * closed
        throttle = max(self.accelerator * closed, np.clip((90.0 - w) / 20.0, 0, 1)) * np.clip(1 - (w - 650.0) / 20.0, 0, 1)
        tau = np.clip(1500.0 * z + 5.0 * (w - ratio * W), -400.0 * grip, 400.0 * grip)
        through = ratio * tau - (1 - EFFICIENCY) * abs(ratio * tau) * np.tanh(W / 0.1)
        return (float(self.torque((w, throttle))) - tau) / J, (tau - 1500.0 * z) / 5.0, through

    def decide(self, t, W):
        a = self.accelerator
        up = {1: 12 + 33 * a, 2: 25 + 50 * a}
        down = {2: 8 + 17 * a, 3: 15 + 35 * a}
        if t - self.begun < 0.4 - 1e-9:
            return
        if self.gear < 3 and W > up[self.gear]:
            self.shift(t, self.gear + 1)
        elif self.gear > 1 and W < down[self.gear]:
            self.shift(t, self.gear - 1)

    def shift(self, t, gear):
        self.before, self.gear, self.begun = RATIOS[self.gear + 1], gear, t

    def run(self, stop):
        """All states and the gear at each 10 ms."""
        y, rows = np.array(self.start), []
        for k in range(round(stop / 0.01) + 1):
            self.decide(0.01 * k, y[self.shaft])
            rows.append([*y, self.gear])
            y = solve_ivp(self.rates, (0.01 * k, 0.01 * k + 0.01), y, rtol=1e-8, atol=1e-9).y[:, -1]
        return np.array(rows)
