"""Roads: their spectra, edges, friction, and what a wheel feels of them."""

import numpy as np
import pyopencrg
import pytest
from scipy.signal import welch

from mbfmu import (
    BumpRoad,
    FlatRoad,
    FootprintRoad,
    HeightMapRoad,
    InclinedRoad,
    LinearTire,
    LookupTable,
    MagicFormulaTire,
    RandomRoad,
    SineSweepRoad,
    SplitFrictionRoad,
    WashboardRoad,
    read_crg,
    simulate,
)
from mbfmu.base.errors import MbfmuError
from mbfmu.base.scalars import Record
from mbfmu.model.elements.element_description import described as described_by
from mbfmu.model.elements.roads.base import surface
from mbfmu.model.elements.tires.magic_formula import MagicFormula

from ....dimensions import assert_dimension, dressed
from ....floats import parameters
from ....tolerances import BETWEEN_POINTS, FINITE_DIFFERENCE, INTEGRATION, ROUNDOFF, SAMPLED, SAMPLED_NOISE
from .data import SIDELESS, coefficients
from .tours import TIRE, described, on_rails

X, Y = np.linspace(-2.0, 10.0, 61), np.linspace(-3.0, 3.0, 31)
MAP = LookupTable(X, Y, 0.02 * np.outer(np.sin(X), np.cos(Y)), units=("m", "m", "m"), smooth=True)
ROADS = [
    FlatRoad(z=0.2),
    FootprintRoad(WashboardRoad(amplitude=0.02, wavelength=0.8), length=0.2),
    HeightMapRoad(heights=MAP),
    InclinedRoad(slope=0.2, bank=-0.1),
    BumpRoad(bump=0.05, start=1.0, length=0.5),
    RandomRoad("C", seed=1),
    SineSweepRoad(amplitude=0.02, wavelength_start=5.0, wavelength_end=1.0, length=30.0),
    SplitFrictionRoad(mu_left=1.0, mu_right=0.2),
    WashboardRoad(amplitude=0.02, wavelength=0.8, lag=0.3),
]
every_road = pytest.mark.parametrize("road", ROADS, ids=lambda road: type(road).__name__)
CLASSES = {"A": 16e-6, "C": 256e-6, "H": 262144e-6}  # m3: means of ISO 8608


def height(road, x, y=0.0):
    p = described(road)
    return float(type(road).height(p, x, y, 0.0))


@every_road
def test_the_normal_is_that_of_the_surface(road):
    rng = np.random.default_rng(0)
    h = 1e-5
    for x, y in rng.uniform([-1.0, -2.0], [8.0, 2.0], (20, 2)):
        found = surface(described(road), x, y, 0.0)
        slope = np.array([height(road, x + h, y) - height(road, x - h, y), height(road, x, y + h) - height(road, x, y - h)]) / (2.0 * h)
        n = np.array([*-slope, 1.0]) / np.sqrt(1.0 + slope @ slope)
        np.testing.assert_allclose(found.n, n, atol=10 * FINITE_DIFFERENCE)
        assert found.z == pytest.approx(height(road, x, y), rel=ROUNDOFF, abs=ROUNDOFF)


@every_road
def test_units(road):
    p = described_by(road, lambda of: Record(parameters(of, dressed) | of.tables))
    x, y, t = dressed(1.1, "m"), dressed(0.4, "m"), dressed(0.0, "s")
    assert_dimension(type(road).height(p, x, y, t), "m")
    assert_dimension(type(road).friction(p, x, y, t), "1")


@every_road
def test_it_is_what_its_contract_says(road):
    assert road.dry_run_problems() == []


def profile(road, x, y=0.0):
    """The height along x, of all points at once."""
    of = road.values
    phases = np.outer(x, of["k_x"]) + of["k_y"] * y + of["phase"] + of["seed"] * of["advance"]
    return np.sin(phases) @ of["weight"] * np.sqrt(of["roughness"] * 0.1)


@pytest.mark.parametrize(("iso_class", "y"), [("A", 0.75), ("C", -0.75), ("H", 0.0)])
def test_spectrum_of_a_random_road_is_within_its_class(iso_class, y):
    """Means over thirds of an octave, as in ISO 8608, between the limits of the class: half and twice its mean."""
    road, dx = RandomRoad(iso_class, seed=7), 0.05
    x = np.arange(0.0, 4000.0, dx)
    n, density = welch(profile(road, x, y), 1.0 / dx, nperseg=4096)
    for low in np.geomspace(0.02, 2.5, 22):
        band = (n >= low) & (n < low * 2.0 ** (1.0 / 3.0))
        ratio = density[band].mean() / np.mean(CLASSES[iso_class] * (n[band] / 0.1) ** -2.0)
        assert 0.5 < ratio < 2.0, f"{low:.2f} 1/m"


