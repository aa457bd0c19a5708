"""Runs of a System one after another in one process: FMUs of other tools are reset if that has made no difference."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from mbfmu.cosim import Component, System, simulate_system
from mbfmu.cosim.fmu.instance import FmuInstance
from mbfmu.cosim.masters.recording import Recording
from mbfmu.runs import repeated_system
from mbfmu.runs.repeated_system import RepeatedSystem
from tests.cosim.conftest import unit  # noqa: F401
from tests.cosim.foreign import Behaviour

STARTS = ({"u": 3.0}, {}, {"x_start": 1.0}, {})


def resets(fmu: Path, behaviour: Behaviour, monkeypatch: pytest.MonkeyPatch) -> int:
    """How often an FMU was reset in runs which all equal those of new instances."""
    systems = [System({"unit": Component(fmu, {"behaviour": int(behaviour), **of})}, stop_time=1.0, step_size=0.125) for of in STARTS]
    expected = [simulate_system(system, show_progress=False).tobytes() for system in systems]
    found, reset = [], FmuInstance.reset
    monkeypatch.setattr(FmuInstance, "reset", lambda self: found.append(reset(self)))
    with closing(RepeatedSystem(Recording())) as repeated:
        assert [repeated.run(system, lambda time: None).tobytes() for system in systems] == expected
    return len(found)


@pytest.mark.parametrize("version", [2, 3])
def test_an_fmu_that_is_as_new_after_a_reset_is_reset_before_each_run(unit: Callable[..., Path], version: int, monkeypatch: pytest.MonkeyPatch):  # noqa: F811
    assert resets(unit(version), Behaviour.BEHAVES, monkeypatch) == len(STARTS) - 1


@pytest.mark.parametrize("version", [2, 3])
def test_an_fmu_that_remembers_something_is_loaded_for_each_run(unit: Callable[..., Path], version: int, monkeypatch: pytest.MonkeyPatch):  # noqa: F811
    assert resets(unit(version), Behaviour.REMEMBERS, monkeypatch) == 1


def test_long_runs_are_worth_no_trial(unit: Callable[..., Path], monkeypatch: pytest.MonkeyPatch):  # noqa: F811
    monkeypatch.setattr(repeated_system, "LONG", 0.0)
    assert resets(unit(2), Behaviour.BEHAVES, monkeypatch) == 0
