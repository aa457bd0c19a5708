"""The linear system of an FMU of any tool near a state, from its own derivatives or by differences.

1. `_interface`: choose Model Exchange or Co-Simulation; refuse an FMU that hides its states.
2. `_brought`: check values and inputs, load the FMU, and run it to the time asked for.
3. `_system`: ask for its derivatives, or take central differences.
4. `_say_what_changes`, `_say_what_is_artificial`: warn of a system of one moment, and of eigenvalues of stabilization.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from fmpy.model_description import ModelDescription, ModelVariable

from ..analysis.linear.linearization import Linearization
from ..base.errors import MbfmuError, ProblemsFound
from ..base.model_description import describe_fmu, differentiates, unit_of
from ..base.spatial.euler_parameters import NORM_RATE
from ..problem.mechanism.stabilization import RECOVERY
from .co_simulation import alone, co_simulation
from .fmpy_run import integrated
from .fmu.fmu_derivatives import DERIVABLE, Derivable
from .fmu.log_messages import CallFailed
from .fmu.pictures import split_outputs
from .inputs.driven_inputs import input_problems
from .simulate_fmu import own_interval, span
from .system.system import Value
from .system.variables import numbers_of, value_problem

REALS = ("Real", "Float64")
INTERVALS = 100  # of a run, where the FMU states no step size
EXCHANGE, SIMULATION = "ModelExchange", "CoSimulation"
RESTING = 1e-6  # 1/s: states that change more slowly, relative to their size, rest
NEARBY = 1e-3  # of the size of states: as far they move to either side, to see whether the system changes
CHANGES = 1e-5  # of a row of A, or of what is that small beside the largest: a smaller change is rounding
CLOSE = 1e-3  # relative: an eigenvalue that far from one of stabilization is one, since double ones are known to the root of roundoff only


def linearize_fmu(
    path: Path,
    values: Mapping[str, Value] | None = None,
    inputs: Mapping[str, Any] | None = None,
    time: float = 0.0,
    progress: Callable[[float], None] = lambda t: None,
) -> Linearization:
    """The linear system of the FMU at `path` near its start, or near the state to which `time` [s] of a run have led.

    States are those of the FMU; inputs and outputs are its real, continuous ones, pictures left out. Model Exchange is asked for derivatives, or
    differentiated by central differences where it has none. A Co-Simulation FMU must have states and derivatives. `values` and `inputs` are those of
    `simulate_fmu`. The FMU runs in this process, and can crash it. Raises ProblemsFound for names and values that cannot be, MbfmuError where the FMU
    cannot be linearized or fails.
    """
    description = describe_fmu(path)
    interface = _interface(path, description)
    states = [unknown.variable.derivative for unknown in description.derivatives]
    real = [v for v in description.modelVariables if v.type in REALS and v.variability == "continuous" and not v.clocks]
    shown = {v.name for v in split_outputs(description, path)[1]}
    knowns = [v for v in real if v.causality == "input"]
    outputs = [v for v in real if v.causality == "output" and v.name not in shown]
    with _brought(path, description, interface, values or {}, inputs or {}, time, progress) as fmu:
        rates = [unknown.variable for unknown in description.derivatives]
        kind = DERIVABLE[description.fmiMajorVersion]
        near, stated = kind(fmu, states, knowns, rates, outputs), differentiates(path, interface)
        system = _system(near, stated)
        if interface == EXCHANGE:
            _say_what_changes(path, near, stated, system)
    _say_what_is_artificial(path, description, system)
    return system


def _interface(path: Path, description: ModelDescription) -> str:
    """The interface that is linearized; MbfmuError where there is none that says how its states change."""
    if description.fmiMajorVersion not in DERIVABLE:
        raise MbfmuError(f"{path} is of FMI {description.fmiVersion}, which cannot be linearized; export it as FMI 2 or 3")
    if description.modelExchange is not None:
        return EXCHANGE
    if description.coSimulation is None:
        raise MbfmuError(f"{path} offers neither Model Exchange nor Co-Simulation, so it cannot be linearized")
    if not description.derivatives:
        raise MbfmuError(
            f"{path} is a Co-Simulation FMU that keeps its states to itself: linearize one with Model Exchange, or the .py or .urdf of it"
        )
    if not differentiates(path, SIMULATION):
        raise MbfmuError(f"{path} is a Co-Simulation FMU without directional derivatives: linearize one that has them, or one with Model Exchange")
    return SIMULATION


@contextmanager
def _brought(
    path: Path,
    description: ModelDescription,
    interface: str,
    values: Mapping[str, Value],
    inputs: Mapping[str, Any],
    time: float,
    progress: Callable[[float], None],
) -> Iterator[Any]:
    """Yield FMPy's object for the FMU where `time` [s] of a run have brought it; MbfmuError with its words for what goes wrong."""
    problems = [problem for name, value in values.items() if (problem := value_problem(description, name, value))]
    problems += input_problems(description, inputs)
    if problems:
        raise ProblemsFound(f"{path} cannot be linearized:", problems)
    start, _ = span(description, None)
    interval = own_interval(description) or time / INTERVALS or 1.0
    if interface == EXCHANGE:
        with integrated(path, description, (start, start + time), interval, values, inputs, progress) as fmu:
            yield fmu
        return
    system = alone(path, description, (start, start + (time or interval)), interval, values, inputs)
    try:
        with co_simulation(system, description) as run:
            if time:
                run.run(progress)
            yield run.instance.fmu
    except CallFailed as failed:
        raise MbfmuError(f"{path} failed: {failed.words}") from failed


