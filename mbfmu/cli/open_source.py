"""From a path to what it stands for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from ..base.choices import Choices, kind_of
from ..base.errors import MbfmuError
from ..runs.loaded.interface import Source

if TYPE_CHECKING:
    from ..cosim import System


def open_source(path: Path, choices: Choices = Choices(), names: Iterable[str] = (), poses: bool = False) -> Source:
    """The FMU or model at `path`, whose variables `names` will be set, with `poses` of parts in its results.

    MbfmuError where there is none, or `choices` do not fit.
    """
    choices.refuse(path)
    if kind_of(path) == ".fmu":
        from ..runs.loaded.fmu_source import FmuSource  # each kind imports what only it needs

        return FmuSource(path, poses)
    from ..analysis.instant.massless_bodies import massless_bodies
    from ..problem.compile import with_settable
    from ..problem.load_problem import chosen_problem, load_declared
    from ..runs.loaded.model_source import ModelSource

    declared = with_settable(load_declared(path, choices), names)
    return ModelSource(chosen_problem(declared, choices, poses), poses, massless_bodies(declared))


@contextmanager
def opened_system(path: Path | str) -> Iterator[System]:
    """The system at `path`: one that `open_system` reads, or that a Python file declares as `system`; MbfmuError where there is none."""
    from ..cosim import System, open_system
    from ..runs.load_any import load_any

    path = Path(path)
    if path.suffix.lower() != ".py":
        with open_system(path) as system:
            yield system
        return
    declared = load_any(path)
    if not isinstance(declared, System):
        raise MbfmuError(f"{path} declares a `model`: run it with `mbfmu simulate {path}`; a system is declared as `system`")
    yield declared
