"""Flexible bodies that get warmer, against closed forms of thermoelastic beams."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from scipy.optimize import brentq

from mbfmu import (
    ElasticStress,
    EnergyError,
    Fixed,
    FlexibleBody,
    JointReaction,
    Material,
    MbfmuError,
    Model,
    PositionSensor,
    PowerSensor,
    RectangleSection,
    ThermalLoad,
    World,
    beam_data,
    build_fmu,
    build_native,
    build_portable,
    compile_problem,
    equilibrium,
    linearize,
    simulate,
)
from mbfmu.analysis.strength.worst_places import stress_histories
from mbfmu.cosim import simulate_fmu
from mbfmu.model.structure.elastic_data import ElasticData
from mbfmu.model.structure.reference_frame import held_at
from mbfmu.problem.data.problem import Problem
from mbfmu.problem.schedules.schedules import FORMULATIONS

from ....tolerances import FMU_INTEGRATION, LOOSE_FMU_INTEGRATION, SETTLED, SMALL_MOTION, STRETCHED, TRUNCATED_MODES

ALPHA, WARMER, LENGTH = 1.2e-5, 50.0, 1.0
STEEL = Material(E=2.1e11, rho=7850.0, nu=0.3, alpha=ALPHA)
FLAT = RectangleSection(width=0.03, height=0.02)
FIELDS: dict[str, float | Callable] = {
    "warm": 1.0,
    "sun": lambda x: x[:, 2] / FLAT.height,
    "side": lambda x: x[:, 1] / FLAT.width,
    "end": lambda x: x[:, 0],
}
LOCKED = STEEL.E * ALPHA * WARMER


@pytest.fixture(scope="module")
def data() -> ElasticData:
    return beam_data({"root": [0, 0, 0], "tip": [LENGTH, 0, 0]}, FLAT, STEEL, elements=4, modes=2, temperatures=FIELDS)


def heated(data: ElasticData, held: bool = False, T: float = 0.0, **values) -> Model:
    """A beam that is fixed at its root, and at its tip too where it is held, with a load for each field; the sun shines from the start."""
    model = Model("Heated", tolerance=1e-8)
    model.world, model.beam = World(g=0.0), FlexibleBody(data, **values)
    model.root = Fixed(model.world.frame_b, model.beam.node("root"))
    if held:
        model.wall = Fixed(model.world.at([LENGTH, 0, 0]), model.beam.node("tip"))
    model.reaction, model.tip = JointReaction(model.root), PositionSensor(model.beam.node("tip"))
    model.top = ElasticStress(model.beam, place="root.top")
    model.expose(outputs={"r": model.tip.r, "f": model.reaction.f, "t": model.reaction.t, "s": model.top.sigma, "e": model.beam.e})
    for field in data.temperatures:
        load = model.add(f"by_{field}", ThermalLoad(model.beam, temperature=field))
        model.expose(inputs={field: load.T}, start={field: T if field == "sun" else 0.0})
    return model


def warmed(beam: Problem, field: str) -> dict[str, float]:
    """The outputs in equilibrium."""
    return equilibrium(beam, inputs={"sun": 0.0, field: WARMER}).outputs


def test_free_beam(data):
    """Expands by alpha T L, and by alpha T L / 2 if its tip alone is so warm; bends by alpha T / h; without stress or a force at its root."""
    beam = compile_problem(heated(data))
    free = {field: warmed(beam, field) for field in FIELDS}
    grown = {field: found["r[1]"] - LENGTH for field, found in free.items()}
    assert [grown["warm"], grown["end"]] == pytest.approx([ALPHA * WARMER * LENGTH, ALPHA * WARMER * LENGTH / 2], rel=STRETCHED)
    bent = [free["sun"]["r[3]"], free["side"]["r[2]"]]
    assert bent == pytest.approx([-ALPHA * WARMER / across * LENGTH**2 / 2 for across in (FLAT.height, FLAT.width)], rel=SMALL_MOTION)
    for found in free.values():
        assert [found[f"s[{k}]"] for k in range(1, 7)] == pytest.approx([0.0] * 6, abs=STRETCHED * LOCKED)
        assert [found[f"f[{k}]"] for k in (1, 2, 3)] == pytest.approx([0.0] * 3, abs=STRETCHED * LOCKED * FLAT.A)


def test_beam_between_walls(data):
    """Pushes with E A alpha T, or bends its walls with E I alpha T / h; its stress is E alpha T of the fibre, for fibres cannot expand."""
    beam = compile_problem(heated(data, held=True))
    warm, sun, end = (warmed(beam, field) for field in ("warm", "sun", "end"))
    assert [warm["f[1]"], warm["s[1]"]] == pytest.approx([LOCKED * FLAT.A, -LOCKED], rel=SETTLED)
    assert [sun["f[1]"], sun["t[2]"], sun["s[1]"]] == pytest.approx([0.0, LOCKED * FLAT.I_y / FLAT.height, -LOCKED / 2], rel=SETTLED, abs=SETTLED)
    assert [end["f[1]"], end["s[1]"]] == pytest.approx([LOCKED * FLAT.A / 2, -LOCKED / 2], rel=SETTLED)


def clamped(P: float) -> float:
    """The first angular frequency of a beam between walls under a compressive force P. Source: Bokaian, J. Sound Vib. 126, 1988."""
    p, unit = P * LENGTH**2 / (STEEL.E * FLAT.I_y), np.sqrt(STEEL.E * FLAT.I_y / (STEEL.rho * FLAT.A)) / LENGTH**2

    def residual(w: float) -> float:
        root = np.sqrt(p**2 / 4 + w**2)
        a, b = np.sqrt(root - p / 2), np.sqrt(root + p / 2)
        return 2 * a * b * (1 - np.cosh(a) * np.cos(b)) + (a**2 - b**2) * np.sinh(a) * np.sin(b)

    return unit * float(brentq(residual, 1.0, 30.0))


@pytest.mark.slow
def test_heat_lowers_the_frequency():
    """Of a beam between walls, to zero where its thermal force is Euler's load, 4 pi^2 E I / L^2."""
    ends = {"root": [0, 0, 0], "tip": [LENGTH, 0, 0]}
    beam = compile_problem(heated(beam_data(ends, FLAT, STEEL, modes=5, temperatures={"warm": 1.0}), held=True, zeta=0.0))
    Euler = 4 * np.pi**2 * STEEL.E * FLAT.I_y / LENGTH**2
    for share in (0.0, 0.5, 0.9):
        warm = equilibrium(beam, inputs={"warm": share * Euler / (STEEL.E * FLAT.A * ALPHA)})
        first = min(abs(mode.eigenvalue) for mode in linearize(warm).modes())
        assert first == pytest.approx(clamped(share * Euler), abs=5 * TRUNCATED_MODES * clamped(0.0))


