"""Parameters of a model in FMUs of all kinds and both versions, driven by FMPy, against numbers put in by hand and closed forms."""

from pathlib import Path

import fmpy
import numpy as np
import pytest
from fmpy.fmi2 import FMU2Model
from fmpy.fmi3 import FMU3Model
from fmpy.validation import validate_fmu
from lxml import etree

import mbfmu
from mbfmu import (
    BlockModel,
    MbfmuError,
    Model,
    Output,
    Parameter,
    PythonBlock,
    build_fmu,
    build_native,
    build_portable,
    compile_problem,
    simulate,
    sweep,
)
from mbfmu.cosim import Component, System, simulate_system
from mbfmu.fmu.description.fmi3_description import describe_fmi3
from mbfmu.problem.codegen.tape_functions import record_functions
from tests.fmu.description.test_fmi3_description import schema
from tests.problem.test_parameters import G, by_hand, declared, rod, swing
from tests.tolerances import FINITE_DIFFERENCE, FMU_INTEGRATION, ROUNDOFF

SWING, ROD = compile_problem(swing(declared)), compile_problem(rod(2.5, lambda L: 0.3))
KINDS = {
    "interpreted": lambda problem, folder: build_fmu(problem, folder),
    "portable, FMI 2": lambda problem, folder: build_portable(problem, folder, 2),
    "portable, FMI 3": lambda problem, folder: build_portable(problem, folder, 3),
    "native, FMI 2": lambda problem, folder: build_native(problem, folder, 2),
    "native, FMI 3": lambda problem, folder: build_native(problem, folder, 3),
}
every_kind = pytest.mark.parametrize("build", KINDS.values(), ids=KINDS)


@every_kind
def test_the_motion_in_fmpy_is_that_of_numbers_put_in_by_hand(build, tmp_path: Path):
    path = build(SWING, tmp_path)
    assert validate_fmu(str(path)) == []
    expected = simulate(swing(by_hand(1.2, 20.0)), 1.0, 0.01)
    options = dict(stop_time=1.0, output_interval=0.01, relative_tolerance=1e-10, fmi_type="CoSimulation")
    found = fmpy.simulate_fmu(str(path), start_values={"L": 1.2, "k": 20.0}, output=["phi", "w", "f", "rod.m", "spring.c"], **options)
    for name in ("phi", "w", "f"):
        np.testing.assert_allclose(found[name], expected[name], atol=FMU_INTEGRATION * np.abs(expected[name]).max())
    assert (found["rod.m"][-1], found["spring.c"][-1]) == pytest.approx((4.8, 40.0), rel=ROUNDOFF)


@pytest.mark.parametrize("fmi", [2, 3])
def test_the_description_says_what_follows(fmi: int, tmp_path: Path):
    description = fmpy.read_model_description(build_portable(ROD, tmp_path, fmi), validate_variable_names=True, validate_model_structure=True)
    found = {v.name: (v.causality, v.variability, v.initial, v.start) for v in description.modelVariables}
    assert found["L"] == ("parameter", "tunable", "exact", "2.5")
    assert found["rod.m"] == ("calculatedParameter", "tunable", "calculated", None)
    unknowns = {u.variable.name: {v.name for v in u.dependencies} for u in description.initialUnknowns}
    assert unknowns["rod.m"] == {"L"} and unknowns["phi"] == {"L", "pivot.phi_start", "pivot.w_start", "start_in_equilibrium"}
    schema().assertValid(etree.fromstring(describe_fmi3(ROD, record_functions(ROD))("{token}")))


@pytest.fixture(params=[2, 3])
def instance(request, tmp_path: Path):
    """An instance of the rod for Model Exchange in Initialization Mode, and its value references by name."""
    path = build_portable(ROD, tmp_path, request.param)
    description = fmpy.read_model_description(path)
    token = description.guid if request.param == 2 else description.instantiationToken
    identifier, folder = description.modelExchange.modelIdentifier, fmpy.extract(path, tmp_path / "unzipped")
    fmu = {2: FMU2Model, 3: FMU3Model}[request.param](guid=token, unzipDirectory=str(folder), modelIdentifier=identifier, instanceName="rod")
    fmu.instantiate()
    if request.param == 2:
        fmu.setupExperiment()
    fmu.enterInitializationMode()
    yield fmu, {v.name: v.valueReference for v in description.modelVariables}
    fmu.freeInstance()
    fmu.freeLibrary()


