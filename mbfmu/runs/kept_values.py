"""What a sweep or a study keeps of each run."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from ..base.errors import MbfmuError, ProblemsFound
from ..base.nearest import nearest

Kept = Callable[[np.ndarray], Any]
Keep = Sequence[str] | Mapping[str, str | Kept] | None


def asked_to_keep(keep: Keep, outputs: Sequence[str]) -> dict[str, str | Kept]:
    """The columns to keep by name, by default all outputs; MbfmuError for a text alone."""
    if isinstance(keep, str) or not isinstance(keep, Sequence | Mapping | None):
        raise MbfmuError(f"keep = {keep!r} must be a list of outputs, such as [{keep!r}], or a dict of functions of a result by name")
    return dict(keep) if isinstance(keep, Mapping) else {name: name for name in (outputs if keep is None else keep)}


def kept_by(asked: Mapping[str, str | Kept], outputs: Sequence[str]) -> dict[str, Kept]:
    """What is kept by name, as functions of a result: of an output its last value, or what one of MEASURES finds, as in "peak(stroke)".

    ProblemsFound for what is none of these.
    """
    found = {name: _measure(what, outputs) if isinstance(what, str) else what for name, what in asked.items()}
    wrong = [_unknown(what, outputs) for name, what in asked.items() if found[name] is None and isinstance(what, str)]
    wrong += [f"{name}: {what!r} is neither the name of an output nor a function of a result" for name, what in asked.items() if not _fits(what)]
    if wrong:
        raise ProblemsFound("this cannot be kept:", wrong)
    return found  # type: ignore[return-value]  # what is None is wrong


def _fits(what: Any) -> bool:
    return isinstance(what, str) or callable(what)


def _measured(what: str) -> tuple[str, str]:
    """A measure and the output that it is of."""
    asked = re.fullmatch(rf"({'|'.join(MEASURES)})\((.*)\)", what)
    return (asked[1], asked[2]) if asked else ("final", what)


def _measure(what: str, outputs: Sequence[str]) -> Kept | None:
    measure, output = ("final", what) if what in outputs else _measured(what)
    function = MEASURES[measure]
    return (lambda result: function(result["time"], result[output])) if output in outputs else None


def _unknown(what: str, outputs: Sequence[str]) -> str:
    output = _measured(what)[1]
    listed = ", ".join(outputs) or "none"
    return f"there is no output {output!r}{nearest(output, outputs)}; the outputs are {listed}, and their functions are {', '.join(MEASURES)}"


def final(time: np.ndarray, values: np.ndarray) -> Any:
    """The last value."""
    return values[-1]


def peak(time: np.ndarray, values: np.ndarray) -> float:
    """The largest magnitude."""
    return np.abs(values).max()


def rms(time: np.ndarray, values: np.ndarray) -> float:
    """The root of the mean of the square over time, by the trapezoidal rule."""
    from scipy.integrate import trapezoid  # here, so that what sweeps no models starts sooner

    return float(np.sqrt(trapezoid(values.astype(float) ** 2, time, axis=0) / (time[-1] - time[0])))


MEASURES: dict[str, Callable[[np.ndarray, np.ndarray], Any]] = {"final": final, "peak": peak, "rms": rms}


def outputs_asked(asked: Iterable[str], outputs: Sequence[str]) -> tuple[str, ...]:
    """The outputs that texts are about, of those that there are; ProblemsFound for a text that is about none."""
    kept_by({what: what for what in asked}, outputs)
    return tuple(dict.fromkeys(what if what in outputs else _measured(what)[1] for what in asked))


def kept_in(result: np.ndarray, asked: Mapping[str, str]) -> dict[str, Any]:
    """What texts find in a result."""
    return keep_of(result, kept_by(asked, result.dtype.names or ()))


def keep_of(result: np.ndarray, kept: Mapping[str, Kept]) -> dict[str, Any]:
    """What is kept of a result; MbfmuError names the function that raises."""
    found = {}
    for name, function in kept.items():
        try:
            value = function(result)
            found[name] = float(value) if type(value) is np.float64 else value  # which is sent in a tenth of the time
        except (Exception, SystemExit) as error:  # of a user's own function, whatever it is
            raise MbfmuError(f"keep[{name!r}] raised {type(error).__name__}: {error}") from error
    return found
