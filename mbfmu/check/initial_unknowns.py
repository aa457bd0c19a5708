"""Initial unknowns: all that FMI wants listed, and nothing else."""

from __future__ import annotations

from fmpy.model_description import ModelVariable

from .base import Check, Verdict, always, by_standard, judged
from .subject import CheckedFmu


def run(subject: CheckedFmu) -> Verdict:
    """Compare the list with the rule (FMI 2.0.4, section 2.2.8; FMI 3.0.2, section 2.4.8); FMI 3 lets indicators be left out."""
    description = subject.description
    states = {id(v) for u in subject.derivatives for v in (u.variable, u.variable.derivative)}
    wanted = [v for v in description.modelVariables if _wanted(v, id(v) in states)]
    listed = {u.variable.valueReference for u in description.initialUnknowns}
    optional = {u.variable.valueReference for u in description.eventIndicators}
    lacking = [v.name for v in wanted if v.valueReference not in listed]
    more = listed - {v.valueReference for v in wanted} - optional
    extra = [u.variable.name for u in description.initialUnknowns if u.variable.valueReference in more]
    problems = [f"{', '.join(names[:3])} {what}" for names, what in ((lacking, "not listed"), (extra, "listed though known")) if names]
    return judged(not problems, f"{len(listed)} listed, {len({v.valueReference for v in wanted})} wanted", "; ".join(problems))


def _wanted(v: ModelVariable, is_state: bool) -> bool:
    unknown = v.initial in ("approx", "calculated") and not v.clocks
    return v.causality == "calculatedParameter" or unknown and (v.causality == "output" or is_state)


CHECK = Check("initial unknowns listed", always, by_standard, run, of_description=True)
