"""What is sampled is done when it is due, inside of steps too; what a host computes is asked of it."""

from ctypes import memmove
from dataclasses import replace

import numpy as np
import pytest

from mbfmu.base.errors import StepFailed
from mbfmu.engine.handle import library
from mbfmu.engine.instance import Instance
from mbfmu.problem.codegen.tables import packed_problem
from mbfmu.problem.codegen.tape_functions import record_flat
from mbfmu.problem.codegen.variables import fmi_variables
from mbfmu.problem.data.ref import Ref
from tests.tolerances import ROUNDOFF

from .problems import sampled

PERIOD = 0.1


class Zigzag:
    """Gives 1, -1, 1, ... in turn; keeps what it was asked for."""

    def __init__(self, until: int = 1_000_000):
        self.asked, self.until = [], until

    def compute(self, host, function, given, argument, found, result, why) -> int:
        assert (function, given, found) == (b"rate", 2, 1)
        if len(self.asked) == self.until:
            memmove(why, b"enough\0", 7)
            return -1
        result[0] = (-1.0) ** len(self.asked)
        self.asked.append(argument[:2])
        return 0


def started(zigzag: Zigzag, t: float = 0.0) -> Instance:
    instance = Instance(sampled(PERIOD))
    instance.ask(zigzag.compute)
    instance.initialize(t)
    return instance


def triangle(t: np.ndarray) -> np.ndarray:
    return PERIOD - np.abs(np.mod(t, 2 * PERIOD) - PERIOD)


@pytest.mark.parametrize("h", [0.1, 0.03, 0.25, 1.0])
@pytest.mark.parametrize("begin", [0.0, -7.3])
def test_a_zigzag(h: float, begin: float) -> None:
    """Each update sees its own time and the state of then."""
    zigzag = Zigzag()
    instance = started(zigzag, t=begin)
    times = h * np.arange(1, 25)
    for t in times:
        instance.advance(begin + t)
        assert instance.get("y") == pytest.approx(triangle(t), abs=ROUNDOFF)
    asked = np.array(zigzag.asked)
    due = PERIOD * np.arange(len(asked))
    assert asked[:, 1] == pytest.approx(begin + due, abs=ROUNDOFF) and asked[:, 0] == pytest.approx(triangle(due), abs=ROUNDOFF)
    assert len(asked) == np.ceil(times[-1] / PERIOD - ROUNDOFF)


def test_times_near_zero_are_as_rough_as_the_start() -> None:
    """An update is due at -2.4 s + 24 (0.1 s) = 4.4e-16 s: a sample at 0 s is at the same time, and so behind the update, as at any other time."""
    zigzag = Zigzag()
    instance = started(zigzag, -2.4)
    instance.sample(np.array([-1.0, 0.0]), 1e-6)
    assert 0.0 < -2.4 + 24 * PERIOD < ROUNDOFF and len(zigzag.asked) == 25


def test_a_restored_run_knows_which_update_is_next() -> None:
    zigzag = Zigzag()
    instance = started(zigzag)
    instance.advance(0.25)
    saved = instance.save()
    instance.advance(1.0)
    once, zigzag.asked[3:] = zigzag.asked[3:], []
    instance.restore(saved)
    instance.advance(1.0)
    assert zigzag.asked[3:] == once and len(once) == 7


def test_a_step_whose_update_fails_is_not_done() -> None:
    instance = started(Zigzag(until=2))
    instance.advance(0.15)
    before = instance.save()
    with pytest.raises(StepFailed, match="^enough$"):
        instance.advance(0.3)
    assert instance.save() == before


def test_who_has_no_host_says_so() -> None:
    instance = Instance(sampled())
    instance.initialize()
    with pytest.raises(StepFailed, match="Sampled has a program of its own, whose rate nobody here can run: use it as the interpreted FMU"):
        instance.advance(1.0)


@pytest.mark.parametrize("period", [0.0, -1.0, 1e-300, np.nan])
def test_events_that_do_not_move_time_are_refused(period: float) -> None:
    instance = Instance(sampled(period))
    instance.ask(Zigzag().compute)
    instance.initialize(1.0)
    with pytest.raises(StepFailed, match="Sampled: the next event after that at t = 1 s must be later, not at "):
        instance.advance(2.0)


@pytest.mark.parametrize(
    ("event", "why"),
    [
        ({"next": Ref("x", 0, 1)}, "the time of the next event of Sampled does not lie among those"),
        ({"next": Ref("r", 0, 3)}, "the time of the next event are 3 numbers instead of 1"),
        ({"next": Ref("next", 1000, 1)}, "the time of the next event"),
    ],
)
def test_files_with_events_that_cannot_be_are_refused(event: dict, why: str) -> None:
    problem = sampled()
    problem = replace(problem, events=(replace(problem.events[0], **event),))
    content, said = packed_problem(problem, fmi_variables(problem, 3), record_flat(problem))("token"), bytes(256)
    assert library().handle_load(content, len(content), said) is None
    assert why in said.rstrip(b"\0").decode()
