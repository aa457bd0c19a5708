"""What runs say of steps that are too long, against closed forms and against runs with what they recommend."""

from __future__ import annotations

import logging
import re
from dataclasses import replace

import numpy as np
import pytest

from mbfmu import Block, BlockModel, Input, Output, Parameter, State, build_portable
from mbfmu.cosim import RunStopped, System, simulate_system
from tests.cosim.masters.test_divergence import LIMITS, C, D, M
from tests.tolerances import ADVISED

from .test_advise import Strut, held, mass


class Stopped(Block):
    """A mass of 2 kg between end stops at 1 m, or as far as told, whose stiffness grows from there."""

    stop = Parameter("m", "how far the end stops are", 1.0)
    f = Input("N", "force")
    s, v = Output("m", "place"), Output("m/s", "speed")
    s_state, v_state = State("m", "place"), State("m/s", "speed")
    s_start, v_start = Parameter("m", "place at the start", 0.2, start=True), Parameter("m/s", "speed at the start", 0.0, start=True)

    @staticmethod
    def respond(p, u, t, x):
        beyond = np.maximum(x.s_state - p.stop, 0.0) + np.minimum(x.s_state + p.stop, 0.0)
        return {"s_state": x.v_state, "v_state": (u.f - 5e4 * beyond - 200.0 * x.v_state * (beyond * beyond > 0.0)) / M}, {
            "s": x.s_state,
            "v": x.v_state,
        }


@pytest.fixture(scope="module")
def springy(tmp_path_factory: pytest.TempPathFactory) -> System:
    """A mass on a spring and damper of its own FMU."""
    return replace(held(tmp_path_factory.mktemp("springy"), mass("Load", M, s=0.2), C, D, 1e-2), stop_time=40.0)


@pytest.fixture(scope="module")
def bounded(tmp_path_factory: pytest.TempPathFactory) -> System:
    """The same between end stops."""
    folder = tmp_path_factory.mktemp("bounded")
    fmus = {"mass": build_portable(BlockModel("Stopped", Stopped()), folder), "strut": build_portable(BlockModel("Strut", Strut(c=C, d=D)), folder)}
    links = [("mass.s", "strut.s_b"), ("mass.v", "strut.v_b"), ("strut.f_b", "mass.f")]
    return System(fmus, links, stop_time=40.0, step_size=1e-2)


@pytest.mark.parametrize("method", LIMITS)
@pytest.mark.parametrize("times", [1.4, 10.0])
def test_what_is_recommended_is_stable(springy: System, method: str, times: float):
    """The limits are closed forms; the other master is tried."""
    diverging = replace(springy, method=method, step_size=times * LIMITS[method])
    with pytest.raises(RunStopped, match="the co-simulation diverges") as stopped:
        simulate_system(diverging)
    limit = float(re.search(r"take a step_size of at most (\S+) s, which is stable near the start", str(stopped.value))[1])
    assert limit == pytest.approx(LIMITS[method], rel=ADVISED)
    other = re.search(r"or method='(\w+)' with input_order=(\d), which is stable with this step", str(stopped.value))
    assert other is not None and other[1] != method
    settled = simulate_system(replace(diverging, method=other[1], input_order=int(other[2])))
    assert np.abs(settled["mass.s"]).max() <= 0.21


@pytest.mark.parametrize("method", LIMITS)
@pytest.mark.parametrize("times", [1.5, 3.0, 8.0])
def test_oscillations_that_end_stops_bound_are_told(bounded: System, method: str, times: float, caplog: pytest.LogCaptureFixture):
    with caplog.at_level(logging.WARNING, "mbfmu"):
        wild = simulate_system(replace(bounded, method=method, step_size=times * LIMITS[method]))
    assert np.abs(wild["mass.v"][-50:]).max() > 2.0  # coupled exactly, it is never faster than 0.2 m * sqrt(C / M) = 1 m/s
    (told,) = caplog.messages
    assert f"too long for {method}: signals at mass.f oscillate" in told and "mbfmu couple" in told


@pytest.mark.parametrize("method", LIMITS)
def test_oscillations_of_what_rests_are_not_told(bounded: System, method: str, caplog: pytest.LogCaptureFixture):
    """The same motion, 1e-8 as large, is that of FMUs at rest, whose tolerance is 1e-6."""
    mass = replace(bounded.components["mass"], values={"stop": 1e-8, "s_start": 2e-9})
    resting = replace(bounded, components=bounded.components | {"mass": mass}, method=method, step_size=3.0 * LIMITS[method])
    with caplog.at_level(logging.WARNING, "mbfmu"):
        result = simulate_system(resting)
    assert np.abs(result["mass.v"][-50:]).max() > 1e-8
    assert caplog.messages == []


@pytest.mark.parametrize("method", LIMITS)
def test_stable_steps_are_not_told(bounded: System, method: str, caplog: pytest.LogCaptureFixture):
    with caplog.at_level(logging.WARNING, "mbfmu"):
        simulate_system(replace(bounded, method=method, step_size=0.95 * LIMITS[method]))
    assert caplog.messages == []
