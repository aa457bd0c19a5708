"""The FMU as a function of its knowns in one mode, which derivatives and dependencies speak about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from fmpy.model_description import ModelVariable, Unknown

from .excitation import amplitudes, start_values
from .running import Running, size
from .subject import REALS, Subject

WANDERING = 10  # Euler steps to a point less special than the start


@dataclass(frozen=True)
class Evaluation:
    """An instance in one `mode`, its `unknowns` as functions of its `knowns`, of which `states` are set as continuous states.

    `x` are the knowns' values, `scale` how far each may sensibly be moved.
    """

    running: Running
    mode: str
    states: list[ModelVariable]
    inputs: list[ModelVariable]
    unknowns: list[Unknown]
    x: np.ndarray
    scale: np.ndarray

    @property
    def knowns(self) -> list[ModelVariable]:
        return self.states + self.inputs

    def __call__(self, x: np.ndarray) -> np.ndarray:
        """The unknowns where the knowns are `x`."""
        split = sum(map(size, self.states))
        if split:
            self.running.set_states(x[:split])
        if self.inputs:
            self.running.set(self.inputs, x[split:])
        return self.running.get([u.variable for u in self.unknowns])

    def directional(self, seed: np.ndarray) -> np.ndarray:
        """What the FMU says are the unknowns' derivatives along `seed`."""
        return self.running.directional([u.variable for u in self.unknowns], self.knowns, seed)


def element_names(variables: list[ModelVariable]) -> list[str]:
    """A name for every number of the variables."""
    return [f"{v.name}[{i + 1}]" if v.shape else v.name for v in variables for i in range(size(v))]


def evaluations(subject: Subject) -> Iterator[Evaluation]:
    """The modes in which FMI lets unknowns be read behind knowns that were set, each with an instance of its own.

    FMI 2 does not let outputs of Co-Simulation be read between setting inputs and a step (section 4.2.4), so what its
    Step Mode claims cannot be told by differences.
    """
    yield initialization(subject)
    if subject.is_model_exchange:
        yield continuous_time(subject)
    elif subject.version > 2:
        yield step_mode(subject)


def initialization(subject: Subject, parameters: bool = False) -> Evaluation:
    """Initialization Mode: initial unknowns as functions of inputs, and of `parameters` and exact starts if wanted."""
    exact = [
        v for v in subject.reals if v.initial == "exact" and v.variability != "constant" and v.causality != "structuralParameter"
    ]
    inputs = subject.continuous_inputs + (exact if parameters else [])
    unknowns = [u for u in subject.description.initialUnknowns if u.variable.type in REALS and not u.variable.clocks]
    running = subject.instance()
    running.enter_initialization()
    x = running.get(inputs) if parameters else start_values(inputs)
    return Evaluation(running, "Initialization Mode", [], inputs, unknowns, x, amplitudes(inputs))


def continuous_time(subject: Subject) -> Evaluation:
    """Continuous-Time Mode: derivatives, outputs and indicators as functions of states and inputs, a little after the start."""
    running, states, inputs = subject.started(), subject.states, subject.continuous_inputs
    for _ in range(WANDERING):
        running.advance()
    outputs = [u for u in subject.description.outputs if u.variable in subject.continuous_outputs]
    unknowns = subject.derivatives + outputs + subject.description.eventIndicators
    x = np.concatenate([running.states(), start_values(inputs)])
    scale = np.concatenate([np.maximum(np.abs(running.nominals()), np.abs(running.states())), amplitudes(inputs)])
    return Evaluation(running, "Continuous-Time Mode", states, inputs, unknowns, x, scale)


def step_mode(subject: Subject) -> Evaluation:
    """Step Mode of FMI 3: outputs as functions of inputs, after a step."""
    running, inputs = subject.started(), subject.continuous_inputs
    running.advance()
    unknowns = [u for u in subject.description.outputs if u.variable in subject.continuous_outputs]
    return Evaluation(running, "Step Mode", [], inputs, unknowns, start_values(inputs), amplitudes(inputs))
