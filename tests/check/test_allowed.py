"""What FMI allows, and other tools do, is not found false."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from mbfmu.check import FALSE, TRUE, Finding, check_fmu, wrong_calls
from mbfmu.check.checks import CHECKS

from .stub import Lie

ALLOWED = {
    "a unit without base units": ("units declared", {'<Unit name="rad"><BaseUnit rad="1"/></Unit>': '<Unit name="rad"/>'}),
    "a derivative without a unit": ("units declared", {'<Real unit="rad/s" derivative="3"/>': '<Real derivative="3"/>'}),
    "an output that is a state": (
        "calls in a wrong state refused",
        {
            'name="x" valueReference="2" causality="local"': 'name="x" valueReference="2" causality="output"',
            "<Outputs>": '<Outputs><Unknown index="3" dependencies="3"/>',
        },
    ),
}
"""Texts of the stub's description by what takes their place, and the check that must not mind."""


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> Callable[[Path, str], list[Finding]]:
    """What the check of this name finds."""

    def by(fmu: Path, name: str) -> list[Finding]:
        monkeypatch.setattr("mbfmu.check.fmu.CHECKS", [check for check in CHECKS if check.name == name])
        return check_fmu(fmu)

    return by


@pytest.mark.parametrize("what", ALLOWED)
def test_what_fmi_allows_is_not_false(
    what: str, stub: Callable[..., Path], found: Callable[[Path, str], list[Finding]], monkeypatch: pytest.MonkeyPatch
):
    """Of wrong calls those with wrong arguments, such as one that sets an output; each takes a process."""
    left_out = tuple(replace(call, applies=lambda subject: False) for call in wrong_calls.CALLS)
    monkeypatch.setattr(wrong_calls, "ALL", left_out + wrong_calls.ARGUMENTS)
    name, replaced = ALLOWED[what]
    assert {f.why for f in found(stub(replaced=replaced), name)} == {""}


SINGLE = {text: text.replace("Float64", "Float32") for text in ('<Float64 name="k"', '<Float64 name="x"', '<Float64 name="v"', '<Float64 name="y"')}
AFFECTED = (
    "start values applied",
    "vectors agree with variables",
    "dependencies complete",
    "initial dependencies complete",
    "directional derivatives",
    "adjoint derivatives",
)


@pytest.mark.parametrize("name", AFFECTED)
def test_float32_is_compared_in_its_own_precision(name: str, stub: Callable[..., Path], found: Callable[[Path, str], list[Finding]]):
    """A parameter of 9.81, which single precision does not have, and states whose variables have seven digits."""
    assert {f.outcome: f.why for f in found(stub(replaced=SINGLE, version=3), name)} == {TRUE: ""}


def test_a_wrong_float32_is_still_false(stub: Callable[..., Path], found: Callable[[Path, str], list[Finding]]):
    other = SINGLE | {'start="9.81"': 'start="9.81001"'}
    assert {f.outcome for f in found(stub(replaced=other, version=3), "start values applied")} == {FALSE}
    assert {f.outcome for f in found(stub(Lie.DIRECTIONAL, SINGLE, 3), "directional derivatives")} == {FALSE}


def test_co_simulation_may_be_off_by_what_its_tolerance_does(stub: Callable[..., Path], found: Callable[[Path, str], list[Finding]]):
    """By more than the tolerance, but in proportion to it, as another one shows."""
    assert {f.outcome: f.why for f in found(stub(Lie.INEXACT), "comparison with Model Exchange")} == {TRUE: ""}


def test_numerical_derivatives_are_told_and_not_false(stub: Callable[..., Path], found: Callable[[Path, str], list[Finding]]):
    exact, numerical = (found(stub(lies), "directional derivatives") for lies in (0, Lie.NUMERICAL))
    assert {f.outcome for f in exact + numerical} == {TRUE}
    assert not any("numerical" in f.measured for f in exact)
    assert "numerical: accurate to" in numerical[0].measured  # of Model Exchange: in Co-Simulation only inputs are known, of which all is linear
