"""What every element of a model has: a name in its model, what it is attached to, and the values of its parameters."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any, ClassVar

import numpy as np

from ...base.errors import MbfmuError
from ...base.scalars.record import Record
from .arguments import argument
from .declarations import REAL, REQUIRED, Declaration, Discrete, Handle, Input, Output, Parameter, State, declarations
from .dry_run import DryRun, ask
from .element_help import ShortHelp, documentation, signature
from .frame import Frame, owner
from .lookup_table import LookupTable
from .place_in_code import caller
from .return_values import numbers
from .table_parameter import TableParameter
from .variable_types import String

# what an element keeps beside its declared variables
OWN = ("name", "problems", "attached", "values", "expressions", "tables", "attachers", "made_at")


class Element(metaclass=ShortHelp):
    """An element. A new kind of element is one file with one class that supplies:

    1. `attachments`: what it is attached to, in the order of its positional arguments: name -> type (Frame, Joint, ...).
    2. Parameters, tables, inputs, outputs and states as class attributes (mbfmu.model.declare.declarations), each with unit and sentence.
    3. The methods that the base class of its room asks for (elements/*/base.py).
    4. `observe(see)`, if it has outputs: their values by name, from what the Observer `see` shows of the motion.
    5. `state_rates(see)`, if it has states: their rates by name. A state `x`, or `x_state` where an output is called x, starts at the
       parameter `x_start`; `state_starts(see)` gives the values at the start where they are computed.
    6. `limits(see)` -> by the names of outputs, each with the number that its absolute value must not be above, or the run stops.
    7. `checks(p)` -> numbers that must be > 0 for its parameters to go together, and `check_messages`, a sentence for each
       in which `{x}` stands for the parameter x; the FMU asks them again when a parameter is tuned.
    """

    attachments: ClassVar[Mapping[str, type]] = {}
    optional_attachments: ClassVar[frozenset[str]] = frozenset()
    check_messages: ClassVar[tuple[str, ...]] = ()
    __signature__: ClassVar[inspect.Signature]
    must_be_named: ClassVar[bool] = True  # in a model, since it would not act otherwise
    shown_by_help: ClassVar[tuple[str, ...]] = ()  # methods and properties that users of its elements call
    reads_texts: ClassVar[bool] = False  # variables of type String: no equation can

    def __init__(self, *attached: Any, **values: Any):
        self.name: str | None = None
        self.made_at = caller()  # the user's file and line
        self.attachers: list[Element] = []  # elements that are attached to this one, or to a frame of it
        self.problems: dict[str, str] = {}  # by parameter
        self.attached = self._attach(attached, values)
        unknown = [k for k in values if k not in {**declarations(type(self), Parameter), **declarations(type(self), TableParameter)}]
        if unknown:
            raise MbfmuError(f"{type(self).__name__} has no parameter {', '.join(map(repr, unknown))}; {self._has(Parameter)}")
        self.values: dict[str, np.ndarray] = {}
        self.expressions: dict[str, np.ndarray] = {}  # those of values that follow from parameters of the model
        for name, parameter in declarations(type(self), Parameter).items():
            self._give(name, values.get(name, parameter.default))
        self.tables: dict[str, LookupTable] = {}
        for name, table in declarations(type(self), TableParameter).items():
            self._give_table(name, values.get(name, table.default))
        for target in self.attached.values():
            owner(target).attachers.append(self)

    def detach(self) -> None:
        """Leave no trace on what it is attached to: it serves a computation, and no model need have it."""
        for target in self.attached.values():
            owner(target).attachers.remove(self)

    def _attach(self, attached: tuple, values: dict[str, Any]) -> dict[str, Any]:
        wanted = list(self.attachments)
        if len(attached) > len(wanted):
            by_name = ", ".join(name for kind in (Parameter, TableParameter) for name in declarations(type(self), kind)) or "none"
            raise MbfmuError(
                f"{type(self).__name__} takes {', '.join(wanted) or 'nothing'} to be attached to, then its parameters by "
                f"name ({by_name}), but was given {len(attached)} values without a name"
            )
        found = dict(zip(wanted, attached))
        found.update((k, values.pop(k)) for k in wanted if k in values)
        for k in wanted:
            if k not in found and k in self.optional_attachments:
                continue
            if not isinstance(found.get(k), self.attachments[k]):
                given = found.get(k)
                other = f"not a {type(given).__name__}" if isinstance(given, Element) else f"not {given!r}"
                hint = _frames(given) if self.attachments[k] is Frame else ""
                raise MbfmuError(f"{type(self).__name__}: {k} must be a {self.attachments[k].__name__}, {other}{hint}")
        return found

    def _give(self, name: str, value: Any) -> None:
        """Take a value for a parameter, or remember what is wrong with it until the model is built."""
        parameter = declarations(type(self), Parameter)[name]
        self.problems.pop(name, None)
        self.expressions.pop(name, None)
        if value is None and parameter.default is None:
            self.values.pop(name, None)
            return
        try:
            if value is REQUIRED:
                raise ValueError(f"is missing: give {parameter.wanted(self.unit_of(parameter))}")
            taken = argument(parameter, value, self.unit_of(parameter))
            self.values[name] = taken.numbers
            if taken.expressions is not None:
                self.expressions[name] = taken.expressions
        except ValueError as error:
            verb = " " if str(error).startswith(("is ", "follows ")) else " = "
            self.problems[name] = f"{{path}}.{name}{verb}{error}"
            self.values[name] = np.zeros((*parameter.shape, *parameter.type.layout))

    def _give_table(self, name: str, value: Any) -> None:
        """The same of a table."""
        self.problems.pop(name, None)
        if value is None and declarations(type(self), TableParameter)[name].default is None:
            self.tables.pop(name, None)
            return
        try:
            self.tables[name] = declarations(type(self), TableParameter)[name].taken(value)
        except ValueError as error:
            self.problems[name] = f"{{path}}.{name} {error}"

    def _has(self, kind: type[Declaration]) -> str:
        return f"it has {', '.join(declarations(type(self), kind)) or 'none'}"

    def unit_of(self, declaration: Declaration) -> str:
        """The unit of one of its variables, as declared unless an element knows better."""
        return declaration.unit

    def input_start(self, declaration: Input, see: Any) -> Any:
        """The value of an input that nobody sets: as declared unless it follows from what an element can `see` of the start."""
        return declaration.start

    def state_starts(self, see: Any) -> Mapping[str, Any]:
        """The values of its states at the start, by name."""
        p = see.parameters(self)
        return {name: p[state.start] for name, state in declarations(type(self), State).items()}

    def limits(self, see: Any) -> Mapping[str, tuple]:
        """Outputs that must not be above a number, and that number, by name."""
        return {}

    @staticmethod
    def checks(p: Any) -> np.ndarray:
        """Numbers that must be > 0, one for each of `check_messages`."""
        return np.zeros(0)

    @property
    def has_updates(self) -> bool:
        """Whether anything changes its discrete states."""
        return False

    @property
    def members(self) -> Sequence[Element]:
        """Elements that it brings along, which bear its name, as a flexible body its nodes."""
        return ()

    @property
    def path(self) -> str:
        """The element's name in its model, or its type where it has none yet."""
        return self.name if self.name is not None else type(self).__name__

    def own_problems(self) -> list[str]:
        """What is wrong with this element by itself, one sentence each, in the user's words."""
        if self.problems:
            return [problem.replace("{path}", self.path) for problem in self.problems.values()]
        texts = [name for name, declared in declarations(type(self), Declaration).items() if isinstance(declared.type, String)]
        if texts and not self.reads_texts:
            return [f"{self.path}.{name} is a String, which no equation can read: declare it in a PythonBlock" for name in texts]
        discrete = declarations(type(self), Discrete)
        if discrete and not self.has_updates:
            return [f"{self.path}.{name} is Discrete, and nothing changes it: give it to a Block, or to a load with events" for name in discrete]
        return self._given_in_vain() or self._unfit() or ([] if _is_ours(type(self)) else self.dry_run_problems())

    def unread(self) -> dict[str, str]:
        """Parameters that nothing reads as this element is declared, each with the reason: nobody can give or tune them in vain."""
        return {}

    def _given_in_vain(self) -> list[str]:
        defaults = {name: declared.default for name, declared in declarations(type(self), Parameter).items()}
        given = {name for name in self.unread() if name in self.expressions or not np.array_equal(self.values[name], defaults[name])}
        return [f"{self.path}.{name} = {self._valued(name)} has no effect: {why}" for name, why in self.unread().items() if name in given]

    def _unfit(self) -> list[str]:
        """Which of its parameters do not go together."""
        valued = {name: f"{self.path}.{name} = {self._valued(name)}" for name in self.values}
        try:
            checked = numbers((len(self.check_messages),), "one for each of check_messages")(ask(self, "checks", Record(self.values | self.tables)))
        except MbfmuError as error:
            return [str(error)]
        except ValueError as error:
            return [f"{self.path} ({type(self).__name__}): checks {error}"]
        return [message.format(**valued) for message, value in zip(self.check_messages, checked) if not value > 0]

    def dry_run_problems(self) -> list[str]:
        """What is wrong with the methods that its class supplies."""
        dry_run = DryRun(self)
        if type(self).state_starts is Element.state_starts:
            dry_run.problems += [f"{self.path} ({type(self).__name__}): {problem}" for problem in self._states_without_start()]
        dry_run.problems += [f"{self.path} ({type(self).__name__}): {problem}" for problem in self._discrete_without_start()]
        self.dry_run(dry_run)
        return dry_run.problems

    def _states_without_start(self) -> list[str]:
        """What is wrong with the parameters at which its states start."""
        parameters, states = declarations(type(self), Parameter), declarations(type(self), State)
        missing = [
            f"the state {name} starts at the parameter {state.start}, which is not declared: add {state.start} = "
            f'Parameter("{state.unit}", "{state.description} at the start", 0.0, start=True)'
            for name, state in states.items()
            if state.start not in parameters
        ]
        unlike = [
            f"the state {name} is one number [{state.unit}], but {state.start}, at which it starts, is {found.wanted(found.unit)}"
            for name, state in states.items()
            if (found := parameters.get(state.start)) and (found.unit, found.shape, found.type) != (state.unit, (), REAL)
        ]
        return missing + unlike

    def _discrete_without_start(self) -> list[str]:
        """What is wrong with the parameters at which discrete states start."""
        parameters, states = declarations(type(self), Parameter), declarations(type(self), Discrete)
        found = {name: parameters[state.start] for name, state in states.items() if state.start in parameters}
        unlike = {name: d for name, d in found.items() if (d.unit, d.shape, d.type) != (states[name].unit, states[name].shape, states[name].type)}
        loose = {name: d for name, d in found.items() if name not in unlike and not d.start}
        return [f"the discrete state {name} starts at {d.name}, which has another unit, shape or type" for name, d in unlike.items()] + [
            f"the discrete state {name} starts at {d.name}: declare that with start=True" for name, d in loose.items()
        ]

    def dry_run(self, dry_run: DryRun) -> None:
        """Call, on symbols, the methods that its class supplies; a room whose elements have some says which."""

    def own_warnings(self) -> list[str]:
        """What is odd about this element, though it can be computed."""
        return []

    def _valued(self, name: str) -> str:
        value, parameter = self.values[name], declarations(type(self), Parameter)[name]
        if parameter.type != REAL:
            return repr(parameter.type.values(value))
        text, unit = f"{value:g}" if value.shape == () else str(value.tolist()), self.unit_of(parameter)
        return text if unit == "1" else f"{text} {unit}"

    def __getstate__(self) -> dict[str, Any]:
        """Without its name, which its model gives, and without what hangs on it: a copy has a copy of all that it hangs on itself."""
        return {name: value for name, value in vars(self).items() if name not in ("name", "attachers")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, name=None, attachers=[])
        for target in self.attached.values():
            owner(target).attachers.append(self)

    def __copy__(self) -> Element:
        """An element like this one, without a name, on the same frames and joints, with values of its own."""
        kept = [part for target in self.attached.values() for part in (target, owner(target))]
        return deepcopy(self, {id(part): part for part in kept})

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or "attached" not in self.__dict__:  # of one that is being made, as by copy and pickle
            raise AttributeError(name)
        attached = self.__dict__["attached"]
        if name in attached:
            return attached[name]
        names = [*attached, *declarations(type(self), Declaration)]
        names += [k for k, v in vars(type(self)).items() if isinstance(v, property)]
        hint = "; frames elsewhere on a part come from part.at([x, y, z])" if name.startswith("frame") else ""
        raise AttributeError(f"{self.path} ({type(self).__name__}) has no {name!r}; it has {', '.join(names) or 'none'}{hint}")

    def __setattr__(self, name: str, value: Any) -> None:
        if name in declarations(type(self), Parameter):
            self._give(name, value)
        elif name in declarations(type(self), TableParameter):
            self._give_table(name, value)
        elif name in OWN or hasattr(type(self), name) and not isinstance(getattr(type(self), name), Declaration):
            super().__setattr__(name, value)
        else:
            raise MbfmuError(f"{self.path} ({type(self).__name__}) has no parameter {name!r} to set; {self._has(Parameter)}")

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}>" if self.name else f"<{type(self).__name__}>"

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.__doc__, cls.__signature__ = documentation(cls), signature(cls)


def _is_ours(kind: type) -> bool:
    """Whether a class is mbfmu's own: the tests have tried out it."""
    return kind.__module__.split(".")[0] == __name__.split(".")[0]


__all__ = ["Declaration", "Discrete", "Element", "Handle", "Input", "Output", "Parameter", "State", "declarations"]


def _frames(given: Any) -> str:
    """The frames of what was given in place of one, for a message."""
    there = [f".{name}" for name in ("frame_a", "frame_b") if isinstance(getattr(given, name, None), Frame)]
    there += [".at([x, y, z])"] if hasattr(given, "at") else []
    return f": give a frame of it, {' or '.join(there)}" if there else ""
