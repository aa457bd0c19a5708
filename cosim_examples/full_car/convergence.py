"""How exact the co-simulation of the braking car is, and what energy coupling creates where it rolls.

Run `python convergence.py`: it prints the tables of README.md.
"""

from dataclasses import replace

import numpy as np
from system import CORNERS, FRONT, FULL, ROAD, SPEED, braking, wheels  # beside this file

from mbfmu import Abs, BlockModel, DoubleLaneChange, FlatRoad, PreviewDriver, connect, simulate
from mbfmu.cosim import RunStopped, simulate_system
from mbfmu.model.vehicles import MID_SIZE_CAR, car_model, mid_size_tire

STEPS, METHODS, STOP = (5e-3, 2e-3), ("jacobi", "gauss_seidel"), 1.0  # s
SIGNALS = {"position[1]": "m", "velocity[1]": "m/s", "yaw": "rad"}
ROLLS = {"interface mass": (True, 0), "held": (False, 0), "along lines": (False, 1)}  # how inputs are over a step: interface mass, input_order


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
    try:
        result = simulate_system(replace(braking(step), stop_time=STOP, method=method), show_progress=False)
    except RunStopped:
        return "stopped as divergent | | "
    rows = np.rint(result["time"] / exact["time"][1]).astype(int)
    deviations = {name: abs(result[f"car.{name}"] - exact[f"car.{name}"][rows]).max() for name in SIGNALS}
    return " | ".join(f"{deviations[name]:.1e} {unit}" for name, unit in SIGNALS.items())


def rolling_speed() -> float:
    """The speed [m/s] with which car and tires in one model roll on after a second."""
    car, _ = car_model("Car", "", MID_SIZE_CAR, FlatRoad(), mid_size_tire)
    return float(simulate(car, STOP, STOP, {"speed": SPEED})["v_x"][-1])


def rolled(step: float, inputs: str, exact: float) -> str:
    """What energy coupling creates at the four hubs of the rolling car within a second, and by how much its speed is off then."""
    interface_mass, input_order = ROLLS[inputs]
    system = wheels(FlatRoad(), step, interface_mass=interface_mass)
    result = simulate_system(replace(system, stop_time=STOP, method="gauss_seidel", input_order=input_order), show_progress=False)
    energy = sum(result[f"car.wheel_{corner}.residual_energy"][-1] for corner in CORNERS)
    return f"{energy:+.2g} J | {result['car.v_x'][-1] - exact:+.1e} m/s"


def main() -> None:
    """Print the tables as Markdown."""
    exact = whole()
    print("| step | method | way | speed | yaw angle |")
    print("|---:|---|---:|---:|---:|")
    for step in STEPS:
        for method in METHODS:
            print(f"| {step * 1e3:g} ms | {method} | {errors(step, method, exact)} |", flush=True)
    speed = rolling_speed()
    print("\n| step | inputs | energy created | speed |")
    print("|---:|---|---:|---:|")
    for step in STEPS:
        for inputs in ROLLS:
            print(f"| {step * 1e3:g} ms | {inputs} | {rolled(step, inputs, speed)} |", flush=True)


if __name__ == "__main__":
    main()
