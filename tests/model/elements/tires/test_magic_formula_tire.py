"""Tires of the Magic Formula in models: steady slip, standstill, both ways, energy, and their files."""

import numpy as np
import pytest
from scipy.integrate import cumulative_simpson

from mbfmu import (
    Body,
    BumpRoad,
    FlatRoad,
    InclinedRoad,
    LinearTire,
    MagicFormula52Tire,
    MagicFormulaTire,
    RandomRoad,
    Sine,
    Table,
    TurnSlipTire,
    WashboardRoad,
    simulate,
    tire_from_file,
)
from mbfmu.base.errors import MbfmuError, ProblemsFound
from mbfmu.base.scalars import Record
from mbfmu.base.spatial.rotations import about_x, about_z, skew
from mbfmu.model.declare.declarations import Parameter, declarations
from mbfmu.model.elements.forces.base import energy
from mbfmu.model.elements.tires import vertical
from mbfmu.model.elements.tires.coefficients import Lateral, Longitudinal, Moments
from mbfmu.model.elements.tires.magic_formula import MagicFormula
from mbfmu.model.elements.tires.tir import read_tir

from ....dimensions import assert_dimension, dressed
from ....files_of_others import files_of_others
from ....floats import parameters
from ....tolerances import INTEGRATION, ROUNDOFF, STANDING, TIRE_TABLE
from ....tracing import traced
from .data import ALL, SIDELESS, SPIN, coefficients, written
from .tours import TIRE, described, on_rails, parked, rolls_onto_its_pawl, tour, wheel_at

UNEVEN = [
    InclinedRoad(slope=0.1, bank=-0.05),
    BumpRoad(bump=0.05, start=0.05),
    WashboardRoad(amplitude=0.01, wavelength=0.3, start=-2.0, lag=0.7),
    RandomRoad("F", seed=3),
]


def steady(values, v, spin, kind=MagicFormulaTire):
    """What a tire shows that has gone on for long."""
    return simulate(on_rails(kind, FlatRoad(), values, v, spin), 2.0, 1.0)[-1]


@pytest.mark.parametrize("spin", [0.0, 20.0, 36.0, 200.0])  # locked, braking, rolling nearly freely, spinning
def test_in_a_steady_state_forces_are_those_of_the_formula(spin):
    v = [10.0, 1.5, 0.0]
    shown = steady(ALL, v, spin)
    kappa, alpha = (shown["r_e"] * spin - v[0]) / v[0], np.arctan2(v[1], v[0])
    assert [shown["kappa"], shown["alpha"]] == pytest.approx([kappa, alpha], rel=INTEGRATION)
    c = coefficients()
    wanted = MagicFormula.forces(c, shown["F[3]"], kappa, alpha, 0.0, c.INFLPRES, v[0])
    for name, of in {"Fx": "F[1]", "Fy": "F[2]", "Mx": "M[1]", "My": "M[2]", "Mz": "M[3]"}.items():
        assert shown[of] == pytest.approx(wanted[name], rel=10 * INTEGRATION), name


def test_backwards_is_forwards_turned_round():
    """A tire without sides that rolls backwards, against its mirror image in a plane across the road."""
    forward, backward = (steady(SIDELESS, [sign * 10.0, 1.0, 0.0], sign * 25.0) for sign in (1.0, -1.0))
    signs = {"F[1]": -1, "F[2]": 1, "F[3]": 1, "M[1]": 1, "M[2]": -1, "M[3]": -1, "alpha": 1}
    for name, sign in signs.items():
        assert backward[name] == pytest.approx(sign * forward[name], rel=INTEGRATION, abs=INTEGRATION), name


def test_it_stands_on_a_slope():
    depth = 0.018
    held = simulate(parked(MagicFormulaTire, SIDELESS | {"VERTICAL_DAMPING": 0.0}, depth), 20.0, 1.0, rtol=1e-11)
    assert max(abs(held["v"][-5:])) < STANDING
    stopped = simulate(rolls_onto_its_pawl(MagicFormulaTire, SIDELESS, depth), 30.0, 1.0, rtol=1e-11)
    assert max(abs(stopped["v"][-5:])) < STANDING


