"""What a sweep keeps of each run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ..errors import MbfmuError, ProblemsFound
from ..signals.nearest import nearest

Kept = Callable[[np.ndarray], Any]
Keep = Sequence[str] | Mapping[str, str | Kept] | None


def kept_by(keep: Keep, outputs: Sequence[str]) -> dict[str, Kept]:
    """What is kept by name, as functions of a result: of names, outputs and their last values. ProblemsFound for names that are no outputs."""
    if isinstance(keep, str):
        raise MbfmuError(f"keep = {keep!r} must be a list of outputs, such as [{keep!r}], or a dict of functions of a result by name")
    asked = dict(keep) if isinstance(keep, Mapping) else {name: name for name in (outputs if keep is None else keep)}
    wrong = [
        f"there is no output {what!r}{nearest(what, outputs)}; the outputs are {', '.join(outputs) or 'none'}"
        for what in asked.values()
        if isinstance(what, str) and what not in outputs
    ]
    wrong += [f"{name}: {what!r} is neither the name of an output nor a function of a result" for name, what in asked.items() if not _fits(what)]
    if wrong:
        raise ProblemsFound("this cannot be kept:", wrong)
    return {name: _last(what) if isinstance(what, str) else what for name, what in asked.items()}


def _fits(what: Any) -> bool:
    return isinstance(what, str) or callable(what)


def _last(output: str) -> Kept:
    return lambda result: result[output][-1]


def keep_of(result: np.ndarray, kept: Mapping[str, Kept]) -> dict[str, Any]:
    """What is kept of a result; MbfmuError names the function that raises."""
    found = {}
    for name, function in kept.items():
        try:
            found[name] = function(result)
        except Exception as error:  # of a user's own function, whatever it is
            raise MbfmuError(f"keep[{name!r}] raised {type(error).__name__}: {error}") from error
    return found
