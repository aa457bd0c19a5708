"""PythonBlocks for tests, and their FMUs."""

from pathlib import Path

import fmpy
from fmpy.fmi2 import FMU2Slave

from mbfmu import BlockModel, Input, Output, Parameter, PythonBlock, build_fmu

PERIOD, T, RAW = 0.02, 0.1, 0.75
LOW_PASS = """
from math import exp

class LowPass:
    def __init__(self, p):
        self.y = 0.0

    def update(self, p, u, t):
        self.y += (1 - exp(-0.02 / p.T)) * (u.raw - self.y)
        return {"smooth": self.y}
"""
CLOCK = """
class Clock:
    def __init__(self, p):
        self.count = 0

    def update(self, p, u, t):
        self.count += 1
        return {"count": self.count, "last": t, "seen": u.signal}
"""
CONTROLLER = """
class Controller:
    def __init__(self, p):
        pass

    def update(self, p, u, t):
        return {"f": -p.stiffness * u.s - p.damping * u.v}
"""
WRONG = """
from fractions import Fraction

class Wrong:
    def __init__(self, p):
        self.gain = Fraction(1) / int(p.divisor)
        self.keep = (lambda: 0) if p.mode == 5 else None

    def update(self, p, u, t):
        if t < 0.015:
            return {"y": 1.0}
        if p.mode == 1:
            return {"y": helper(u)}
        return {2: {"z": 1.0}, 3: {"y": float("nan")}, 4: None, 5: {"y": 2.0}}[p.mode]

def helper(u):
    return 1 / u.x
"""
MODEL = """
from pathlib import Path
from mbfmu import BlockModel, Input, Output, Parameter, PythonBlock

class LowPass(PythonBlock):
    code, period, requirements = Path(__file__).with_name("lowpass.py"), 0.02, ["fmpy>=0.3", "numpy"]
    T = Parameter("s", "time constant", 0.1)
    raw = Input("m", "raw")
    smooth = Output("m", "smoothed")

model = BlockModel("LowPass", LowPass())
"""
VARIABLES = {"T": Parameter("s", "time constant", T, min=0.0, exclusive_min=True), "raw": Input("m", "raw"), "smooth": Output("m", "smoothed")}


def built(folder: Path, code: str, period: float, requirements: tuple[str, ...] = (), start: dict | None = None, **declared) -> Path:
    """The FMU of a block whose class has the last word of its first line as its name."""
    name = code.split("class ")[1].split(":")[0]
    file = folder / f"{name.lower()}.py"
    file.write_text(code)
    kind = type(name, (PythonBlock,), {"__doc__": "A block.", "code": file, "period": period, "requirements": requirements, **declared})
    return build_fmu(BlockModel(name, kind(), start=start or {}), folder)


def made(folder: Path, *given, **declared) -> str:
    """The folder in which the same FMU is unpacked."""
    return fmpy.extract(str(built(folder, *given, **declared)), folder / "unpacked")


def run(fmu: FMU2Slave, first: int, last: int, h: float, reference: int) -> list[float]:
    """The values of a variable after the steps from `first` to `last`."""
    values = []
    for k in range(first, last):
        fmu.doStep(k * h, h)
        values += fmu.getReal([reference])
    return values
