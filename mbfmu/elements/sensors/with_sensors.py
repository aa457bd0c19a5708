"""A model with more sensors than it has, for one compilation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import count

from ...model.declarations import Handle
from ...model.model import Model


@contextmanager
def with_sensors(model: Model, wanted: Iterable[Handle]) -> Iterator[Model]:
    """The same model with the sensors, of all elements that have the variables `wanted`, that it has not; in the end the model is as it was."""
    copy = Model(model.name)
    copy.__dict__.update({**model.__dict__, "elements": dict(model.elements), "outputs": dict(model.outputs), "pictures": dict(model.pictures)})
    free = (name for i in count() if (name := f"watched_{i}") not in model.elements)
    present = set(map(id, model.elements.values()))
    sensors = {id(handle.element): handle.element for handle in wanted if id(handle.element) not in present}
    try:
        for sensor in sensors.values():
            copy.add(next(free), sensor)
        yield copy
    finally:
        for sensor in sensors.values():
            sensor.detach()
