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
from math import isfinite, prod
from pathlib import Path
from threading import RLock
from types import ModuleType, SimpleNamespace
from typing import Any

COMPUTE = CFUNCTYPE(c_int, c_void_p, c_char_p, c_int, POINTER(c_double), c_int, POINTER(c_double), POINTER(c_char))
MESSAGE = 4096  # characters, as in c/core/instance.h
Shapes = Mapping[str, tuple[int, ...]]  # of variables by name, in their order: () of a number, (n,) of a vector
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
    parameters: Shapes
    inputs: Shapes
    states: Shapes
    outputs: Shapes
    held: Shapes
    feedthrough: Shapes


class ProgramHost:
    """Has the object of the user's class.

    `changed` says that an update was begun, `interrupted` is the exception that has ended a call without being an error, such as Ctrl-C.
    """

    def __init__(self, signature: Signature, folder: Path):
        """ImportError where the module, a file in `folder`, cannot be imported."""
        self.signature, self.changed = signature, False
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
            (p,) = named(numbers, self.signature.parameters)
            self.object, self.made_of = getattr(self.module, self.signature.kind)(p), numbers
        return ()

    def answer(self, name: str, numbers: Sequence[float]) -> Sequence[float]:
        """What a method gives, one number behind the other."""
        of = self.signature
        p, u, x = named(numbers[:-1], of.parameters, of.feedthrough if name == "output" else of.inputs, of.states)
        self.changed |= name == "update"
        given = getattr(self.object, name)(*((p, u, x) if of.states else (p, u)), numbers[-1])
        wanted = {"derivative": of.states, "output": of.outputs, "update": of.held}[name]
        return list(numbers_of({} if given is None and not wanted else given, wanted))

    def reason(self, cause: BaseException) -> str:
        """An error, with the last line of the user's file that it came from."""
        if isinstance(cause, Unfit):
            return str(cause)
        lines = [frame.lineno for frame in traceback.extract_tb(cause.__traceback__) if Path(frame.filename).stem == self.signature.code]
        lines += [cause.lineno] if isinstance(cause, SyntaxError) else []
        said = f"{type(cause).__name__}: {cause}".removesuffix(": ")
        return said + (f" (line {lines[-1]} of {self.signature.file})" if lines else "")


def named(numbers: Sequence[float], *slots: Shapes):
    """Of each slot, which lie one behind the other, its variables by name, as the user's class is given them."""
    start = 0
    for shapes in slots:
        values: dict[str, Any] = {}
        for name, shape in shapes.items():
            values[name] = tuple(numbers[start : start + shape[0]]) if shape else numbers[start]
            start += prod(shape)
        yield SimpleNamespace(**values)


def numbers_of(given: Any, wanted: Shapes):
    """The numbers of a dict of variables; Unfit where it is none, or has others, or what is no number."""
    if not isinstance(given, dict) or given.keys() != wanted.keys():
        raise Unfit(f"it returned {given!r}, but it must return " + (f"a dict of {', '.join(wanted)}" if wanted else "nothing"))
    for name, shape in wanted.items():
        try:
            values = [float(value) for value in (given[name] if shape else (given[name],))]
        except (TypeError, ValueError):
            values = []
        if len(values) != prod(shape):
            raise Unfit(f"it returned {name} = {given[name]!r}, but it must be {f'{prod(shape)} numbers' if shape else 'a number'}")
        if not all(map(isfinite, values)):
            raise Unfit(f"it returned {name} = {given[name]!r}, which is not finite")
        yield from values


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