def test_tracks_of_a_random_road_are_alike_in_long_waves_only():
    road = RandomRoad("C", seed=7, longest=200.0)
    n = road.values["k_x"] / (2.0 * np.pi)
    alike = np.exp(1j * road.values["k_y"] * 1.5)  # of the wave at y = 0 and at 1.5 m
    assert abs(alike[n < 0.02].mean()) > 0.95
    assert abs(alike[n > 1.0].mean()) < 0.4


def test_a_seed_gives_the_same_road_again():
    one, again, other = (RandomRoad("C", seed=seed) for seed in (1, 1, 2))
    assert height(one, 3.0) == height(again, 3.0) != height(other, 3.0)
    with pytest.raises(MbfmuError, match="ISO 8608 has the classes A, B"):
        RandomRoad("J")
    wrong = [RandomRoad("C", seed=seed).own_problems()[0].split(" (")[0] for seed in (-1, 1.5)]
    assert wrong == ["RandomRoad.seed = -1 must be >= 0", "RandomRoad.seed = 1.5 is not a whole number"]


def test_roads_of_two_seeds_are_as_alike_as_chance_makes_them():
    """The correlation of sums of waves with phases that have nothing to do with each other has the mean zero and a known deviation."""
    first, *others = (profile(RandomRoad("C", seed=seed), np.arange(0.0, 4000.0, 5.0)) for seed in range(41))
    alike = np.array([np.corrcoef(first, other)[0, 1] for other in others])
    power = RandomRoad("C").values["weight"] ** 2
    by_chance = np.sqrt(0.5 * power @ power) / power.sum()
    assert alike.std() == pytest.approx(by_chance, rel=SAMPLED_NOISE)
    assert abs(alike.mean()) < 3.0 * by_chance / np.sqrt(len(alike))


def test_a_seed_can_be_set_in_a_run():
    model = on_rails(LinearTire, RandomRoad("C"), TIRE, [10.0, 0.0, 0.0], 33.0)
    model.expose(tunable=[model.road.seed])
    fixed = on_rails(LinearTire, RandomRoad("C", seed=5), TIRE, [10.0, 0.0, 0.0], 33.0)
    tuned, same = simulate(model, 0.2, 0.01, {"road.seed": 5}), simulate(fixed, 0.2, 0.01)
    assert tuned["F[3]"] == pytest.approx(same["F[3]"], rel=INTEGRATION)


def test_a_bump_has_its_height_and_no_edges():
    road = BumpRoad(bump=0.05, start=1.0, length=0.5, edge=0.1)
    assert [height(road, x) for x in (0.9, 1.0, 1.25, 1.5, 1.6)] == pytest.approx([0.0, 0.025, 0.05, 0.025, 0.0], abs=ROUNDOFF)
    step = BumpRoad(bump=-0.05, start=1.0)
    assert [height(step, x) for x in (0.9, 1e6)] == pytest.approx([0.0, -0.05], abs=ROUNDOFF)


def test_a_contact_patch_levels_waves_by_the_sine_of_its_length():
    waves = WashboardRoad(amplitude=0.02, wavelength=0.8)
    felt = FootprintRoad(waves, length=0.3)
    x = 8.2  # the top of a wave
    assert height(felt, x) / height(waves, x) == pytest.approx(np.sinc(0.3 / 0.8), rel=SAMPLED)


def test_a_tire_on_a_footprint_road_in_a_model():
    model = on_rails(LinearTire, FootprintRoad(WashboardRoad(amplitude=0.005, wavelength=0.3), length=0.3), TIRE, [10.0, 0.0, 0.0], 33.0)
    model.waves = model.road.road
    run = simulate(model, 1.0, 0.01)
    assert max(abs(run["F[3]"][20:] - TIRE["c_z"] * 0.02)) < 1.0  # a whole wave is levelled


def test_waves_of_a_sweep_become_shorter():
    road = SineSweepRoad(amplitude=1.0, wavelength_start=5.0, wavelength_end=1.0, length=30.0)
    first, last = 1.0 / 5.0, 1.0
    turns = np.arange(1, 36) / 2.0  # the sine is zero where x first + x^2 (last - first) / 60 is a multiple of a half
    zeros = (-first + np.sqrt(first**2 + 4.0 * (last - first) / 60.0 * turns)) / (2.0 * (last - first) / 60.0)
    np.testing.assert_allclose([height(road, x) for x in zeros], 0.0, atol=ROUNDOFF)
    assert all(np.sign(height(road, x)) == (-1) ** k for k, x in enumerate((zeros[:-1] + zeros[1:]) / 2.0, 1))
    assert [height(road, x) for x in (-0.1, 36.0)] == [0.0, 0.0]