def test_energy_of_a_beam_that_is_heated_at_once(data):
    """It swings, and its energy is the work of the thermal load; at first its inertia holds it as walls would."""
    model = heated(data, T=WARMER, zeta=0.0)
    model.power, model.error = PowerSensor(model.by_sun), EnergyError()
    changes = {f"{field}_now": model.elements[f"by_{field}"].change for field in FIELDS}
    model.expose(outputs={"power": model.power.P, "error": model.error.error, **changes})
    swing = simulate(model, stop_time=0.02, interval=1e-4)
    assert swing["s[1]"][0] == pytest.approx(-LOCKED / 2, rel=STRETCHED)
    assert np.abs(swing["power"]).max() > 1.0
    assert np.abs(swing["error"]).max() < FMU_INTEGRATION * np.abs(swing["power"]).max() * 0.02
    history = stress_histories(model, model.beam, swing)["root.top"][:, 0]
    assert history == pytest.approx(swing["s[1]"], abs=STRETCHED * LOCKED)
    other = heated(data)
    with pytest.raises(MbfmuError, match=r"^the result does not say how warm beam is: expose it, outputs=\{'T': model.by_warm.change\}"):
        stress_histories(other, other.beam, swing)


def test_stress_within_changes_the_frequency(data):
    """By data in which 1 K takes 0.2 % of the stiffness: frequencies fall by the root of what is left, and no energy is lost on the way."""
    field = data.temperatures["sun"]
    soft = replace(data, temperatures={"sun": replace(field, stiffening=-0.002 * data.Ke)})
    model = heated(soft, T=WARMER, zeta=0.0)
    model.power, model.error = PowerSensor(model.by_sun), EnergyError()
    model.expose(outputs={"power": model.power.P, "error": model.error.error})
    problem = compile_problem(model)
    first = [min(abs(mode.eigenvalue) for mode in linearize(problem, inputs={"sun": T}).modes()) for T in (0.0, WARMER)]
    assert first[1] / first[0] == pytest.approx(np.sqrt(1 - 0.002 * WARMER), rel=SMALL_MOTION)
    swing = simulate(problem, stop_time=0.02, interval=1e-4)
    assert np.abs(swing["error"]).max() < FMU_INTEGRATION * np.abs(swing["power"]).max() * 0.02


