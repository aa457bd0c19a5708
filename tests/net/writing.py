"""written(found): a description as the Python that declares its model."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .description import Description, Item, Place


def written(found: Description, name: str = "model") -> str:
    """Statements that declare a model as a user would, with its sampled controllers and its times as comments."""
    made = set()

    def statements(item: Item) -> Iterator[str]:
        if item.name not in made:
            made.add(item.name)
            for other in item.hangs_on:
                yield from statements(found[other])
            yield f"{name}.{item.name} = {item.kind.__name__}({', '.join(_arguments(item, name, found))})"
            yield from (f"# {name}.{item.name}.{of} is {_number(value)}" for of, value in item.inputs.items())

    lines = [f'{name} = Model("Net")', *(line for item in found.items for line in statements(item))]
    lines += [f"# SampledPid of {joint}: {', '.join(_given(values))}" for joint, values in found.controllers.items()]
    return "\n".join([*lines, f"# from {found.start_time!r} s to {found.start_time + found.stop_time!r} s"])


def _arguments(item: Item, model: str, found: Description) -> Iterator[str]:
    for to in item.attached:
        yield _frame(to, model, found) if isinstance(to, Place) else f"{model}.{to}"
    yield from _given(item.values)


def _given(values) -> Iterator[str]:
    return (f"{name}={_number(value)}" for name, value in values.items())


def _frame(place: Place, model: str, found: Description) -> str:
    part, angle = f"{model}.{place.part}", float(np.linalg.norm(place.turn))
    if hasattr(found[place.part].kind, "placement"):
        return f"{part}.frame_b"
    return f"{part}.at({_number(place.r)}, {_number(place.turn)}, {angle!r})" if angle else f"{part}.at({_number(place.r)})"


def _number(value: np.ndarray) -> str:
    return repr(np.asarray(value, dtype=float).tolist())
