"""How exact the co-simulation of the braking car is. Run `python convergence.py`: it prints the table of README.md."""

from dataclasses import replace

import numpy as np
from system import CORNERS, FRONT, FULL, ROAD, SPEED, braking  # beside this file

from mbfmu import Abs, BlockModel, DoubleLaneChange, PreviewDriver, connect, simulate
from mbfmu.cosim import simulate_system
from mbfmu.vehicles import MID_SIZE_CAR, car_model, mid_size_tire

STEPS, METHODS, STOP = (5e-3, 2e-3), ("jacobi", "gauss_seidel"), 1.0  # s
SIGNALS = {"position[1]": "m", "velocity[1]": "m/s", "yaw": "rad"}


def whole() -> np.ndarray:
    """The motion of car, tires, controllers and driver in one model, every millisecond."""
    car, _ = car_model("Car", "", MID_SIZE_CAR, ROAD, mid_size_tire)
    lane, driver = BlockModel("Lane", DoubleLaneChange(width=0.0)), BlockModel("Driver", PreviewDriver())
    parts = {"car": car, "lane": lane, "driver": driver, **{f"abs_{corner}": BlockModel("Abs", Abs(radius=FRONT.z)) for corner in CORNERS}}
    links = [(f"car.{seen}", f"lane.{seen}") for seen in ("position", "velocity", "yaw")]
    links += [("lane.aim", "driver.aim"), ("driver.steering", "car.steering")]
    for corner in CORNERS:
        links += [(f"car.wheel_speed_{corner}", f"abs_{corner}.w"), ("car.v_x", f"abs_{corner}.v"), (f"abs_{corner}.torque", f"car.brake_{corner}")]
    inputs = {f"abs_{corner}.demand": torque for corner, torque in FULL.items()}
    return simulate(connect("Whole", parts, links), STOP, 1e-3, {"car.speed": SPEED}, inputs=inputs)


def errors(step: float, method: str, exact: np.ndarray) -> str:
    """The largest deviations of way, speed and yaw angle."""
    result = simulate_system(replace(braking(step), stop_time=STOP, method=method), show_progress=False)
    rows = np.rint(result["time"] / exact["time"][1]).astype(int)
    deviations = {name: abs(result[f"car.{name}"] - exact[f"car.{name}"][rows]).max() for name in SIGNALS}
    return " | ".join(f"{deviations[name]:.1e} {unit}" for name, unit in SIGNALS.items())


def main() -> None:
    """Print the table as Markdown."""
    exact = whole()
    print("| step | method | way | speed | yaw angle |")
    print("|---:|---|---:|---:|---:|")
    for step in STEPS:
        for method in METHODS:
            print(f"| {step * 1e3:g} ms | {method} | {errors(step, method, exact)} |", flush=True)


if __name__ == "__main__":
    main()