def test_friction_is_that_of_the_side_of_the_road():
    road = SplitFrictionRoad(mu_left=0.9, mu_right=0.3, start=10.0)
    p = described(road)
    found = [float(road.friction(p, x, y, 0.0)) for x, y in [(0.0, 1.0), (20.0, 1.0), (20.0, 0.0), (20.0, -1.0)]]
    assert found == pytest.approx([1.0, 0.9, 0.6, 0.3], abs=ROUNDOFF)


def test_a_locked_wheel_feels_the_friction_of_the_road():
    shown = simulate(on_rails(MagicFormulaTire, FlatRoad(mu=0.5), SIDELESS, [10.0, 0.0, 0.0], 0.0), 1.0, 1.0)[-1]
    c = coefficients(SIDELESS | {"LMUX": 0.5, "LMUY": 0.5})
    assert shown["F[1]"] == pytest.approx(MagicFormula.forces(c, shown["F[3]"], -1.0, 0.0, 0.0, c.INFLPRES, 10.0).Fx, rel=INTEGRATION)


def test_a_wheel_on_a_washboard_is_pressed_by_its_height():
    road = WashboardRoad(amplitude=0.005, wavelength=2.0, start=0.5)
    run = simulate(on_rails(LinearTire, road, TIRE | {"d_z": 0.0}, [10.0, 0.0, 0.0], 33.0), 1.0, 0.05)
    # the wheel's radius meets the road where its slope is; of small slopes that is below the centre but for their square
    x = 10.0 * run["time"]
    expected = TIRE["c_z"] * np.array([0.02 + height(road, at) for at in x])
    np.testing.assert_allclose(run["F[3]"], expected, rtol=0.01)
    assert run["F[3]"][0] == pytest.approx(expected[0], rel=INTEGRATION)


def test_a_wheel_drives_over_a_map_and_says_when_it_has_left_it():
    run = simulate(on_rails(LinearTire, HeightMapRoad(heights=MAP), TIRE | {"d_z": 0.0}, [10.0, 0.0, 0.0], 33.0), 1.2, 0.1)
    x = 10.0 * run["time"]
    np.testing.assert_allclose(run["off_road"], np.maximum(x - 10.0, 0.0), atol=0.02)
    assert run["off_road"][5] == 0.0
    uphill = 0.3 / np.sqrt(1.0 + 0.02**2)  # from the centre to the plane of the slope at x = 0
    assert run["F[3]"][0] == pytest.approx(TIRE["c_z"] * (0.32 - uphill), rel=1e-3)
    assert run["F[3]"][-1] == pytest.approx(TIRE["c_z"] * (0.02 + 0.02 * np.sin(10.0)), rel=INTEGRATION)  # the border holds


def test_a_road_of_opencrg_is_read_with_its_curve(tmp_path):
    u, v = np.arange(0.0, 20.01, 0.1), np.arange(-2.0, 2.01, 0.25)
    wavy = 0.05 * np.outer(np.sin(u), np.cos(v))
    made = pyopencrg.CrgRoad(wavy, u_inc=0.1, v=v, heading=np.linspace(0.0, 0.5, u.size - 1))
    made.save(tmp_path / "curve.crg")
    heights = read_crg(tmp_path / "curve.crg", spacing=0.05)
    placed = pyopencrg.CrgRoad.read(tmp_path / "curve.crg", apply_mods=True)
    for at in [(3.0, 0.5), (10.0, -1.1), (17.0, 0.3)]:
        x, y = placed.uv_to_xy(*at)
        assert float(heights(float(x), float(y))) == pytest.approx(0.05 * np.sin(at[0]) * np.cos(at[1]), abs=BETWEEN_POINTS)
    with pytest.raises(MbfmuError, match="spacing = 0.0 m of the map of .* must be > 0 m"):
        read_crg(tmp_path / "curve.crg", spacing=0.0)
    with pytest.raises(MbfmuError, match="has .*e.18 points, and 4000000 may be: give a larger spacing"):
        read_crg(tmp_path / "curve.crg", spacing=1e-8)


def test_a_file_that_is_no_road_is_refused(tmp_path):
    (tmp_path / "no.crg").write_text("nothing")
    with pytest.raises(MbfmuError, match="cannot be read as OpenCRG"):
        read_crg(tmp_path / "no.crg")
