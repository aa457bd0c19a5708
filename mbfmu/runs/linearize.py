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
    """The linear system near the start, or near the state after a run to a `time` [s]; or near an Equilibrium, which has values, inputs and time
    of its own.

    A path is that of a Python file that declares `model`, of a robot in URDF, or of an FMU of any tool. `values` and `inputs` are those of
    `simulate`.

    Models: derivatives are exact. Constraints leave no poles: the states are independent coordinates and speeds, those that determine the others
    best, or positions and angles given as `coordinates`, such as "pivot.phi". Rotations in space are three small angles along the axes of the joint's
    angular velocity. These axes are fixed. If the system then has no constant coefficients, they turn with the bodies, and A includes this rotation.
    If inputs move constraints, a motion and its rates are inputs that belong together. Integrals of sensors are left out.

    FMUs: the states are the FMU's own; inputs and outputs are the real, continuous ones. If an FMU with Model Exchange has no directional
    derivatives, central differences replace them. An FMU with Co-Simulation only must have states and directional derivatives. It runs in a process
    of its own. The logger "mbfmu" reports eigenvalues that constraints and Euler parameters add to an FMU of mbfmu, and a system whose coefficients
    change with the motion.

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
