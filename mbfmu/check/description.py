"""The modelDescription.xml is valid: by FMI's schema, by FMPy's rules, and by what FMI says of its numbers and FMPy does not look at."""

from __future__ import annotations

from collections.abc import Iterator

from fmpy import read_model_description
from fmpy.model_description import ModelVariable, ValidationError
from fmpy.validation import validate_model_description

from .base import Check, Verdict, always, by_standard, judged
from .subject import CheckedFmu

NAMES = 3000  # variables whose names FMPy parses within the time of a check
TOLD = 5  # problems
ELSEWHERE = "ModelStructure/InitialUnknowns"  # which a check of its own looks at: FMI 3 lets event indicators be listed, FMPy does not
INTEGERS = ("Integer", "Enumeration", "Int8", "UInt8", "Int16", "UInt16", "Int32", "UInt32", "Int64", "UInt64")
NUMBERS = ("Real", "Float32", "Float64", *INTEGERS)
POSITIVE = ("stepSize", "tolerance", "fixedInternalStepSize")


def run(subject: CheckedFmu) -> Verdict:
    """Validate all of it, and tell the first problems."""
    names = len(subject.description.modelVariables) <= NAMES
    problems = list(dict.fromkeys([*_schema(subject), *_rules(subject, names), *_experiment(subject), *_numbers(subject)]))
    more = f"; and {len(problems) - TOLD} more" if len(problems) > TOLD else ""
    measured = f"{len(subject.description.modelVariables)} variables{'' if names else ', names not parsed'}"
    return judged(not problems, measured, "; ".join(problems[:TOLD]) + more)


def _schema(subject: CheckedFmu) -> list[str]:
    """What FMPy finds while it reads with validation: what is against the schema, and the first of its rules."""
    try:
        read_model_description(str(subject.folder), validate=True)
    except ValidationError as error:
        return list(error.problems)
    except Exception as error:  # FMPy raises bare exceptions for what it cannot read
        return [str(error)]
    return []


def _rules(subject: CheckedFmu, names: bool) -> list[str]:
    """What is against FMPy's rules, which it does not apply where the schema is broken."""
    try:
        found = validate_model_description(subject.description, validate_variable_names=names, validate_model_structure=True)
    except KeyError as error:
        return [f"a display unit is given for the unit {error}, which is not defined"]
    return [problem for problem in found if not problem.startswith(ELSEWHERE)]


def _experiment(subject: CheckedFmu) -> Iterator[str]:
    """What is impossible in the default experiment, and in the fixed step size."""
    experiment = subject.root.find("DefaultExperiment")
    attributes = subject.flags | ({} if experiment is None else dict(experiment.attrib))
    stated = {name: _number(value) for name, value in attributes.items()}
    start, stop = stated.get("startTime") or 0.0, stated.get("stopTime")
    if stop is not None and stop < start:
        yield f"stopTime = {stop:g} s is before startTime = {start:g} s"
    for name in POSITIVE:
        value = stated.get(name)
        if value is not None and not value > 0:
            yield f"{name} = {value:g} must be > 0"


def _numbers(subject: CheckedFmu) -> Iterator[str]:
    """What is impossible among a variable's start, min, max and nominal."""
    for v in subject.description.modelVariables:
        if v.type not in NUMBERS:
            continue
        low, high, nominal = (_stated(v, name) for name in ("min", "max", "nominal"))
        if low is not None and high is not None and high < low:
            yield f"{v.name}: max = {high:g} is less than min = {low:g}"
        if nominal == 0.0:
            yield f"{v.name}: nominal = 0 must be another number"
        starts = [start for start in map(_number, (v.start or "").split()) if start is not None]
        if low is not None and starts and min(starts) < low:
            yield f"{v.name}: start = {min(starts):g} is less than min = {low:g}"
        if high is not None and starts and max(starts) > high:
            yield f"{v.name}: start = {max(starts):g} is more than max = {high:g}"


def _stated(variable: ModelVariable, name: str) -> float | None:
    """A number of the variable, its own or its declared type's."""
    own = getattr(variable, name, None)
    return _number(getattr(variable.declaredType, name, None) if own is None else own)


def _number(text: str | None) -> float | None:
    """The number that is written there; None where it is none, which the schema tells."""
    try:
        return None if text is None else float(text)
    except ValueError:
        return None


CHECK = Check("description valid", always, by_standard, run, of_description=True)
