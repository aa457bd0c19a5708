"""The stability control against its law, and a car of 19 bodies that spins without it."""

import numpy as np
import pytest

from mbfmu import Abs, Block, BlockModel, Esc, FlatRoad, Input, Output, Table, connect, simulate
from mbfmu.base.scalars import Record
from mbfmu.model.vehicles import MID_SIZE_CAR, MID_SIZE_SINGLE_TRACK, MID_SIZE_TRAVEL, car_model, mid_size_tire
from tests.tolerances import ROUNDOFF

CORNERS = ("FL", "FR", "RL", "RR")


def updated(wanted: float, yaw_rate: float, steer: float = 0.0, v: float = 20.0, **values: float) -> dict[str, float]:
    """What an update makes of a wanted yaw rate that has been there for long."""
    p = Record((name, float(value)) for name, value in Esc(**values).values.items())
    seen = Record(steer=steer, v=v, turning=np.array([0.0, 0.0, yaw_rate]))
    return {name: float(value) for name, value in Esc.update(p, seen, 0.0, Record(), Record(wanted_state=wanted)).items()}


@pytest.mark.parametrize(
    ("wanted", "yaw_rate", "braked"),
    [(0.4, 0.2, "RL"), (-0.4, -0.2, "RR"), (0.4, 0.6, "FR"), (-0.4, -0.6, "FL")],
    ids=["too little to the left", "too little to the right", "too much to the left", "too much to the right"],
)
def test_it_brakes_the_inner_rear_wheel_or_the_outer_front_wheel(wanted, yaw_rate, braked):
    added = updated(wanted, yaw_rate, T=1e12)
    assert [corner for corner in CORNERS if added[f"added_{corner}"] > 0.0] == [braked]
    assert added[f"added_{braked}"] == pytest.approx(1e4 * (0.2 - 0.05), rel=ROUNDOFF)


def test_it_does_nothing_near_the_wanted_yaw_rate_and_at_low_speed_and_never_adds_more_than_it_may():
    assert sum(updated(0.4, 0.36, T=1e12)[f"added_{corner}"] for corner in CORNERS) == 0.0
    assert sum(updated(0.4, 0.0, v=4.0, T=1e12)[f"added_{corner}"] for corner in CORNERS) == 0.0
    assert updated(0.4, -2.0, T=1e12)["added_FL"] == 2000.0


def test_the_wanted_yaw_rate_is_that_of_the_single_track_car_within_what_friction_allows():
    steady = 20.0 * 0.02 / (2.7 * (1.0 + (20.0 / 25.0) ** 2))
    assert updated(0.0, 0.0, steer=0.02, T=1e-6)["wanted_state"] == pytest.approx(steady, rel=ROUNDOFF)
    assert updated(0.0, 0.0, steer=-1.0, T=1e-6, mu=0.3)["wanted_state"] == pytest.approx(-0.85 * 0.3 * 9.81 / 20.0, rel=ROUNDOFF)
    assert updated(0.0, 0.0, steer=0.02)["wanted_state"] == pytest.approx((1.0 - np.exp(-0.05)) * steady, rel=ROUNDOFF)


class Rack(Block):
    """A steering angle as a displacement of the rack."""

    steer, steering = Input("rad", "steering angle"), Output("m", "displacement of the rack")

    @staticmethod
    def respond(p, u, t, x):
        return {}, {"steering": MID_SIZE_TRAVEL * u.steer}


def sine_with_dwell(angle: float) -> Table:
    """A sine of 0.7 Hz whose second peak is held for half a second: the maneuver of FMVSS 126."""
    period, dwell = 1.0 / 0.7, 0.5
    times = np.arange(0.0, period + dwell, 0.01)
    phase = np.where(times < 0.75 * period, times, np.maximum(times - dwell, 0.75 * period))
    return Table((*times, period + dwell), (*angle * np.sin(2 * np.pi * phase / period), 0.0))


def characteristic_speed(m: float, I_z: float, l_f: float, l_r: float, c_f: float, c_r: float) -> float:
    """Rajamani (2012), sec. 3.3: the speed at which the yaw rate is half of that of a car which neither over- nor understeers."""
    return float((l_f + l_r) * np.sqrt(c_f * c_r / (m * (c_r * l_r - c_f * l_f))))


@pytest.mark.slow
def test_a_car_that_spins_without_it_follows_its_driver():
    """At 90 km/h. FMVSS 126 asks for at most 35 % of the largest yaw rate 1 s behind the end of steering, and 20 % after 1.75 s."""
    car, _ = car_model("Car", "", MID_SIZE_CAR, FlatRoad(), mid_size_tire)
    parts = {"car": car, "rack": BlockModel("Rack", Rack())}
    links, angle = [("rack.steering", "car.steering")], sine_with_dwell(0.16)
    values, end = {"car.speed": 25.0}, 1.0 / 0.7 + 0.5
    plain = simulate(connect("Plain", parts, links), end + 1.75, 0.01, values, inputs={"rack.steer": angle})
    parts |= {"esc": BlockModel("Esc", Esc(v_ch=characteristic_speed(**MID_SIZE_SINGLE_TRACK)))} | {
        f"abs_{corner}": BlockModel("Abs", Abs(radius=0.308)) for corner in CORNERS
    }
    links += [("car.v_x", "esc.v"), ("car.turning", "esc.turning")]
    for corner in CORNERS:
        links += [(f"esc.torque_{corner}", f"abs_{corner}.demand"), (f"abs_{corner}.torque", f"car.brake_{corner}")]
        links += [(f"car.wheel_speed_{corner}", f"abs_{corner}.w"), ("car.v_x", f"abs_{corner}.v")]
    held = simulate(connect("Held", parts, links), end + 1.75, 0.01, values, inputs={"rack.steer": angle, "esc.steer": angle})
    assert left_over(plain, end + 1.0) > 0.5 and abs(plain["car.yaw"]).max() > 1.0
    assert left_over(held, end + 1.0) < 0.35 and left_over(held, end + 1.75) < 0.2
    slip_angle = np.arctan2(held["car.v_y"], held["car.v_x"])
    assert abs(slip_angle).max() < np.radians(8.0) and abs(held["car.yaw"]).max() < 0.8
    assert held["car.position[2]"][np.searchsorted(held["time"], 1.07)] > 1.83  # m to the side: it is to turn as its driver steers, too


def left_over(run: np.ndarray, time: float) -> float:
    """The yaw rate at a time over the largest of the second half of steering."""
    rate = abs(run["car.turning[3]"])
    return float(rate[np.searchsorted(run["time"], time - 1e-9)] / rate[run["time"] > 0.5 / 0.7].max())