def test_parking_takes_a_torque_that_opposes_the_turning():
    values = SIDELESS | SPIN | {"QDZ8": -0.3}
    for turn in (0.5, -0.5):
        model = on_rails(TurnSlipTire, FlatRoad(), values, [0.0, 0.0, 0.0], 0.0)
        model.motion.w_start = [0.0, 0.0, turn]
        shown = simulate(model, 0.1, 0.1)[-1]
        whole = values["QCRP1"] * values["PDY1"] * values["UNLOADED_RADIUS"] * shown["F[3]"]
        assert 0.5 * whole < -np.sign(turn) * shown["M[3]"] < 1.5 * whole


def test_in_the_air_there_is_no_force():
    shown = simulate(on_rails(MagicFormulaTire, FlatRoad(), ALL, [10.0, 1.0, 0.0], 20.0, depth=-0.01), 0.1, 0.1)[-1]
    assert [shown[f"{of}[{i}]"] for of in "FM" for i in (1, 2, 3)] == [0.0] * 6


@pytest.mark.parametrize(("kind", "values"), [(LinearTire, TIRE | {"trail": 0.02, "f_r": 0.01, "c_gamma": 1.0}), (MagicFormulaTire, ALL)])
@pytest.mark.parametrize("road", UNEVEN, ids=lambda road: type(road).__name__)
@pytest.mark.parametrize("seed", range(3))
def test_power_is_minus_the_rate_of_energy_and_heat(kind, values, road, seed):
    """On obstacles, too: the wheel stands on their edges, askew and leaning."""
    rng = np.random.default_rng(seed)
    p = Record(kind(Body(m=1.0).frame_a, road, **values).values)
    R = about_z(rng.uniform(-3.0, 3.0)) @ about_x(rng.uniform(-0.1, 0.1))
    wheel = wheel_at([0.0, 0.0, 0.3], R, rng.normal(scale=[10.0, 2.0, 0.5]), [0.3, 20.0, -0.4])
    u = Record(u=rng.normal(scale=0.01), v=rng.normal(scale=0.01))
    rates = kind.rates(p, u, 0.0, wheel, described(road))
    motion = Record(R=R @ skew(wheel.w), r=wheel.v, v=np.zeros(3), w=np.zeros(3))
    see = lambda u, wheel: energy(kind, p, u, 0.0, wheel, described(road))
    _, rate = traced(see, [u, wheel], [Record(rates), motion])
    ((f, m),) = kind.wrenches(p, u, 0.0, wheel, described(road))
    heat = kind.dissipation(p, u, 0.0, wheel, described(road))
    assert f @ wheel.v + m @ (R @ wheel.w) == pytest.approx(-rate[0] - heat, rel=1e3 * ROUNDOFF)


@pytest.mark.parametrize(("kind", "values"), [(LinearTire, TIRE | {"f_r": 0.01}), (MagicFormulaTire, ALL)])
def test_a_tour_turns_work_into_motion_springs_and_heat(kind, values):
    """Accelerating, braking to a standstill with the wheel locked, backwards, and steering all the time; heat grows in every tenth of a second."""
    torque, turn = Table([0.0, 1.0, 1.01, 3.0, 4.0], [300.0, 300.0, -900.0, -900.0, 0.0]), Sine(200.0, 0.8)
    run = simulate(tour(kind, values, FlatRoad()), 4.0, 1e-3, inputs={"torque": torque, "turn": turn}, rtol=1e-8)
    assert run["v"].max() > 9.0 and run["v"].min() < -1.0
    work, heat = (cumulative_simpson(of, x=run["time"], initial=0.0) for of in (run["driving"] + run["turning"], run["heat"]))
    energy = run["K"] + run["U"]
    np.testing.assert_allclose(energy - energy[0], work - heat, atol=1e-4 * heat[-1])
    assert heat[-1] > 0.0 and min(np.diff(heat[::100])) > 0.0


@pytest.mark.parametrize(("kind", "values"), [(LinearTire, TIRE), (MagicFormulaTire, ALL), (TurnSlipTire, ALL | SPIN)])
def test_units(kind, values):
    p = parameters(kind(Body(m=1.0).frame_a, FlatRoad(), **values), dressed)
    units = {
        "r_l": "m",
        "gamma": "rad",
        "rise": "1",
        "share": "1",
        "v_x": "m/s",
        "v_y": "m/s",
        "closing": "m/s",
        "spin": "rad/s",
        "turn": "rad/s",
        "mu": "1",
    }
    at = Record({name: dressed(0.3, unit) for name, unit in units.items()})
    found = kind.response(p, Record(u=dressed(0.01, "m"), v=dressed(0.01, "m")), at)
    wanted = {
        "F": "N",
        "M": "N.m",
        "kappa": "1",
        "alpha": "rad",
        "rho": "m",
        "r_e": "m",
        "u_dot": "m/s",
        "v_dot": "m/s",
        "stored": "J",
        "radial": "J",
        "stored_rate": "W",
    }
    for name, unit in wanted.items():
        assert_dimension(found[name], unit)


