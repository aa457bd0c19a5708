"""The Problem: everything that has states, inputs, parameters and outputs, compiled, and the order to compute it in.

A Problem is numbers in, numbers out. Its values live in named, flat float64 buffers ("slots"); an ordered list of
steps, each a `Call` of a CasADi function or a `Solve`, fills them. This package imports nothing of mbfmu outside itself but the types of variables
and the Scene.

The slots every Problem has (any of them may be empty)::

    t      time [s], one number
    x      continuous states
    u      inputs
    p      parameters, as the user sees them
    calculated  parameters that follow from others, as the user sees them, filled by `derive`
    d      what is derived from parameters alone, filled by `derive`
    c      validity checks on the parameters, filled by `derive`: each must be > 0 (see `ValidityCheck`)
    m      modes: 1.0 where the indicator of the same index was > 0 at the last event, else 0.0; held between events
           (until the indicator is beyond 0 by more than its noise, see Instance)
    n      the modes before the present round of the event iteration, for the updates of state events; empty without such
    z      algebraic unknowns; their last values start the next Newton solve, so they belong to the saved state
    r      held numbers, as discrete states: changed by events and `accepted` only
    next   time [s] of the next event of each of `events`, infinite if never
    x_dot  derivative of x, filled by `derivative`
    g      event indicators, one a mode, filled by `derivative`
    y      outputs, filled by `output`, which may use all that `derivative` has filled
    start_in_equilibrium  1.0 where it is to start in static equilibrium, one number, a parameter; empty without mechanisms
    communication  of Co-Simulation: the last communication step [s], -1 before the first; and of the forces that ports give those that masters read
                   before it, what these lack of what fits it, and those of now, filled by `output`; zeros elsewhere, empty where nothing looks ahead
    last_inputs   of FMUs: the last communication step [s] and the inputs u that were held in it. Before the first, and in Model Exchange, 0 and those
        of
           Initialization Mode or of the last step of the environment's integrator. Zeros elsewhere, empty where no port has interface mass
    pictures  outputs that show where parts are, filled by `picture`, which may use the same and runs only where one of them is asked for

Where there are constraints (see mbfmu.problem.data.constraint_manifold)::

    input_time       time [s] at which the inputs were set, from where constraints extrapolate them by their rates; saved
    independent      0.0 for rows that follow from the others, for independent rows what their usual length in the mass metric, |A L^-T| with
                     M = L L^T, is to be multiplied by to give one; saved, changed only between steps
    indeterminate    random multipliers without effect, PROBES times m, where something asks what redundant rows leave indeterminate; saved
    singularity_monitor  what singularity_monitor.c remembers; saved
    lambda           multipliers of the rows, filled by `derivative`, zero where a row is not independent
    rank_deficiency  how many independent rows were dependent for the moment at the last evaluation, one number

Further slots (mass matrices, accelerations, residuals) are named by the steps that use them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from casadi import Function

from ...base.one_line import one_line
from ...model.declare.variable_types import Real, VariableType
from ...scene.scene import Scene
from .constraint_manifold import ConstraintManifold
from .ref import Ref
from .steps import Step


@one_line
@dataclass(frozen=True)
class Variable:
    """One variable of the interface: what it is called, what it means and where its numbers live.

    `shape` is () for a scalar; `start` holds prod(shape) numbers in row-major order, in `unit` (an SI unit of
    mbfmu.model.declare.units, such as "N.m/rad"; "1" for none). Several numbers stand for one value of a type with a `layout`.
    `exclusive_min` says that `min` itself is not allowed. `origin` is its full name
    in the model, element and declared name ("boom.m"), where it is a variable of one. Parameters that are `declared_by` the same object are one
    where problems are connected.
    """

    name: str
    causality: str  # "input", "output", "parameter" or "calculatedParameter", which follows from parameters
    variability: str  # "continuous", or "discrete" of what changes at events only; of a parameter "fixed" (set before initialization) or "tunable"
    unit: str
    description: str
    ref: Ref
    start: tuple[float, ...]
    shape: tuple[int, ...] = ()
    min: float | None = None
    max: float | None = None
    exclusive_min: bool = False
    nominal: float | None = None
    origin: str = ""
    type: VariableType = Real()
    declared_by: object = None

    @property
    def is_picture(self) -> bool:
        """Whether it is an output that shows where parts are, which is computed only where it is asked for."""
        return self.ref.slot == "pictures"

    def piece(self, i: int, ending: str) -> Variable:
        """Number i of an array as a scalar of its own, whose name has this ending."""
        place = Ref(self.ref.slot, self.ref.start + i, 1)
        origin = self.origin and self.origin + ending
        return replace(self, name=self.name + ending, origin=origin, ref=place, start=self.start[i : i + 1], shape=())


@dataclass(frozen=True)
class Program:
    """A user's own Python, which HostCalls ask: the class `kind` in `file`. `requirements` on packages are as pip takes them."""

    file: str
    source: bytes
    kind: str
    requirements: tuple[str, ...]


