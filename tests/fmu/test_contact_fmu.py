"""Rigid contacts in FMUs: impacts in Model Exchange and Co-Simulation, states saved between them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import fmpy
import pytest

from mbfmu import build_fmu, build_native, build_portable, compile_problem
from mbfmu.check import FALSE, check_fmu
from tests.rigid_contacts import ball, bouncing, measured, with_table
from tests.tolerances import BOUNCED_BY_OTHERS

from .restored import assert_goes_on


@pytest.fixture(scope="module")
def portable(tmp_path_factory) -> dict[int, Path]:
    folder = tmp_path_factory.mktemp("ball")
    problem = compile_problem(ball(), pictures=True)
    return {fmi: build_portable(problem, folder / str(fmi), fmi=fmi) for fmi in (2, 3)}


def bounces(fmu: Path, interface: str, e: float | Callable[[float], float] = 0.8) -> None:
    """As by closed form, and rests."""
    found = fmpy.simulate_fmu(fmu, fmi_type=interface, stop_time=5.0, output_interval=0.05, relative_tolerance=1e-9, record_events=False)
    assert found["gap"] == pytest.approx(bouncing(found["time"], e, 1.0), abs=BOUNCED_BY_OTHERS)
    assert found["N"][-1] == pytest.approx(2.0 * 9.81, rel=BOUNCED_BY_OTHERS)


@pytest.mark.parametrize("interface", ["ModelExchange", "CoSimulation"])
@pytest.mark.parametrize("fmi", [2, 3])
def test_a_ball_in_portable_fmus(portable, fmi: int, interface: str) -> None:
    bounces(portable[fmi], interface)


def test_a_ball_in_an_interpreted_fmu(tmp_path: Path) -> None:
    bounces(build_fmu(ball(), tmp_path), "CoSimulation")


@pytest.mark.parametrize("build", [build_portable, *(pytest.param(kind, marks=pytest.mark.slow) for kind in (build_fmu, build_native))])
def test_restitution_over_the_impact_speed(tmp_path: Path, build: Callable[..., Path]) -> None:
    fmu = build(with_table(ball()), tmp_path)
    for interface in ("CoSimulation", "ModelExchange")[: 1 if build is build_fmu else 2]:
        bounces(fmu, interface, measured)


@pytest.mark.slow
@pytest.mark.parametrize("fmi", [2, 3])
def test_a_ball_in_native_fmus(tmp_path: Path, fmi: int) -> None:
    fmu = build_native(ball(), tmp_path, fmi=fmi)
    for interface in ("ModelExchange", "CoSimulation"):
        bounces(fmu, interface)
    assert [f for f in check_fmu(fmu) if f.outcome == FALSE] == []


def test_a_state_saved_between_two_impacts_goes_on_to_the_last_bit(portable) -> None:
    assert_goes_on(portable[2], 0.1, saved=10, more=35)
