"""Wheels on obstacles: a contact that derives from a potential, against a wheel that is computed by another way."""

import warnings

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from mbfmu import (
    Body,
    BumpRoad,
    EnergyError,
    FootprintRoad,
    HeightMapRoad,
    KineticEnergy,
    LinearTire,
    LookupTable,
    MagicFormulaTire,
    Model,
    PotentialEnergy,
    Prismatic,
    RandomRoad,
    WashboardRoad,
    World,
    compile_problem,
    simulate,
)

from ....tolerances import NEAREST_POINT, ROAD_BALANCE
from .data import SIDELESS

M, G, R, C, V = 300.0, 9.81, 0.32, 2e5, 5.0
STATIC = M * G / C  # m
SPRING = dict(radius=R, c_z=C, c_kappa=1e-9, c_alpha=1e-9, d_slip=0.0)


def locked_wheel(road, kind=LinearTire, **values):
    """A block on a locked wheel that nothing but the shape of the road moves: no dampers, hardly a tread."""
    model = Model("LockedWheel")
    model.world, model.slide, model.wheel = World(g=G), Body(m=0.0), Body(m=M)
    model.forward = Prismatic(model.world.frame_b, model.slide.frame_a, n=[1, 0, 0], s_start=-1.0, v_start=V)
    model.upward = Prismatic(model.slide.frame_a, model.wheel.frame_a, n=[0, 0, 1], s_start=R - STATIC)
    model.road = road
    if "road" in road.attached:
        model.under = road.road
    model.tire = kind(model.wheel.frame_a, model.road, **(values or SPRING))
    model.kinetic, model.potential, model.balance = KineticEnergy(), PotentialEnergy(), EnergyError()
    model.expose(outputs={"v": model.forward.v, "T": model.kinetic.T, "V": model.potential.V, "error": model.balance.error})
    return model


def quintic(s):
    s = np.clip(s, 0.0, 1.0)
    return s**3 * (10.0 - 15.0 * s + 6.0 * s**2)


def speed_after(bump, length, edge, duration):
    """The speed [m/s] of a mass on a spring to the nearest of 20,000 points of the road: 1/2 c (R - d)^2 is all that acts, beside weight."""
    along = np.linspace(-2.0, 4.0, 120001)
    up = bump * (quintic(along / edge + 0.5) - quintic((along - length) / edge + 0.5))

    def rates(t, y):
        near = slice(*np.searchsorted(along, [y[0] - R, y[0] + R]))
        dx, dz = y[0] - along[near], y[1] - up[near]
        i = np.argmin(dx * dx + dz * dz)
        d = np.hypot(dx[i], dz[i])
        f = C * max(R - d, 0.0) / d / M
        return [y[2], y[3], f * dx[i], f * dz[i] - G]

    return solve_ivp(rates, (0.0, duration), [-1.0, R - STATIC, V, 0.0], method="RK45", rtol=1e-7, atol=1e-9, max_step=2e-3).y[2, -1]


def drawn(seed):
    """A bump, a kerb, waves, an uneven road, its mean over a contact patch, or a map, by turns."""
    random = np.random.default_rng(seed)
    height, edge, length = random.uniform(0.02, 0.12), random.uniform(0.1, 0.3), random.uniform(0.3, 2.0)
    iso_class = "ABCDE"[random.integers(5)]
    x, y = np.linspace(-2.0, 5.0, 141), np.array([-1.0, 1.0])
    return [
        BumpRoad(bump=height, length=length, edge=edge),
        BumpRoad(bump=height * random.choice([-1.0, 1.0]), edge=edge),
        WashboardRoad(amplitude=0.2 * height, wavelength=length, start=-0.8),
        RandomRoad(iso_class, seed=seed),
        FootprintRoad(RandomRoad(iso_class, seed=seed), length=0.15),
        HeightMapRoad(heights=LookupTable(x, y, np.outer(0.1 * height * np.sin(x * random.uniform(1.0, 9.0)), [1.0, 1.0]), smooth=True)),
    ][seed % 6]


