"""Native FMUs of FMI 2 and portable ones of FMI 3 in importers that we did not write.

Ecos needs more than pip: with `apt-get install libtbb12` and `pip install ecospy fmuloader`, run `pytest -m tools tests/fmu/test_importers.py`.
"""

from __future__ import annotations

from pathlib import Path

import casadi as ca
import fmpy
import numpy as np
import pytest
from fmpy.fmi2 import FMU2Model
from fmpy.fmi3 import FMU3Model

from mbfmu.fmu.package.native_fmu import build_native
from mbfmu.fmu.package.portable_fmu import build_portable
from mbfmu.problem.data.scalar_variables import scalarized
from tests.library import problem_of
from tests.tolerances import IMPORTED
from tests.tools.test_fmi_tools import differences_in

MODELS = ["crane", "andrews_squeezer"]  # a tree and closed loops
CASES = [
    pytest.param("crane", 2, marks=pytest.mark.slow),
    ("crane", 3),
    ("andrews_squeezer", 2),
]  # FMI 3 with numbers one by one, since Ecos and CasADi take no arrays


@pytest.fixture(scope="module")
def fmus(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, int], Path]:
    """Of both versions."""
    folder = tmp_path_factory.mktemp("fmus")
    native = {(name, 2): build_native(problem_of(name), folder, 2, file_name=f"{name}2.fmu") for name in MODELS}
    return native | {(name, 3): build_portable(scalarized(problem_of(name)), folder, 3, file_name=f"{name}3.fmu") for name in MODELS}


@pytest.mark.parametrize("fmi", [2, 3])
@pytest.mark.parametrize("name", MODELS)
def test_the_jacobian_in_casadi(fmus: dict[tuple[str, int], Path], tmp_path: Path, name: str, fmi: int) -> None:
    """CasADi's Jacobian of rates and outputs by states and inputs is the one of directional derivatives asked for through FMPy."""
    description = fmpy.read_model_description(fmus[name, fmi])
    folder = fmpy.extract(fmus[name, fmi], tmp_path)
    fmu, x = at_start(description, folder, fmi)
    states, rates = state_references(description)
    inputs, outputs = ([v for v in description.modelVariables if v.causality == kind] for kind in ("input", "output"))
    unknowns = rates + [v.valueReference for v in outputs]
    ours = [fmu.getDirectionalDerivative(unknowns, [known], [1.0]) for known in states + [v.valueReference for v in inputs]]
    dae = ca.DaeBuilder(name, str(folder), {})
    assert dae.nx() == len(states) and dae.nu() == len(inputs)
    model = dae.create("model", ["x", "u"], ["ode", "y"])
    u = [float(v.start) for v in inputs]
    theirs = np.block([[np.array(block) for block in row] for row in split(model.jacobian()(x, u, *model(x, u)))])
    assert np.abs(theirs).max() > 0
    assert theirs == pytest.approx(np.array(ours).T, rel=IMPORTED, abs=IMPORTED)


def at_start(description, folder: str, fmi: int) -> tuple[FMU2Model | FMU3Model, np.ndarray]:
    """An instance in Continuous-Time Mode at the start, and its states."""
    token = description.guid if fmi == 2 else description.instantiationToken
    kind = FMU2Model if fmi == 2 else FMU3Model
    fmu = kind(guid=token, unzipDirectory=str(folder), modelIdentifier=description.modelExchange.modelIdentifier, instanceName="it")
    fmu.instantiate()
    if fmi == 2:
        fmu.setupExperiment()
    fmu.enterInitializationMode()
    fmu.exitInitializationMode()
    fmu.enterContinuousTimeMode()
    x = np.zeros(description.numberOfContinuousStates)
    fmu.getContinuousStates(np.ctypeslib.as_ctypes(x), x.size)
    return fmu, x


def state_references(description) -> tuple[list[int], list[int]]:
    """Value references of the states and of their derivatives."""
    derivatives = [v for v in description.modelVariables if v.derivative is not None]
    return [v.derivative.valueReference for v in derivatives], [v.valueReference for v in derivatives]


def split(blocks) -> list[list]:
    """The four blocks, a row for the rates and one for the outputs."""
    return [list(blocks[:2]), list(blocks[2:])]


@pytest.mark.parametrize("name", MODELS)
def test_the_trajectory_in_libcosim(fmus: dict[tuple[str, int], Path], name: str) -> None:
    """FMI 2: libcosim has no FMI 3."""
    pytest.importorskip("libcosimpy")
    assert differences_in("run_in_libcosim.py", fmus[name, 2], name) == {}


@pytest.mark.tools
@pytest.mark.parametrize("name, fmi", CASES)
def test_the_trajectory_in_ecos(fmus: dict[tuple[str, int], Path], name: str, fmi: int) -> None:
    assert differences_in("run_in_ecos.py", fmus[name, fmi], name) == {}


@pytest.mark.tools
@pytest.mark.parametrize("name, fmi", CASES)
def test_the_trajectory_in_fmuloader(fmus: dict[tuple[str, int], Path], name: str, fmi: int) -> None:
    pytest.importorskip("fmuloader")
    assert differences_in("run_in_fmuloader.py", fmus[name, fmi], name) == {}
