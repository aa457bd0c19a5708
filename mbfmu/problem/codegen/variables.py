"""The variables of an FMU in the order of their value references: what FMI sees of a Problem."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ...model.declare.units import product
from ...model.declare.variable_types import Real, VariableType
from ..data.names import element_names
from ..data.once_per_problem import once_per_problem
from ..data.problem import Problem, Variable
from ..data.ref import Ref


@dataclass(frozen=True)
class Scalar:
    """One value of a variable: element `index` of it, under its own name."""

    name: str
    variable: Variable
    index: int

    @cached_property
    def ref(self) -> Ref:
        """Where the numbers that stand for it live."""
        slot, size = self.variable.ref.slot, self.variable.type.size
        return Ref(slot, self.variable.ref.start + self.index * size, size)

    @property
    def start(self) -> tuple[float, ...]:
        """The numbers that stand for its start value; none of what is computed."""
        size = self.variable.type.size
        return self.variable.start[self.index * size : (self.index + 1) * size]


@once_per_problem
def scalars(problem: Problem) -> tuple[Scalar, ...]:
    """All values of the inputs, parameters and outputs of `problem`."""
    return tuple(Scalar(name, v, i) for v in problem.variables for i, name in enumerate(element_names(v)))


@dataclass(frozen=True)
class FmiVariable:
    """A variable of the modelDescription.xml: as problem.data.problem.Variable, with causalities "state", "derivative", "indicator" and
    "independent" too.

    `unit` is "" where nobody knows it, `start` None where there is none, `state` the value reference of the state that it is the
    derivative of; `reinit` says that events may change a state.
    """

    name: str
    causality: str
    variability: str
    unit: str
    description: str
    ref: Ref
    shape: tuple[int, ...] = ()
    start: tuple[float, ...] | None = None
    min: float | None = None
    max: float | None = None
    exclusive_min: bool = False
    nominal: float | None = None
    state: int | None = None
    reinit: bool = False
    origin: str = ""
    type: VariableType = Real()

    @property
    def is_picture(self) -> bool:
        """Whether it is an output that shows where parts are."""
        return self.ref.slot == "pictures"


def fmi_variables(problem: Problem, fmi: int) -> tuple[FmiVariable, ...]:
    """The variables of `problem` in FMI 2 (scalars) or 3 (arrays and event indicators); the place of each is its value reference."""
    exposed = exposed_scalars(problem) if fmi == 2 else tuple(_exposed(v, v.name, v.ref, v.start, v.shape) for v in problem.variables)
    taken = {v.name for v in problem.variables} | {v.name for v in exposed_scalars(problem)}
    states = _states(problem, taken)
    taken |= {v.name for v in states}
    derivatives = tuple(_derivative(v, reference) for reference, v in enumerate(states, len(exposed)))
    indicators = _indicators(problem, taken) if fmi == 3 else ()
    time = FmiVariable(
        name=_distinct("time", "of_simulation", taken),
        causality="independent",
        variability="continuous",
        unit="s",
        description="simulation time",
        ref=Ref("t", 0, 1),
    )
    return (*exposed, *states, *derivatives, *indicators, time)


def exposed_scalars(problem: Problem) -> tuple[FmiVariable, ...]:
    """The values of the variables of `problem`."""
    return tuple(_exposed(s.variable, s.name, s.ref, s.start) for s in scalars(problem))


def _exposed(v: Variable, name: str, ref: Ref, start: tuple[float, ...], shape: tuple[int, ...] = ()) -> FmiVariable:
    return FmiVariable(
        name=name,
        causality=v.causality,
        variability=v.variability,
        unit=v.unit if v.type == Real() else "",
        description=v.description,
        ref=ref,
        shape=shape,
        start=start if v.causality in ("parameter", "input") else None,
        min=v.min,
        max=v.max,
        exclusive_min=v.exclusive_min,
        nominal=v.nominal,
        origin=v.origin,
        type=v.type,
    )


def _states(problem: Problem, taken: set[str]) -> tuple[FmiVariable, ...]:
    count = problem.sizes.get("x", 0)
    names = problem.state_names or tuple(f"x[{i + 1}]" for i in range(count))
    units = problem.state_units or ("",) * count
    nominals = problem.nominal_x or (1.0,) * count
    assembled = {i for m in problem.manifolds for i in range(m.states_from, m.states_from + m.nq + m.own + m.nv)}
    return tuple(
        FmiVariable(
            name=_distinct(name, "state", taken),
            causality="state",
            variability="continuous",
            unit=unit,
            description=f"state {name}",
            ref=Ref("x", i, 1),
            nominal=nominal,
            reinit=i in assembled,
        )
        for i, (name, unit, nominal) in enumerate(zip(names, units, nominals))
    )


def _derivative(state: FmiVariable, reference: int) -> FmiVariable:
    unit = state.unit and product((state.unit, 1), ("s", -1))
    place = Ref("x_dot", state.ref.start, 1)
    return FmiVariable(
        name=f"der({state.name})",
        causality="derivative",
        variability="continuous",
        unit=unit,
        description=f"derivative of {state.name}",
        ref=place,
        state=reference,
    )


def _indicators(problem: Problem, taken: set[str]) -> tuple[FmiVariable, ...]:
    count = problem.sizes.get("m", 0)
    names = problem.mode_names or tuple(f"mode[{i + 1}]" for i in range(count))
    return tuple(
        FmiVariable(
            name=_distinct(name, "indicator", taken),
            causality="indicator",
            variability="continuous",
            unit="",
            description=f"event indicator of {name}",
            ref=Ref("g", i, 1),
        )
        for i, name in enumerate(names)
    )


def _distinct(name: str, kind: str, taken: set[str]) -> str:
    """`name`, or where a variable of another kind has that name already, one that says its own kind."""
    while name in taken:
        stem, bracket, index = name.partition("[")
        name = f"{stem}_{kind}{bracket}{index}"
    return name
