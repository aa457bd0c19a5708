"""States of FMUs of PythonBlocks: saved, restored, and refused where they are not theirs."""

import pytest

from .interpreted.test_slave import instantiate, refused, start
from .python_blocks import PERIOD, run


@pytest.mark.parametrize("serialized", [False, True])
def test_restored_runs_are_identical(low_pass, said, serialized: bool) -> None:
    """The object and the count of updates are restored, also in another instance and in the middle of a period."""
    fmu, other = instantiate(low_pass, said), instantiate(low_pass, said)
    h = 0.015
    for each in (fmu, other):
        start(each)
    run(fmu, 0, 7, h, 2)
    state = fmu.getFMUState()
    content = fmu.serializeFMUState(state)
    first = run(fmu, 7, 20, h, 2)
    target = other if serialized else fmu
    target.setFMUState(target.deserializeFMUState(content) if serialized else state)
    assert run(target, 7, 20, h, 2) == first and first[-1] > first[0]
    for each in (fmu, other):
        each.freeInstance()


def test_damaged_and_foreign_states_are_refused(low_pass, wrong, said) -> None:
    fmu, foreign = instantiate(low_pass, said), instantiate(wrong, said)
    for each in (fmu, foreign):
        start(each)
    before = fmu.serializeFMUState(fmu.getFMUState())
    flipped = [bytes([*before[:i], before[i] ^ 1 << i % 8, *before[i + 1 :]]) for i in range(0, len(before), 5)]
    for damaged in (*flipped, before[:-1], b"", foreign.serializeFMUState(foreign.getFMUState())):
        assert refused(fmu.setFMUState, fmu.deserializeFMUState(damaged))
        assert "these bytes are not those of a saved FMU state of this LowPass; nothing was changed" in said[-2]
    assert fmu.serializeFMUState(fmu.getFMUState()) == before
    fmu.doStep(0.0, PERIOD)
    for each in (fmu, foreign):
        each.freeInstance()


def test_a_state_that_cannot_be_pickled(wrong, said) -> None:
    """It is refused in words, and the run goes on."""
    fmu = instantiate(wrong, said)
    fmu.setReal([0], [5.0])
    start(fmu)
    assert refused(fmu.getFMUState)
    assert "the state of Wrong cannot be saved" in said[-2] and "keep only values in self that pickle can save" in said[-2]
    assert run(fmu, 0, 3, 0.01, 3) == [1.0, 1.0, 2.0]
    fmu.freeInstance()
