"""An FMU for the wrapper of pythonfmu: hands each call on to the engine's library of FMI 2.0 in the FMU, and the answer back.

It travels inside of FMUs (python_fmu.py) and runs in whatever Python is there, so it imports nothing but the standard library.

A step that the engine does not do is Discard. For all else that is refused the wrapper has but one word: an exception is fmi2Fatal.
Why, the engine says through the logger.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from ctypes import byref, c_char_p, c_double, c_int, c_size_t, c_void_p
from functools import partial, wraps
from pathlib import Path
from struct import Struct, pack
from typing import Any

WARNING, CO_SIMULATION = 1, 1  # of fmi2Status and fmi2Type
LOGGER = ctypes.CFUNCTYPE(None, c_void_p, c_char_p, c_int, c_char_p, c_char_p)
NUMBERS = (c_void_p, c_size_t, c_void_p)  # value references (the wrapper makes them signed), how many, values
FUNCTIONS = {
    "SetupExperiment": (c_int, c_double, c_double, c_int, c_double),
    "EnterInitializationMode": (),
    "ExitInitializationMode": (),
    "DoStep": (c_double, c_double, c_int),
    "Terminate": (),
    "FreeInstance": (),
    **{f"{verb}{kind}": NUMBERS for verb in ("Get", "Set") for kind in ("Real", "Integer", "Boolean", "String")},
    "GetFMUstate": (c_void_p,),
    "SetFMUstate": (c_void_p,),
    "FreeFMUstate": (c_void_p,),
    "SerializedFMUstateSize": (c_void_p, c_void_p),
    "SerializeFMUstate": (c_void_p, c_void_p, c_size_t),
    "DeSerializeFMUstate": (c_char_p, c_size_t, c_void_p),
}
scripts: list[dict] = []  # the globals of those that were run
engines: dict[str, ctypes.CDLL] = {}  # by the name of the file, which follows from its content


class Callbacks(ctypes.Structure):
    """fmi2CallbackFunctions."""

    _fields_ = [("logger", LOGGER), ("allocate", c_void_p), ("free", c_void_p), ("step_finished", c_void_p), ("environment", c_void_p)]


class LogMessage:
    """A message for the logger of the environment: an fmi2Status, a category of the modelDescription.xml, a text."""

    def __init__(self, status: int, category: str, msg: str):
        self.status, self.category, self.msg = status, category, msg


def loaded(folder: str, libraries: dict) -> ctypes.CDLL:
    """The engine, once in a process: the folder that it came from may be gone when it is asked for again."""
    name = libraries.get(sys.platform)
    if name not in engines:
        if name is None:
            raise ImportError(f"this FMU has no engine for {sys.platform}; it was built for {', '.join(libraries)} (mbfmu build --platforms)")
        engine = ctypes.CDLL(str(Path(folder) / name))
        engine.fmi2Instantiate.argtypes = (c_char_p, c_int, c_char_p, c_char_p, c_void_p, c_int, c_int)
        engine.fmi2Instantiate.restype = c_void_p
        for function, arguments in FUNCTIONS.items():
            getattr(engine, f"fmi2{function}").argtypes = (c_void_p, *arguments)
        engines[name] = engine
    return engines[name]


def hold(slave: Fmi2Slave) -> None:
    """At an exception: leave everything usable.

    At each the wrapper gives back its references to the slave, its class and its messages, but continues to use them, so there must
    be one more of each.
    """
    for used in (slave, type(slave), slave.messages):
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(used))


def survived(callback):
    """A callback whose exceptions leave everything usable. Those of each step do so themselves, which takes less time than another call."""

    @wraps(callback)
    def called(self, *arguments):
        try:
            return callback(self, *arguments)
        except BaseException:
            hold(self)
            raise

    return called


class RealNumbers:
    """Real variables that were got or set together, as masters do at each step: their `references`, and all that the engine needs for them.

    `call` asks the engine, `array` has the values, `pack` writes them there.
    """

    __slots__ = ("references", "array", "pack", "call")

    def __init__(self, slave: Fmi2Slave, function: str, references: list[int]):
        count = len(references)
        self.references, self.array = references, (c_double * count)()
        self.pack = partial(Struct(f"{count}d").pack_into, self.array, 0)
        packed = (c_int * count)(*references)
        given = c_void_p(slave.component), ctypes.cast(packed, c_void_p), c_size_t(count), ctypes.cast(self.array, c_void_p)
        self.call = partial(slave.engine[f"fmi2{function}"], *given)  # without argtypes: all is of the right type already


def getter(kind: str, of_c: type, as_python: Callable[[Any], Any]):
    """What the wrapper calls to get values of a type."""

    @survived
    def get(self, references):
        values = (of_c * len(references))()
        self.ask(f"Get{kind}", pack(f"{len(references)}i", *references), len(references), values)
        return [as_python(value) for value in values]

    return get


def setter(kind: str, of_c: type, as_c: Callable[[Any], Any]):
    """What the wrapper calls to set values of a type."""

    @survived
    def set(self, references, values):
        given = (of_c * len(references))(*map(as_c, values))
        self.ask(f"Set{kind}", pack(f"{len(references)}i", *references), len(references), given)

    return set


class Fmi2Slave:
    """What the wrapper looks for as a base, by this very name. Saved states are bytes, which the engine checks when they are set again.

    `token` is the GUID, `libraries` are the files of the engine by what sys.platform is.
    """

    token: str
    libraries: dict

    @classmethod
    def of(cls, script: dict, **attributes) -> type:
        """The slave of the FMU whose script has these globals.

        The wrapper runs the script again at each instantiation, and each time gives back a reference to the script's globals that it does
        not own; one more is kept here for each.
        """
        scripts.append(script)
        return type(script["__name__"], (cls,), attributes)

    def __init__(self, instance_name: str, resources: str, **_):
        """At instantiation and at every reset; there an exception would end the process, so a reset that fails makes all calls fail."""
        instantiating = resources in sys.path
        if instantiating:
            sys.path.remove(resources)  # the wrapper put it there, and all that is in it has been imported
        self.messages: list[LogMessage] = []
        self.component = None
        try:
            self.instantiate(instance_name, resources)
        except Exception as cause:
            if instantiating:
                print(f"{instance_name}: {cause}", file=sys.stderr)  # environments that do not log would hide it
                raise

    def instantiate(self, name: str, resources: str) -> None:
        messages = self.messages  # without the slave itself, which would refer to itself then and outlive the wrapper's reference
        said = lambda status, category, text: messages.append(LogMessage(status, category.decode(), text.decode(errors="replace")))
        self.logger = LOGGER(lambda environment, name, *message: said(*message))
        self.engine = loaded(resources, self.libraries)
        callbacks, location = Callbacks(self.logger), resources.encode()
        self.component = self.engine.fmi2Instantiate(name.encode(), CO_SIMULATION, self.token.encode(), location, byref(callbacks), False, True)
        if not self.component:
            raise ImportError("; ".join(message.msg for message in messages))
        self.step = partial(self.engine.fmi2DoStep, c_void_p(self.component))
        self.got, self.put = RealNumbers(self, "GetReal", []), RealNumbers(self, "SetReal", [])

    def __del__(self):
        if self.component:
            self.engine.fmi2FreeInstance(self.component)

    def _get_log_queue(self) -> list:
        """The wrapper empties this list after every call."""
        return self.messages

    def ask(self, function: str, *arguments) -> None:
        """Call a function of the engine; RuntimeError where the engine refuses."""
        self.carry_out(function, partial(getattr(self.engine, f"fmi2{function}"), self.component, *arguments))

    def carry_out(self, function: str, call: Callable[[], int]) -> None:
        """The same with the function and its arguments in one."""
        if call() > WARNING:
            raise RuntimeError(f"fmi2{function} was refused")

    @survived
    def setup_experiment(self, start, stop, tolerance):
        self.ask("SetupExperiment", tolerance is not None, tolerance or 0.0, start, stop is not None, stop or 0.0)

    @survived
    def enter_initialization_mode(self):
        self.ask("EnterInitializationMode")

    @survived
    def exit_initialization_mode(self):
        self.ask("ExitInitializationMode")

    def do_step(self, t, h):
        try:
            return self.step(t, h, True) <= WARNING
        except BaseException:
            hold(self)
            raise

    @survived
    def terminate(self):
        self.ask("Terminate")

    def get_real(self, references):  # by far the most that are got and set: no number is looked at here
        try:
            got = self.got
            if references != got.references:
                got = self.got = RealNumbers(self, "GetReal", references)
            if got.call() > WARNING:
                raise RuntimeError("fmi2GetReal was refused")
            return got.array[:]
        except BaseException:
            hold(self)
            raise

    def set_real(self, references, values):
        try:
            put = self.put
            if references != put.references:
                put = self.put = RealNumbers(self, "SetReal", references)
            put.pack(*values)
            if put.call() > WARNING:
                raise RuntimeError("fmi2SetReal was refused")
        except BaseException:
            hold(self)
            raise

    get_integer, set_integer = getter("Integer", c_int, int), setter("Integer", c_int, int)
    get_boolean, set_boolean = getter("Boolean", c_int, bool), setter("Boolean", c_int, bool)
    get_string = getter("String", c_char_p, bytes.decode)
    set_string = setter("String", c_char_p, lambda text: None if text is None else text.encode())  # the engine says what is missing

    @survived
    def _get_fmu_state(self):
        state, size = c_void_p(), c_size_t()
        self.ask("GetFMUstate", byref(state))
        self.ask("SerializedFMUstateSize", state, byref(size))
        content = ctypes.create_string_buffer(size.value)
        self.ask("SerializeFMUstate", state, content, size)
        self.ask("FreeFMUstate", byref(state))
        return content.raw

    @survived
    def _set_fmu_state(self, content):
        state = c_void_p()
        self.ask("DeSerializeFMUstate", content, len(content), byref(state))
        try:
            self.ask("SetFMUstate", state)
        finally:
            self.ask("FreeFMUstate", byref(state))

    @staticmethod
    def _fmu_state_to_bytes(state):
        return state

    @staticmethod
    def _fmu_state_from_bytes(content):
        return content
