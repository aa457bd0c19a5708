"""Booleans, integers and enumerations in FMUs: as FMPy runs them, and call by call."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import fmpy
import numpy as np
import pytest
from fmpy.fmi2 import FMU2Model, FMU2Slave
from fmpy.fmi3 import FMU3Model, FMU3Slave

from mbfmu import BlockModel, build_fmu, build_portable, compile_problem
from mbfmu.check import FALSE, check_fmu
from tests.conformity import refuse_nonconforming
from tests.fmi2_callbacks import fmi2_callbacks
from tests.fmu.native.driving import ERROR, H, begin, free, initialize, refused, states, update, vector
from tests.tolerances import FMU_INTEGRATION, INTEGRATION
from tests.valve import FULL, SHARE, VALVE, Tank, WatchedTank, filled

KINDS = [(2, FMU2Model), (2, FMU2Slave), (3, FMU3Model), (3, FMU3Slave)]
T, PIPES, INVERTED, START, SUPPLY, ENABLED, OPENING, Y, STAGE, RUNNING, FULL_NOW, LEVEL = range(12)
COLUMNS = [("time", float), ("enabled", bool), ("valve", int)]


@pytest.fixture(scope="module")
def built(tmp_path_factory) -> Callable[[int | str], Path]:
    """The FMU of a tank: portable of a version of FMI, or "interpreted"."""
    folder, problem = tmp_path_factory.mktemp("tank"), compile_problem(BlockModel("Tank", WatchedTank()))
    made = {"interpreted": build_fmu(problem, folder)} | {fmi: build_portable(problem, folder / str(fmi), fmi) for fmi in (2, 3)}
    return lambda which: made[which]


@pytest.fixture(scope="module")
def without_events(tmp_path_factory) -> Callable[[int], Path]:
    """The same without event indicators, for at those FMPy's CVode would set discrete inputs in Continuous-Time Mode."""
    folder = tmp_path_factory.mktemp("quiet")
    return lambda fmi: build_portable(BlockModel("Tank", Tank()), folder / str(fmi), fmi)


@pytest.fixture
def new(built, tmp_path) -> Iterator[Callable]:
    """Makes instances, which know what was said, and frees them."""
    instances = []

    def instance(kind: type, **options):
        path = built(2 if issubclass(kind, (FMU2Model, FMU2Slave)) else 3)
        description, said = fmpy.read_model_description(str(path)), []
        folder = fmpy.extract(str(path), str(tmp_path / f"{kind.__name__}{len(instances)}"))
        fmu = kind(guid=description.guid, modelIdentifier="Tank", unzipDirectory=folder, instanceName="it")
        fmu.said = said
        if path == built(2):
            fmu.instantiate(callbacks=fmi2_callbacks(lambda environment, name, status, category, message: said.append(message.decode())))
        else:
            fmu.instantiate(logMessage=lambda environment, status, category, message: said.append(message.decode()), **options)
        instances.append(fmu)
        return fmu

    yield instance
    for fmu in instances:
        free(fmu)


def positions(fmu, *values: int) -> list[int] | None:
    """Gets the valve, or sets it."""
    verb = ("set" if values else "get") + ("Integer" if hasattr(fmu, "getInteger") else "Int64")
    return getattr(fmu, verb)([OPENING], *([list(values)] if values else []))


@pytest.mark.parametrize(("which", "fmi"), [("interpreted", 2), (2, 2), (3, 3)])
def test_conformity(built, which, fmi):
    refuse_nonconforming(built(which), fmi)


def test_descriptions(built):
    for which, names in ((2, ("Real", "Integer", "Boolean", "Enumeration")), (3, ("Float64", "Int32", "Boolean", "Enumeration"))):
        real, integer, boolean, enumeration = names
        description = fmpy.read_model_description(str(built(which)))
        of = {v.name: (v.type, v.variability, v.start, v.min, v.max) for v in description.modelVariables}
        assert of["pipes"] == (integer, "tunable", "2", "1", "9")
        assert of["inverted"] == (boolean, "tunable", "false", None, None)
        assert of["enabled"] == (boolean, "discrete", "true", None, None)
        assert of["valve"] == (enumeration, "discrete", "3", None, None)
        assert of["stage"] == (enumeration, "discrete", None, None, None)
        assert of["y"][:2] == (real, "continuous")
        (declared,) = description.typeDefinitions
        assert (declared.name, {item.name: (int(item.value), item.description) for item in declared.items}) == (
            "Valve",
            {name: (number, text) for number, (name, text) in enumerate(VALVE.items.items(), 1)},
        )
    with zipfile.ZipFile(built(3)) as archive:
        assert archive.read("modelDescription.xml").count(b'intermediateUpdate="true"') == 2  # supply and y, which are continuous