def test_a_file_gives_what_it_says(tmp_path):
    frame, road = Body(m=1.0).frame_a, FlatRoad()
    tire = tire_from_file(written(tmp_path / "own.tir"), frame, road)
    assert type(tire) is MagicFormulaTire
    assert {name: float(tire.values[name]) for name in ALL} == ALL
    turning = tire_from_file(written(tmp_path / "turning.tir", ALL | SPIN), frame, road)
    assert type(turning) is TurnSlipTire and turning.QCRP1.value == SPIN["QCRP1"]
    assert tire_from_file(written(tmp_path / "zero.tir", ALL | {"Q_RE0": 0.0}), frame, road).Q_RE0.value == 1.0  # files write 0 for what they lack
    wide = tire_from_file(written(tmp_path / "wide.tir", ALL | {"WIDTH": 0.2, "ASPECT_RATIO": 0.6}), frame, road)
    leaning = tire_from_file(written(tmp_path / "leaning.tir", ALL | {"WIDTH": 0.2, "ASPECT_RATIO": 0.6, "Q_CAM1": 80.0}, fittyp=62), frame, road)
    assert [wide.WIDTH.value, leaning.WIDTH.value, leaning.Q_CAM1.value] == [0.0, 0.2, 80.0]  # a width acts by the contour alone
    older = tire_from_file(written(tmp_path / "older.tir", fittyp=6), frame, road, LMUX=0.5)
    assert type(older) is MagicFormula52Tire and older.LMUX.value == 0.5


@pytest.mark.files
@pytest.mark.filterwarnings("ignore:.*which mbfmu does not use")
def test_files_of_others_give_tires():
    """At nominal load each of them brakes, drives and steers with forces below two times the load."""
    for file in files_of_others("MBFMU_TIRES", "*.tir"):
        tire = tire_from_file(file, Body(m=1.0).frame_a, FlatRoad())
        assert tire.own_problems() == [], file.name
        c = Record(tire.values)
        driving, braking, steering = (
            tire.formula.forces(c, c.FNOMIN, kappa, alpha, 0.0, c.INFLPRES, 10.0) for kappa, alpha in ((0.05, 0.0), (-0.05, 0.0), (0.0, 0.05))
        )
        assert 0.0 < driving.Fx < 2.0 * c.FNOMIN and -2.0 * c.FNOMIN < braking.Fx < 0.0, file.name
        assert -2.0 * c.FNOMIN < steering.Fy < 0.0, file.name


@pytest.mark.files
@pytest.mark.filterwarnings("ignore:.*which mbfmu does not use")
def test_forces_of_files_of_others_are_those_of_another_implementation():
    """FILE.csv beside FILE.tir: load, slips, inclination, pressure, speeds and loaded radius, and what another implementation makes of them."""
    for table in files_of_others("MBFMU_TIRES", "*.csv"):
        c = Record(tire_from_file(table.with_suffix(".tir"), Body(m=1.0).frame_a, FlatRoad()).values)
        points = np.genfromtxt(table, delimiter=",", names=True)
        found = [MagicFormula.forces(c, *(at[name] for name in ("Fz", "kappa", "alpha", "gamma", "p", "Vx"))) for at in points]
        for name in found[0]:
            assert max(abs(points[name] - [f[name] for f in found])) < TIRE_TABLE * max(abs(points[name])), (table.name, name)
        loads = []
        for at, f in zip(points, found):
            free, dpi = vertical.free_radius(c, at["omega"]), (at["p"] - c.NOMPRES) / c.NOMPRES
            across = f.Fy - vertical.leaning_force(c, free, at["r_l"], at["gamma"])
            rho = vertical.deflection(c, free, at["r_l"], at["gamma"])
            factor = vertical.stiffening(c, at["omega"]) - vertical.lowering(c, rho, f.Fx, across)
            loads.append(vertical.load(c, rho, rho, factor, dpi, at["gamma"]))
        assert max(abs(points["Fz_of_r_l"] - loads)) < TIRE_TABLE * c.FNOMIN, table.name


