"""inverse_dynamics(model, motions): the forces, power and energy that prescribed motions take."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.lib.recfunctions import append_fields, repack_fields

from ...base.errors import MbfmuError
from ...engine.instance import Instance
from ...model.declare.model import Model
from ...model.signals.result import Result, with_units
from ...model.signals.signal import Signal
from ...problem.codegen.variables import scalars
from ...problem.compile import model_in
from ..instant.acting_forces import ActingForces
from ..instant.drive import InputDriver, Inputs, Values, by_name, inputs_of
from ..instant.exposed_variables import exposed
from ..instant.prescribed_motion import motions_of, prescribing
from ..simulate.simulate import table, time_grid
from .inverse import consuming
from .smooth import smooth


def inverse_dynamics(
    model: Model | str | Path,
    motions: Mapping[str, Signal | Callable[[float], float] | float | tuple],
    forces: Sequence[str] = (),
    stop_time: float | None = None,
    interval: float | None = None,
    values: Values = None,
    inputs: Inputs = None,
    rtol: float = 1e-9,
) -> Result:
    """Compute the efforts, power and energy of prescribed joint motions. Returns a structured array like that of `simulate`.

    `motions` prescribes positions by name, such as {"boom.phi": Sine(0.3, 0.5)}, of joints with one coordinate. A motion is a smooth signal, a
    function of time that uses NumPy functions, a constant, a Table (a smooth curve joins its points), or a tuple of position, speed and acceleration.
    Rates are exact derivatives.

    Columns are "time" [s]; position, speed and acceleration of each joint ("boom.phi", "boom.w", "boom.a"); the effort along it ("boom.tau" [N.m] or
    "slide.f" [N]); the `power` [W] of all efforts and their `energy` [J] since the start; and the model's own outputs. `forces` names inputs of
    forces that replace these efforts, such as "cylinder.f"; they are columns, too. If there are more forces than the motion needs, the result has
    the least sum of squares. Joints without a prescribed motion move freely. `values`, `inputs` and `rtol` are those of `simulate`.

    Raises ProblemsFound, InvalidValue and StepFailed as `simulate` does. Raises MbfmuError if the motions depend on each other, or if `forces` cannot
    produce them.
    Source: W. Schiehlen, Recent developments in multibody dynamics, 2005, section 7.
    """
    model = model_in(model, "inverse_dynamics")
    if not motions:
        raise MbfmuError("inverse_dynamics needs a motion, such as {'pivot.phi': Sine(0.3, 1.0)}")
    moved = motions_of(model, by_name("motions", motions))
    given = {motion: smooth(motion.position, motions[motion.position]) for motion in moved}
    with prescribing(model, moved) as copy:
        shown = exposed(copy, forces)
        problem = consuming(copy)
    signals = {name: of for m, three in given.items() for name, of in zip((m.position, m.speed, m.acceleration), three)}
    instance, grid = Instance(problem), time_grid(problem, 0.0, stop_time, interval)
    drive = InputDriver(instance, values, {**inputs_of(problem, inputs), **signals})
    acting = ActingForces(instance, [motion.effort for motion in moved], dict(zip(forces, shown)))
    rows, found = map(np.array, zip(*((at.outputs(), acting.found()) for at in _visited(instance, drive, grid, rtol))))
    result = table(problem, grid, rows)
    columns = [*([of(t) for t in grid] for of in signals.values()), *found.T]
    joined = append_fields(result, [*signals, *forces], columns, usemask=False)
    first = ["time", *signals, *(motion.effort for motion in moved), *forces, "power", "energy"]
    units = {s.name: s.variable.unit for s in scalars(problem)}
    added = {name: units[known] for name, known in zip([*signals, *forces], [*signals, *shown])}
    return with_units(repack_fields(joined[[*first, *(name for name in result.dtype.names or () if name not in first)]]), {**added, **result.units})


def _visited(instance: Instance, drive: InputDriver, grid: np.ndarray, rtol: float) -> Iterator[Instance]:
    """The instance at all times of the grid."""
    drive.start()
    instance.report_locked()
    if drive.moving:
        instance.follow(drive.at)
    ends = drive.ends(grid)
    yield instance
    for t in sorted({*ends, *grid[1:].tolist()}):
        instance.advance(t, rtol)
        if t in ends:
            drive.go_on(t)
        if t in grid:
            yield instance