@dataclass(frozen=True)
class ValidityCheck:
    """A validity check beyond bounds: the number at `ref` (slot c) must be > 0, or `message` says what is wrong."""

    ref: Ref
    message: str


@dataclass(frozen=True)
class Limit:
    """A run stops when the absolute value of the number at `value` is above that at `limit`; `name` says what it is, in `unit`."""

    name: str
    unit: str
    value: Ref
    limit: Ref


@dataclass(frozen=True)
class MechanismStates:
    """Where the states (q, own, v) of a mechanism lie in x: from number `first` on, `nq` coordinates, `own` states of elements, `nv` speeds.

    The first `measured` of the states of elements follow from the coordinates. `euler_rates` says where four Euler parameters begin in q whose
    rates are speeds, and where these begin in v. `joints` are the classes of the joints whose coordinates and speeds these are, in their order.
    """

    first: int
    nq: int
    own: int
    measured: int
    nv: int
    euler_rates: tuple[tuple[int, int], ...] = ()
    joints: tuple[Any, ...] = ()

    @property
    def coordinates(self) -> range:
        """The numbers of the coordinates in x."""
        return range(self.first, self.first + self.nq)

    @property
    def speeds(self) -> range:
        """The numbers of the speeds in x."""
        return range(self.first + self.nq + self.own, self.first + self.nq + self.own + self.nv)


@dataclass(frozen=True)
class TimeEvent:
    """What happens at times that the Problem itself says: at `next` (one number of that slot) `update` runs, which fills numbers of r and next."""

    name: str
    next: Ref
    update: tuple[Step, ...]


@dataclass(frozen=True)
class StateEvent:
    """What happens where one of `modes` (each one number of slot m) flips: `update` runs, which fills numbers of x, r and next.

    It runs in each round of the event iteration in which one flips; slot n holds all modes before that round.
    """

    name: str
    modes: tuple[Ref, ...]
    update: tuple[Step, ...]


@one_line
@dataclass(frozen=True)
class Problem:
    """A compiled model, tables and functions that the engine runs; see the module's docstring for its slots.

    `derive` runs when a parameter changed: p -> calculated, d, c. `initialize` runs once after it: p, d, t -> x, r, next and a first guess of z.
    `post_assembly` runs once after that, and after the manifold was reached: it fills states in x that follow from the others at the start.
    `composed` has large functions once more, as calls of kernels, for code generation.
    A communication step that takes more than `max_steps` steps of the integrator is given up.
    `derivative` fills x_dot and g; `output`, run after `derivative` on the same t, x, u, p, d, m, z, fills y and what has `limits`.
    `integrator` is a name of mbfmu.problem.data.integrators.INTEGRATORS.
    `events` that are due at one time happen in their order. What is due at the start time happens behind the initialization, when time is to move on.
    `state_events` whose modes flip in one round happen in their order, each behind what those before it have set. None happen at the start.
    `accepted` runs behind each step that an integrator has accepted, at its end: it fills numbers of r only, as of what terrain remembers,
    and must leave what `derivative` finds there as it is.
    `picture`, run after `derivative`, fills pictures; `scene` says what there is to see of them.
    `program` is what HostCalls ask.
    """

    name: str
    description: str
    variables: tuple[Variable, ...]
    sizes: Mapping[str, int]
    functions: Mapping[str, Function]
    derive: tuple[Step, ...]
    initialize: tuple[Step, ...]
    derivative: tuple[Step, ...]
    output: tuple[Step, ...]
    checks: tuple[ValidityCheck, ...] = ()
    state_names: tuple[str, ...] = ()
    mode_names: tuple[str, ...] = ()
    nominal_x: tuple[float, ...] = ()
    integrator: str = "dormand_prince"
    step_size: float = 1e-3
    stop_time: float = 10.0
    manifolds: tuple[ConstraintManifold, ...] = ()
    post_assembly: tuple[Step, ...] = ()
    limits: tuple[Limit, ...] = ()
    tolerance: float = 1e-6
    state_units: tuple[str, ...] = ()
    composed: Mapping[str, Function] = field(default_factory=dict)
    max_steps: int = 1_000_000
    program: Program | None = None
    picture: tuple[Step, ...] = ()
    scene: Scene | None = None
    mechanisms: tuple[MechanismStates, ...] = ()
    events: tuple[TimeEvent, ...] = ()
    state_events: tuple[StateEvent, ...] = ()
    accepted: tuple[Step, ...] = ()
    held_names: tuple[str, ...] = ()

    @property
    def speeds(self) -> list[int]:
        """The numbers of the speeds of all mechanisms in x."""
        return [i for of in self.mechanisms for i in of.speeds]
