"""The energy-saving arm (Schiehlen 2005, section 7): what its drives consume without springs and with the best ones, against Lagrange's equations."""

import numpy as np
import pytest

from mbfmu import optimize, simulate
from mbfmu.problem.load_problem import load_model
from tests.library import FMUS
from tests.tolerances import CONSUMED, SHOWN

SPRINGS = [f"{joint}_spring.{name}" for joint in ("shoulder", "elbow") for name in ("c", "phi_rel0")]
MOTIONS = [45.0, pytest.param(135.0, marks=pytest.mark.slow)]  # degrees: the headings of both lines of the tip
LENGTH, HALF = 0.4, 0.2  # m: of a link, and its centre of mass
PERIOD, INSTANTS = 1.0, 4096


def test_the_tip_swings_along_a_horizontal_line() -> None:
    result = simulate(load_model(FMUS / "energy_saving_arm/model.py"), PERIOD, 0.01, {"heading": 0.3, "stroke": 0.08, "frequency": 2.0})
    way = 0.08 * np.sin(4.0 * np.pi * result["time"])
    assert result["tip[1]"] == pytest.approx(0.45 + way * np.cos(0.3), abs=SHOWN)
    assert result["tip[2]"] == pytest.approx(way * np.sin(0.3), abs=SHOWN)
    assert not result["tip[3]"].any()


@pytest.mark.parametrize("heading", MOTIONS)
def test_springs_save_more_than_nine_tenths(heading: float) -> None:
    """From none, the search finds springs; what is consumed before and after is that of Lagrange's equations."""
    model = load_model(FMUS / "energy_saving_arm/model.py")
    values = {"heading": np.radians(heading), "shoulder_spring.c": 0.0, "elbow_spring.c": 0.0}
    best = optimize(model, SPRINGS, lambda run: run["consumed"][-1], stop_time=PERIOD, interval=PERIOD, values=values)
    assert best.criterion <= 0.1 * best.before
    assert best.before == pytest.approx(consumed(heading), rel=CONSUMED)
    assert best.criterion == pytest.approx(consumed(heading, *(best.values[name] for name in SPRINGS)), rel=CONSUMED)


def consumed(heading: float, c_1: float = 0.0, rest_1: float = 0.0, c_2: float = 0.0, rest_2: float = 0.0) -> float:
    """The energy of a period [J]: positive powers of torques by Lagrange's equations of two links, rates by Fourier series."""
    t = PERIOD / INSTANTS * np.arange(INSTANTS)
    way, angle = 0.1 * np.sin(2.0 * np.pi * t / PERIOD), np.radians(heading)
    x, y = 0.45 + way * np.cos(angle), way * np.sin(angle)
    q_2 = np.arccos((x**2 + y**2) / (2.0 * LENGTH**2) - 1.0)
    q_1 = np.arctan2(y, x) - 0.5 * q_2  # links of the same length
    (v_1, a_1), (v_2, a_2) = rates(q_1), rates(q_2)
    coupling, upper, lower = 4.0 * LENGTH * HALF, 0.08 + 6.0 * HALF**2 + 4.0 * LENGTH**2, 0.055 + 4.0 * HALF**2
    beside, bend = coupling * np.cos(q_2), coupling * np.sin(q_2)
    tau_1 = (upper + lower + 2.0 * beside) * a_1 + (lower + beside) * a_2 - bend * (2.0 * v_1 * v_2 + v_2**2) + 0.02 * v_1 + c_1 * (q_1 - rest_1)
    tau_2 = (lower + beside) * a_1 + lower * a_2 + bend * v_1**2 + 0.02 * v_2 + c_2 * (q_2 - rest_2)
    return PERIOD * float(np.mean(np.maximum(tau_1 * v_1, 0.0) + np.maximum(tau_2 * v_2, 0.0)))


def rates(q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """First and second derivatives of a period."""
    along = 2j * np.pi * np.fft.rfftfreq(INSTANTS, PERIOD / INSTANTS)
    return np.fft.irfft(along * np.fft.rfft(q)), np.fft.irfft(along**2 * np.fft.rfft(q))
