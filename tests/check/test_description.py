"""An invalid modelDescription.xml is found out, and what is told names the fault."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mbfmu.check import FALSE, TRUE, Finding, check_fmu
from mbfmu.check.checks import CHECKS
from mbfmu.check.fmu import DESCRIPTION
from mbfmu.cli.main import app

EXPERIMENT = '<DefaultExperiment startTime="0" stopTime="2" tolerance="1e-6" stepSize="0.01"/>'
INPUT = 'causality="input"'
UNITS = '  <UnitDefinitions>\n    <Unit name="rad"><BaseUnit rad="1"/></Unit>\n'
K = '<Real unit="1/s2" start="9.81" min="0"/>'
INVALID = {
    "an unknown attribute": ({INPUT: 'causality="input" colour="red"'}, "'colour' is not allowed"),
    "the wrong order": ({UNITS: f"  {EXPERIMENT}\n{UNITS}", f"  {EXPERIMENT}\n  <Model": "  <Model"}, "'UnitDefinitions'"),
    "a name twice": ({'name="a" valueReference="7"': 'name="y" valueReference="7"'}, '"y"'),
    "a combination that is none": ({INPUT: 'causality="local" variability="fixed" initial="exact"'}, 'causality="local" and variability="fixed"'),
    "an input without start": ({'<Real unit="rad/s2" start="0"/>': '<Real unit="rad/s2"/>'}, '"u"'),
    "an output not listed": (
        {'<Unknown index="7" dependencies="3"/>\n      <Unknown index="8" dependencies="2 3 4"/>': '<Unknown index="7" dependencies="3"/>'},
        "ModelStructure/Outputs",
    ),
    "a stop before the start": ({'startTime="0"': 'startTime="3"'}, "stopTime = 2 s is before startTime = 3 s"),
    "a step size of 0": ({'stepSize="0.01"': 'stepSize="0"'}, "stepSize = 0 must be > 0"),
    "a negative tolerance": ({'tolerance="1e-6"': 'tolerance="-1e-6"'}, "tolerance = -1e-06 must be > 0"),
    "bounds without a number between": ({K: K.replace('min="0"', 'min="20" max="10"')}, "k: max = 10 is less than min = 20"),
    "a start out of bounds": ({K: K.replace('min="0"', 'min="10"')}, "k: start = 9.81 is less than min = 10"),
    "a nominal value of 0": ({K: K.replace('min="0"', 'nominal="0"')}, "k: nominal = 0"),
}
"""Texts of the stub's description by what takes their place, and words of what must be reported."""


@pytest.fixture
def validity(stub: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Finding]:
    """What is found of a description."""
    monkeypatch.setattr("mbfmu.check.fmu.CHECKS", [check for check in CHECKS if check.name == "description valid"])

    def of(replaced: dict[str, str] | None = None, version: int = 2) -> Finding:
        (finding,) = check_fmu(stub(replaced=replaced, version=version))
        return finding

    return of


@pytest.mark.parametrize("version", [2, 3])
def test_a_valid_description_is_found_valid_once(version: int, validity: Callable[..., Finding]):
    finding = validity(version=version)
    assert (finding.interface, finding.outcome, finding.why) == (DESCRIPTION, TRUE, "")


@pytest.mark.parametrize("fault", INVALID)
def test_an_invalid_description_is_found_out(fault: str, validity: Callable[..., Finding]):
    replaced, reported = INVALID[fault]
    finding = validity(replaced)
    assert finding.outcome == FALSE
    assert reported in finding.why


@pytest.mark.parametrize("written", ['causality="inlet"', 'causality="parameter" variability="continuous"'])
def test_an_impossible_causality_is_refused_with_its_variable(written: str, stub: Callable[..., Path]):
    outcome = CliRunner().invoke(app, ["check", str(stub(replaced={INPUT: written}))])
    assert outcome.exit_code == 1
    assert 'Variable "u"' in outcome.stderr and written.split()[0] in outcome.stderr


def test_an_unknown_attribute_of_fmi_3_is_found_out(validity: Callable[..., Finding]):
    finding = validity({INPUT: 'causality="input" colour="red"'}, version=3)
    assert (finding.outcome, "'colour' is not allowed" in finding.why) == (FALSE, True)


def test_all_faults_are_told_at_once(validity: Callable[..., Finding]):
    replaced = {'stepSize="0.01"': 'stepSize="0"', K: K.replace('min="0"', 'min="10"'), INPUT: 'causality="input" colour="red"'}
    why = validity(replaced).why
    assert all(words in why for words in ("'colour'", "stepSize = 0", "start = 9.81"))


@pytest.mark.slow
def test_the_other_checks_go_on_with_a_step_size_of_their_own(stub: Callable[..., Path]):
    outcome = CliRunner().invoke(app, ["check", str(stub(replaced={'stepSize="0.01"': 'stepSize="0"', 'startTime="0"': 'startTime="3"'})), "--json"])
    assert outcome.exit_code == 1
    assert [f["capability"] for f in json.loads(outcome.stdout)["findings"] if f["outcome"] == "false"] == ["description valid"]
