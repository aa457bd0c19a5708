"""Output derivatives of what oscillates within a communication step: the stub pendulum turns by 3.1 rad in a second."""

from collections.abc import Callable
from pathlib import Path

import pytest

from mbfmu.check import FALSE, NOT_TESTED, TRUE, Finding, check_fmu
from mbfmu.check.checks import CHECKS

from .stub import Lie

FIXED = {'canHandleVariableCommunicationStepSize="true"': ""}


@pytest.fixture
def found(stub: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Finding]:
    """What is found of output derivatives, with communication steps of some seconds."""
    monkeypatch.setattr("mbfmu.check.fmu.CHECKS", [check for check in CHECKS if check.name == "output derivatives"])

    def of(step: str, lies: int = 0, replaced: dict[str, str] | None = None) -> Finding:
        longer = {'stopTime="2"': 'stopTime="200"', 'stepSize="0.01"': f'stepSize="{step}"'}
        (finding,) = check_fmu(stub(lies, longer | (replaced or {})))
        return finding

    return of


@pytest.mark.parametrize("step", ["0.5", "1", "2", "3"])
def test_steps_shrink_until_differences_converge(step: str, found: Callable[..., Finding]):
    assert found(step).outcome == TRUE
    assert found(step, Lie.OUTPUT_DERIVATIVES).outcome == FALSE


@pytest.mark.parametrize("step", ["0.5", "1", "1.5", "3"])
def test_where_steps_must_not_shrink_it_is_not_told(step: str, found: Callable[..., Finding]):
    finding = found(step, replaced=FIXED)
    assert (finding.outcome, finding.why) == (NOT_TESTED, "the differences of y, a do not converge")


def test_fixed_steps_tell_what_they_are_short_enough_for(found: Callable[..., Finding]):
    assert found("0.1", replaced=FIXED).outcome == TRUE
    assert found("0.1", Lie.OUTPUT_DERIVATIVES, FIXED).outcome == FALSE
