"""What is remembered behind accepted steps, and behind no trial of them."""

from ctypes import c_double
from dataclasses import replace

import numpy as np
import pytest

from mbfmu import build_portable, connect
from mbfmu.engine.instance import Instance
from tests.tolerances import FMU_INTEGRATION, SAMPLED_PEAK

from .problems import remembering


@pytest.mark.parametrize("integrator", ["dormand_prince", "runge_kutta"])
def test_the_deepest_of_accepted_steps(integrator: str) -> None:
    instance = Instance(replace(remembering(), integrator=integrator))
    instance.initialize()
    for t in np.linspace(0.01, 5.0, 500):
        instance.advance(t)
        c, deepest = float(instance.get("c")), float(instance.get("deepest"))
        assert deepest == (max(0.0, -c) if t <= np.pi else pytest.approx(1.0, abs=SAMPLED_PEAK))


def test_parts_of_a_connection_remember() -> None:
    instance = Instance(connect("Both", {"a": remembering(), "b": remembering()}, []))
    instance.initialize()
    instance.advance(2.5)
    for part in ("a", "b"):
        assert instance.get(f"{part}.deepest") == pytest.approx(-np.cos(2.5), abs=FMU_INTEGRATION)


def test_model_exchange_tells_which_steps_are_accepted(tmp_path) -> None:
    from fmpy import extract, read_model_description
    from fmpy.fmi2 import FMU2Model

    folder = extract(str(build_portable(remembering(), tmp_path)))
    description = read_model_description(folder)
    name = description.modelExchange.modelIdentifier
    fmu = FMU2Model(guid=description.guid, unzipDirectory=folder, modelIdentifier=name, instanceName="it")
    deepest = [v.valueReference for v in description.modelVariables if v.name == "deepest"]
    fmu.instantiate()
    fmu.setupExperiment(startTime=0.0)
    fmu.enterInitializationMode()
    fmu.exitInitializationMode()
    fmu.newDiscreteStates()
    fmu.enterContinuousTimeMode()
    for c, accepted, remembered in ((-0.5, False, 0.0), (-0.3, True, 0.3), (-0.7, False, 0.3), (-0.2, True, 0.3)):
        fmu.setContinuousStates((c_double * 2)(c, 0.0), 2)
        if accepted:
            assert fmu.completedIntegratorStep()[0] in (False, 0)
        assert fmu.getReal(deepest) == [remembered]
    fmu.freeInstance()
