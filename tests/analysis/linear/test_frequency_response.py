"""Frequency responses against closed forms."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from matplotlib.axes import Axes

from mbfmu import Body, JointMotionInput, MbfmuError, Model, PositionSensor, Prismatic, TranslationSpringDamper, World, equilibrium, linearize
from mbfmu.analysis.linear.frequency_response import FrequencyResponse
from mbfmu.base.errors import ProblemsFound
from mbfmu.view import plot_response
from tests.library import problem_of
from tests.tolerances import PEAK, ROUNDOFF, SETTLED

M, C, D = 2.0, 800.0, 3.0  # kg, N/m, N.s/m
RATES = {"s": ("v", "a")}


def shaken(formulation: str = "kane", c=C, d=D) -> Model:
    """A mass on a spring and damper on a table that is moved."""
    model = Model("Shaken", formulation=formulation)
    model.world, model.table, model.mass = World(g=0), Body(m=5.0), Body(m=M)
    model.rail = Prismatic(model.world.frame_b, model.table.frame_a, n=[1, 0, 0])
    model.guide = Prismatic(model.table.frame_a, model.mass.frame_a, n=[1, 0, 0])
    model.spring, model.drive = TranslationSpringDamper(model.guide, c=c, d=d), JointMotionInput(model.rail)
    model.place = PositionSensor(model.mass.frame_a)
    model.expose(inputs={"s": model.drive.s, "v": model.drive.v, "a": model.drive.a}, outputs={"r": model.place.r, "spring_force": model.spring.f})
    return model


@pytest.mark.parametrize("formulation", ["articulated_body", "newton_euler"])
def test_the_motion_of_a_table_passes_to_what_stands_on_it(formulation: str):
    """Transmissibility: (c + d s) / (m s^2 + d s + c), and the force of the spring that accelerates the mass."""
    f = np.array([0.0, 0.5, 3.0, 3.2, 40.0])
    found = linearize(shaken(formulation)).frequency_response(f, rates=RATES)
    s = 2j * np.pi * f
    passed = (C + D * s) / (M * s**2 + D * s + C)
    assert found.of("r[1]", "s") == pytest.approx(passed, abs=ROUNDOFF)
    assert found.of("spring_force", "s") == pytest.approx(M * s**2 * passed, abs=C * ROUNDOFF)
    assert found.unit("spring_force", "s") == "N/m" and found.inputs == ("s",)


def test_a_road_under_a_quarter_car():
    """From its matrices, at rest on its springs."""
    f = np.array([0.5, 1.0, 1.3, 2.0, 5.0, 10.0, 12.0])
    found = equilibrium(problem_of("quarter_car")).linearization.frequency_response(f, ["road"], ["wheel_height", "suspension_*"])
    s, below, above = 2j * np.pi * f, 40.0, 250.0
    suspension, tire = 16e3 + 1e3 * s, 160e3
    wheel = tire * (above * s**2 + suspension) / ((above * s**2 + suspension) * (below * s**2 + suspension + tire) - suspension**2)
    assert found.outputs == ("wheel_height", "suspension_travel", "suspension_speed", "suspension_force")
    assert found.of("wheel_height", "road") == pytest.approx(wheel, abs=SETTLED)
    assert found.of("suspension_travel", "road") == pytest.approx(wheel * suspension / (above * s**2 + suspension) - wheel, abs=SETTLED)


def test_the_frequencies_of_its_own_choice_show_the_peaks():
    """Of a mass with a damping ratio of 1e-3: 1 / (2 zeta), and both slopes."""
    d = 2e-3 * np.sqrt(C * M)
    found = linearize(shaken(d=d)).frequency_response(outputs=["r[1]"], rates=RATES)
    size = np.abs(found.of("r[1]", "s"))
    assert size.max() == pytest.approx(500.0, rel=PEAK)
    assert [size[0], size[-1]] == pytest.approx([abs(1 + 2e-3j * x) / abs(1 - x**2 + 2e-3j * x) for x in (0.1, 10.0)], rel=SETTLED)


def test_what_has_no_response_is_refused():
    system = linearize(shaken(d=0.0))
    resonance = np.sqrt(C / M) / (2 * np.pi)
    with pytest.raises(MbfmuError, match=r"response at 3.18309886 Hz is infinite: a mode of this frequency has no damping"):
        system.frequency_response([1.0, resonance])
    assert np.isfinite(system.frequency_response().values).all()
    with pytest.raises(MbfmuError, match="finite numbers >= 0 Hz"):
        system.frequency_response([-1.0])
    with pytest.raises(ProblemsFound, match="no signal is called 'spring_farce'.*did you mean 'spring_force'"):
        system.frequency_response([1.0], outputs=["spring_farce"])
    with pytest.raises(ProblemsFound, match="there is no input 'w'"):
        system.frequency_response([1.0], rates={"s": ("w",)})
    with pytest.raises(ProblemsFound, match="rates are given of 'r'"):
        system.frequency_response([1.0], ["s"], rates={"r": ("v",)})


def test_units_of_other_tools_stay_as_they_are():
    system = linearize(shaken())
    foreign = replace(system, input_units=("%", "", "m/s2"), output_units=("m", "m", "m", "N"))
    found = foreign.frequency_response([1.0])
    assert (found.unit("spring_force", "s"), found.unit("spring_force", "v"), found.unit("r[1]", "a")) == ("(N).(%)-1", "", "s2")


def many(outputs: int, inputs: int) -> FrequencyResponse:
    """Angles and speeds by torques: all of them respond."""
    names, count = tuple(f"j{i}" for i in range(outputs)), outputs // 2
    return FrequencyResponse(
        frequencies=np.array([1.0, 2.0]),
        values=np.full((2, outputs, inputs), 1.0 + 1.0j),
        inputs=tuple(f"tau{i}" for i in range(inputs)),
        outputs=names,
        input_units=("N.m",) * inputs,
        output_units=("rad",) * count + ("rad/s",) * (outputs - count),
    )


@pytest.mark.slow
def test_many_curves_are_told_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Ten in an axes at most, no two of a page alike, and the rest on more pages."""
    drawn_axes: list[Axes] = []
    monkeypatch.setattr("mbfmu.view.response_plot.dress", drawn_axes.append)
    for response, pages in ((many(6, 3), 1), (many(10, 5), 2)):
        drawn_axes.clear()
        paths = plot_response(response, tmp_path / "r.svg")
        assert len(paths) == pages and all(path.is_file() for path in paths)
        assert max(len(axes.lines) for axes in drawn_axes) <= 10
        curves = [(axes.get_ylabel() == "phase in deg", line.get_color(), line.get_linestyle()) for axes in drawn_axes for line in axes.lines]
        assert len(curves) == 2 * len(response.outputs) * len(response.inputs)
        assert pages > 1 or len({*curves}) == len(curves)
        assert {axes.get_ylabel() for axes in drawn_axes} == {"amplification in rad/(N.m)", "amplification in rad/(s.N.m)", "phase in deg"}


def test_it_is_saved_and_drawn(tmp_path: Path):
    found = linearize(shaken()).frequency_response(np.array([1.0, 2.0]), rates=RATES)
    found.save(tmp_path / "response.npz")
    found.save(tmp_path / "response.csv")
    assert np.array_equal(np.load(tmp_path / "response.npz")["values"], found.values)
    read = np.genfromtxt(tmp_path / "response.csv", delimiter=",", skip_header=1)
    assert np.array_equal(read[:, 1] + 1j * read[:, 2], found.of("r[1]", "s"))
    assert (tmp_path / "response.csv").read_text().startswith('"frequency [Hz]","r[1]/s real [1]","r[1]/s imag [1]",')
    plot_response(found, tmp_path / "response.png", "Shaken")
    assert (tmp_path / "response.png").read_bytes()[:4] == b"\x89PNG"
    with pytest.raises(MbfmuError, match=r"written as .npz or .csv"):
        found.save(tmp_path / "response.txt")
