"""What else is published about the PUMA 560: loads, its mass matrix, and inverse dynamics."""

import numpy as np

from ..floats import floats
from ..tolerances import PUBLISHED_DIGITS
from .robot_puma560 import NOMINAL, model


def at(q, v):
    return floats(model("articulated_body"), np.array(q), np.array(v))


def test_gravity_load():
    load = np.concatenate(at(NOMINAL, np.zeros(6)).inverse_dynamics(np.zeros(6)).residuals)
    np.testing.assert_allclose(load, [0, 31.639880378357113, 6.035138023010512, 0, 0.0282528, 0], atol=PUBLISHED_DIGITS)


def test_mass_matrix():
    matrix, _ = at(NOMINAL, np.zeros(6)).kane
    upper = np.zeros((6, 6))
    upper[0, :4] = [2.8753454435107897, -0.4043612460415186, 0.10061364777978393, -0.0025169558280306106]
    upper[1, 1:5] = [2.0889270886357902, 0.35089066495641463, 0, 0.0023595130678948925]
    upper[2, 2:5] = [0.3609682432770396, 0, 0.0014801663885198012]
    upper[3, 3:] = [0.00174108, 0, 2.8284271247461906e-05]
    upper[4, 4], upper[5, 5] = 0.00064216, 4e-05
    np.testing.assert_allclose(matrix, upper + np.triu(upper, 1).T, atol=PUBLISHED_DIGITS)


def test_inverse_dynamics():
    """Against recursive Newton-Euler in the Robotics Toolbox and Pinocchio."""
    q, v, v_dot = [0.3, -0.5, 0.7, -1.1, 0.4, 0.9], [0.5, -0.4, 0.8, 1.2, -0.7, 0.3], [1.0, -2.0, 0.5, 0.3, -0.6, 2.0]
    torques = np.concatenate(at(q, v).inverse_dynamics(np.array(v_dot)).residuals)
    expected = [1.8081543444628372, 28.54929438410853, -1.5862317733810425, -7.032669672093952e-05, -0.013224804342097466, 0.00017425133588148587]
    np.testing.assert_allclose(torques, expected, atol=PUBLISHED_DIGITS)