def test_units_of_a_file_are_converted(tmp_path):
    file = written(tmp_path / "mm.tir", ALL | {"UNLOADED_RADIUS": 320.0, "VERTICAL_STIFFNESS": 210.0})
    file.write_text(file.read_text().replace("'meter'", "'mm'"))
    tire = tire_from_file(file, Body(m=1.0).frame_a, FlatRoad())
    assert [tire.UNLOADED_RADIUS.value, tire.VERTICAL_STIFFNESS.value] == pytest.approx([0.32, 2.1e5])


def test_a_tire_of_the_other_side_is_mirrored(tmp_path):
    file = written(tmp_path / "left.tir")
    shown = []
    for side, sign in (("left", 1.0), ("right", -1.0)):
        model = on_rails(LinearTire, FlatRoad(), TIRE, [10.0, sign, 0.0], 30.0)
        del model.tire
        model.tire = tire_from_file(file, model.wheel.frame_a, model.road, side=side)
        model.outputs.clear()
        model.expose(outputs={"F": model.tire.F, "M": model.tire.M})
        shown.append(list(simulate(model, 1.0, 0.5)[-1])[1:])
    assert shown[1] == pytest.approx(np.array(shown[0]) * [1, -1, 1, -1, 1, -1], rel=ROUNDOFF)


@pytest.mark.parametrize(
    ("changed", "by", "says"),
    [
        ("FITTYP = 61", "FITTYP = 3", "has FITTYP = 3.0; mbfmu reads the Magic Formula"),
        ("'meter'", "'furlong'", "line 2: LENGTH = 'furlong' is no unit that mbfmu reads"),
        ("PCX1         = 1.6", "PCX1 = 1e999", "PCX1 = 1e999 is not finite"),
        ("PCX1         = 1.6", "PCX1 = 1,6", "has PCX1 = 1,6, which is no number"),
        ("UNLOADED_RADIUS = 0.32", "UNLOADED_RADIUS = 0.32 0.33", "line 11: UNLOADED_RADIUS = 0.32 0.33 is not one number"),
        ("UNLOADED_RADIUS = 0.32", "UNLOADED_RADIUS = ", "line 11: UNLOADED_RADIUS has no value"),
        ("UNLOADED_RADIUS = 0.32", "UNLOADED_RADIUS 0.32", "line 11: 'UNLOADED_RADIUS 0.32   \\$ a comment' is no line like PCX1 = 1.6"),
        ("PDX1         = 1.15", "PCX1 = 1.15", "line 17: PCX1 is given twice, as 1.6 and as 1.15"),
        ("PCX1         = 1.6", "PCX1 = 1_6", "has PCX1 = 1_6, which is no number"),
        ("'meter'", "''", "line 2: LENGTH = '' is no unit that mbfmu reads"),
        ("'meter'", "", "line 2: LENGTH = '' is no unit that mbfmu reads"),
    ],
)
def test_files_that_cannot_be_read_are_refused(tmp_path, changed, by, says):
    file = written(tmp_path / "own.tir")
    file.write_text(file.read_text().replace(changed, by))
    with pytest.raises(MbfmuError, match=says):
        tire_from_file(file, Body(m=1.0).frame_a, FlatRoad())
    with pytest.raises(MbfmuError, match="cannot be read"):
        tire_from_file(tmp_path / "none.tir", Body(m=1.0).frame_a, FlatRoad())


def test_the_same_number_twice_is_that_number(tmp_path):
    """The format says nothing of names given twice: where both agree, nothing is open."""
    file = written(tmp_path / "own.tir")
    once = read_tir(file).numbers
    file.write_text(file.read_text() + "PCX1 = 1.60\n")
    assert read_tir(file).numbers == once


def test_all_lines_that_cannot_be_read_are_told_at_once(tmp_path):
    file = written(tmp_path / "own.tir")
    file.write_text(file.read_text().replace("'newton'", "'stone'").replace("PCX1         = 1.6", "PCX1 = 1 6"))
    with pytest.raises(ProblemsFound) as found:
        tire_from_file(file, Body(m=1.0).frame_a, FlatRoad())
    assert [problem.split(":")[0] for problem in found.value.problems] == ["line 3", "line 16"]


