"""Algebraic loops at the start, which Newton's master solves as those of its steps."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from mbfmu import Block, BlockModel, Input, Output, Parameter, State, build_portable
from mbfmu.base.errors import MbfmuError
from mbfmu.cosim import Component, System, simulate_system
from tests.tolerances import CONNECTED, FMU_INTEGRATION, ROUNDOFF


class Loop(Block):
    """y = k u + 1 - b u^3, with a state x that follows y and adds to it."""

    k = Parameter("1", "gain", 0.5)
    b = Parameter("1", "of the cube", 0.0)
    a = Parameter("1", "of the state", 0.0)
    u = Input("1", "taken")
    y = Output("1", "given")
    x_start = Parameter("1", "state at the start", 0.0, start=True)
    x_state = State("1", "state")

    @staticmethod
    def respond(p, u, t, x):
        return {"x_state": u.u - x.x_state}, {"y": p.k * u.u + 1.0 - p.b * u.u**3 + p.a * x.x_state}


@pytest.fixture(scope="module", params=[2, 3])
def fmu(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_portable(BlockModel("Loop", Loop()), tmp_path_factory.mktemp("loop"), fmi=request.param)


def ring(fmu: Path, *values: dict[str, float]) -> System:
    """FMUs of which each drives the next, and the last the first."""
    names = [f"n{i}" for i in range(len(values))]
    links = [(f"{name}.y", f"{after}.u") for name, after in zip(names, [*names[1:], names[0]])]
    return System({name: Component(fmu, of) for name, of in zip(names, values)}, links, stop_time=0.3, step_size=0.1, method="newton")


@pytest.mark.parametrize("k", [-0.96, -1.0, -2.0, -300.0, 5.0])
@pytest.mark.parametrize("input_order", [0, 1, 2])
def test_a_loop_of_any_gain_starts_where_it_closes(fmu: Path, k: float, input_order: int):
    """y = k y + 1."""
    system = System({"n": Component(fmu, {"k": k})}, [("n.y", "n.u")], stop_time=0.3, step_size=0.1, method="newton", input_order=input_order)
    start, *later = simulate_system(system, show_progress=False)["n.y"]
    assert start == pytest.approx(1 / (1 - k), abs=ROUNDOFF)
    assert later == pytest.approx([start] * 3, abs=CONNECTED)


def test_a_loop_of_several_fmus(fmu: Path):
    """y1 = -3 y3 + 1, y2 = 2 y1 + 1, y3 = 4 y2 + 1, which is linear."""
    gains = (-3.0, 2.0, 4.0)
    result = simulate_system(ring(fmu, *({"k": k} for k in gains)), show_progress=False)
    exact = np.linalg.solve([[1, 0, 3], [-2, 1, 0], [0, -4, 1]], [1, 1, 1])
    assert [result[f"n{i}.y"][0] for i in range(3)] == pytest.approx(exact, abs=ROUNDOFF)


def test_a_loop_that_is_no_line(fmu: Path):
    """y = 1 - 2 y - 4 y^3, whose slope at the root is below -2, where sweeps would leave it."""
    found = simulate_system(ring(fmu, {"k": -2.0, "b": 4.0}), show_progress=False)["n0.y"]
    (root,) = (r.real for r in np.roots([4.0, 0.0, 3.0, -1.0]) if abs(r.imag) < ROUNDOFF)
    assert found == pytest.approx(root, abs=ROUNDOFF)


def test_a_loop_through_which_a_state_moves(fmu: Path):
    """y = -3 y + 1 + 4 x and x' = y - x: y = 1/4 + x, so x grows by 1/4 in a second."""
    system = replace(ring(fmu, {"k": -3.0, "a": 4.0, "x_start": 0.5}), input_order=1)
    result = simulate_system(system, show_progress=False)
    assert result["n0.y"] == pytest.approx(0.75 + result["time"] / 4, abs=FMU_INTEGRATION)


def test_a_loop_without_a_solution_is_refused_by_name(fmu: Path):
    with pytest.raises(MbfmuError, match=r"do not settle: .*n0\.y"):
        simulate_system(ring(fmu, {"k": 1.0}), show_progress=False)
