"""lane_controller: the controller that keeps a car in its lane, designed for its linear single-track model."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..model.blocks import BlockModel, LaneController, SingleTrack
from .linear.linearization import Linearization
from .linear.lqr import lqr
from .linearize.linearize import linearize

GAINS = {"beta_state": "k_slip", "yaw_rate_state": "k_turning", "yaw_state": "k_heading", "y_state": "k_left"}
SHARED = ("m", "l_f", "l_r", "c_f", "c_r")  # parameters that both blocks have


def lane_controller(car: SingleTrack, Q: ArrayLike, R: ArrayLike, **parameters: Any) -> LaneController:
    """The LaneController whose gains are those of `lqr` for a linear single-track car at its constant speed, near a straight lane.

    Q (4, 4) or (4,) are the weights of slip angle, yaw rate, heading and position to the left, R (1, 1) or (1,) is that of the steering angle, in SI
    units; MbfmuError where `lqr` refuses them. `parameters` are others of the LaneController, such as `travel`.
    """
    gains = np.asarray(lqr(lateral(car), Q, R).values["K"])[0]
    return LaneController(**dict(zip(GAINS.values(), gains)), **{name: car.values[name] for name in SHARED}, **parameters)


def lateral(car: SingleTrack) -> Linearization:
    """The linear system of slip angle, yaw rate, heading and position to the left, from the steering angle: without the position along the lane,
    which nothing depends on."""
    whole = linearize(BlockModel("Car", car))
    rows = [whole.states.index(name) for name in GAINS]
    A, B, units = whole.A[np.ix_(rows, rows)], whole.B[rows], tuple(whole.units[i] for i in rows)
    states = tuple(GAINS)
    return Linearization(
        A=A,
        B=B,
        C=np.eye(4),
        D=np.zeros((4, 1)),
        states=states,
        units=units,
        speeds=(),
        inputs=whole.inputs,
        outputs=states,
        rates=np.zeros(4),
        input_units=whole.input_units,
        output_units=units,
    )
