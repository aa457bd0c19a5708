"""Cars with an engine and a gearbox: manoeuvres drive them by an accelerator, so a ShiftProgram shifts their gears."""

from __future__ import annotations

from collections.abc import Collection

from ...model.blocks import BlockModel, ShiftProgram
from ...problem.codegen.variables import scalars
from ...problem.connect.connect import connect
from ...problem.data.problem import Problem

GEARED = ("throttle", "ratio")
COUPLINGS = ("clutch", "lock_up")
MEASURED = ("engine_speed", "shaft_speed")


def with_shift_program(problem: Problem) -> Problem:
    """A Problem whose inputs are throttle, clutch or lock_up, and ratio, with a ShiftProgram; any other one as it is."""
    inputs, outputs = ({s.name for s in scalars(problem) if s.variable.causality == causality} for causality in ("input", "output"))
    coupling = _coupling(inputs)
    if not coupling or not outputs.issuperset(MEASURED):
        return problem
    links = [(f"box.{name}", f"car.{name}") for name in (*GEARED, coupling)]
    links += [(f"car.{name}", f"box.{name}") for name in MEASURED]
    return connect(problem.name, {"car": problem, "box": BlockModel("Box", ShiftProgram())}, links)


def refuse_open_gearbox(inputs: Collection[str]) -> list[str]:
    """A sentence if nobody shifts the gears of a car with these inputs."""
    coupling = _coupling(inputs)
    if not coupling:
        return []
    what = f"its inputs {', '.join((*GEARED, coupling))} are those of an engine and a gearbox, and nobody shifts"
    return [f"{what}: connect a ShiftProgram to its outputs {' and '.join(MEASURED)} before you build the FMU, or give the model itself"]


def _coupling(inputs: Collection[str]) -> str:
    """The input of what couples engine and gearbox; "" for a car that has no open gearbox."""
    return next((name for name in COUPLINGS if {*GEARED, name} <= set(inputs)), "")
