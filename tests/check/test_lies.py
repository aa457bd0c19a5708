"""Every lie of the stub FMU is found by the check that stands for it, and the honest stub tells none."""

from collections.abc import Callable
from pathlib import Path

import pytest

from mbfmu.check import FALSE, NOT_CLAIMED, NOTED, TRUE, check_fmu, is_refuted, wrong_calls
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
    Lie.TRAJECTORY: ("comparison with Model Exchange", {CS}),
}
INDICATORS = {"<fmiModelDescription": '<fmiModelDescription numberOfEventIndicators="2"'}
NAME = '<ScalarVariable name="name" valueReference="20" causality="local" variability="constant"><String start="pendulum"/></ScalarVariable>'
NAME_3 = '<String name="name" valueReference="20" causality="local" variability="constant"><Start value="pendulum"/></String>'
STRING = {"  </ModelVariables>": f"    {NAME}\n  </ModelVariables>"}
STRING_3 = {"  </ModelVariables>": f"    {NAME_3}\n  </ModelVariables>"}
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
        ("dependencies complete", CS): "in FMI 2 Co-Simulation, outputs react to inputs only after a step (section 4.2.4)",
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


@pytest.mark.parametrize(
    ("lies", "said"), [(Lie(0), "failed with status 3 (error)"), (Lie.INDICATORS, "1 of 2 event indicators are not written, or no number")]
)
def test_more_event_indicators_claimed_than_there_are(lies: Lie, said: str, stub: Callable[..., Path], monkeypatch: pytest.MonkeyPatch):
    """Whether they are refused or half of them not written."""
    monkeypatch.setattr("mbfmu.check.fmu.CHECKS", [check for check in CHECKS if check.name == "event indicators announce events"])
    (finding,) = check_fmu(stub(lies, INDICATORS))
    assert (finding.outcome, finding.claimed) == (FALSE, "2 event indicators")
    assert said in finding.why


@pytest.mark.parametrize("name", ["rollback in process", "rollback across processes", "reset equals a new instance", "independence of instances"])
def test_a_call_that_fmi_allows_and_that_fails_is_false(name: str, stub: Callable[..., Path], monkeypatch: pytest.MonkeyPatch):
    """In whichever process it fails."""
    assert ME in _false(stub(replaced=INDICATORS), name, monkeypatch)


@pytest.mark.parametrize(("version", "declared"), [(2, STRING), (3, STRING_3)])
def test_a_string_that_is_a_null_pointer(version: int, declared: dict[str, str], stub: Callable[..., Path], monkeypatch: pytest.MonkeyPatch):
    names = ("start values applied", "rollback in process", "independence of instances")
    monkeypatch.setattr("mbfmu.check.fmu.CHECKS", [check for check in CHECKS if check.name in names])
    assert {f.outcome for f in check_fmu(stub(0, declared, version))} == {TRUE}
    found = check_fmu(stub(Lie.NULL_STRING, declared, version))
    assert {(f.outcome, f.why) for f in found} == {(FALSE, "a null pointer is the String of name")}


@pytest.mark.parametrize("lie", [Lie.ANY_STATE, Lie.TOKEN, Lie.TRAJECTORY], ids=lambda lie: lie.name)
def test_what_fmi_does_not_promise_is_noted(lie: Lie, stub: Callable[..., Path], monkeypatch: pytest.MonkeyPatch):
    name, interfaces = FOUND_BY[lie]
    monkeypatch.setattr("mbfmu.check.fmu.CHECKS", [check for check in CHECKS if check.name == name])
    monkeypatch.setattr(wrong_calls, "ALL", wrong_calls.ALL[:3])  # each takes a process; all are made above
    findings = check_fmu(stub(lie))
    assert {f.interface for f in findings if f.outcome == NOTED} == interfaces
    assert {f.kind for f in findings} <= {"robustness", "comparison"} and not is_refuted(findings)


def test_what_is_not_claimed_is_not_tested(stub: Callable[..., Path], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("mbfmu.check.fmu.CHECKS", [check for check in CHECKS if check.name.startswith(("rollback", "directional"))])
    unclaimed = {'canGetAndSetFMUstate="true" canSerializeFMUstate="true" providesDirectionalDerivative="true"': ""}
    findings = check_fmu(stub(Lie.STATE | Lie.DIRECTIONAL, unclaimed))
    assert {f.outcome for f in findings} == {NOT_CLAIMED}


def _false(fmu: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The interfaces for which the check called `name` finds the FMU's claim false, or notes what is wrong with it."""
    monkeypatch.setattr("mbfmu.check.fmu.CHECKS", [check for check in CHECKS if check.name == name])
    return {f.interface for f in check_fmu(fmu) if f.outcome in (FALSE, NOTED)}
