"""The full car driven: on a double lane change, and braked where one side of the road is slippery."""

import numpy as np

from mbfmu import BlockModel, Dissipation, DongesDriver, DoubleLaneChange, FlatRoad, KineticEnergy, Model, PotentialEnergy, connect
from mbfmu.model.blocks import Block
from mbfmu.model.elements.roads import Road
from mbfmu.model.vehicles import MID_SIZE_CAR, car_model, mid_size_tire
from mbfmu.problem.data.problem import Problem


def measured_car(road: Road) -> Model:
    """The car on this road, which shows its energies, its heat and what moves its rack."""
    model, _ = car_model("Car", "", MID_SIZE_CAR, road, mid_size_tire)
    model.kinetic, model.potential, model.heat = KineticEnergy(), PotentialEnergy(), Dissipation()
    model.expose(outputs={"T": model.kinetic.T, "V": model.potential.V, "P": model.heat.P, "rack": model.steering_guide.s})
    return model


def lane_change(driver: Block) -> Problem:
    """The car with a driver on the track of ISO 3888-1."""
    parts = {"car": measured_car(FlatRoad()), "lane": BlockModel("Lane", DoubleLaneChange()), "driver": BlockModel("Driver", driver)}
    seen = ("offset", "heading_error", "curvature", "curvature_ahead") if isinstance(driver, DongesDriver) else ("aim",)
    felt = ("velocity", "turning") if isinstance(driver, DongesDriver) else ()
    links = [(f"car.{name}", f"lane.{name}") for name in ("position", "velocity", "yaw")]
    links += [(f"lane.{name}", f"driver.{name}") for name in seen] + [(f"car.{name}", f"driver.{name}") for name in felt]
    return connect("LaneChange", parts, [*links, ("driver.steering", "car.steering")])


def balance(run: np.ndarray, prefix: str = "", wanted: np.ndarray | None = None) -> tuple[float, float]:
    """The largest error of the balance of energy, and all heat [J]: energy stored, heat, and what the column of the steering has put in."""
    mean = lambda of: 0.5 * (of[1:] + of[:-1])
    heat = np.r_[0.0, np.cumsum(mean(run[f"{prefix}P"]) * np.diff(run["time"]))]
    stored = run[f"{prefix}T"] + run[f"{prefix}V"]
    pushed = 0.0
    if wanted is not None:
        force = MID_SIZE_CAR.steering.c * (wanted - run[f"{prefix}rack"])
        pushed = np.r_[0.0, np.cumsum(mean(force) * np.diff(wanted))]
    return float(np.abs(stored - stored[0] + heat - pushed).max()), float(heat[-1])
