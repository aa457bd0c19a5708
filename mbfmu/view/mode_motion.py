"""The modes of a model as a file that shows each of them move."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from ..analysis.instance_at import instance_at
from ..analysis.instant.drive import declared_for
from ..analysis.linear.eigen import eigen, slowest_first
from ..analysis.linear.linearization import Linearization
from ..analysis.linear.mode import Mode
from ..analysis.linearize.linearize import LocalSystem, near
from ..analysis.simulate.simulate import table
from ..base.errors import MbfmuError, StepFailed
from ..engine.instance import Instance
from ..model.declare.model import Model
from ..scene import Scene
from .glb import Chapter
from .motion_file import Inputs, Values, checked, given, write
from .poses import pose_outputs, poses
from .run import watched_problem

FAR, WIDE = 0.12, 0.35  # of the mechanism's size, and rad: how far parts move and turn at most
SWING, PAUSE = 2.0, 0.5  # s: of one swing, and before that of the next mode
FRAMES = 48  # of a swing
TURN = np.exp(2j * np.pi * np.arange(FRAMES + 1) / FRAMES)
MOST = 40  # modes, the slowest
NOTHING = 1e-9  # of FAR and WIDE, for a largest part of one: what moves less stands still
HALVINGS = 6  # of a swing so wide that loops cannot be closed


def view_modes(
    model: Model | str | Path, path: str | Path, values: Values = None, inputs: Inputs = None, time: float = 0.0, at_rest: bool = False
) -> Path:
    """Write a file that shows each mode as a visible swing of the mechanism, with a chooser of modes. Returns its path.

    `values`, `inputs` and `time` are those of `linearize`, or functions that return them for the compiled model. `at_rest` shows the modes at the
    equilibrium. Modes have the numbers of `Linearization.modes`. The file shows at most the 40 slowest, without modes in which no part moves. A
    period of every mode takes two seconds, whatever its frequency; growth and decay are not shown. Constraints hold in every picture. Raises what
    `linearize`, `equilibrium` and `view_model` raise, MbfmuError where no mode moves a part.
    """
    file = checked(path)
    problem, scene = watched_problem(model if callable(values) else declared_for(model, values))
    instance = instance_at(problem, given(values, problem), given(inputs, problem), time, at_rest)
    found = near(instance)
    modes, spectrum = found.system.modes(), eigen(found.system.A)
    rows: list[np.ndarray] = []
    chapters: list[Chapter] = []
    for number, place in enumerate(slowest_first(spectrum.values)[:MOST], 1):
        swing = _swing(instance, scene, found, spectrum.right[:, place])
        if swing is not None:
            start = len(chapters) * (SWING + PAUSE)
            chapters.append(Chapter(f"mode {number}: {_said(modes[number - 1])}", start, start + SWING))
            rows.append(swing)
    if not chapters:
        raise MbfmuError(f"{problem.name} has no mode in which a part moves")
    times = np.concatenate([np.linspace(one.start, one.stop, FRAMES + 1) for one in chapters])
    return write(file, scene, poses(scene, table(problem, times, np.concatenate(rows))), chapters=chapters)


def _swing(instance: Instance, scene: Scene, found: LocalSystem, vector: np.ndarray) -> np.ndarray | None:
    """The outputs (frames, m) of x0 + Re(T v e^(i theta)) on the constraints, over one turn of theta; None where no part moves."""
    vector = vector / np.abs(vector).max()
    size = _size(scene, found.system, vector)
    if abs(size) < NOTHING:
        return None
    direction = found.columns @ vector / size
    for of in instance.problem.mechanisms:
        direction[of.first + of.nq + of.own : of.first + of.nq + of.own + of.nv] = 0.0  # speeds, which no picture shows
    for halving in range(HALVINGS):
        try:
            return np.array([_outputs(instance, found.state, (direction * phase).real / 2**halving) for phase in TURN])
        except StepFailed as error:
            failed = error
    raise failed


def _size(scene: Scene, system: Linearization, vector: np.ndarray) -> complex:
    """How much a mode moves and turns parts, in FAR and WIDE, as the complex part of what moves or turns most."""
    largest = 0.0j
    for parts in _moved(scene, system, vector):
        most = parts[np.argmax(np.abs(parts))]
        whole = most / abs(most) * np.linalg.norm(parts) if most else 0.0j
        largest = max(largest, whole, key=abs)
    return complex(largest)


def _moved(scene: Scene, system: Linearization, vector: np.ndarray) -> Iterator[np.ndarray]:
    """What a mode moves and turns, in FAR and WIDE: each part, and of each surface that deforms the vertex that moves most."""
    outputs = pose_outputs(scene)
    change = lambda name: system.C[[system.outputs.index(entry) for entry in outputs[name]]] @ vector
    for node in scene.nodes:
        if node.position:
            yield change(node.position) / (FAR * scene.size)
        if node.orientation:
            yield change(node.orientation) / (0.5 * WIDE)  # Euler parameters change by half the angle
        for shape in node.deformables:
            moved = np.tensordot(change(shape.weights), shape.modes.array, axes=1) / (FAR * scene.size)
            yield moved[np.argmax(np.linalg.norm(moved, axis=1))]


def _outputs(instance: Instance, state: bytes, change: np.ndarray) -> np.ndarray:
    """The outputs where the states have changed, on the constraints."""
    instance.restore(state)
    instance.place(instance.t, instance.buffers["x"] + change)
    instance.project()
    return instance.outputs()


def _said(mode: Mode) -> str:
    if mode.frequency:
        return f"{mode.frequency:.4g} Hz, damping ratio {mode.damping:.3g}"
    rate = mode.eigenvalue.real
    return "not brought back" if not rate else f"{'grows' if rate > 0 else 'decays'} e-fold in {1 / abs(rate):.3g} s"
