"""Closed loops are smooth enough for tight tolerances: a four-bar beside its equation in the crank's angle alone."""

import numpy as np
import pytest
from scipy.integrate import RK45

from mbfmu import simulate
from mbfmu.problem.mechanism.mechanics import compile_model

from ..running import Running
from ..tolerances import FINITE_DIFFERENCE, INTEGRATION
from .linkages import G, closed, four_bar

W, STOP, TIGHT = 6.0, 0.8, 1e-12
MORE = 1.25  # times the steps of minimal coordinates: the error is measured on other quantities
ROD = 0.4, 1.2, 0.9  # lengths of crank, coupler and rocker, in m, and their masses, in kg
every_kind = pytest.mark.parametrize("formulation", ["articulated_body", "joint_coordinates", "newton_euler", "udwadia_phohomsiri"])


def direction(angle):
    """A unit vector turned about y, its derivative by the angle, and minus its second derivative, in the plane x, z."""
    return np.array([np.cos(angle), -np.sin(angle)]), np.array([-np.sin(angle), -np.cos(angle)])


def acceleration(phi, w):
    """Of the crank: M phi'' + dM/dphi w^2 / 2 + dV/dphi = 0 with the loop's angles as functions of phi, differentiated twice."""
    crank, coupler, rocker = ROD
    angles = phi, *closed(crank, coupler, rocker, 1.0, phi)
    (u, du), (a, da), (b, db) = map(direction, angles)
    A = np.column_stack([coupler * da, -rocker * db])  # of crank u + coupler a - rocker b = ground
    first = np.array([1.0, *np.linalg.solve(A, -crank * du)])
    bend = crank * u + coupler * a * first[1] ** 2 - rocker * b * first[2] ** 2
    second = np.array([0.0, *np.linalg.solve(A, bend)])
    centres = (  # their derivatives by phi, once and twice
        (crank / 2 * du, -crank / 2 * u),
        (crank * du + coupler / 2 * da * first[1], -crank * u + coupler / 2 * (da * second[1] - a * first[1] ** 2)),
        (rocker / 2 * db * first[2], rocker / 2 * (db * second[2] - b * first[2] ** 2)),
    )
    M = slope = weight = 0.0
    for m, (r, dr), turn, dturn in zip(ROD, centres, first, second):
        inertia = m * m**2 / 12
        M, slope, weight = M + m * r @ r + inertia * turn**2, slope + m * r @ dr + inertia * turn * dturn, weight + m * G * r[1]
    return -(slope * w**2 + weight) / M


def minimal():
    """The crank's angle at STOP, and how many steps it takes to get there."""
    solver, steps = RK45(lambda t, y: [y[1], acceleration(*y)], 0.0, [-1.0, W], STOP, rtol=TIGHT, atol=TIGHT), 0
    while solver.status == "running":
        solver.step()
        steps += 1
    return solver.y[0], steps


@every_kind
def test_as_many_steps_as_in_minimal_coordinates(formulation):
    """Redundant rows, projections and stabilization cost no steps, at a tolerance of 1e-12."""
    model, times = four_bar(w=W), []
    model.expose(outputs={"phi": model.A.phi})
    run = simulate(compile_model(model, formulation), STOP, STOP, rtol=TIGHT, progress=times.append)
    phi, steps = minimal()
    assert run["phi"][-1] == pytest.approx(phi, abs=INTEGRATION)
    assert len(times) <= MORE * steps


@every_kind
def test_the_derivative_is_smooth(formulation):
    """Central differences of two step sizes, extrapolated, agree in all directions off the constraints too."""
    running = Running(compile_model(four_bar(w=W), formulation))
    x = running.x
    for direction in np.random.default_rng(0).normal(size=(3, x.size)):
        slope = lambda h: (running.derivative(0.0, x + h * direction) - running.derivative(0.0, x - h * direction)) / (2 * h)
        coarse, middle, fine = slope(4e-4), slope(2e-4), slope(1e-4)
        found, again = (4 * middle - coarse) / 3, (4 * fine - middle) / 3
        np.testing.assert_allclose(found, again, atol=FINITE_DIFFERENCE * np.abs(again).max())