def run_in_fmpy(path: Path, interface: str) -> np.ndarray:
    """The pump stops at 0.2 s, the valve is throttled at 0.4 s, the pump runs from 0.6 s to 1 s."""
    moves = [(0.0, True, 3), (0.2, False, 3), (0.4, False, 2), (0.6, True, 2), (1.0, False, 1)]
    return fmpy.simulate_fmu(
        str(path),
        fmi_type=interface,
        stop_time=1.2,
        output_interval=0.1,
        relative_tolerance=1e-9,
        start_values={"inverted": True, "pipes": 2},
        input=np.array(moves, dtype=COLUMNS),
        record_events=False,
    )


TIMES = np.array([0.0, 0.2, 0.4, 0.6, 1.0, 1.2])
LEVELS = filled(np.array([2.0 * SHARE["open"], 0.0, 0.0, 2.0 * SHARE["throttled"], 0.0, 0.0]), TIMES)


def rows_at(result: np.ndarray, times: np.ndarray) -> np.ndarray:
    return result[[int(np.argmin(np.abs(result["time"] - t))) for t in times]]


@pytest.mark.parametrize("fmi", [2, 3])
def test_filling_by_cvode(without_events, fmi):
    result = run_in_fmpy(without_events(fmi), "ModelExchange")
    assert 1.0 - rows_at(result, TIMES)["y"] == pytest.approx(LEVELS, abs=FMU_INTEGRATION)


@pytest.mark.parametrize("which", ["interpreted", 2, 3])
def test_filling_in_co_simulation(built, which):
    """The level follows its closed form, and what is no real number follows level and inputs."""
    result = run_in_fmpy(built(which), "CoSimulation")
    assert 1.0 - rows_at(result, TIMES)["y"] == pytest.approx(LEVELS, abs=FMU_INTEGRATION)
    assert rows_at(result, TIMES)["full"].tolist() == (LEVELS > FULL).tolist()
    between = rows_at(result, np.array([0.1, 0.3, 0.5, 0.7, 1.1]))
    assert between["stage"].tolist() == [3, 1, 1, 2, 1]
    assert between["running"].tolist() == [2, 0, 0, 2, 0]
    assert (result.dtype["full"], result.dtype["running"]) == (np.bool_, np.int32)


@pytest.mark.parametrize(("fmi", "kind"), KINDS)
def test_each_type_has_its_own_functions(new, fmi, kind):
    fmu = new(kind)
    wrong = (fmu.getReal if fmi == 2 else fmu.getFloat64, fmu.getBoolean, fmu.getInteger if fmi == 2 else fmu.getInt32, fmu.getString)
    begin(fmu)
    for call, reference in zip(wrong, (ENABLED, PIPES, LEVEL, OPENING)):
        assert refused(call, [reference]) == ERROR
    names = {2: ("Real", "Boolean", "Integer", "String"), 3: ("Float64", "Boolean", "Int32", "String")}[fmi]
    real, boolean, integer, _ = names
    item = "Integer" if fmi == 2 else "Int64"
    assert fmu.said == [
        f"fmi{fmi}Get{real}: enabled is of type Boolean: call fmi{fmi}Get{boolean}",
        f"fmi{fmi}GetBoolean: pipes is of type Integer: call fmi{fmi}Get{integer}",
        f"fmi{fmi}Get{integer}: level is of type Real: call fmi{fmi}Get{real}",
        f"fmi{fmi}GetString: valve is of type Enumeration: call fmi{fmi}Get{item}",
    ]
    assert fmu.getBoolean([ENABLED, INVERTED]) == [True, False]
    assert positions(fmu) == [3]


@pytest.mark.parametrize(("fmi", "kind"), KINDS)
def test_values_that_nothing_stands_for_are_refused(new, fmi, kind):
    fmu = new(kind)
    put_integer = fmu.setInteger if fmi == 2 else fmu.setInt32
    assert refused(positions, fmu, 4) == refused(positions, fmu, 0) == refused(put_integer, [PIPES], [10]) == ERROR
    function, other = (f"fmi{fmi}Set{name}" for name in (("Integer", "Integer") if fmi == 2 else ("Int64", "Int32")))
    assert fmu.said == [
        *(f"{function}: valve = {n} must be one of 1 (closed), 2 (throttled), 3 (open) (position of the valve)" for n in (4, 0)),
        f"{other}: pipes = 10 must be <= 9 (how many pipes there are)",
    ]
    positions(fmu, 2)
    put_integer([PIPES], [9])
    begin(fmu)
    assert positions(fmu) == [2]


