"""The table of findings reads well on a terminal of 80 columns."""

from io import StringIO

from rich.console import Console

from mbfmu.check import FALSE, NOT_CLAIMED, TRUE, Finding, findings_table
from mbfmu.check.checks import CHECKS

WIDTH = 80
FLAG = "canHandleVariableCommunicationStepSize"
WHY = "set an output: taken in Continuous-Time Mode, enter Event Mode: taken in Step Mode, do a step: taken in Terminated"


def shown(findings: list[Finding]) -> list[str]:
    """The lines that are shown."""
    console = Console(file=StringIO(), width=WIDTH, soft_wrap=True)
    console.print(findings_table("out/Stub.fmu", findings))
    return [line.rstrip() for line in console.file.getvalue().splitlines()]


def test_no_name_of_a_check_is_broken():
    lines = shown([Finding(check.name, "CoSimulation", FLAG, TRUE, "40 entries, 12 not zero, largest error 1e-9", "") for check in CHECKS])
    assert max(map(len, lines)) <= WIDTH
    assert all(any(line.split()[:1] == [TRUE] and check.name in line for line in lines) for check in CHECKS)


def test_why_something_is_false_is_told_over_the_full_width_with_the_claim():
    lines = shown([Finding("early return", "CoSimulation", FLAG, FALSE, "asked once", WHY)])
    assert " false  early return  asked once" in lines
    reason = lines[next(i for i, line in enumerate(lines) if line.startswith(FALSE)) :]
    assert " ".join(" ".join(reason).split()) == f"false CoSimulation, early return ({FLAG}): {WHY}"
    assert max(map(len, reason)) > WIDTH - 20


def test_what_is_not_claimed_takes_one_row():
    lines = shown([Finding(name, "CoSimulation", "no", NOT_CLAIMED, "", "") for name in ("Event Mode", "early return")])
    assert [line.split(maxsplit=2)[2] for line in lines if NOT_CLAIMED in line] == ["Event Mode, early return"]