def unaccounted(run):
    """The largest change of all energy, that of the tire included, over what the road moved: what rests does no work."""
    energy = run["T"] + run["V"]
    return np.abs(energy - energy[0]).max() / np.ptp(run["V"])


def test_speed_after_a_bump_is_that_of_the_nearest_point():
    run = simulate(locked_wheel(BumpRoad(bump=0.1, length=0.3)), 0.8, 0.01, rtol=1e-7)
    assert run["v"][-1] == pytest.approx(speed_after(0.1, 0.3, 0.1, 0.8), rel=NEAREST_POINT)
    assert unaccounted(run) < ROAD_BALANCE


@pytest.mark.parametrize("edge", [0.05, 0.02])
@pytest.mark.slow
def test_speed_after_a_sharp_bump_is_that_of_the_nearest_point(edge):
    with pytest.warns(UserWarning, match="above 100 1/m"):
        run = simulate(locked_wheel(BumpRoad(bump=0.1, length=0.3, edge=edge)), 0.8, 0.01, rtol=1e-8)
    assert run["v"][-1] == pytest.approx(speed_after(0.1, 0.3, edge, 0.8), rel=NEAREST_POINT)
    assert unaccounted(run) < ROAD_BALANCE


@pytest.mark.parametrize("seed", range(3))
def test_a_locked_wheel_gains_no_energy(seed):
    run = simulate(locked_wheel(drawn(seed)), 0.8, 0.01, rtol=1e-7)
    assert unaccounted(run) < ROAD_BALANCE
    assert run["error"][-1] == pytest.approx((run["T"] + run["V"] - run["T"][0] - run["V"][0])[-1], abs=ROAD_BALANCE * np.ptp(run["V"]))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3, 200))
def test_a_locked_wheel_gains_no_energy_on_any_road(seed):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # some are sharper than what tires resolve, and gain as little
        # curvatures of smooth tables jump from cell to cell, which takes short steps
        assert unaccounted(simulate(locked_wheel(drawn(seed)), 0.8, 0.01, rtol=1e-10)) < ROAD_BALANCE


def test_a_tire_of_the_magic_formula_gains_no_energy():
    """Locked and without treads it would slide; so it is free of friction, as on ice."""
    tire = SIDELESS | {"VERTICAL_DAMPING": 0.0}
    road = BumpRoad(bump=0.08, length=0.4, mu=0.0)
    run = simulate(locked_wheel(road, MagicFormulaTire, **tire), 0.8, 0.01, rtol=1e-8)
    energy = run["T"] + run["V"]
    assert max(energy - energy[0]) < ROAD_BALANCE * np.ptp(run["V"])


def test_the_balance_of_energy_sees_a_bump_that_is_integrated_too_coarsely():
    with pytest.warns(UserWarning, match="above 100 1/m"):
        run = simulate(locked_wheel(BumpRoad(bump=0.1, length=0.3, edge=0.01)), 0.8, 0.01, rtol=3e-5)
    gained = run["T"][-1] + run["V"][-1] - run["T"][0] - run["V"][0]
    assert abs(gained) > 1.0
    assert run["error"][-1] == pytest.approx(gained, rel=0.01)


@pytest.mark.parametrize(
    ("road", "told"),
    [
        (BumpRoad(bump=0.1, edge=0.02), "road a curvature of up to 1.44e+03 1/m: above 100 1/m"),
        (RandomRoad("H"), ": above 1.56 1/m"),
        (BumpRoad(bump=0.1), ""),
        (RandomRoad("C"), ""),
        (WashboardRoad(amplitude=0.02, wavelength=0.5), ""),
    ],
)
def test_a_road_that_is_too_sharp_is_told_once(road, told):
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        compile_problem(locked_wheel(road))
    assert [told in str(warning.message) for warning in found] == [True] * bool(told)
