"""What an FMU says about itself: its modelDescription.xml, read safely."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from zipfile import ZipFile

from fmpy import read_model_description
from fmpy.model_description import ModelDescription, ModelVariable

from .errors import MbfmuError, ProblemsFound
from .garbage import no_garbage_collection
from .safe_xml import parse_xml
from .safe_zip import read_entry
from .xml_references import wrong_references

CLOCK = ("intervalVariability", "intervalDecimal", "shiftDecimal", "supportsFraction", "resolution", "intervalCounter", "shiftCounter", "priority")
"""The attributes that say when a clock of FMI 3 ticks."""


def describe_fmu(path: Path) -> ModelDescription:
    """Return the model description of the FMU at `path`, the same one as long as the file does not change; nobody must change it.

    Raises MbfmuError when there is none that can be read.
    """
    if not path.is_file():
        return _description(path)
    about = path.stat()
    return _known_description(path.resolve(), about.st_mtime_ns, about.st_size, path)


@lru_cache(maxsize=32)
def _known_description(place: Path, changed: int, size: int, path: Path) -> ModelDescription:
    return _description(path)


@no_garbage_collection()
def _description(path: Path) -> ModelDescription:
    root = parse_xml(read_entry(path, "modelDescription.xml"), f"{path}: modelDescription.xml")
    if not root.get("fmiVersion"):
        raise MbfmuError(f"{path}: modelDescription.xml does not say which version of FMI it is of: fmiVersion is missing")
    if wrong := wrong_references(root):
        raise ProblemsFound(f"{path}: modelDescription.xml cannot be used:", wrong)
    try:
        description = read_model_description(path, validate=False)
        for time in ("startTime", "stopTime", "stepSize"):
            float(getattr(description.defaultExperiment, time, None) or 0.0)
        return description
    except Exception as error:  # FMPy raises bare exceptions on any content it cannot read
        raise MbfmuError(f"{path}: modelDescription.xml cannot be read: {error}") from error


def flags_of(path: Path, interface: str) -> dict[str, str]:
    """Return what the FMU at `path` says it can do as "ModelExchange" or "CoSimulation", as written: FMPy does not read all of FMI 3's attributes."""
    root = parse_xml(read_entry(path, "modelDescription.xml"), f"{path}: modelDescription.xml")
    return {str(key): str(value) for element in root.findall(interface) for key, value in element.items()}


def differentiates(path: Path, interface: str) -> bool:
    """Say whether the FMU at `path` has directional derivatives as "ModelExchange" or "CoSimulation"; FMI 2 and 3 differ by a letter."""
    flags = flags_of(path, interface)
    return any(flags.get(flag) in ("true", "1") for flag in ("providesDirectionalDerivatives", "providesDirectionalDerivative"))


def settable_within_steps(path: Path) -> frozenset[str]:
    """Return the variables that the FMI 3 FMU at `path` lets be used within steps (intermediateUpdate), which FMPy does not read."""
    variables = parse_xml(read_entry(path, "modelDescription.xml"), f"{path}: modelDescription.xml").find("ModelVariables")
    return frozenset(str(v.get("name")) for v in variables if v.get("intermediateUpdate") in ("true", "1"))


def clocks_of(path: Path) -> dict[str, tuple[str, dict[str, str]]]:
    """Return the causality and the interval of each clock that the FMI 3 FMU at `path` takes or gives, as written: FMPy does not read all of it."""
    clocks = parse_xml(read_entry(path, "modelDescription.xml"), f"{path}: modelDescription.xml").iterfind("ModelVariables/Clock")
    stated = {str(v.get("name")): (v.get("causality", "local"), {key: str(v.get(key)) for key in CLOCK if key in v.attrib}) for v in clocks}
    return {name: clock for name, clock in stated.items() if clock[0] in ("input", "output")}


def platforms_of(path: Path) -> list[str]:
    """Return the platforms the FMU at `path` has binaries for, by the names of their folders."""
    with ZipFile(path) as archive:
        return sorted({parts[1] for name in archive.namelist() if len(parts := name.split("/")) > 2 and parts[0] == "binaries" and parts[2]})


def items_of(variable: ModelVariable) -> dict[str, int]:
    """Return the items of an enumeration by name, with their numbers; of other types none."""
    items = variable.declaredType.items if variable.declaredType else None
    return {item.name: int(item.value) for item in items or []}


def unit_of(variable: ModelVariable) -> str | None:
    """Return the variable's unit, its own or its declared type's."""
    return variable.unit or (variable.declaredType.unit if variable.declaredType else None)
