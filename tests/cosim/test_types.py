"""Systems connect like types: Boolean to Boolean, an enumeration to one of the same items; values of all types, also by SSP."""

from pathlib import Path

import numpy as np
import pytest

from mbfmu import Block, BlockModel, Boolean, Enumeration, Input, Output, Parameter, State, build_portable, switch
from mbfmu.base.errors import ProblemsFound
from mbfmu.base.model_description import describe_fmu
from mbfmu.cosim import Component, System, check_system, open_system, simulate_system, write_system
from tests.tolerances import FMU_INTEGRATION
from tests.valve import SHARE, VALVE, Tank

from .fmus import SIGN, build_fmu

WAITS = 0.5  # s


class Timer(Block):
    """Starts a pump after a while, and says how to set its valve."""

    s_start = Parameter("s", "time at the start", 0.0, start=True)
    setting = Input("1", "how the valve shall be", start="throttled", type=VALVE)
    go = Output("1", "whether the pump shall run", type=Boolean())
    valve = Output("1", "how the valve shall be", type=VALVE)
    other = Output("1", "a valve of another make", type=Enumeration("Flap", {"down": "shut", "up": "not shut"}))
    s = State("s", "time")

    @staticmethod
    def respond(p, u, t, x):
        return {"s": 1.0}, {"go": switch("due", x.s - (WAITS - 1e-6), 1.0, 0.0), "valve": u.setting, "other": 1.0}


@pytest.fixture(scope="module", params=[2, 3])
def system(request, tmp_path_factory) -> System:
    folder = tmp_path_factory.mktemp("system")
    parts = {"tank": BlockModel("Tank", Tank()), "timer": BlockModel("Timer", Timer())}
    components = {name: Component(build_portable(part, folder, request.param)) for name, part in parts.items()}
    components["tank"] = Component(components["tank"].fmu, {"pipes": 4, "inverted": True})
    links = [("timer.go", "tank.enabled"), ("timer.valve", "tank.valve")]
    return System(components, links, stop_time=1.0, step_size=0.01)


def final_level(system: System) -> float:
    return 1.0 - simulate_system(system)["tank.y"][-1]


def test_like_types_drive_each_other(system, tmp_path: Path):
    level = final_level(system)
    assert level == pytest.approx(1.0 - np.exp(-4 * SHARE["throttled"] * (1.0 - WAITS)), abs=FMU_INTEGRATION)
    path = tmp_path / "system.ssp"
    write_system(system, path)
    with open_system(path) as read:
        assert read.components["tank"].values == {"pipes": 4, "inverted": True}
        assert final_level(read) == level


def test_items_go_by_name(system):
    given = System(
        {**system.components, "timer": Component(system.components["timer"].fmu, {"setting": "closed"})}, system.connections, stop_time=1.0
    )
    assert simulate_system(given)["tank.y"][-1] == 1.0


def test_unlike_types_are_refused_by_name(system):
    links = [("timer.go", "tank.supply"), ("timer.valve", "tank.enabled"), ("timer.other", "tank.valve")]
    values = {"pipes": 2.5, "inverted": 1, "enabled": "yes", "valve": "shut"}
    with pytest.raises(ProblemsFound) as caught:
        check_system(System({**system.components, "tank": Component(system.components["tank"].fmu, values)}, links))
    real, integer = {"2.0": ("Real", "Integer"), "3.0": ("Float64", "Int32")}[describe_fmu(system.components["tank"].fmu).fmiVersion]
    assert caught.value.problems == (
        f"tank: pipes = 2.5 is not of type {integer}",
        "tank: inverted = 1 is not of type Boolean",
        "tank: enabled = 'yes' is not of type Boolean",
        "tank: valve = 'shut' is no item of its enumeration: closed (1), throttled (2), open (3)",
        f"timer.go -> tank.supply: Boolean cannot drive {real}",
        "timer.valve -> tank.enabled: Enumeration cannot drive Boolean",
        "timer.other -> tank.valve: an enumeration with 1 = down, 2 = up cannot drive one with 1 = closed, 2 = throttled, 3 = open",
    )


def test_a_text_drives_a_text(tmp_path: Path):
    sign = build_fmu(tmp_path, SIGN, {}, {})
    system = System({"a": Component(sign, {"text": "Grüße"}), "b": sign}, [("a.shown", "b.text")], stop_time=0.2, step_size=0.1)
    assert simulate_system(system)["b.length"].tolist() == [5.0, 5.0, 5.0]
