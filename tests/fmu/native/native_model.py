"""A Problem compiled with the engine, without the FMI layer, driven by ctypes."""

from __future__ import annotations

import ctypes
import subprocess
import sys
from ctypes import POINTER, byref, c_char_p, c_double, c_int, c_size_t, c_void_p
from pathlib import Path

import numpy as np

from mbfmu.codegen.functions import generate_functions
from mbfmu.codegen.tables import problem_source, slot_sizes
from mbfmu.codegen.variables import fmi_variables
from mbfmu.engine.sources import model_sources
from mbfmu.runtime.errors import StepFailed
from mbfmu.runtime.problem import Problem

from .compiled import INCLUDES

HERE = Path(__file__).parent
ZIG = (sys.executable, "-m", "ziglang", "cc", "-O2")


def build(folder: Path, problem: Problem, compiler: tuple[str, ...] = ZIG, probes: tuple[str, ...] = ("model_probe.c",)) -> ctypes.CDLL:
    """The library of `problem`, in `folder`, with what tests ask it by: C files beside this one."""
    functions = generate_functions(problem)
    (folder / "functions.c").write_bytes(functions.source)
    (folder / "problem.c").write_bytes(problem_source(problem, fmi_variables(problem, 3), functions, "test"))
    sources = [*map(str, model_sources()), *(str(HERE / probe) for probe in probes), "problem.c", "functions.c"]
    options = ["-std=c99", "-shared", "-fPIC", *INCLUDES, "-o", "model.so"]
    subprocess.run([*compiler, *options, *sources, "-lm"], check=True, cwd=folder)
    library = ctypes.CDLL(str(folder / "model.so"))
    library.probe_new.restype = c_void_p
    library.probe_message.restype = library.probe_reports.restype = c_char_p
    library.probe_state_size.restype = c_size_t
    for name in ("numbers", "tangent", "adjoint"):
        getattr(library, f"probe_{name}").restype = POINTER(c_double)
    for name in ("indicator", "drift"):
        getattr(library, f"model_{name}").restype = c_double
    return library


class NativeModel:
    """One instance; its slots are views by name: model["x"]."""

    def __init__(self, library: ctypes.CDLL, problem: Problem):
        self.library, self.problem = library, problem
        self.instance = c_void_p(library.probe_new())
        sizes = slot_sizes(problem)
        self.places = dict(zip(sizes, np.cumsum([0, *sizes.values()]).tolist()))
        self.sizes, self.total = sizes, sum(sizes.values())
        self.numbers, self.tangent, self.adjoint = (
            np.ctypeslib.as_array(getattr(library, f"probe_{name}")(self.instance), (self.total,)) for name in ("numbers", "tangent", "adjoint")
        )

    def __del__(self) -> None:
        self.library.probe_free(self.instance)

    def place(self, slot: str) -> slice:
        return slice(self.places[slot], self.places[slot] + self.sizes[slot])

    def __getitem__(self, slot: str) -> np.ndarray:
        return self.numbers[self.place(slot)]

    def set(self, slot: str, values, at: int = 0) -> None:
        """Inputs (u) or parameters (p) from number `at` on, as the FMI layer sets them."""
        self[slot][at : at + np.size(values)] = values
        self.library.probe_touched(self.instance, int(slot == "u"))

    def get(self, *names: str) -> np.ndarray:
        """The numbers of variables."""
        refs = (variable.ref for name in names for variable in self.problem.variables if variable.name == name)
        return np.concatenate([self[ref.slot][ref.start : ref.start + ref.size] for ref in refs])

    def do(self, what: str, *arguments) -> None:
        """A function of the runtime; StepFailed with its message."""
        failed = getattr(self.library, what)(self.instance, *arguments)
        assert self.library.probe_balanced(self.instance)
        if failed:
            raise StepFailed(self.library.probe_message(self.instance).decode())

    def initialize(self, t: float = 0.0) -> None:
        self.do("model_initialize", c_double(t))

    def advance(self, t_end: float, tolerance: float = 1e-6, at_events: bool = False) -> bool:
        """To t_end; whether it was stopped before."""
        stopped = c_int()
        self.library.probe_tolerance(self.instance, c_double(tolerance))
        self.do("advance", c_double(t_end), c_int(at_events), byref(stopped))
        return bool(stopped.value)

    def input_rate(self, rate: float, order: int = 1, number: int = 0) -> None:
        self.library.model_input_rate(self.instance, number, order, c_double(rate))

    def output_rates(self) -> np.ndarray:
        self.do("model_output_rates")
        return self.tangent[self.place("y")].copy()

    def sensitivity(self, what: str, seeds: dict[str, np.ndarray], results: tuple[str, ...]) -> np.ndarray:
        """By "tangent" or "adjoint": slots seeded -> slots found."""
        numbers = getattr(self, what)
        numbers[:] = 0.0
        for slot, values in seeds.items():
            numbers[self.place(slot)] = values
        self.do(f"model_{what}")
        return np.concatenate([numbers[self.place(slot)] for slot in results])

    def reports(self) -> list[str]:
        """What it has said so far."""
        return self.library.probe_reports(self.instance).decode().splitlines()

    def save(self) -> bytes:
        state = ctypes.create_string_buffer(self.library.probe_state_size())
        self.library.state_copy(self.instance, state)
        return state.raw

    def restore(self, state: bytes) -> None:
        self.do("state_restore", ctypes.create_string_buffer(state, len(state)))

    @property
    def points(self) -> int:
        """How many steps were accepted so far."""
        return self.library.probe_points(self.instance)
