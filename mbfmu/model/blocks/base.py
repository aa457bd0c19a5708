"""Blocks: non-mechanical parts, such as hydraulics and controllers, that become a Problem like a mechanism does."""

from __future__ import annotations

from ..declare.declarations import REAL, Discrete, Input, Output, Parameter, State
from ..declare.dry_run import symbols, symbols_for
from ..declare.element import Element, declarations
from ..declare.return_values import both, events, named, number

CLOCK = {
    "period": 'period = Parameter("s", "time between updates", 0.01)',
    "offset": 'offset = Parameter("s", "time of the first update", 0.0)',
}


class Block(Element):
    """A block. A new block is one file with one class that supplies:

    1. Parameters, inputs, outputs, states and discrete states as class attributes.
    2. `respond(p, u, t, x)` -> (rates, outputs): two dicts, the derivative of every state and the value of every output.
    3. If it has discrete states, `update(p, u, t, x, r)` -> a dict with the new value of each, and `respond(p, u, t, x, r)` sees them as r.
    4. Their times: a parameter `period` [s], and a parameter `offset` [s] if the first update is not at the start; mbfmu adds their bounds.
       Or, instead of both, `next_event(p, t, r)` -> the time [s] of the next update, called at the start and after each update.
    5. If it has events, `events(p, u, t, x)` -> a dict: for each name an expression and a dict of new values. Where the expression falls below zero,
       the states and discrete states of that dict get these values; the others keep theirs. With discrete states it is `events(p, u, t, x, r)`.
    6. If it has a line on the ground that a car must follow: `course(p)` -> (n, 3) [m], points of that line in the world, for pictures.

    The arguments p, u, x and r are Records of the parameters, inputs, states and discrete states by name, with the declared shapes and SI units. t is
    the time [s]. Rates are in the units of the states per second.

    All methods are static and use plain NumPy that works on any kind of number. Use `switch` for functions with a kink. All parameters of a block,
    except those of its clock, may change in its FMU. `integrator` and `tolerance` are those of Model.
    """

    integrator = "dormand_prince"
    tolerance = 1e-6
    stop_time = 10.0
    step_size = 1e-2

    def __init_subclass__(cls) -> None:
        if declarations(cls, Discrete) and hasattr(cls, "update") and not hasattr(cls, "next_event"):
            parameters = declarations(cls, Parameter)
            for name in CLOCK.keys() & parameters.keys():
                _bound(parameters[name], name)
        super().__init_subclass__()

    @property
    def has_updates(self) -> bool:
        return True

    @property
    def is_sampled(self) -> bool:
        """Whether it has updates that are due at times."""
        return bool(declarations(type(self), Discrete)) and hasattr(type(self), "update")

    @property
    def is_periodic(self) -> bool:
        """Whether these are due at multiples of a period."""
        return self.is_sampled and not hasattr(type(self), "next_event")

    def dry_run(self, dry_run):
        kind = type(self)
        discrete, x = declarations(kind, Discrete), symbols_for(declarations(kind, State))
        r = {"r": symbols_for(discrete)} if discrete else {}
        given = {"p": dry_run.parameters, "u": symbols_for(declarations(kind, Input)), "t": symbols(()), "x": x, **r}
        look = both(named(declarations(kind, State), "rates of states"), named(declarations(kind, Output), "outputs"), "rates of states, outputs")
        dry_run.call("respond", given, look)
        if hasattr(kind, "events"):
            dry_run.call("events", given, events({**declarations(kind, State), **discrete}))
        if self.is_sampled or discrete and not hasattr(kind, "events"):
            dry_run.call("update", given, named(discrete, "discrete states"))
        if self.is_sampled and not self.is_periodic:
            dry_run.call("next_event", {name: given[name] for name in ("p", "t", "r")}, number())
        dry_run.problems += [f"{self.path} ({kind.__name__}): {problem}" for problem in self._clock_problems()]

    def _clock_problems(self) -> list[str]:
        """What is wrong with how its class says when updates are due."""
        parameters = declarations(type(self), Parameter)
        if not declarations(type(self), Discrete):
            return ["it has an update, but no Discrete that this could change"] if hasattr(type(self), "update") else []
        if not self.is_periodic:
            return []
        if "period" not in parameters:
            return [f"nothing says when its updates are due: add {CLOCK['period']}, or supply next_event(p, t, r)"]
        clock = {name: parameters[name] for name in CLOCK if name in parameters}
        unfit = [name for name, d in clock.items() if not _is_time(d)]
        return [f"{name} is that of its clock: declare it as {CLOCK[name]}" for name in unfit]


def _is_time(parameter: Parameter) -> bool:
    """Whether it is one time [s]."""
    return (parameter.unit, parameter.shape, parameter.type) == ("s", (), REAL)


def _bound(parameter: Parameter, name: str) -> None:
    """Give a parameter of a clock what all have: the period is positive, the offset not negative, and both are fixed at the start."""
    parameter.start = True
    if parameter.min is None or parameter.min <= 0.0:
        parameter.min, parameter.exclusive_min = 0.0, name == "period"
