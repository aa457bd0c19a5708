"""FMUs of no tool's, of FMI 2.0 and 3.0, in C: see unit.h."""

import zipfile
from collections.abc import Iterable
from enum import IntEnum
from pathlib import Path
from xml.sax.saxutils import quoteattr

import fmpy

from mbfmu.engine.compile import Library, compile_all, present
from tests.fmu.native.libraries import HEADERS

HERE = Path(__file__).parent
SOURCES = {2: ("unit.c", "fmi2.c", "fmi2_absent.c"), 3: ("unit.c", "fmi3.c", "fmi3_absent.c")}
COUNTERS = ("set_real", "set_integer", "set_boolean", "set_text", "get_real", "get_integer", "get_boolean", "get_text", "steps", "events")
"""Outputs that count calls."""


class Behaviour(IntEnum):
    """The values of the parameter `behaviour`, as in unit.h."""

    BEHAVES = 0
    DISCARDS = 1
    FAILS = 2
    NOT_A_NUMBER = 3
    CRASHES = 4
    ENDS = 5
    COUNTS = 6
    BOUNCES = 7
    STUCK = 8
    RESTLESS = 9
    REFUSES = 10
    REMEMBERS = 11


# Name, type, causality, variability, start value, number in unit.h, outputs' dependencies.
VARIABLES = (
    ("u", "Real", "input", "continuous", "1", 0, ()),
    ("d", "Real", "input", "discrete", "0", 4, ()),
    ("at", "Real", "parameter", "fixed", "0.5", 5, ()),
    ("x", "Real", "output", "continuous", None, 1, ()),
    ("y", "Real", "output", "continuous", None, 2, ("u",)),
    ("v", "Real", "output", "continuous", None, 3, ()),
    ("x_start", "Real", "parameter", "fixed", "0", 6, ()),
    ("i", "Integer", "input", "discrete", "0", 0, ()),
    ("behaviour", "Integer", "parameter", "fixed", "0", 2, ()),
    ("j", "Integer", "output", "discrete", None, 1, ("i",)),
    *((name, "Integer", "output", "discrete", None, 3 + k, ()) for k, name in enumerate(COUNTERS)),
    ("b", "Boolean", "input", "discrete", "false", 0, ()),
    ("n", "Boolean", "output", "discrete", None, 1, ("b",)),
    ("s", "String", "input", "discrete", "", 0, ()),
    ("t", "String", "output", "discrete", None, 1, ("s",)),
)
BLOCKS = {"Real": 0, "Integer": 100, "Boolean": 200, "String": 300}  # FMI 3 wants references of its own for each variable
OF_3 = {"Real": "Float64", "Integer": "Int32"}


def compile_units(version: int) -> bytes:
    """The library of one version of FMI."""
    library = Library("unit", tuple(HERE / name for name in SOURCES[version]), (HERE, HEADERS))
    return compile_all(library, [present()], lambda platform: None)[present()]


def build_unit(library: bytes, path: Path, version: int, events: bool = False, follows: bool = False, hangs: bool = False) -> Path:
    """Write an FMU; one of FMI 3 has Event Mode if it has `events`, and asks for u within steps if it `follows`."""
    token, folder = "hangs" if hangs else "unit", fmpy.platform if version == 2 else fmpy.platform_tuple
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("modelDescription.xml", _fmi2(token) if version == 2 else _fmi3(token, events, follows))
        archive.writestr(f"binaries/{folder}/unit{fmpy.sharedLibraryExtension}", library)
    return path


def _fmi2(token: str) -> str:
    numbers = {name: i for i, (name, *_) in enumerate(VARIABLES, 1)}
    outputs = [(numbers[name], [numbers[d] for d in needs]) for name, _, causality, *_, needs in VARIABLES if causality == "output"]
    variables = (
        f'<ScalarVariable name="{name}" valueReference="{number}" causality="{causality}" variability="{variability}"><{kind}{_start(start)}/>'
        "</ScalarVariable>"
        for name, kind, causality, variability, start, number, _ in VARIABLES
    )
    structure = "<Outputs>" + "".join(f'<Unknown index="{i}" dependencies="{_listed(of)}"/>' for i, of in outputs) + "</Outputs>"
    return (
        f'<fmiModelDescription fmiVersion="2.0" modelName="Unit" guid="{token}">'
        '<CoSimulation modelIdentifier="unit" canHandleVariableCommunicationStepSize="true" canGetAndSetFMUstate="true"/>'
        f"<ModelVariables>{''.join(variables)}</ModelVariables><ModelStructure>{structure}</ModelStructure></fmiModelDescription>"
    )


def _fmi3(token: str, events: bool, follows: bool) -> str:
    references = {name: BLOCKS[kind] + number for name, kind, *_, number, _ in VARIABLES}
    outputs = [(references[name], [references[d] for d in needs]) for name, _, causality, *_, needs in VARIABLES if causality == "output"]
    variables = "".join(_variable3(references, *v) for v in VARIABLES)
    if follows:
        variables = variables.replace('name="u"', 'name="u" intermediateUpdate="true"')
    structure = "".join(f'<Output valueReference="{r}" dependencies="{_listed(of)}"/>' for r, of in outputs)
    return (
        f'<fmiModelDescription fmiVersion="3.0" modelName="Unit" instantiationToken="{token}">'
        '<CoSimulation modelIdentifier="unit" canHandleVariableCommunicationStepSize="true" canGetAndSetFMUState="true"'
        f' hasEventMode="{str(events).lower()}" mightReturnEarlyFromDoStep="{str(events).lower()}"'
        f' providesIntermediateUpdate="{str(follows).lower()}"/>'
        '<ModelVariables><Float64 name="time" valueReference="999" causality="independent"/>'
        f"{variables}</ModelVariables><ModelStructure>{structure}</ModelStructure></fmiModelDescription>"
    )


def _variable3(references: dict[str, int], name: str, kind: str, causality: str, variability: str, start: str | None, _: int, __: object) -> str:
    element = OF_3.get(kind, kind)
    given = f'<{element} name="{name}" valueReference="{references[name]}" causality="{causality}" variability="{variability}"'
    if kind == "String" and start is not None:
        return f"{given}><Start value={quoteattr(start)}/></String>"
    return f"{given}{_start(start)}/>"


def _start(start: str | None) -> str:
    return "" if start is None else f" start={quoteattr(start)}"


def _listed(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))
