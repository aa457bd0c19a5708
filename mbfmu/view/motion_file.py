"""A model, or a result of one, as a file that shows its motion."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ..analysis.instant.drive import declared_for
from ..analysis.strength.damage import SNCurve
from ..analysis.strength.hot_spots import surface_damage
from ..base.errors import MbfmuError, StepFailed
from ..base.files.given_path import given_path
from ..base.files.ready_file import ready_file
from ..base.files.whole_file import whole_file
from ..problem.compile import Declared
from ..problem.data.problem import Problem
from ..scene import Scene, roads_along
from .glb import Chapter, glb
from .page import page
from .poses import Poses, gaping, poses
from .run import frames, run, start, watched_problem

KINDS = (".html", ".glb")
Values = Mapping[str, Any] | Callable[[Problem], Mapping[str, Any]] | None
Inputs = Values | str | Path


def view_model(
    model: Declared,
    path: str | Path,
    stop_time: float | None = None,
    values: Values = None,
    progress: Callable[[float], None] = lambda t: None,
    inputs: Inputs = None,
    curve: SNCurve | None = None,
) -> Path:
    """Simulate a model and write a file that plays its motion: an .html page for browsers, or a .glb for Blender and others. Returns its path.

    The model is anything that `compile_problem` takes, also models joined by `connect`. `values` and `inputs` are those of `simulate`, or functions
    that return them for the compiled model. `progress` is called now and then with the time [s]. With an S-N `curve`, the page can colour flexible
    bodies by the damage of the run, with a row for each step size of the model.

    Raises ProblemsFound with all problems of the model, StepFailed if it cannot be simulated, and MbfmuError if a file cannot be read or written.
    """
    file = checked(path)
    problem, scene = watched_problem(model if callable(values) else declared_for(model, values))
    result = run(problem, stop_time, given(values, problem), progress, given(inputs, problem), all_steps=curve is not None)
    return view_result(scene, result, file, curve=curve)


def view_start(model: Declared, path: str | Path, values: Values = None) -> Path:
    """Write a file that shows a model at its start, with the axes and names of its joints. Returns its path.

    If the model cannot be assembled, the file shows its parts at their start values and the gaps between them, and the function raises MbfmuError
    with the reason and the path of the file. Other errors are those of `view_model`.
    """
    file = checked(path)
    problem, scene = watched_problem(model if callable(values) else declared_for(model, values))
    try:
        at_start = start(problem, given(values, problem))
    except StepFailed as error:
        raise shown_gaping(scene, file, error) from error
    return write(file, scene, poses(scene, at_start), still=True)


def view_result(scene: Scene, result: np.ndarray, path: str | Path, still: bool = False, curve: SNCurve | None = None) -> Path:
    """Write a file that plays a result with the outputs that a Scene names. Returns its path. With `still`, it shows axes and names.

    With an S-N `curve`, the page can colour flexible bodies by the damage that all rows of the result do (`worst_places`). Raises ProblemsFound
    with all missing outputs, and MbfmuError if its numbers are no poses, or if there is no stress to do damage.
    """
    if not isinstance(scene, Scene):
        raise MbfmuError(f"{scene!r} is no Scene; view_model shows a model, and `mbfmu view MODEL RESULT.csv` a result of it")
    file, motion = checked(path), poses(scene, result)
    damages = {} if curve is None else _damages(scene, motion, curve, file)
    rows = np.unique(np.linspace(0, len(result) - 1, min(len(result), 1 + frames(float(np.ptp(motion.t)), len(scene.nodes)))).round().astype(int))
    return write(file, scene, motion.at(rows), still, damages=damages)


def _damages(scene: Scene, motion: Poses, curve: SNCurve, file: Path) -> dict[str, np.ndarray]:
    """The damage (p,) at the vertices of all that deforms and whose stress is known, by the names of its weights."""
    if file.suffix.lower() == ".glb":
        raise MbfmuError(f"{file}: damage is shown in a page: write an .html file")
    shapes = {shape.weights: shape.stress.array for node in scene.nodes for shape in node.deformables if shape.stress}
    if not shapes:
        raise MbfmuError(f"{scene.name} has no flexible body whose surface and stress are known: there is no damage to show")
    return {name: surface_damage(stress, motion.weights[name], curve) for name, stress in shapes.items()}


def shown_gaping(scene: Scene, file: Path, error: MbfmuError, values: str = "their start values") -> MbfmuError:
    """Write a file that shows a mechanism that cannot start, its loops gaping; the error to raise, which says where it is, and at which values."""
    write(file, scene, gaping(scene), still=True, message=str(error))
    return MbfmuError(f"{error} ({file} shows the parts at {values} and the gaps between them)")


def given(values: Inputs, problem: Problem) -> Any:
    """Values or inputs, of which a function of the Problem may tell."""
    return values(problem) if callable(values) else values or {}


def checked(path: str | Path) -> Path:
    """The path of a file, in a folder that can be written to, looked at before any work is done for it."""
    file = given_path(path)
    if file.suffix.lower() not in KINDS:
        raise MbfmuError(f"{file}: what moves is written as .html, a page for browsers, or .glb, for Blender and others")
    return ready_file(file)


def write(
    file: Path,
    scene: Scene,
    motion: Poses,
    still: bool = False,
    message: str = "",
    chapters: Sequence[Chapter] = (),
    damages: Mapping[str, np.ndarray] = {},
) -> Path:
    """Write a file that shows a motion, with its roads as far as wheels come; its path. See `glb`."""
    shown = scene if still else roads_along(scene, motion.seen_from)
    as_page = file.suffix.lower() != ".glb"
    stressed = as_page and not chapters  # the swing of a mode has no size of its own
    content = glb(shown, motion, still, message, chapters, stressed, damages)
    with whole_file(file) as partial:
        partial.write_bytes(page(scene.name, content).encode() if as_page else content)
    return file
