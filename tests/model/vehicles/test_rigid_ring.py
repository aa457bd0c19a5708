"""A tire on a rigid ring: its modes, what it carries at rest, its energy and its answer to a cleat, against closed forms and plain numpy."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.integrate import cumulative_simpson
from scipy.signal import find_peaks

from mbfmu import (
    Body,
    BumpRoad,
    EnergyError,
    FlatRoad,
    KineticEnergy,
    LinearTire,
    MbfmuError,
    Model,
    PotentialEnergy,
    Prismatic,
    Revolute,
    Sine,
    Table,
    TorsionSpringDamper,
    World,
    equilibrium,
    linearize,
    simulate,
)
from mbfmu.base.errors import ProblemsFound
from mbfmu.model.vehicles import BeltMode
from tests.model.elements.tires.data import ALL, SIDELESS
from tests.model.elements.tires.tours import TIRE, tour
from tests.tolerances import BELT_MODES, CLEAT_PEAKS, FADED_DAMPING, ROAD_BALANCE, ROLLING_MODES, SETTLED, TILTED_BELT

from .rings import (
    BARE,
    C_PLANE,
    C_SIDE,
    C_WINDUP,
    C_YAW,
    FRICTIONLESS,
    I_ACROSS,
    I_AXLE,
    IN_PLANE,
    RADIUS,
    SIDEWAYS,
    WINDUP,
    YAW,
    ZETAS,
    M,
    on_held_rim,
    on_rails,
    ring,
)

UNDAMPED = dict.fromkeys(ZETAS, 0.0)
DPI, FZ0 = (SIDELESS["INFLPRES"] - SIDELESS["NOMPRES"]) / SIDELESS["NOMPRES"], SIDELESS["FNOMIN"]
AIR, STANDS = 0.5, 0.3  # m: heights of a wheel's centre


def eigenvalues(A):
    """Those that swing, above the axis."""
    found = np.linalg.eigvals(A)
    return found[found.imag > 1.0]


def has_all(found, wanted, rel):
    """Each of `wanted` is among `found`."""
    return all(np.abs(found - one).min() < rel * abs(one) for one in wanted)


def load_and_stiffness(rho):
    """Of the whole tire that stands upright, by A3.3 of Pacejka (2012)."""
    slope = np.sqrt((SIDELESS["VERTICAL_STIFFNESS"] * RADIUS / FZ0) ** 2 - 4.0 * SIDELESS["Q_FZ2"])
    scale, depth = (1.0 + SIDELESS["PFZ1"] * DPI) * FZ0, rho / RADIUS
    return scale * (slope * depth + SIDELESS["Q_FZ2"] * depth**2), scale / RADIUS * (slope + 2.0 * SIDELESS["Q_FZ2"] * depth)


def left_stiffnesses(load, r_l, r_e):
    """What the stiffnesses of the whole tire leave between belt and road along and across the wheel, by A3.9 and A3.10 of Pacejka (2012)."""
    dfz = load / FZ0 - 1.0
    along, across = (
        SIDELESS[f"{name}_STIFFNESS"]
        * (1.0 + SIDELESS[f"PCF{axis}1"] * dfz + SIDELESS[f"PCF{axis}2"] * dfz**2)
        * (1.0 + SIDELESS[f"PCF{axis}3"] * DPI)
        for name, axis in (("LONGITUDINAL", "X"), ("LATERAL", "Y"))
    )
    return 1.0 / (1.0 / along - 1.0 / C_PLANE - r_l * r_e / C_WINDUP), 1.0 / (1.0 / across - 1.0 / C_SIDE - r_l**2 / C_YAW)


@pytest.mark.parametrize("spin", [0.0, 100.0])
def test_modes_of_a_belt_in_the_air(spin):
    """On a held rim that spins: tilting is gyroscopic, and dampers turn with the rim. A complex coordinate goes around with the belt."""
    model, _ = on_held_rim(ring(), AIR, FlatRoad(), spin)
    tilt, plane = (4.0 * np.pi * f * ZETAS[mode] for f, mode in ((YAW, "yaw"), (IN_PLANE, "in_plane")))
    around = [np.roots([1.0, tilt - 1j * I_AXLE / I_ACROSS * spin, C_YAW / I_ACROSS - 1j * tilt * spin])]
    around += [np.roots([1.0, plane, C_PLANE / M - 1j * plane * spin])]
    straight = [np.roots([1.0, 4.0 * np.pi * f * ZETAS[mode], (2.0 * np.pi * f) ** 2]) for f, mode in ((SIDEWAYS, "sideways"), (WINDUP, "windup"))]
    wanted = np.concatenate([*around, *straight])
    found = eigenvalues(linearize(model).A)
    assert has_all(found, np.where(wanted.imag < 0.0, wanted.conj(), wanted), BELT_MODES)


def test_modes_of_a_tire_that_stands():
    """On a held rim, undamped: up and down, along the road with windup, and sideways with tilting, where the load acts in the plane of the wheel."""
    model, found = on_held_rim(ring(BARE, **UNDAMPED), STANDS, FlatRoad())
    model.expose(outputs={"r_e": found.tire.r_e})
    rest = equilibrium(model)
    load, whole = load_and_stiffness(RADIUS - STANDS)
    r_l, r_e = STANDS + load / C_PLANE, rest.outputs["r_e"]
    along, across = left_stiffnesses(load, r_l, r_e)
    ahead = np.array([[C_PLANE + along, -along * r_e], [-r_l * along, C_WINDUP + r_l * r_e * along]])
    aside = np.array([[C_SIDE + across, across * r_l], [r_l * across + load, C_YAW + r_l**2 * across]])
    up = (C_PLANE + whole * C_PLANE / (C_PLANE - whole)) / M
    squares = [up, *np.linalg.eigvals(ahead / [[M], [I_AXLE]]), *np.linalg.eigvals(aside / [[M], [I_ACROSS]]), C_YAW / I_ACROSS]
    frequencies = np.abs(eigenvalues(linearize(rest).A))
    assert has_all(frequencies, np.sqrt(squares), BELT_MODES)


@pytest.mark.slow
def test_modes_of_a_tire_that_rolls():
    """With a wheel that spins freely: in its plane, against equations written by hand."""
    speed = 10.0
    model = on_rails(ring(BARE), STANDS, FlatRoad(), [speed, 0.0, 0.0], None)
    rolling = simulate(model, 0.5, 0.5)[-1]
    load, (r_e, spin) = rolling["F[3]"], (rolling["r_e"], speed / rolling["r_e"])
    _, whole = load_and_stiffness(RADIUS - STANDS)
    up, r_l = whole * C_PLANE / (C_PLANE - whole), STANDS + load / C_PLANE
    along, _ = left_stiffnesses(load, r_l, r_e)
    dfz, wheel = load / FZ0 - 1.0, 1.2 - I_AXLE
    slope = SIDELESS["PKX1"] + SIDELESS["PKX2"] * dfz
    K = load * slope * np.exp(SIDELESS["PKX3"] * dfz) * (1.0 + SIDELESS["PPX1"] * DPI + SIDELESS["PPX2"] * DPI**2)
    d, d_windup = 4.0 * np.pi * IN_PLANE * ZETAS["in_plane"] * M, 4.0 * np.pi * WINDUP * ZETAS["windup"] * I_AXLE
    x, z, belt, rim = range(4)
    C, D = np.zeros((4, 4)), np.zeros((4, 4))
    C[[x, z], [x, z]], C[[x, z], [z, x]], D[[x, z], [x, z]] = (C_PLANE, C_PLANE + up), (-d * spin, d * spin), d
    for one, other in ((belt, rim), (rim, belt)):
        C[one, [one, other]], D[one, [one, other]] = (C_WINDUP, -C_WINDUP), (d_windup, -d_windup)
    inertia = np.array([M, M, I_AXLE, wheel])[:, None]
    A = np.zeros((9, 9))
    A[:4, 4:8], A[4:8, :4], A[4:8, 4:8] = np.eye(4), -C / inertia, -D / inertia
    A[[4 + x, 4 + belt], 8] = along / M, -r_l * along / I_AXLE
    A[8, [4 + x, 4 + belt, 8]] = -1.0, r_e, -speed * along / K
    assert has_all(eigenvalues(linearize(model, time=0.5).A), eigenvalues(A), ROLLING_MODES)


@pytest.mark.parametrize("height", [0.315, 0.3, 0.28])
def test_a_tire_that_stands_is_as_stiff_as_one_without_belt(height):
    model, found = on_held_rim(ring(), height, FlatRoad())
    model.expose(outputs={"F": found.tire.F, "rho": found.tire.rho})
    rest = equilibrium(model).outputs
    assert rest["F[3]"] == pytest.approx(load_and_stiffness(RADIUS - height)[0], rel=SETTLED)
    assert rest["rho"] == pytest.approx(RADIUS - height, rel=SETTLED)


@pytest.mark.parametrize(
    ("spin", "alpha", "lean"),
    [(60.0, 0.0, 0.0), pytest.param(63.5, 0.05, 0.0, marks=pytest.mark.slow), pytest.param(59.7, 0.06, -0.04, marks=pytest.mark.slow)],
    ids=["braking", "cornering", "all"],
)
def test_a_tire_that_rolls_pulls_as_one_without_belt(spin, alpha, lean):
    """Force and moment of the road, and what the wheel hands on, which acts where the belt has taken the contact. A sidewall without damping."""
    v = [20.0 * np.cos(alpha), 20.0 * np.sin(alpha), 0.0]
    calm = ring(ALL, in_plane=0.001)
    alone, on_ring = (simulate(on_rails(tire, STANDS, FlatRoad(), v, spin, lean), 2.0, 0.5, rtol=1e-8)[-1] for tire in (ALL, calm))
    F, M, f, t = ([np.array([run[f"{name}[{axis}]"] for axis in (1, 2, 3)]) for run in (alone, on_ring)] for name in "FMft")
    load, ahead = F[0][2], [F[0][0] / C_PLANE, 0.0, 0.0]
    for expected, found in (F, f):
        assert found == pytest.approx(expected, abs=FADED_DAMPING * load)
    assert M[1] == pytest.approx(M[0], abs=FADED_DAMPING * load * RADIUS)
    assert t[1] == pytest.approx(t[0] - np.cross(ahead, F[0]), abs=TILTED_BELT * load * RADIUS)


def locked_wheel(road, tire):
    """A block on a locked wheel that goes ahead and up and down."""
    model = Model("LockedWheel")
    model.world, model.slide, model.carrier, model.wheel = World(g=9.81), Body(m=0.0), Body(m=280.0), Body(m=20.0, I=[0.8, 1.2, 0.8])
    model.forward = Prismatic(model.world.frame_b, model.slide.frame_a, n=[1, 0, 0], s_start=-1.0, v_start=5.0)
    model.upward = Prismatic(model.slide.frame_a, model.carrier.frame_a, n=[0, 0, 1], s_start=0.307)
    model.bearing = Revolute(model.carrier.frame_a, model.wheel.frame_a, n=[0, 1, 0])
    model.brake, model.road = TorsionSpringDamper(model.bearing, c=1e6), road
    tire.add(model, "tire", model.bearing, model.road).start(0.307)
    model.kinetic, model.potential, model.balance = KineticEnergy(), PotentialEnergy(), EnergyError()
    model.expose(outputs={"T": model.kinetic.T, "V": model.potential.V, "error": model.balance.error})
    return model


@pytest.mark.parametrize("bump", [0.08, pytest.param(0.02, marks=pytest.mark.slow), pytest.param(0.15, marks=pytest.mark.slow)])
def test_a_locked_wheel_gains_no_energy(bump):
    """Undamped, on ice; high bumps press the rim through the tire."""
    tire = ring(FRICTIONLESS | {"BOTTOM_OFFST": 0.04}, **UNDAMPED)
    run = simulate(locked_wheel(BumpRoad(bump=bump, length=0.3, mu=0.0), tire), 0.8, 0.01, rtol=1e-8)
    energy = run["T"] + run["V"]
    assert max(energy - energy[0]) < ROAD_BALANCE * np.ptp(run["V"])
    assert np.abs(run["error"]).max() < 1e-3 * ROAD_BALANCE * np.ptp(run["V"])


@pytest.mark.slow
def test_a_tour_turns_work_into_motion_springs_and_heat():
    """Accelerating, braking to a standstill with the wheel locked, backwards, and steering all the time."""
    model = tour(LinearTire, TIRE, FlatRoad())
    model.outputs.pop("F")
    del model.tire
    ring(ALL).add(model, "tire", model.axle, model.road).start(0.3)
    torque, turn = Table([0.0, 1.0, 1.01, 3.0, 4.0], [300.0, 300.0, -900.0, -900.0, 0.0]), Sine(200.0, 0.8)
    run = simulate(model, 4.0, 1e-3, inputs={"torque": torque, "turn": turn}, rtol=1e-8)
    work, heat = (cumulative_simpson(of, x=run["time"], initial=0.0) for of in (run["driving"] + run["turning"], run["heat"]))
    energy = run["K"] + run["U"]
    np.testing.assert_allclose(energy - energy[0], work - heat, atol=1e-4 * heat[-1])
    assert heat[-1] > 0.0 and min(np.diff(heat[::100])) > 0.0


@pytest.mark.slow
def test_a_cleat_excites_the_modes_of_the_tire_that_rolls():
    """Force on an axle on rails behind a cleat of 1 cm: spectra have their peaks where the linear equations have their modes."""
    v = [10.0, 0.0, 0.0]
    linear = eigenvalues(linearize(on_rails(ring(BARE), STANDS, FlatRoad(), v, None), time=0.5).A)
    run = simulate(on_rails(ring(BARE), STANDS, BumpRoad(bump=0.01, length=0.05, edge=0.04), v, None), 1.0, 5e-4, rtol=1e-7)
    for name, modes in (("f[1]", (31.0, 80.0)), ("f[3]", (83.0,))):
        after = run[name][300:] - run[name][-1]
        spectrum, frequencies = np.abs(np.fft.rfft(after, 1 << 16)), np.fft.rfftfreq(1 << 16, 5e-4)
        peaks, _ = find_peaks(spectrum, prominence=0.2 * spectrum.max())
        near = [linear[np.abs(np.abs(linear) - 2.0 * np.pi * mode).argmin()] for mode in modes]
        assert frequencies[peaks] == pytest.approx(np.abs(near) / (2.0 * np.pi), rel=CLEAT_PEAKS), name


def test_a_belt_takes_its_mass_from_the_wheel():
    model = Model("Wheel")
    model.world, model.carrier, model.wheel = World(), Body(m=1.0), Body(m=model.parameter("m", 20.0, "kg"), I=[0.8, 1.2, 0.8])
    model.bearing = Revolute(model.carrier.frame_a, model.wheel.frame_a, n=[0, 1, 0])
    model.road = FlatRoad()
    belt = ring().add(model, "tire", model.bearing, model.road).belt
    assert belt.m.value + model.wheel.m.value == pytest.approx(20.0)
    assert belt.I.value[:3] + model.wheel.I.value[:3] == pytest.approx([0.8, 1.2, 0.8])
    assert model.wheel.expressions


@pytest.mark.parametrize(
    ("wheel", "n", "told"),
    [
        (Body(m=5.0, I=[0.8, 1.2, 0.8]), [0, 1, 0], "m = 5 kg.*less than the belt of tire with m = 7.2 kg"),
        (Body(m=20.0, I=[0.3, 1.2, 0.8]), [0, 1, 0], "less than the belt"),
        (Body(m=20.0, I=[0.8, 1.2, 0.8]), [0, 0, 1], r"bearing.n = \[0.0, 0.0, 1.0\] must be \[0.0, 1.0, 0.0\]"),
    ],
)
def test_wheels_that_cannot_have_a_belt_are_refused(wheel, n, told):
    model = Model("Wheel")
    model.world, model.carrier, model.wheel, model.road = World(), Body(m=1.0), wheel, FlatRoad()
    model.bearing = Revolute(model.carrier.frame_a, model.wheel.frame_a, n=n)
    with pytest.raises(MbfmuError, match=told):
        ring().add(model, "tire", model.bearing, model.road)


def test_a_tire_that_is_stiffer_than_its_sidewall_is_refused():
    stiff = SIDELESS | {"VERTICAL_STIFFNESS": 2e6, "LONGITUDINAL_STIFFNESS": 2e6, "LATERAL_STIFFNESS": 2e6}
    model, _ = on_held_rim(ring(stiff), STANDS, FlatRoad())
    with pytest.raises(ProblemsFound) as found:
        linearize(model)
    for name in ("VERTICAL", "LONGITUDINAL", "LATERAL"):
        assert f"tire.{name}_STIFFNESS = 2e+06 N/m must be below" in str(found.value)


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"m": 0.0}, "RigidRing: m = 0.0 kg must be > 0"),
        ({"I_axle": np.inf}, "I_axle = inf kg.m2"),
        ({"yaw": None}, "f = -5.0 Hz must be > 0"),
    ],
)
def test_belts_without_mass_or_springs_are_refused(changed, told):
    with pytest.raises(MbfmuError, match=told):
        replace(ring(), **{name: BeltMode(-5.0) if value is None else value for name, value in changed.items()})


def test_a_belt_that_nothing_holds_is_refused():
    model, found = on_held_rim(ring(), STANDS, FlatRoad())
    found.sidewall.c = [0.0, 0.0, 0.0]
    with pytest.raises(ProblemsFound, match="tire.VERTICAL_STIFFNESS = .* must be below the 0 N/m that tire_sidewall has there"):
        linearize(model)
