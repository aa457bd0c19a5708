"""The mid-size car with an engine and three gears on its tires, and the same straight ahead in plain numpy.

The equations are those of textbooks, such as Mitschke and Wallentowitz, Dynamik der Kraftfahrzeuge (2014), chapters 2 and 4: one mass with
resistances of air and rolling, axle loads that follow its acceleration at once, driven wheels with slip that lags by a relaxation length (Pacejka,
Tire and vehicle dynamics, chapter 7), half shafts that twist.
"""

from dataclasses import replace

import numpy as np

from mbfmu import FlatRoad, LinearTire, LookupTable
from mbfmu.model.elements.forces.converter_gearbox import CAPACITY, TORQUE_RATIO
from mbfmu.model.vehicles import MID_SIZE_CAR, CombustionDrive, Point, TorqueConverter, car_model, mid_size_air

from .powertrain import EFFICIENCY, RATIOS, SPEEDS, THROTTLES, TORQUES, J, Reference, shifting

MAP = LookupTable(SPEEDS, THROTTLES, TORQUES)
DRIVE = CombustionDrive(MID_SIZE_CAR.drivetrain, Point(-1.35, 0.0, 0.308), m=1e-3, I=J, torque_map=MAP, efficiency=EFFICIENCY)
C_KAPPA, F_R, C_Z, R = 22.0, 0.012, 195573.25, 0.326
M, L, H, G, WHEEL, CARRIER = 1435.4, 2.7, 0.53, 9.81, 1.1, 0.9 + 2 * 0.02


def tire(wheel, road):
    """A linear tire with rolling resistance."""
    return LinearTire(wheel, road, radius=R, c_z=C_Z, d_z=100.0, c_kappa=C_KAPPA, c_alpha=17.0, f_r=F_R)


def shifting_car(converter=False):
    """The whole car with its shift program, as one model: inputs box.accelerator, train.steering and others."""
    drive = replace(DRIVE, converter=TorqueConverter() if converter else None)
    car, _ = car_model("Car", "With an engine", replace(MID_SIZE_CAR, drivetrain=drive, air=mid_size_air), FlatRoad(), tire)
    return shifting(car, "lock_up" if converter else "clutch")


class StraightAhead(Reference):
    """Speed of the engine, of the carrier and of the driven wheels, twist of clutch and half shafts, slip, speed and way of the car."""

    start = (90.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)

    def rates(self, t, y):
        w, W, z, wheel, twist, kappa, v, _ = y
        w_dot, z_dot, through = self.geared(t, w, W, z)
        shafts = 2 * (8e3 * twist + 20.0 * (W - wheel))
        grip = C_KAPPA * kappa
        resisted = 0.5 * 1.2 * 0.3 * 2.2 * v**2 + F_R * M * G * np.tanh(v / 0.01)
        front = 2 * WHEEL / self.radius(0.25 * M * G) ** 2
        a = (0.5 * grip * M * G - resisted) / (M + front - grip * M * H / L)
        rear = 0.5 * M * (G + 2 * a * H / L)
        r = self.radius(0.5 * rear)
        slipping = (r * wheel - v - abs(v) * kappa) / 0.3
        return [w_dot, (through - shafts) / CARRIER, z_dot, (shafts - grip * rear * r) / (2 * WHEEL), W - wheel, slipping, a, v]

    @staticmethod
    def radius(load):
        """Of a tire under load."""
        return R - load / C_Z


class StraightAheadByConverter(StraightAhead):
    """The same with a torque converter, whose lock-up clutch closes when the gearbox has come to 150 rad/s."""

    locked, lock_begun = 0.0, -10.0

    def decide(self, t, W):
        super().decide(t, W)
        turbine = RATIOS[self.gear + 1] * W
        locked = 1.0 if turbine > 150.0 else 0.0 if turbine < 100.0 else self.locked
        self.locked, self.lock_begun = locked, t if locked > self.locked else self.lock_begun

    def geared(self, t, w, W, z):
        part = (t - self.begun) / 0.4
        closed = min(abs(2 * part - 1), 1.0)
        ratio = RATIOS[self.gear + 1] if part > 0.5 else self.before
        turbine = ratio * W
        throttle = max(self.accelerator * closed, np.clip((90.0 - w) / 20.0, 0, 1)) * np.clip(1 - (w - 650.0) / 20.0, 0, 1)
        grip = self.locked * np.clip((t - self.lock_begun) / 0.4, 0, 1) * closed
        locked = np.clip(1500.0 * z + 5.0 * (w - turbine), -400.0 * grip, 400.0 * grip)
        nu, back = np.clip(turbine / w, 0.0, 1.0), np.clip(w / max(turbine, 1e-6), 0.0, 1.0)
        ahead, overrun = CAPACITY(nu) * w**2, CAPACITY(back) * turbine**2
        out = ratio * (TORQUE_RATIO(nu) * ahead - overrun + locked)
        through = out - (1 - EFFICIENCY) * abs(out) * np.tanh(W / 0.1)
        return (float(self.torque((w, throttle))) - ahead + overrun - locked) / J, (locked - 1500.0 * z) / 5.0, through
