"""Runs a user's own Python for the engine: makes the object of the user's class, whose methods answer HostCalls.

It travels inside of FMUs, so it imports nothing but the standard library.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Mapping, Sequence
from ctypes import CFUNCTYPE, POINTER, c_char, c_char_p, c_double, c_int, c_void_p, memmove
from dataclasses import dataclass
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import module_from_spec
from pathlib import Path
from threading import RLock
from types import ModuleType, SimpleNamespace
from typing import Any

from .python_values import Kind

COMPUTE = CFUNCTYPE(c_int, c_void_p, c_char_p, c_int, POINTER(c_double), c_int, POINTER(c_double), POINTER(c_char))
MESSAGE = 4096  # characters, as in c/core/instance.h
Variables = Mapping[str, tuple]  # by name, in their order: what the Kind of each is made of
Kinds = Mapping[str, Kind]
importing = RLock()


class Unfit(Exception):
    """What a method returned is not what it must return."""


@dataclass(frozen=True)
class Signature:
    """The class `kind` in a file called `file`, imported as the module `code`, and its variables.

    `held` are the outputs that updates give; `feedthrough` are the inputs that `output` is given.
    """

    code: str
    file: str
    kind: str
    parameters: Variables
    inputs: Variables
    states: Variables
    outputs: Variables
    held: Variables
    feedthrough: Variables


class ProgramHost:
    """Has the object of the user's class.

    `changed` says that an update was begun, `interrupted` is the exception that has ended a call without being an error, such as Ctrl-C.
    """

    def __init__(self, signature: Signature, folder: Path):
        """ImportError where the module, a file in `folder`, cannot be imported."""
        self.signature, self.changed = signature, False
        parameters, inputs, states = map(kinds, (signature.parameters, signature.inputs, signature.states))
        all_given = (parameters, inputs, states)
        self.given = {"__init__": (parameters,), "update": all_given, "derivative": all_given}
        self.given["output"] = (parameters, kinds(signature.feedthrough), states)
        self.wanted = {"update": kinds(signature.held), "derivative": states, "output": kinds(signature.outputs)}
        self.object: Any = None
        self.made_of: Sequence[float] | None = None  # the parameters of the object
        self.interrupted: BaseException | None = None
        with importing:
            try:
                self.module = imported(signature.code, folder)
            except BaseException as cause:
                raise ImportError(f"{signature.file} cannot be imported: {self.reason(cause)}") from cause

    def compute(self, host, function, given, argument, found, result, why) -> int:
        """As Compute in c/core/instance.h: 0, or -1 with the reason in `why`."""
        name, numbers = function.decode(), argument[:given]
        try:
            if self.interrupted is not None:
                raise self.interrupted  # integrators try a smaller step where one fails
            values = self.make(numbers) if name == "__init__" else self.answer(name, numbers)
            memmove(result, (c_double * found)(*values), found * 8)
            return 0
        except BaseException as cause:
            if not isinstance(cause, Exception):
                self.interrupted = cause
            at = "" if name == "__init__" else f" at t = {numbers[-1]:.9g} s"
            text = f"{self.signature.kind}.{name}{at}: {self.reason(cause)}".encode()[: MESSAGE - 1] + b"\0"
            memmove(why, text, len(text))
            return -1

    def make(self, numbers: Sequence[float]) -> Sequence[float]:
        """The object, anew for other parameters than it was made of."""
        if numbers != self.made_of:
            (p,) = named(numbers, *self.given["__init__"])
            self.object, self.made_of = getattr(self.module, self.signature.kind)(p), numbers
        return ()

    def answer(self, name: str, numbers: Sequence[float]) -> Sequence[float]:
        """What a method gives, one number behind the other."""
        *values, t = numbers
        p, u, x = named(values, *self.given[name])
        self.changed |= name == "update"
        found, wanted = getattr(self.object, name)(p, u, *([x] if self.signature.states else []), t), self.wanted[name]
        return list(numbers_of({} if found is None and not wanted else found, wanted))

    def reason(self, cause: BaseException) -> str:
        """An error, with the last line of the user's file that it came from."""
        if isinstance(cause, Unfit):
            return str(cause)
        lines = [frame.lineno for frame in traceback.extract_tb(cause.__traceback__) if Path(frame.filename).stem == self.signature.code]
        lines += [cause.lineno] if isinstance(cause, SyntaxError) else []
        said = f"{type(cause).__name__}: {cause}".removesuffix(": ")
        return said + (f" (line {lines[-1]} of {self.signature.file})" if lines else "")


def kinds(variables: Variables) -> Kinds:
    """By name, in their order."""
    return {name: Kind(*of) for name, of in variables.items()}


def named(numbers: Sequence[float], *slots: Kinds):
    """Of each slot, which lie one behind the other, its variables by name, as the user's class is given them."""
    start = 0
    for slot in slots:
        values: dict[str, Any] = {}
        for name, kind in slot.items():
            values[name] = kind.value(numbers[start : start + kind.size])
            start += kind.size
        yield SimpleNamespace(**values)


def numbers_of(given: Any, wanted: Kinds):
    """The numbers of a dict of variables; Unfit where it is none, or has others, or what is nothing of their types."""
    if not isinstance(given, dict) or given.keys() != wanted.keys():
        raise Unfit(f"it returned {given!r}, but it must return " + (f"a dict of {', '.join(wanted)}" if wanted else "nothing"))
    for name, kind in wanted.items():
        try:
            yield from kind.numbers(given[name])
        except ValueError as demand:
            raise Unfit(f"it returned {name} = {given[name]!r}, but it must be {demand}") from None


def imported(name: str, folder: Path) -> ModuleType:
    """The user's module, once in a process; its name follows from its content."""
    if name not in sys.modules:
        loader = SourceFileLoader(name, str(folder / f"{name}.py"))
        spec = ModuleSpec(name, loader, origin=loader.path)
        spec.has_location = True  # so that the module knows its file
        module = sys.modules[name] = module_from_spec(spec)
        try:
            loader.exec_module(module)
        except BaseException:
            del sys.modules[name]
            raise
    return sys.modules[name]