@pytest.mark.parametrize("kind", [FMU2Model, FMU2Slave])
def test_fmi2_booleans_are_0_or_1(new, kind):
    fmu = new(kind)
    assert refused(fmu.setBoolean, [ENABLED], [2]) == ERROR
    assert fmu.said == ["fmi2SetBoolean: enabled = 2 must be 0 (false) or 1 (true) (whether the pump runs)"]


@pytest.mark.parametrize("kind", [FMU2Model, FMU3Model])
def test_in_model_exchange_discrete_variables_change_in_event_mode(new, kind):
    """The level passes a half, but the Boolean that says so waits for the event; inputs of that kind are refused meanwhile."""
    fmu = new(kind)
    initialize(fmu)
    update(fmu)
    fmu.enterContinuousTimeMode()
    fmu.setContinuousStates(vector(0.9), 1)
    assert fmu.getBoolean([FULL_NOW]) == [False]
    assert refused(fmu.setBoolean, [ENABLED], [False]) == ERROR
    assert fmu.said[-1].endswith("SetBoolean: enabled cannot be set in Continuous-Time Mode: it is a discrete input; set it in Event Mode")
    fmu.enterEventMode()
    fmu.setBoolean([ENABLED], [False])
    update(fmu)
    assert fmu.getBoolean([FULL_NOW]) == [True]
    fmu.enterContinuousTimeMode()
    rate = vector(1.0)
    (fmu.getDerivatives if kind is FMU2Model else fmu.getContinuousStateDerivatives)(rate, 1)
    assert (list(rate), states(fmu, 1)) == ([0.0], [0.9])


def test_co_simulation_with_event_mode_sets_them_there(new):
    fmu = new(FMU3Slave, eventModeUsed=True)
    initialize(fmu)
    fmu.setBoolean([ENABLED], [False])
    update(fmu)
    fmu.enterStepMode()
    assert refused(fmu.setBoolean, [ENABLED], [True]) == ERROR
    fmu.doStep(0.0, H)
    assert fmu.getFloat64([LEVEL]) == [0.0]
    fmu.enterEventMode()
    fmu.setBoolean([ENABLED], [True])
    update(fmu)
    fmu.enterStepMode()
    fmu.doStep(H, H)
    assert fmu.getFloat64([LEVEL]) == pytest.approx([1.0 - np.exp(-2.0 * H)], abs=INTEGRATION)


@pytest.mark.parametrize(("fmi", "kind"), KINDS)
def test_they_have_no_derivatives(new, fmi, kind):
    fmu = new(kind)
    initialize(fmu)
    extra = () if fmi == 2 else (1,)
    assert refused(fmu.getDirectionalDerivative, [Y], [ENABLED], [1.0], *extra) == ERROR
    assert refused(fmu.getDirectionalDerivative, [FULL_NOW], [SUPPLY], [1.0], *extra) == ERROR
    assert fmu.said == [f"fmi{fmi}GetDirectionalDerivative: {name} is of type Boolean, which has no derivatives" for name in ("enabled", "full")]


def test_they_are_not_interpolated(new):
    fmu = new(FMU2Slave)
    initialize(fmu)
    assert refused(fmu.setRealInputDerivatives, [OPENING], [1], [1.0]) == ERROR
    fmu.doStep(0.0, H)
    assert refused(fmu.getRealOutputDerivatives, [RUNNING], [1]) == ERROR
    assert [sentence.split(": ")[1] for sentence in fmu.said] == [
        "valve is of type Enumeration, which has no derivatives",
        "running is of type Integer, which has no derivatives",
    ]


@pytest.mark.parametrize("kind", [FMU2Slave, FMU3Slave])
def test_states_hold_them(new, kind):
    fmu = new(kind)
    initialize(fmu)
    fmu.setBoolean([ENABLED], [False])
    positions(fmu, 2)
    state = fmu.getFMUState()
    saved = fmu.serializeFMUState(state)
    fmu.setBoolean([ENABLED], [True])
    positions(fmu, 1)
    fmu.setFMUState(fmu.deserializeFMUState(saved))
    assert (fmu.getBoolean([ENABLED]), positions(fmu)) == ([False], [2])
    fmu.reset()
    begin(fmu)
    assert (fmu.getBoolean([ENABLED]), positions(fmu)) == ([True], [3])


@pytest.mark.parametrize("fmi", [pytest.param(2, marks=pytest.mark.slow), 3])
def test_no_claim_is_false(built, fmi):
    findings = check_fmu(built(fmi))
    assert "discrete variables held between events" in [finding.capability for finding in findings]
    assert [finding for finding in findings if finding.outcome == FALSE] == []
