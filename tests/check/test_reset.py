"""Which of several resets failed is reported."""

from collections.abc import Callable
from pathlib import Path

import pytest

from mbfmu.check import FALSE, Finding, check_fmu
from mbfmu.check.checks import CHECKS

from .stub import Lie


@pytest.fixture
def found(stub: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> Callable[[Lie], Finding]:
    """What is found of resets in Model Exchange."""
    monkeypatch.setattr("mbfmu.check.fmu.CHECKS", [check for check in CHECKS if check.name == "reset equals a new instance"])
    return lambda lies: check_fmu(stub(lies))[0]


def test_the_state_in_which_reset_is_refused_is_named(found: Callable[[Lie], Finding]):
    finding = found(Lie.NO_RESET)
    assert (finding.outcome, finding.measured.split(",")[0]) == (FALSE, "3 of 4 resets")
    assert finding.why.startswith("reset from Terminated: refused: ")
    assert ";" not in finding.why


def test_resets_that_fail_alike_are_told_together(found: Callable[[Lie], Finding]):
    finding = found(Lie.RESET)
    assert (finding.outcome, finding.measured.split(",")[0]) == (FALSE, "0 of 4 resets")
    assert finding.why.startswith("reset midway, from Terminated, from Initialization Mode, from Instantiated: k, ")
