"""Every lie of the stub FMU is found by the check that stands for it, and the honest stub tells none."""

from collections.abc import Callable
from pathlib import Path

import pytest

from mbfmu.check import FALSE, NOT_CLAIMED, TRUE, check_fmu
from mbfmu.check.checks import CHECKS
from mbfmu.check.fmu import DESCRIPTION

from .stub import Lie

ME, CS = "ModelExchange", "CoSimulation"
FOUND_BY = {
    Lie.DIRECTIONAL: ("directional derivatives", {ME, CS}),
    Lie.CRUDE: ("directional derivatives", {ME}),
    Lie.INPUT_DERIVATIVES: ("input interpolation", {CS}),
    Lie.FACTORIAL: ("input interpolation", {CS}),
    Lie.STATE: ("rollback in process", {ME, CS}),
    Lie.SERIALIZE: ("rollback across processes", {ME, CS}),
    Lie.OUTPUT_DERIVATIVES: ("output derivatives", {CS}),
    Lie.STEP_SIZE: ("variable communication steps", {CS}),
    Lie.SHARED: ("independence of instances", {ME, CS}),
    Lie.RESET: ("reset equals a new instance", {ME, CS}),
    Lie.ANY_STATE: ("calls in a wrong state refused", {ME, CS}),
    Lie.CRASH: ("calls in a wrong state refused", {CS}),
    Lie.TOKEN: ("wrong GUID or token refused", {ME, CS}),
    Lie.START: ("start values applied", {ME, CS}),
    Lie.DEPENDENCY: ("dependencies complete", {ME}),
    Lie.TRAJECTORY: ("same trajectory as Model Exchange", {CS}),
}
FEW = '<Unknown index="7" dependencies="3"/>\n      <Unknown index="8" dependencies="1 2 3 4"/>'
FOUND_IN_FMI_3_BY = {
    Lie.DIRECTIONAL: ("directional derivatives", {ME, CS}),
    Lie.ADJOINT: ("adjoint derivatives", {ME, CS}),
    Lie.OUTPUT_DERIVATIVES: ("output derivatives", {CS}),
    Lie.SERIALIZE: ("rollback across processes", {ME, CS}),
    Lie.ANY_STATE: ("calls in a wrong state refused", {ME, CS}),
    Lie.DEPENDENCY: ("dependencies complete", {ME, CS}),
    Lie.EVENT_MODE: ("Event Mode", {CS}),
    Lie.INTERMEDIATE: ("intermediate update", {CS}),
    Lie.EARLY_RETURN: ("early return", {CS}),
}
SPEED = 'name="v" valueReference="3" causality="local" initial="exact"'
TELLING = {
    "rad/s2 for the speed": ("units declared", {f'{SPEED}><Real unit="rad/s"': f'{SPEED}><Real unit="rad/s2"'}),
    "a unit nobody defines": ("units declared", {'<Real unit="1/s2" start': '<Real unit="1/day2" start'}),
    "a start value it does not have": ("start values applied", {'start="0.5"': 'start="0.6"'}),
    "an initial unknown too few": ("initial unknowns listed", {FEW: FEW.split("\n")[1]}),
    "an initial dependency too few": (
        "initial dependencies complete",
        {'<Unknown index="8" dependencies="1 2 3 4"/>': '<Unknown index="8" dependencies="2 3 4"/>'},
    ),
    "another library": ("loads, starts, moves, stops", {'<ModelExchange modelIdentifier="stub"': '<ModelExchange modelIdentifier="nub"'}),
}
"""Lies of the description, found by which check, and what takes the place of what."""


@pytest.mark.slow
def test_an_honest_fmu_is_found_true(stub: Callable[..., Path]):
    findings = check_fmu(stub())
    assert {(f.capability, f.interface): f.why for f in findings if f.outcome != TRUE} == {
        ("event indicators announce events", ME): "",
        ("dependencies complete", CS): "FMI 2 lets outputs of Co-Simulation be read behind inputs only after a step (section 4.2.4)",
    }


def test_an_honest_fmi_3_fmu_is_found_true(stub: Callable[..., Path]):
    assert {(f.capability, f.interface): f.why for f in check_fmu(stub(version=3)) if f.outcome not in (TRUE, NOT_CLAIMED)} == {}


@pytest.mark.parametrize("lie", FOUND_BY, ids=lambda lie: lie.name)
def test_a_lie_of_the_library_is_found(lie: Lie, stub: Callable[..., Path], monkeypatch: pytest.MonkeyPatch):
    name, interfaces = FOUND_BY[lie]
    assert _false(stub(lie), name, monkeypatch) == interfaces


@pytest.mark.parametrize("lie", FOUND_IN_FMI_3_BY, ids=lambda lie: lie.name)
def test_a_lie_of_an_fmi_3_library_is_found(lie: Lie, stub: Callable[..., Path], monkeypatch: pytest.MonkeyPatch):
    name, interfaces = FOUND_IN_FMI_3_BY[lie]
    assert _false(stub(lie, version=3), name, monkeypatch) == interfaces


@pytest.mark.parametrize("lie", TELLING)
def test_a_lie_of_the_description_is_found(lie: str, stub: Callable[..., Path], monkeypatch: pytest.MonkeyPatch):
    name, replaced = TELLING[lie]
    assert _false(stub(replaced=replaced), name, monkeypatch) & {ME, DESCRIPTION}


def test_what_is_not_claimed_is_not_tested(stub: Callable[..., Path]):
    unclaimed = {'canGetAndSetFMUstate="true" canSerializeFMUstate="true" providesDirectionalDerivative="true"': ""}
    findings = check_fmu(stub(Lie.STATE | Lie.DIRECTIONAL, unclaimed))
    assert {f.outcome for f in findings if f.capability.startswith(("rollback", "directional"))} == {NOT_CLAIMED}


def _false(fmu: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The interfaces for which the check called `name` finds the FMU's claim false."""
    monkeypatch.setattr("mbfmu.check.fmu.CHECKS", [check for check in CHECKS if check.name == name])
    return {f.interface for f in check_fmu(fmu) if f.outcome == FALSE}
