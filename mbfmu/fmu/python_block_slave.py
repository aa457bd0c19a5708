"""An FMU of a PythonBlock: the slave of all interpreted FMUs, and between its steps the updates of the user's class.

It travels beside slave.py. Outputs and time are the engine's, so that what is allowed, in bounds and in time is decided there: an output equals
an input that modelDescription.xml does not show, into which this slave writes what the last update gave. A step asks the engine first, then
does the updates that are due before its end. One that fails may leave the user's object half changed, so all is refused then until an FMU
state is set or the FMU is reset.
"""

from __future__ import annotations

import pickle
import sys
import traceback
from hashlib import sha256
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import module_from_spec
from pathlib import Path
from threading import RLock
from types import ModuleType, SimpleNamespace

from . import slave
from .requirements import require
from .typed_values import TypedVariable

ERROR, DISCARD = (3, "logStatusError"), (2, "logStatusDiscard")  # fmi2Status and its category
SAME_TIME = 1e-3  # of a step or a period, whichever is less: as the engine takes times, in c/fmi/co_simulation.c
MENDING = ("DeSerializeFMUstate", "SetFMUstate", "FreeFMUstate", "Terminate")  # allowed after a failed update
DIGEST = sha256().digest_size
importing = RLock()


def looking(name: str):
    """The slave's method of that name, for variables that modelDescription.xml shows."""
    method = getattr(slave.Fmi2Slave, name)

    def looked(self, references, *values):
        self.look_at(references)
        return method(self, references, *values)

    return looked


class Fmi2Slave(slave.Fmi2Slave):
    """`code` is the user's module, `file` what it was called, `kind` the class in it; `held` is the value reference of the first hidden input.

    Parameters, inputs and outputs stand in this order in modelDescription.xml, each as the fields of a TypedVariable.
    """

    code: str
    file: str
    kind: str
    period: float
    requirements: tuple[str, ...]
    parameters: tuple[tuple, ...]
    inputs: tuple[tuple, ...]
    outputs: tuple[tuple, ...]
    held: int

    block, failed, start, updates = None, "", 0.0, 0  # the user's object, why it is of no use, the start time, how many updates were done

    def instantiate(self, name, resources):
        require(self.requirements)
        with importing:
            try:
                self.module = imported(self.code, Path(resources))
            except BaseException as cause:
                raise ImportError(f"{self.file} cannot be imported: {self.progress(cause)}") from cause
        super().instantiate(name, resources)

    def ask(self, function, *arguments):
        if self.failed and function not in MENDING:
            self.refuse(self.failed)
        super().ask(function, *arguments)

    def refuse(self, text):
        self.say(ERROR, text)
        raise RuntimeError(text)

    def say(self, status, text):
        self.messages.append(slave.LogMessage(*status, text))

    def setup_experiment(self, start, stop, tolerance):
        super().setup_experiment(start, stop, tolerance)
        self.start = start

    def exit_initialization_mode(self):
        super().exit_initialization_mode()
        self.make_block()

    @slave.survived
    def make_block(self):
        try:
            self.block = getattr(self.module, self.kind)(self.named(self.parameters, 0))
        except BaseException as cause:
            self.refuse(self.fail("__init__", cause))

    def do_step(self, t, h):
        if self.failed:
            self.say(DISCARD, self.failed)
        return not self.failed and super().do_step(t, h) and self.updated(t + h - SAME_TIME * min(h, self.period))

    def updated(self, end):
        """Whether all updates until then could be done."""
        while (t := self.start + self.updates * self.period) < end:
            try:
                self.update(t)
            except BaseException as cause:
                self.say(DISCARD, self.fail(f"update at t = {t:.9g} s", cause))
                return False
            self.updates += 1
        return True

    def update(self, t):
        given = self.block.update(self.named(self.parameters, 0), self.named(self.inputs, len(self.parameters)), t)
        outputs = [TypedVariable(*fields) for fields in self.outputs]
        names = [output.name for output in outputs]
        if not isinstance(given, dict) or given.keys() != set(names):
            raise ValueError(f"it returned {given!r}, but it must return a dict of {', '.join(names) or 'nothing'}")
        values = [output.taken(given[output.name]) for output in outputs]
        for reference, (output, value) in enumerate(zip(outputs, values), self.held):
            getattr(super(), f"set_{output.accessor}")([reference], [value])

    def named(self, variables, first):
        """The values of some variables by name, as the user's class is given them."""
        values = {}
        for reference, variable in enumerate((TypedVariable(*fields) for fields in variables), first):
            (value,) = getattr(super(), f"get_{variable.accessor}")([reference])
            values[variable.name] = variable.shown(value)
        return SimpleNamespace(**values)

    def fail(self, where, cause):
        """Remember and return why nothing goes on."""
        self.failed = f"{self.kind}.{where}: {self.progress(cause)}; set an FMU state that was saved before, or reset"
        return self.failed

    def progress(self, cause):
        """An error, with the last line of the user's file that it came from."""
        lines = [frame.lineno for frame in traceback.extract_tb(cause.__traceback__) if Path(frame.filename).stem == self.code]
        lines += [cause.lineno] if isinstance(cause, SyntaxError) else []
        return f"{type(cause).__name__}: {cause}{f' (line {lines[-1]} of {self.file})' if lines else ''}"

    get_real, get_integer, get_boolean, get_string = (looking(f"get_{name}") for name in ("real", "integer", "boolean", "string"))
    set_real, set_integer, set_boolean, set_string = (looking(f"set_{name}") for name in ("real", "integer", "boolean", "string"))

    @slave.survived
    def look_at(self, references):
        unknown = [reference for reference in references if not 0 <= reference < self.held]
        if unknown:
            self.refuse(f"unknown value reference {unknown[0]}: modelDescription.xml has 0 to {self.held - 1}")

    def _get_fmu_state(self):
        return self.sealed(super()._get_fmu_state())

    @slave.survived
    def sealed(self, engine):
        """The engine's state and the user's object as bytes, behind a digest that knows this FMU."""
        try:
            content = pickle.dumps((engine, self.start, self.updates, self.block))
        except Exception as cause:
            mending = "keep in self what pickle can save, or supply __getstate__ and __setstate__"
            self.refuse(f"the state of {self.kind} cannot be saved: {cause}; {mending}")
        return sha256(self.token.encode() + content).digest() + content

    def _set_fmu_state(self, content):
        engine, *rest = self.opened(content)
        super()._set_fmu_state(engine)
        self.start, self.updates, self.block = rest
        self.failed = ""

    @slave.survived
    def opened(self, content):
        digest, content = content[:DIGEST], content[DIGEST:]
        if digest != sha256(self.token.encode() + content).digest():
            self.refuse(f"these bytes are not those of a saved FMU state of this {self.kind}; nothing was changed")
        try:
            return pickle.loads(content)
        except Exception as cause:
            self.refuse(f"the saved state of {self.kind} cannot be restored: {self.progress(cause)}; nothing was changed")


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
