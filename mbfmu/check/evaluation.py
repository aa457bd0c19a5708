"""The FMU as a function of its knowns in one mode, which derivatives and dependencies speak about."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np
from fmpy.model_description import ModelVariable, Unknown

from .base import Untestable
from .excitation import amplitudes, nominals, start_values
from .instances import instantiated, started
from .running_fmu import Running, roundings, size
from .subject import REALS, CheckedFmu

WANDERING = 10  # Euler steps to a point less special than the start


@dataclass(frozen=True)
class Evaluation:
    """An instance in one `mode`, its `unknowns` as functions of its `knowns`, which `move` sets.

    `x` are the knowns' values, `scale` how far each may sensibly be moved. Where knowns are `optional` the FMU may refuse them.
    """

    running: Running
    mode: str
    knowns: list[ModelVariable]
    unknowns: list[Unknown]
    x: np.ndarray
    scale: np.ndarray
    move: Callable[[np.ndarray], None]
    optional: bool = False

    @property
    def rounding(self) -> np.ndarray:
        """What each number of the unknowns may be rounded by, relative to it, itself or on the way from a known."""
        return np.maximum(roundings([u.variable for u in self.unknowns]), np.max(roundings(self.knowns), initial=0.0))

    def __call__(self, x: np.ndarray) -> np.ndarray:
        """The unknowns where the knowns are `x`."""
        self.move(x)
        return self.running.get([u.variable for u in self.unknowns])

    def directional(self, seed: np.ndarray) -> np.ndarray:
        """What the FMU says are the unknowns' derivatives along `seed`."""
        return self.running.directional([u.variable for u in self.unknowns], self.knowns, seed)


def element_names(variables: list[ModelVariable]) -> list[str]:
    """A name for every number of the variables."""
    return [f"{v.name}[{i + 1}]" if v.shape else v.name for v in variables for i in range(size(v))]


def evaluations(subject: CheckedFmu) -> Iterator[Evaluation]:
    """The modes in which FMI lets unknowns be read behind knowns that were set, each with an instance of its own.

    FMI 2 does not let outputs of Co-Simulation be read between setting inputs and a step (section 4.2.4), so what its
    Step Mode claims cannot be told by differences.
    """
    yield initialization(subject)
    if subject.is_model_exchange:
        yield continuous_time(subject)
    elif subject.version > 2:
        yield step_mode(subject)


def further_evaluations(subject: CheckedFmu) -> Iterator[Evaluation]:
    """The same by knowns of which FMI leaves open whether derivatives are had by them: time, and parameters that may be tuned."""
    if subject.is_model_exchange:
        yield by_time(subject)
        yield tuned(subject)


def initialization(subject: CheckedFmu, parameters: bool = False) -> Evaluation:
    """Initialization Mode: initial unknowns as functions of inputs, and of `parameters` and exact starts if wanted."""
    inputs = list(subject.continuous_inputs)
    if parameters:
        exact = [v for v in subject.reals if v.initial == "exact" and v.variability != "constant" and v.causality != "structuralParameter"]
        inputs += [v for v in exact if v not in inputs]
    unknowns = [u for u in subject.description.initialUnknowns if u.variable.type in REALS and not u.variable.clocks]
    running = instantiated(subject)
    running.enter_initialization()
    x = running.get(inputs) if parameters else start_values(inputs)
    return Evaluation(
        running=running,
        mode="Initialization Mode",
        knowns=inputs,
        unknowns=unknowns,
        x=x,
        scale=amplitudes(inputs),
        move=partial(running.set, inputs),
    )


def continuous_time(subject: CheckedFmu) -> Evaluation:
    """Continuous-Time Mode: derivatives, outputs and indicators as functions of states and inputs, a little after the start."""
    running, states, inputs = _wandered(subject), subject.states, subject.continuous_inputs
    x = np.concatenate([running.states(), start_values(inputs)])
    scale = np.concatenate([np.maximum(np.abs(running.nominals()), np.abs(running.states())), amplitudes(inputs)])
    count = len(x) - sum(map(size, inputs))

    def move(x: np.ndarray) -> None:
        if states:
            running.set_states(x[:count])
        if inputs:
            running.set(inputs, x[count:])

    return Evaluation(
        running=running, mode="Continuous-Time Mode", knowns=states + inputs, unknowns=_rates_and_outputs(subject), x=x, scale=scale, move=move
    )


def by_time(subject: CheckedFmu) -> Evaluation:
    """Continuous-Time Mode: derivatives, outputs and indicators as functions of time, where that is a variable."""
    running = _wandered(subject)
    knowns = [v for v in subject.description.modelVariables if v.causality == "independent"]
    x, scale = np.array([running.time] * len(knowns)), np.array([subject.step_size] * len(knowns))

    def move(x: np.ndarray) -> None:
        running.fmu.setTime(*x)

    return Evaluation(
        running=running, mode="Continuous-Time Mode", knowns=knowns, unknowns=_rates_and_outputs(subject), x=x, scale=scale, move=move, optional=True
    )


def tuned(subject: CheckedFmu) -> Evaluation:
    """Event Mode: derivatives, outputs and indicators as functions of tunable parameters that leave the states where they are."""
    running, states = _wandered(subject), subject.states
    running.fmu.enterEventMode()
    knowns = [v for v in subject.reals if v.causality == "parameter" and v.variability == "tunable"]
    x, here = running.get(knowns), running.get(states)

    def move(x: np.ndarray) -> None:
        running.set(knowns, x)
        if not np.array_equal(running.get(states), here):
            running.set(knowns, point.x)
            raise Untestable("the states follow the parameter")

    point = Evaluation(
        running=running,
        mode="Event Mode",
        knowns=knowns,
        unknowns=_rates_and_outputs(subject),
        x=x,
        scale=np.maximum(np.abs(x), nominals(knowns)),
        move=move,
        optional=True,
    )
    return point


def step_mode(subject: CheckedFmu) -> Evaluation:
    """Step Mode of FMI 3: outputs as functions of inputs, after a step."""
    running, inputs = started(subject), subject.continuous_inputs
    running.advance()
    return Evaluation(
        running=running,
        mode="Step Mode",
        knowns=inputs,
        unknowns=_outputs(subject),
        x=start_values(inputs),
        scale=amplitudes(inputs),
        move=partial(running.set, inputs),
    )


def _wandered(subject: CheckedFmu) -> Running:
    running = started(subject)
    for _ in range(WANDERING):
        running.advance()
    return running


def _outputs(subject: CheckedFmu) -> list[Unknown]:
    return [u for u in subject.description.outputs if u.variable in subject.continuous_outputs]


def _rates_and_outputs(subject: CheckedFmu) -> list[Unknown]:
    return subject.derivatives + _outputs(subject) + subject.description.eventIndicators
