"""modelDescription.xml of FMI 3, as FMPy reads it."""

from functools import cache
from pathlib import Path

import fmpy
from fmpy.model_description import ModelDescription
from lxml import etree

from mbfmu.fmu.description.fmi3_description import describe_fmi3
from mbfmu.problem.codegen.tape_functions import record_functions
from mbfmu.problem.data.problem import Problem
from tests.engine.problems import dropped_on_spring, pendulum
from tests.library import problem_of

SCHEMA = Path(fmpy.__file__).parent / "schema/fmi3/fmi3ModelDescription.xsd"


def described(problem: Problem) -> bytes:
    return describe_fmi3(problem, record_functions(problem))("{token}")


def read(problem: Problem, folder: Path) -> ModelDescription:
    (folder / "modelDescription.xml").write_bytes(described(problem))
    return fmpy.read_model_description(folder, validate_variable_names=True, validate_model_structure=True)


@cache
def schema() -> etree.XMLSchema:
    return etree.XMLSchema(etree.parse(SCHEMA))


def test_schema() -> None:
    """Every description of the library is valid, that of a model without inputs and parameters too."""
    for problem in (*map(problem_of, ("crane", "spacecraft", "wheel_loader", "hydraulics")), dropped_on_spring()):
        schema().assertValid(etree.fromstring(described(problem)))


def test_arrays(tmp_path: Path) -> None:
    """Vectors are arrays with their dimensions, start values and units."""
    variables = {v.name: v for v in read(problem_of("rolling_disk"), tmp_path).modelVariables}
    assert {v.type for v in variables.values()} == {"Float64", "Boolean"}  # contact.enabled, q_fixed
    start = variables["free.Q_start"]
    assert [int(d.start) for d in start.dimensions] == [4]
    assert len(str(start.start).split()) == 4 and start.unit == "1"
    assert variables["time"].causality == "independent"


def test_structure(tmp_path: Path) -> None:
    """What each unknown of a pendulum depends on, as its equations say; between communication points inputs may be set."""
    description = read(pendulum(), tmp_path)
    known = lambda unknowns: {u.variable.name: {v.name for v in u.dependencies} for u in unknowns}
    assert known(description.outputs) == {"phi": {"phi_state"}, "power": {"tau", "w"}}
    assert known(description.derivatives) == {"der(phi_state)": {"w"}, "der(w)": {"phi_state", "w", "tau"}}
    assert known(description.initialUnknowns) == {
        "phi": {"phi_start"},
        "power": {"tau"},
        "phi_state": {"phi_start"},
        "w": set(),
        "der(phi_state)": set(),
        "der(w)": {"bob.m", "phi_start", "tau"},
    }
    variables = etree.fromstring(described(pendulum())).iter("Float64")  # FMPy does not read this attribute
    assert [v.get("name") for v in variables if v.get("intermediateUpdate") == "true"] == ["tau", "phi", "power"]


def test_indicators(tmp_path: Path) -> None:
    """Each mode has an event indicator, which depends on the height of the mass."""
    (indicator,) = read(dropped_on_spring(), tmp_path).eventIndicators
    assert (indicator.variable.name, [v.name for v in indicator.dependencies]) == ("touching", ["s_state"])


def test_capabilities() -> None:
    """What issue 4 promises is claimed."""
    root = etree.fromstring(described(pendulum()))
    exchange, simulation = (set(dict(root.find(kind).attrib).items()) for kind in ("ModelExchange", "CoSimulation"))
    both = ("canGetAndSetFMUState", "canSerializeFMUState", "providesDirectionalDerivatives", "providesAdjointDerivatives")
    assert {(flag, "true") for flag in both} | {("modelIdentifier", "Pendulum")} <= exchange & simulation
    assert {("hasEventMode", "true"), ("providesIntermediateUpdate", "true"), ("maxOutputDerivativeOrder", "1")} <= simulation
