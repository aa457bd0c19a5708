"""Start values: those declared are there, those given are taken."""

from __future__ import annotations

import numpy as np
from fmpy.fmi1 import FMICallException

from .base import NOT_CLAIMED, Check, Verdict, always, by_standard, judged
from .evaluation import element_names
from .excitation import excited
from .excitation import start_values as declared
from .instances import instantiated
from .running_fmu import roundings, size
from .subject import CheckedFmu

AMOUNT = 1e-3  # of a start value: small, so that most models still start
CLOSE = 1e-12  # of a value, which a description may give with fewer digits than it has; of Float32 its last digit
GIVEN = 200  # start values that are given; where there are more, that many at random
SEED = 0
WIDE = ("Int64", "UInt64")  # which doubles do not hold


def run(subject: CheckedFmu) -> Verdict:
    """Read exact starts back as declared, then each as given while Instantiated."""
    exact = [v for v in subject.numeric if v.start is not None and (v.initial == "exact" or v.causality == "input")]
    given = [v for v in exact if v.variability != "constant" and v.causality != "structuralParameter" and v.alias is None]
    if not exact:
        return Verdict(NOT_CLAIMED)
    running = instantiated(subject)
    running.enter_initialization()
    problems = _off(exact, running.get(exact), declared(exact), "declared")
    texts = [v for v in subject.texts if v.start is not None and not v.shape and (v.initial == "exact" or v.causality == "input")]
    wide = [v for v in exact if v.type in WIDE]
    problems += wide_off(wide, running.exactly(wide))
    problems += [f"{v.name} = {found!r} where {v.start!r} was declared" for v, found in _texts_off(texts, running.get_texts(texts))]
    running.free()
    taken, refused = 0, []
    chosen = sorted(np.random.default_rng(SEED).permutation(len(given))[:GIVEN].tolist())  # each takes an instance of its own
    for v in subject.while_time([given[i] for i in chosen]):
        running, values = instantiated(subject), excited([v], AMOUNT)
        try:
            running.set([v], values)
        except FMICallException as error:
            problems.append(f"{v.name}: {error}")
            continue
        try:
            running.enter_initialization()
            problems += _off([v], running.get([v]), values, "given")
            taken += 1
        except FMICallException:
            refused.append(v.name)  # the model does not start there, and says so
        running.free()
    detail = f", {len(refused)} refused" if refused else ""
    return judged(not problems, f"{sum(map(size, exact))} declared, {taken} of {len(given)} given{detail}", "; ".join(problems[:2]))


def wide_off(variables: list, values: list[int]) -> list[str]:
    """What is wrong with the integers of 64 bits that are not as declared, but are as doubles."""
    stated = [int(text) for v in variables for text in np.resize(v.start.split(), size(v)).tolist()]
    wrong = zip(element_names(variables), values, stated)
    return [f"{name} = {found} where {start} was declared" for name, found, start in wrong if found != start and float(found) == float(start)]


def _texts_off(variables: list, values: list[bytes]) -> list[tuple]:
    """The Strings that are not as declared, and what they are."""
    found = [(v, value.decode("utf-8", "replace")) for v, value in zip(variables, values)]
    return [(v, text) for v, text in found if text != v.start]


def _off(variables: list, values: np.ndarray, expected: np.ndarray, what: str) -> list[str]:
    wrong = np.flatnonzero(~(np.abs(values - expected) <= np.maximum(CLOSE, roundings(variables)) * np.abs(expected)))
    names = element_names(variables)
    return [f"{names[i]} = {values[i]:.9g} where {expected[i]:.9g} was {what}" for i in wrong]


CHECK = Check("start values applied", always, by_standard, run)