def test_modes_that_lack_the_deformation(data):
    with pytest.warns(UserWarning) as told:
        compile_problem(heated(data, modes=4))
    (warm,) = (str(one.message) for one in told if "'warm'" in str(one.message))
    assert "by_warm: the 4 modes of beam show 0 % of the deformation by 'warm'" in warm
    enough = int(warm.rpartition("modes=")[2].partition(")")[0])
    assert enough == data.modes
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        compile_problem(heated(data, modes=enough))


def test_two_spans_of_which_one_is_warm():
    """A frame with a warm post: the beam on it is lifted by alpha L of the post for each kelvin, and stays as it is; no stress anywhere."""
    corners = {"foot": (0, 0, 0), "corner": (0, 0, 1), "end": (1, 0, 1)}
    frame = held_at(beam_data(corners, FLAT, STEEL, elements=2, modes=0, temperatures={"post": {"foot": 1.0}}), "foot")
    e = np.linalg.solve(frame.Ke, frame.temperatures["post"].load)
    assert [frame.nodes[name].Phi @ e for name in ("corner", "end")] == [pytest.approx([0, 0, ALPHA], abs=STRETCHED * ALPHA)] * 2
    stress = {name: place.sigma @ e + frame.temperatures["post"].stresses[name] for name, place in frame.stresses.items()}
    assert np.abs(list(stress.values())).max() < STRETCHED * STEEL.E * ALPHA
    with pytest.raises(MbfmuError, match="^temperatures: 'post' has no span that begins at 'end'. Spans begin at 'foot', 'corner'"):
        beam_data(corners, FLAT, STEEL, temperatures={"post": {"end": 1.0}})


def test_refused(data):
    body = FlexibleBody(data)
    with pytest.raises(MbfmuError, match=r"^FlexibleBody has no temperatures 'sunn' \(did you mean 'sun'\?\); it has warm, sun"):
        ThermalLoad(body, temperature="sunn")
    ends = {"root": [0, 0, 0], "tip": [1, 0, 0]}
    with pytest.raises(MbfmuError, match="^temperatures: the material does not expand, its alpha is 0 1/K"):
        beam_data(ends, FLAT, Material(2.1e11, 7850.0), temperatures={"warm": 1.0})
    with pytest.raises(MbfmuError, match="^temperatures: 'core' is not linear across the section"):
        beam_data(ends, FLAT, STEEL, elements=1, temperatures={"core": lambda x: x[:, 2] ** 2})
    for wrong in ("warm", lambda x: x, float("nan")):
        with pytest.raises(MbfmuError, match="^temperatures: 'odd' must be a finite number, or a function of positions"):
            beam_data(ends, FLAT, STEEL, elements=1, temperatures={"odd": wrong})
    with pytest.raises(MbfmuError, match="^Material: alpha = nan must be a finite coefficient"):
        Material(2.1e11, 7850.0, alpha=float("nan"))


@pytest.mark.slow
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_all_formulations_heat_alike(data, formulation):
    """A beam that is heated at once swings alike."""
    swings = []
    for chosen in ("articulated_body", formulation):
        model = heated(data, T=WARMER)
        model.formulation = chosen
        swings.append(simulate(model, stop_time=5e-3, interval=1e-3, rtol=1e-9))
    assert swings[1]["r[3]"] == pytest.approx(swings[0]["r[3]"], abs=FMU_INTEGRATION * np.abs(swings[0]["r[3]"]).max())
    assert swings[1]["s[1]"] == pytest.approx(swings[0]["s[1]"], abs=FMU_INTEGRATION * LOCKED)


@pytest.mark.slow
@pytest.mark.parametrize("build", [build_fmu, build_portable, build_native])
def test_in_fmus(data, build, tmp_path):
    """A beam that is heated at once, in an FMU with its pictures: it swings as in a run of the model."""
    model = heated(data, T=WARMER, zeta=0.1)
    wanted = simulate(model, stop_time=0.02, interval=1e-3)
    found = simulate_fmu(build(model, tmp_path), 0.02, 1e-3)
    for name, size in (("s[1]", LOCKED), ("r[3]", np.abs(wanted["r[3]"]).max())):
        assert found[name] == pytest.approx(wanted[name], abs=LOOSE_FMU_INTEGRATION * size)
