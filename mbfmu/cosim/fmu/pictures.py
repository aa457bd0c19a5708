"""Outputs that show where parts are: read only where they are linked or shown."""

from collections.abc import Collection, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import numpy as np
from fmpy.model_description import ModelDescription, ModelVariable
from numpy.lib.recfunctions import repack_fields

from ...base.errors import MbfmuError
from ...base.fmu_pictures import pictures_of, without_index
from ...base.model_description import describe_fmu
from ...base.safe_zip import unpacked
from ...scene import Scene, scene_of_system
from ...scene.fmu_scene import fmu_scene
from ..system.system import System, connector_name
from ..system.variables import KINDS, kind_of, numbers_of


def split_outputs(description: ModelDescription, fmu: Path, linked: Collection[str] = ()) -> tuple[list[ModelVariable], list[ModelVariable]]:
    """Return the outputs that a master reads, and those that the FMU's Scene names and nothing is linked to."""
    pictures, known = pictures_of(fmu).outputs, {*linked}
    outputs = [v for v in description.modelVariables if v.causality == "output" and kind_of(v) in KINDS]
    is_shown = [without_index(v.name) in pictures and not {v.name, *numbers_of(v)} & known for v in outputs]
    return [v for v, shown in zip(outputs, is_shown) if not shown], [v for v, shown in zip(outputs, is_shown) if shown]


def linked_outputs(system: System, component: str) -> frozenset[str]:
    """Return the outputs of a component that drive inputs."""
    return frozenset(variable for (source, variable), _ in system.connections if source == component)


def picture_columns(system: System) -> list[str]:
    """Return the columns of outputs that only show where parts are."""
    descriptions = {name: describe_fmu(component.fmu) for name, component in system.components.items()}
    split = {c: split_outputs(d, system.components[c].fmu, linked_outputs(system, c)) for c, d in descriptions.items()}
    return [connector_name((c, number)) for c, (_, shown) in split.items() for v in shown for number in numbers_of(v)]


def without_pictures(system: System, result: np.ndarray) -> np.ndarray:
    """Return a result without the outputs that only show where parts are."""
    pictures = {*picture_columns(system)}
    return repack_fields(result[[name for name in result.dtype.names or () if name not in pictures]])


@contextmanager
def system_scene(system: System) -> Iterator[Scene]:
    """Yield one Scene of all mechanisms of a System; its mesh files are there meanwhile.

    Raises MbfmuError where no FMU has a Scene, or one is damaged.
    """
    with ExitStack() as folders:
        shown = {name: pictures_of(component.fmu) for name, component in system.components.items()}
        if not any(pictures.parts for pictures in shown.values()):
            raise MbfmuError(f"no FMU of {system.name} says what its parts look like: build one with pictures, as `mbfmu build` does")
        with_scene = {name: system.components[name].fmu for name, pictures in shown.items() if pictures.there}
        scenes = {name: fmu_scene(folders.enter_context(unpacked(fmu, to_run=True)), fmu) for name, fmu in with_scene.items()}
        yield scene_of_system(system.name, scenes)