def _jacobian(near: Derivable, stated: bool) -> np.ndarray:
    return near.stated() if stated else near.differences()


def _system(near: Derivable, stated: bool) -> Linearization:
    jacobian = _jacobian(near, stated)
    n, rates = len(near.x), near.read()
    (A, B), (C, D) = (np.hsplit(part, [n]) for part in np.vsplit(jacobian, [n]))
    return Linearization(
        A=A,
        B=B,
        C=C,
        D=D,
        states=_names(near.states),
        units=_units(near.states),
        speeds=(),
        inputs=_names(near.inputs),
        outputs=_names(near.outputs),
        rates=rates[:n],
        input_units=_units(near.inputs),
        output_units=_units(near.outputs),
    )


def _say_what_changes(path: Path, near: Derivable, stated: bool, system: Linearization) -> None:
    """Log that a linear system is that of one moment, where its coefficients change as states move: Euler parameters of a body that spins do that."""
    pace = float(np.abs(system.rates / np.maximum(np.abs(near.x), near.nominal)).max(initial=0.0))
    if pace <= RESTING:
        return
    n, way = len(near.x), NEARBY / pace * system.rates
    ahead, behind = (_jacobian(near.beside(side), stated)[:n, :n] for side in (way, -way))
    near.beside(np.zeros(n))
    change, size = (np.linalg.norm(part, axis=1) for part in (ahead - behind, system.A))
    beyond = change - CHANGES * np.maximum(size, CHANGES * size.max(initial=0.0))
    if beyond.max(initial=0.0) > 0.0:
        words = (
            "%s moves, and its linear system changes with the motion, for example in the rate of %s: the eigenvalues hold only at this instant, "
            "and do not decide stability; "
        )
        advice = "linearize it at rest, or linearize its .py or .urdf, or an FMU with joint coordinates"
        logging.getLogger("mbfmu").warning(words + advice, path, system.states[int(np.argmax(beyond))])


def _units(variables: list[ModelVariable]) -> tuple[str, ...]:
    """The unit of each number of variables."""
    return tuple(unit_of(v) or "" for v in variables for _ in numbers_of(v))


def _names(variables: list[ModelVariable]) -> tuple[str, ...]:
    return tuple(name for v in variables for name in numbers_of(v))


def _say_what_is_artificial(path: Path, description: ModelDescription, system: Linearization) -> None:
    """Log which eigenvalues of an FMU of ours are those of constraints and of norms of Euler parameters, and none of the mechanism."""
    step = own_interval(description)
    if description.generationTool != "mbfmu" or not step:
        return
    values = np.linalg.eigvals(system.A)
    held = {"hold constraints": -1.0 / (RECOVERY * step), "keep the norms of Euler parameters": -2.0 * NORM_RATE}
    counted = {what: (int(np.sum(abs(values - w) < CLOSE * abs(w))), w) for what, w in held.items()}
    if said := [f"{count} at {w:.6g} rad/s {what}" for what, (count, w) in counted.items() if count]:
        words = "%s: of its %d eigenvalues, %s: these are none of the mechanism; the .py or .urdf of it has a linear system without them"
        logging.getLogger("mbfmu").warning(words, path, len(values), " and ".join(said))
