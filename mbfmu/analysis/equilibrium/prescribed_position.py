"""Inputs and parameters with which a model is at rest where it is held."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from ...base.errors import InvalidValue, MbfmuError
from ...engine.instance import Instance
from ...model.declare.extended_model import extended
from ...problem.compile import Declared, model_in
from ..instant.derivatives import derivatives
from ..instant.drive import InputDriver, Inputs, Values, by_name, inputs_of
from ..instant.equilibrium import Equilibrium
from ..instant.exposed_variables import exposed
from ..instant.loads import Measured, measured
from ..instant.prescribed_motion import motions_of, prescribing
from ..linearize.linearize import at_rest, independent_system, linearized
from .find_equilibrium import described, settled
from .unknowns import Unknowns

ROUNDS = 50
NEAR = 1e-9  # of efforts, relative to the largest that was met or is carried anywhere: those who hold do nothing any more
IDLE = 1e-9  # relative: derivatives below it are rounding
ALIKE = 1e-9  # of the reciprocal condition of efforts by unknowns, each scaled: below it some do the same


def held(declared: Declared, values: Values, inputs: Inputs, hold: Mapping[str, float], find: Sequence[str]) -> Equilibrium:
    """The equilibrium of a Model with coordinates held; see `equilibrium`.

    Constraints hold them while everything else comes to rest. Newton's method then finds with which unknowns these constraints exert nothing.
    """
    declared = model_in(declared, "an equilibrium that is held")
    motions = motions_of(declared, by_name("hold", hold))
    if len(hold) != len(find):
        raise MbfmuError(
            f"{len(hold)} coordinates are held and {len(find)} unknowns are to be found: name as many of one as of the other "
            f"(hold: {', '.join(hold) or 'none'}; find: {', '.join(find) or 'none'})"
        )
    with prescribing(declared, motions) as copy:
        shown = exposed(copy, find)
        fixed = measured(copy)
    with extended(declared, {}) as copy:
        exposed(copy, find)
        free = measured(copy)
    values, kept = by_name("values", values), {name: value for name, value in inputs_of(free.problem, inputs).items() if name not in shown}
    instance = at_rest(settled(fixed, values, {**kept, **hold}, False))
    unknowns = Unknowns(instance, dict(zip(find, shown)))
    _balance(instance, [motion.effort for motion in motions], list(fixed.loads.values()), unknowns, hold)
    found = _put_free(free, instance, {**values, **dict(zip(shown, unknowns.values.tolist()))}, kept, f"Newton's method for {', '.join(find)}")
    return replace(found, found=unknowns.found())


def _balance(instance: Instance, efforts: Sequence[str], loads: Sequence[str], unknowns: Unknowns, hold: Mapping[str, float]) -> None:
    """Change the unknowns until the efforts are zero, with everything else at rest; MbfmuError where that cannot be."""
    places, largest, last = [instance.variable(name).ref.start for name in efforts], 0.0, np.inf
    for _ in range(ROUNDS):
        left = instance.outputs()[places]
        error = float(np.abs(left).max())
        largest = max(largest, error, *(float(np.abs(instance.get(name)).max()) for name in loads))
        if not error or error <= NEAR * largest and not error <= 0.5 * last:
            return
        last = error
        by_unknowns, follow = _derivatives(instance, places, unknowns)
        change = _solved(by_unknowns, left, unknowns, hold)
        try:
            unknowns.change(change)
        except InvalidValue as refused:
            raise MbfmuError(f"{_nothing(unknowns, hold)} within bounds; Newton's method leads to {'; '.join(refused.problems)}") from None
        instance.place(instance.t, instance.buffers["x"] + follow @ change)
        instance.equilibrium()
    raise MbfmuError(f"{_nothing(unknowns, hold)} near the values that they have: after {ROUNDS} steps efforts of {error:.3g} N or N.m are left")


def _derivatives(instance: Instance, efforts: Sequence[int], unknowns: Unknowns) -> tuple[np.ndarray, np.ndarray]:
    """Of efforts (m, n) and of states (nx, n) by the unknowns, with everything that is not held at rest."""
    A, C = derivatives(instance, "x", instance.buffers["x"].size)
    B, D = unknowns.derivatives()
    independent, system, kept = independent_system(instance, A, None)
    columns = independent.columns[:, kept]
    follow = columns @ np.linalg.lstsq(system[np.ix_(kept, kept)], -(independent.rows @ B)[kept], rcond=IDLE**2)[0]
    direct, indirect = D[efforts], C[efforts] @ follow
    total = direct + indirect
    return np.where(np.abs(total) > IDLE * (np.abs(direct) + np.abs(indirect)), total, 0.0), follow


def _solved(by_unknowns: np.ndarray, left: np.ndarray, unknowns: Unknowns, hold: Mapping[str, float]) -> np.ndarray:
    """How much the unknowns must change to take efforts away; MbfmuError where some have no influence, or several the same."""
    of_each = np.abs(by_unknowns).max(axis=0)
    if idle := [name for name, size in zip(unknowns.names, of_each) if not size]:
        raise MbfmuError(f"{', '.join(idle)} has no influence on the forces that hold {', '.join(hold)}: find another input or parameter")
    scaled = by_unknowns / of_each
    on_each = np.abs(scaled).max(axis=1)
    if stays := [name for name, size in zip(hold, on_each) if size <= IDLE]:
        raise MbfmuError(f"{', '.join(unknowns.names)} have no influence on the forces that hold {', '.join(stays)}: find another input or parameter")
    scaled /= on_each[:, np.newaxis]
    if np.linalg.cond(scaled) > 1.0 / ALIKE:
        raise MbfmuError(f"{', '.join(unknowns.names)} have the same effect on the forces that hold {', '.join(hold)}: find others")
    return np.linalg.solve(scaled, -left / on_each) / of_each


def _nothing(unknowns: Unknowns, hold: Mapping[str, float]) -> str:
    there = ", ".join(f"{name} = {value:g}" for name, value in hold.items())
    return f"no {', '.join(unknowns.names)} keep the model at rest at {there}"


def _put_free(free: Measured, held_there: Instance, values: Values, inputs: Inputs, found_by: str) -> Equilibrium:
    """The equilibrium of the model itself, which nothing holds, in the state in which it was held."""
    instance = Instance(free.problem)
    drive = InputDriver(instance, values, inputs)
    drive.start()
    start, states = instance.buffers["x"].copy(), dict(zip(held_there.problem.state_names, held_there.buffers["x"]))
    instance.place(0.0, np.array([states.get(name, x) for name, x in zip(free.problem.state_names, start)]))
    instance.project()
    instance.settle()
    system = linearized(instance)
    left = float(np.abs(instance.buffers["x_dot"][free.problem.speeds]).max(initial=0.0))
    found = described(free, instance, start, found_by, left, system)
    return replace(found, evaluations=held_there.evaluations)
