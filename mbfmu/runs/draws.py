"""Random values with a seed: what a Monte Carlo study starts its runs with."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any

import numpy as np
from scipy import stats

from ..base.errors import MbfmuError, ProblemsFound
from ..base.nearest import nearest

KNOWN = sorted(name for name in dir(stats) if isinstance(getattr(stats, name), (stats.rv_continuous, stats.rv_discrete)))


def draws(random: Mapping[str, Any], runs: int, seed: int) -> list[dict[str, Any]]:
    """So many rows of values, each drawn from the distribution of its name, one of SciPy's or its text, as "norm(500, 50)".

    A value depends on its name, the row's number and the seed alone: more runs or another name beside it leave it as it is. ProblemsFound for what
    is no distribution.
    """
    columns, wrong = {}, []
    for name, given in random.items():
        try:
            columns[name] = _drawn(name, read_distribution(given) if isinstance(given, str) else given, runs, seed)
        except MbfmuError as error:
            wrong.append(f"{name}: {error}")
    if wrong:
        raise ProblemsFound("these values cannot be drawn:", wrong)
    return [dict(zip(columns, row)) for row in zip(*columns.values())]


def read_distribution(text: str) -> Any:
    """The distribution of scipy.stats that `text` means; nothing in it is run. MbfmuError says what cannot be understood."""
    usage = f"{text!r} is no distribution; write one of scipy.stats, such as norm(500, 50), uniform(loc=1, scale=2) or randint(0, 1000)"
    try:
        tree = ast.parse(text.strip(), mode="eval").body
        if not (isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name)):
            raise MbfmuError(usage)
        name, numbers = tree.func.id, [float(ast.literal_eval(each)) for each in tree.args]
        words = {word.arg: float(ast.literal_eval(word.value)) for word in tree.keywords if word.arg}
    except (SyntaxError, ValueError, TypeError, RecursionError):
        raise MbfmuError(usage) from None
    if name not in KNOWN:
        raise MbfmuError(f"scipy.stats has no distribution {name!r}{nearest(name, KNOWN)}")
    try:
        found = getattr(stats, name)(*numbers, **words)
    except TypeError as error:
        raise MbfmuError(f"{text}: {error}") from None
    if not np.isfinite(found.ppf(0.5)):
        raise MbfmuError(f"{text}: there is no such distribution; see which numbers scipy.stats.{name} takes (a scale must be > 0)")
    return found


def _drawn(name: str, distribution: Any, runs: int, seed: int) -> list[Any]:
    """Values by the inverse of the distribution, so that the first of them are the same however many are drawn."""
    if not hasattr(distribution, "ppf"):
        raise MbfmuError(f"{distribution!r} is no distribution of scipy.stats, such as 'norm(500, 50)'")
    chances = np.random.default_rng([seed, *name.encode()]).random(runs)
    try:
        values = np.asarray(distribution.ppf(chances), dtype=float)
    except (TypeError, ValueError) as error:
        raise MbfmuError(f"nothing can be drawn from it: {error}; give a distribution with single numbers, such as 'norm(500, 50)'") from None
    if not np.isfinite(values).all():
        raise MbfmuError("some draws are no finite numbers; see which numbers this distribution of scipy.stats takes (a scale must be > 0)")
    return [int(value) for value in values] if isinstance(getattr(distribution, "dist", None), stats.rv_discrete) else values.tolist()
