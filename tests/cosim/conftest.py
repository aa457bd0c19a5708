from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from mbfmu.cosim import Component, System
from mbfmu.fmu.package.native_fmu import build_native
from tests.library import problem_of

from .fmus import FAILING, GAIN, GAUGE, INTERRUPTED, MASS, OVERFLOWING, SPRING, build_fmu
from .foreign import build_unit, compile_units


@pytest.fixture(scope="session")
def fmus(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The test FMUs by name."""
    folder = tmp_path_factory.mktemp("fmus")
    position, velocity = {"s": "m", "v": "m/s"}, {"s": "", "v": ""}
    return {
        "mass": build_fmu(folder, MASS, {**position, "F": "N", "m": "kg", "s_start": "m"}, velocity),
        "spring": build_fmu(folder, SPRING, {**position, "f": "N"}, {"f": "3 4"}),
        "gain": build_fmu(folder, GAIN, {}, {"y": "2", "high": "2", "floor": "2"}),
        "gauge": build_fmu(folder, GAUGE, {"u": "mm", "y": "mm"}, {"y": "1"}),
        "failing": build_fmu(folder, FAILING, {}, {}),
        "interrupted": build_fmu(folder, INTERRUPTED, {}, {}),
        "overflowing": build_fmu(folder, OVERFLOWING, {}, {}),
    }


@pytest.fixture
def oscillator(fmus: dict[str, Path]) -> System:
    """A mass-spring-damper cut at the spring: the mass gives s and v, the spring gives the force."""
    return System(
        components={"mass": Component(fmus["mass"], {"s_start": 0.2}), "spring": Component(fmus["spring"])},
        connections=(
            (("mass", "s"), ("spring", "s")),
            (("mass", "v"), ("spring", "v")),
            (("spring", "f"), ("mass", "F")),
        ),
        name="Oscillator",
        stop_time=1.0,
        step_size=1e-2,
    )


@pytest.fixture(scope="session")
def four_bar(tmp_path_factory: pytest.TempPathFactory) -> Callable[[int], Path]:
    """A linkage with arrays as a native FMU of a version of FMI."""
    folder = tmp_path_factory.mktemp("four_bar")
    return cache(lambda fmi: build_native(problem_of("four_bar"), folder, fmi, file_name=f"FourBar_{fmi}.fmu"))


@pytest.fixture(scope="session")
def unit(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Build an FMU of no tool's, see tests/cosim/foreign."""
    pytest.importorskip("ziglang")
    folder, library = tmp_path_factory.mktemp("foreign"), cache(compile_units)

    def build(version: int, events: bool = False, follows: bool = False, hangs: bool = False) -> Path:
        name = f"Unit{version}{'_events' * events}{'_follows' * follows}{'_hangs' * hangs}.fmu"
        return build_unit(library(version), folder / name, version, events, follows, hangs)

    return cache(build)
