"""The plain C host of tests/fmu/native/host, compiled for some platform, and runs for it."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import fmpy
import numpy as np

from mbfmu.engine.compile import PLATFORMS, present
from mbfmu.fmu.package.native_fmu import build_native
from mbfmu.problem.data.problem import Problem

from .libraries import HEADERS

HOST = Path(__file__).parent / "host"
TOLERANCE = 1e-6


def host(folder: Path, platform: str = "") -> Path:
    """The host's program, in `folder`, for a name in PLATFORMS; the present one if none is named."""
    key = platform or present()
    program = folder / f"host-{key}{'.exe' if 'windows' in key else ''}"
    sources = [str(path) for path in sorted(HOST.glob("*.c"))]
    command = [sys.executable, "-m", "ziglang", "cc", "-target", PLATFORMS[key].target, "-s", "-std=gnu99", "-O2", f"-I{HEADERS}", *sources]
    subprocess.run([*command, "-o", str(program)], check=True)
    return program


class HostedFmu:
    """A native FMU taken apart for a host: `path`; `token`; `run`, the text of a run; its libraries by platform."""

    def __init__(self, problem: Problem, fmi: int, folder: Path, platforms: Sequence[str] = (), steps: int = 200, fused: bool = False):
        self.folder, self.fmi, self.name = folder, fmi, problem.name
        self.path = build_native(problem, folder, fmi, platforms, fused=fused)
        with zipfile.ZipFile(self.path) as archive:
            archive.extractall(folder)
        description = fmpy.read_model_description(self.path)
        self.token = description.guid if fmi == 2 else description.instantiationToken
        self.run = folder / "run.txt"
        inputs, outputs = ([v for v in description.modelVariables if v.causality == kind] for kind in ("input", "output"))
        self.run.write_text(run_text(inputs, outputs, self.token, steps, problem.step_size))

    def library(self, platform: str = "") -> Path:
        p = PLATFORMS[platform or present()]
        return self.folder / "binaries" / p.folder(self.fmi) / f"{self.name}{p.ending}"


def run_text(inputs, outputs, token: str, steps: int, step: float) -> str:
    """What host.c reads; every input swings about its start value, each at a frequency of its own."""
    start = np.array([float(number) for v in inputs for number in str(v.start).split()])
    times = step * np.arange(steps)[:, None]
    values = start + 0.1 * np.maximum(np.abs(start), 1.0) * np.sin((3.0 + np.arange(start.size)) * times)
    head = [token, f"{steps} {step!r} {TOLERANCE!r}", _listed(inputs), _listed(outputs)]
    return "\n".join(head + [" ".join(float(number).hex() for number in row) for row in values]) + "\n"


def _listed(variables) -> str:
    """How many variables, how many numbers, their value references."""
    numbers = sum(int(np.prod(v.shape)) if v.shape else 1 for v in variables)
    return f"{len(variables)} {numbers} {' '.join(str(v.valueReference) for v in variables)}"


def run(
    program: Path, fmu: HostedFmu, *arguments: object, platform: str = "", through: Sequence[str] = (), environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess:
    """The host's process when it has ended, however it did."""
    command = [*through, str(program), str(fmu.library(platform)), str(fmu.run), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, env=environment)


def numbers(output: str) -> np.ndarray:
    """The outputs after each step, (steps, numbers)."""
    return np.array([[float.fromhex(number) for number in line.split()] for line in output.splitlines()])
