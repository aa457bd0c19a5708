"""linearize: the linear system of a model or an FMU near a state."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ..analysis.instant.drive import Inputs, Values
from ..analysis.instant.equilibrium import Equilibrium
from ..analysis.linear.linearization import Linearization
from ..analysis.linearize.linearize import linearize as linearize_declared
from ..analysis.linearize.linearize import refuse_time
from ..base.child_process import followed
from ..base.errors import MbfmuError
from ..base.model_description import describe_fmu
from ..cosim.inputs.driven_inputs import wanted_inputs
from ..cosim.linearize_fmu import linearize_fmu
from ..model.signals.columns import csv_inputs
from ..problem.compile import Declared
from .subject import fmu_or_declared


def linearize(
    model: Declared | Equilibrium,
    values: Values = None,
    inputs: Inputs = None,
    time: float = 0.0,
    coordinates: Sequence[str] | None = None,
) -> Linearization:
    """The linear system near the state at a `time` [s] of a run: the start, or what a simulation has come to by then. Or near an Equilibrium,
    which has values, inputs and time of its own.

    A path is that of a Python file that declares `model`, of a robot in URDF, or of an FMU of any tool. `values` and `inputs` are those of
    `simulate`.

    Of models derivatives are exact. Constraints leave no poles: the states are independent coordinates and speeds, chosen by the numbers, or
    positions and angles given as `coordinates`, such as "pivot.phi". Rotations in space are three small angles along the axes of the joint's angular
    velocity. Where bodies turn, these axes stand; where the system then has no constant coefficients, they turn along with the bodies, and what that
    adds is in A. Where inputs move constraints, a motion and its rates are inputs that belong together; what sensors integrate is left out.

    Of FMUs the states are their own; inputs and outputs are those that are real and continuous. An FMU with Model Exchange gives derivatives, or is
    differentiated by central differences where it has none; one with Co-Simulation alone must have states and directional derivatives. It runs in a
    process of its own. What constraints and Euler parameters add to the eigenvalues of an FMU of mbfmu is logged to "mbfmu". So is a system that
    changes as states move, and is that of one moment only.

    Raises ProblemsFound and InvalidValue as `simulate` does, StepFailed where the state cannot be reached, MbfmuError for a `time` before the
    start, for `coordinates` that are not independent, for bodies whose motion looks the same in no axes, as that of a top that wobbles, and for FMUs
    that cannot be linearized.
    Source: W. Schiehlen, Recent developments in multibody dynamics, 2005, section 4.
    """
    if isinstance(model, Equilibrium):
        return linearize_declared(model, values, inputs, time, coordinates)
    given = fmu_or_declared(model)
    if not isinstance(given, Path):
        return linearize_declared(given, values, inputs, time, coordinates)
    if coordinates:
        raise MbfmuError(f"{given} is an FMU, whose states are its own: leave coordinates out, or linearize the .py or .urdf that it was made of")
    refuse_time(time)
    driven = csv_inputs(inputs, wanted_inputs(describe_fmu(given))) if isinstance(inputs, (str, Path)) else inputs
    return followed(linearize_fmu, given, values, driven, float(time), progress=lambda t: None)
