"""What check finds of variables that are no real numbers, where an FMU does not do as it says."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from mbfmu import Block, BlockModel, Boolean, Output, Parameter, State, build_portable, where
from mbfmu.check import FALSE, Finding, check_fmu
from mbfmu.check.checks import CHECKS
from mbfmu.check.running_fmu import Running
from mbfmu.check.start_values import wide_off


class Sharp(Block):
    """A Boolean that does not wait for events."""

    x_start = Parameter("1", "x at the start", 0.4, start=True)
    above = Output("1", "whether x is above a half", type=Boolean())
    x = State("1", "x")

    @staticmethod
    def respond(p, u, t, x):
        return {"x": -x.x}, {"above": where(x.x > 0.5, 1.0, 0.0)}


@pytest.mark.parametrize("fmi", [2, 3])
def test_a_boolean_that_does_not_wait_for_events(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fmi: int):
    """As no FMU of ours is built: what refuses such a block is put out of action."""
    monkeypatch.setattr("mbfmu.problem.blocks.block.refuse_continuous", lambda problem: problem)
    name = "discrete variables held between events"
    monkeypatch.setattr("mbfmu.check.fmu.CHECKS", [check for check in CHECKS if check.name == name])
    (finding,) = check_fmu(build_portable(BlockModel("Sharp", Sharp()), tmp_path, fmi))
    assert isinstance(finding, Finding)
    assert (finding.outcome, finding.why) == (FALSE, "above changed without an event")


def test_integers_of_64_bits_are_compared_as_they_are():
    """2**53 and 2**53 + 1 are the same double."""
    count = SimpleNamespace(name="count", type="Int64", start=str(2**53 + 1), shape=None, dimensions=[])
    running = SimpleNamespace(fmi_type=lambda variable: variable.type, fetch=lambda kind, variables: [2**53])
    found = Running.exactly(running, [count])  # type: ignore[arg-type]
    assert found == [2**53] and wide_off([count], found) == [f"count = {2**53} where {2**53 + 1} was declared"]
    assert wide_off([count], [2**53 + 1]) == []