def of(fmu, verb: str):
    """The function that gets or sets real numbers."""
    return getattr(fmu, f"{verb}Real" if isinstance(fmu, FMU2Model) else f"{verb}Float64")


def test_derivatives_by_a_length_are_those_of_the_closed_form(instance):
    """w_dot = -3 g sin(phi) / (2 L)."""
    fmu, reference = instance
    assert fmu.getDirectionalDerivative([reference["rod.m"]], [reference["L"]], [1.0]) == pytest.approx([4.0], rel=ROUNDOFF)
    of(fmu, "set")([reference["L"]], [1.5])
    fmu.exitInitializationMode()
    expected = 3 * G * np.sin(0.3) / (2 * 1.5**2)
    found = fmu.getDirectionalDerivative([reference["der(pivot.w)"]], [reference["L"]], [1.0])
    assert found == pytest.approx([expected], abs=FINITE_DIFFERENCE)


def test_what_follows_is_got_and_not_set(instance):
    fmu, reference = instance
    of(fmu, "set")([reference["L"]], [2.0])
    assert list(of(fmu, "get")([reference["rod.m"]], **({} if isinstance(fmu, FMU2Model) else {"nValues": 1}))) == [8.0]
    with pytest.raises(Exception, match="fmi[23]Set(Real|Float64) failed"):
        of(fmu, "set")([reference["rod.m"]], [1.0])
    fmu.exitInitializationMode()
    of(fmu, "set")([reference["L"]], [3.0])
    assert list(of(fmu, "get")([reference["rod.m"]], **({} if isinstance(fmu, FMU2Model) else {"nValues": 1}))) == [12.0]


@pytest.mark.parametrize("fmi", [2, 3])
def test_a_run_of_an_fmu_shows_what_follows(fmi: int, tmp_path: Path):
    with mbfmu.open(build_portable(SWING, tmp_path, fmi)) as run:
        run["L"] = 3.0
        assert run["rod.m"] == 12.0
        run.step(0.1)
        run["L"] = 2.0
        run.step(0.1)
        assert run["rod.r_CM[3]"] == -1.0
        with pytest.raises(MbfmuError, match="rod.m"):
            run["rod.m"] = 3.0


def test_sweeps_and_systems_set_parameters_by_name(tmp_path: Path):
    path = build_portable(ROD, tmp_path)
    lengths = [1.0, 2.0]
    expected = [simulate(ROD, 0.5, values={"L": L})["phi"][-1] for L in lengths]
    for subject in (ROD, path):
        np.testing.assert_allclose(sweep(subject, {"L": lengths}, 0.5, workers=1)["phi"], expected, atol=FMU_INTEGRATION)
    assert "rod.m is of causality calculatedParameter" in sweep_error(path)
    system = System({"rod": Component(path, {"L": 2.0})}, [], stop_time=0.5, step_size=0.01)
    assert simulate_system(system)["rod.phi"][-1] == pytest.approx(expected[1], abs=FMU_INTEGRATION)


def sweep_error(path: Path) -> str:
    with pytest.raises(MbfmuError) as refused:
        sweep(path, {"rod.m": [1.0]})
    return str(refused.value)


def test_a_python_block_is_given_what_follows(tmp_path: Path):
    """y = T + gain t, at any time."""
    file = tmp_path / "ramp.py"
    file.write_text("class Ramp:\n    def __init__(self, p): ...\n    def output(self, p, u, t): return {'y': p.T + p.gain * t}\n")
    declared = {"T": Parameter("s", "time", 1.0), "gain": Parameter("1", "gain", 1.0), "y": Output("s", "out")}
    k = Model("Plant").parameter("k", 3.0)
    model = BlockModel("Ramp", type("Ramp", (PythonBlock,), {"__doc__": "A ramp.", "code": file, **declared})(gain=2 * k, T=0.5))
    assert simulate(model, 1.0, 0.5, values={"Plant.k": 2.0})["y"].tolist() == [0.5, 2.5, 4.5]
    found = fmpy.simulate_fmu(str(build_fmu(model, tmp_path)), stop_time=1.0, output_interval=0.5, start_values={"Plant.k": 2.0})
    assert found["y"].tolist() == [0.5, 2.5, 4.5]
