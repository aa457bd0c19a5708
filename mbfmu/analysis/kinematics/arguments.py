"""Numbers that users give by name or all at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ...base.errors import MbfmuError
from ...base.nearest import nearest


def numbers_of(given: Any, names: Sequence[str], what: str) -> dict[int, float]:
    """The numbers that are given, by their places among `names`; MbfmuError for what is unknown, too many or no finite number."""
    if isinstance(given, Mapping):
        places = [_place(name, names, what) for name in given]
        values = _numbers([*given.values()], what)
    else:
        places, values = [*range(len(names))], _numbers(given, what)
    if values.shape != (len(places),):
        raise MbfmuError(f"there are {len(names)} numbers, one for each {what}, not {values.size}: {', '.join(names)}")
    return dict(zip(places, values.tolist()))


def bounds_of(limits: Mapping[str, Any], coordinates: Sequence[str]) -> np.ndarray:
    """The lower and upper limits (2, coordinates), infinite where there are none."""
    bounds = np.tile([[-np.inf], [np.inf]], len(coordinates))
    for name, pair in limits.items():
        if np.shape(pair) != (2,) or not pair[0] < pair[1]:
            raise MbfmuError(f"the limits of {name} must be a lower and a larger upper one, such as (-2.0, 2.0), not {pair!r}")
        bounds[:, _place(name, coordinates, "coordinate")] = pair
    return bounds


def _place(name: str, names: Sequence[str], what: str) -> int:
    if name not in names:
        raise MbfmuError(f"there is no {what} {name!r}{nearest(str(name), names)}; there is {', '.join(names)}")
    return names.index(name)


def _numbers(given: Any, what: str) -> np.ndarray:
    try:
        values = np.asarray(given, dtype=float)
    except (TypeError, ValueError):
        raise MbfmuError(f"{given!r} are no numbers, one for each {what}") from None
    if not np.isfinite(values).all():
        raise MbfmuError(f"{given!r} must be finite numbers, one for each {what}")
    return values
