"""FMUs log once which start speeds their initialization has moved, as a warning."""

from pathlib import Path

import fmpy
import pytest
from fmpy import fmi2
from fmpy.fmi3 import FMU3Slave

from mbfmu.fmu.package.native_fmu import build_native
from mbfmu.fmu.package.python_fmu import build_fmu
from mbfmu.problem.mechanism.mechanics import compile_model
from tests.fmi2_callbacks import fmi2_callbacks
from tests.problem.test_moved_starts import ROLLING, SAID, thrown_wheel
from tests.tolerances import ROUNDOFF

from .native.driving import begin

FMI_WARNING = 1
KINDS = {"interpreted": (build_fmu, ()), "native FMI 2": (build_native, (2,)), "native FMI 3": (build_native, (3,))}


class Wheel:
    """The wheel's FMU, instantiated, and what it says."""

    def __init__(self, fmu: Path):
        self.said: list[tuple[int, str]] = []
        self.description = fmpy.read_model_description(fmu)
        of = {
            "guid": self.description.guid,
            "modelIdentifier": "Wheel",
            "unzipDirectory": fmpy.extract(str(fmu), fmu.parent / "x"),
            "instanceName": "it",
        }
        heard = lambda *said: self.said.append((said[-3], said[-1].decode()))
        if self.description.fmiVersion == "2.0":
            self.fmu = fmi2.FMU2Slave(**of)
            self.fmu.instantiate(callbacks=fmi2_callbacks(heard), loggingOn=True)
        else:
            self.fmu = FMU3Slave(**of)
            self.fmu.instantiate(loggingOn=True, logMessage=heard)

    def references(self, name: str) -> list[int]:
        return [v.valueReference for v in self.description.modelVariables if v.name.split("[")[0] == name]

    def set_speed(self, v: float) -> None:
        (getattr(self.fmu, "setReal", None) or self.fmu.setFloat64)(self.references("free.v_start"), [v, 0.0, 0.0])

    def speed(self) -> float:
        of = self.references("v")
        return self.fmu.getReal(of)[0] if hasattr(self.fmu, "getReal") else self.fmu.getFloat64(of, nValues=3)[0]


@pytest.mark.parametrize("kind", [pytest.param(kind, marks=[pytest.mark.slow] * (kind == "native FMI 2")) for kind in KINDS])
def test_once(tmp_path: Path, kind: str) -> None:
    """Also where values were asked for before the start, after a state was restored, and again where it starts again."""
    build, version = KINDS[kind]
    wheel = Wheel(build(compile_model(thrown_wheel(v=[0, 0, 0])), tmp_path, *version))
    fmu, sentence = wheel.fmu, (FMI_WARNING, SAID.format("free.v_start[1] = 4.0 m/s became 1.895 m/s"))
    for starts in (1, 2):
        wheel.set_speed(4.0)
        begin(fmu)
        assert wheel.speed() == pytest.approx(ROLLING, abs=ROUNDOFF) and wheel.said == (starts - 1) * [sentence]
        fmu.exitInitializationMode()
        state = fmu.getFMUState()
        fmu.doStep(0.0, 0.1)
        fmu.setFMUState(state)
        fmu.doStep(0.0, 0.1)
        assert wheel.said == starts * [sentence]
        fmu.freeFMUState(state)
        fmu.reset()
    fmu.freeInstance()