def test_headers_and_tables_are_no_coefficients(tmp_path):
    """As Adams writes them: free words, and a shape of the carcass in columns."""
    file = written(tmp_path / "own.tir")
    head = "[MDI_HEADER]\nFILE_TYPE = 'tir'\nFILE_VERSION = 3.0 beta\nDATE = 12 March 2002\n(COMMENTS)\n{comment_string}\nTire of nobody\n"
    file.write_text(f"{head}{file.read_text()}\n[SHAPE]\n{{radial width}}\n 1.0 0.0\n 1.0 0.4\n")
    assert tire_from_file(file, Body(m=1.0).frame_a, FlatRoad()).PCX1.value == ALL["PCX1"]


@pytest.mark.parametrize("fittyp", [6, 61])
def test_half_a_file_is_told(tmp_path, fittyp):
    """A file that ends behind the coefficients of Fx has no Fy; one that ends before the moments has forces, and is warned of."""
    names = list(ALL)
    frame, road = Body(m=1.0).frame_a, FlatRoad()
    structure = {name: ALL[name] for name in names[names.index("VERTICAL_STIFFNESS") : names.index("BREFF")]}
    before = {part: {name: ALL[name] for name in names[: names.index(part)]} | structure for part in ("PCY1", "QSX2")}
    with pytest.raises(ProblemsFound, match="lacks values that a .* needs") as found:
        tire_from_file(written(tmp_path / "half.tir", before["PCY1"], fittyp), frame, road)
    assert [problem.split(",")[0] for problem in found.value.problems] == ["PCY1", "PDY1", "PKY1"]
    with pytest.warns(UserWarning, match=r"most.tir lacks .* and \d+ more of a MagicFormula.*; their effects are left out"):
        tire_from_file(written(tmp_path / "most.tir", before["QSX2"], fittyp), frame, road)


def test_a_file_without_loads_or_carcass_is_refused(tmp_path):
    lacking = ("FNOMIN", "UNLOADED_RADIUS", "VERTICAL_STIFFNESS", "LATERAL_STIFFNESS")
    file = written(tmp_path / "own.tir", {name: value for name, value in ALL.items() if name not in lacking})
    with pytest.raises(ProblemsFound) as found:
        tire_from_file(file, Body(m=1.0).frame_a, FlatRoad(), LATERAL_STIFFNESS=1.6e5)  # given here
    assert {problem.split(",")[0] for problem in found.value.problems} == {"FNOMIN", "UNLOADED_RADIUS", "VERTICAL_STIFFNESS"}


@pytest.mark.parametrize("kind", [MagicFormulaTire, TurnSlipTire, MagicFormula52Tire])
def test_coefficients_that_a_version_does_not_use_change_nothing(kind):
    """All others change a force, a moment, a slope or a relaxation length."""
    random = np.random.default_rng(0)
    names = [name for group in (Longitudinal, Lateral, Moments) for name in declarations(group, Parameter)]
    c = coefficients()
    c.update({name: np.asarray(random.uniform(0.01, 0.1)) for name in names if c[name] == 0})

    def found(c: Record) -> np.ndarray:
        results: list[float] = []
        for direction in (1.0, -1.0):
            turned = kind.formula.turned_around(c, direction)
            slopes = kind.formula.slopes(turned, 3100.0, 0.044, 2.6e5)
            results += kind.formula.forces(turned, 3100.0, 0.021 * direction, 0.033, 0.044, 2.6e5, 14.0, 0.01).values()
            results += kind.formula.relaxation(turned, slopes, 3100.0, 0.044, 0.1)
        return np.array(results)

    usual = found(c)
    assert {name for name in names if np.array_equal(found(Record(c, **{name: 1.37 * c[name] + 0.003})), usual)} == kind.unused


def test_what_a_file_lacks_is_named(tmp_path):
    file = written(tmp_path / "own.tir", ALL | {"LATERAL_STIFFNESS": 0.0, "Q_RA1": 0.5})
    with pytest.warns(UserWarning, match="has Q_RA1, which mbfmu does not use"):
        model = on_rails(lambda frame, road, **values: tire_from_file(file, frame, road), FlatRoad(), {}, [1.0, 0.0, 0.0], 3.0)
    with pytest.raises(ProblemsFound, match="LATERAL_STIFFNESS = 0 N/m must be > 0"):
        simulate(model, 0.1)
