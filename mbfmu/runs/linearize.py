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
    """The linear system near a state: the start, the state after a run to `time` [s], or an Equilibrium.

    An Equilibrium has values, inputs and time of its own. A path is that of a Python file that declares `model`, of a robot in URDF, or of an FMU of
    any tool. `values` and `inputs` are those of `simulate`.

    Models: derivatives are exact. Constraints add no spurious poles: the states are independent coordinates and speeds. mbfmu chooses a
    well-conditioned set, or uses the positions and angles in `coordinates`, such as "pivot.phi". A rotation in space has three small angles as
    coordinates, about the axes in which the joint's angular velocity is resolved. These axes are fixed in space. If the coefficients of the system
    would then vary with time, mbfmu uses axes that turn with the bodies, and A includes this rotation. If inputs prescribe a motion, its position,
    speed and acceleration are separate inputs that belong together. Integrals of sensors are left out.

    FMUs: the states are the FMU's own; inputs and outputs are the real, continuous ones. If an FMU with Model Exchange has no directional
    derivatives, central differences replace them. An FMU with Co-Simulation only must have states and directional derivatives. It runs in a process
    of its own. In FMUs of mbfmu, constraints and Euler parameters add eigenvalues: the logger "mbfmu" names them. It also warns if the coefficients
    of the system change with the motion.

    Raises ProblemsFound and InvalidValue as `simulate` does, and StepFailed if the state cannot be reached. Raises MbfmuError for a `time` before the
    start, for `coordinates` that are not independent, for motions that are constant in no axes, such as that of a wobbling top, and for FMUs that
    cannot be linearized.
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
