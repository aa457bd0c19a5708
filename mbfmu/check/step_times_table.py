"""Times of steps for a person to read."""

from __future__ import annotations

from rich import box
from rich.console import Group
from rich.markup import escape
from rich.table import Table

from .step_times import SCALES, TIMES, LongStep, StepTimes

SHOWN = 5  # of the longest steps
LONG = 3.0  # times the median: what a step takes again at least, if the FMU is slow in it


def step_times_table(title: str, found: StepTimes) -> Group:
    """The distribution, a row a number; a row for each kind of call; a row for each of the longest steps."""
    return Group(_distribution(title, found), _calls(found), _longest(found))


def _distribution(title: str, found: StepTimes) -> Table:
    table = _table(f"{title}: {found.steps} steps of {in_words(found.step)}")
    table.show_header = False
    own = max((step.own for step in found.longest if step.own is not None), default=None)
    for name, value in (
        ("median", in_words(found.median)),
        ("99.9 %", in_words(found.most)),
        ("largest", f"{in_words(found.largest)} (in the step from t = {found.largest_at:.9g} s), {found.ratio:.3g} times the median"),
        ("again", "" if own is None else f"{in_words(own)} at most, when the {len(found.longest)} longest steps were made {TIMES} times again"),
        ("late", f"{found.late} of {found.steps}" if found.late else "none"),
        ("events", f"reported in {found.with_events} of {found.steps} steps" if found.with_events else "none reported"),
    ):
        table.add_row(name, value)
    return table


def _calls(found: StepTimes) -> Table:
    table = _table("Calls of a step", "call", "median", "largest", "in the step from", "share of the run")
    for call in found.calls:
        table.add_row(call.kind, in_words(call.median), in_words(call.largest), f"t = {call.largest_at:.9g} s", f"{call.share:.1%}")
    return table


def _longest(found: StepTimes) -> Table:
    again = f"not made again: {found.unrepeated}" if found.unrepeated else f"made {TIMES} times again: the least time counts"
    table = _table(f"Longest steps, {again}", "step", "from", "took", "longest call", "events", "again")
    for step in found.longest[:SHOWN]:
        table.add_row(
            str(step.number),
            f"t = {step.at:.9g} s",
            in_words(step.taken),
            f"{step.call}, {step.share:.0%}",
            step.event or "none",
            _verdict(step, found.median),
        )
    return table


def _verdict(step: LongStep, median: float) -> str:
    """Whose the time of a step was."""
    if step.own is None:
        return ""
    whose = f"the FMU's own, in {step.own_call}" if step.own >= LONG * median else "the machine's, or the FMU's only once"
    return f"{in_words(step.own)}: {whose}"


def _table(title: str, *columns: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, title=escape(title), title_justify="left")
    for column in columns:
        table.add_column(column)
    return table


def in_words(seconds: float) -> str:
    """In the largest of the units that leaves a number of 1 or more."""
    unit = next((unit for unit, scale in SCALES.items() if seconds >= scale), "us")
    return f"{seconds / SCALES[unit]:.3g} {unit}"
