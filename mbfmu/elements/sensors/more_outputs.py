"""A model with more outputs than it exposes, for one compilation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import count

from ...model.declarations import Handle
from ...model.model import Model


@contextmanager
def more_outputs(model: Model, wanted: Mapping[str, Handle]) -> Iterator[Model]:
    """The same model with the outputs `wanted`, by name, of its elements or of sensors that it has not; in the end the model is as it was."""
    copy = Model(model.name)
    copy.__dict__.update({**model.__dict__, "elements": dict(model.elements), "outputs": dict(model.outputs)})
    free = (name for i in count() if (name := f"watched_{i}") not in model.elements)
    present = set(map(id, model.elements.values()))
    sensors = {id(handle.element): handle.element for handle in wanted.values() if id(handle.element) not in present}
    try:
        for sensor in sensors.values():
            copy.add(next(free), sensor)
        copy.expose(outputs=wanted)
        yield copy
    finally:
        for sensor in sensors.values():
            sensor.detach()
