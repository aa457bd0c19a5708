"""A model with more sensors than it has, for one compilation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import count

from ...declare.declarations import Handle
from ...declare.extended_model import extended
from ...declare.model import Model


@contextmanager
def with_sensors(model: Model, wanted: Iterable[Handle]) -> Iterator[Model]:
    """The same model with the sensors, of all elements that have the variables `wanted`, that it has not; in the end the model is as it was."""
    present = set(map(id, model.elements.values()))
    sensors = {id(handle.element): handle.element for handle in wanted if id(handle.element) not in present}
    free = (name for i in count() if (name := f"watched_{i}") not in model.elements)
    with extended(model, dict(zip(free, sensors.values()))) as copy:
        yield copy
