"""FMUs as libraries, for FMPy to drive; the solves as one, for a rig."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fmpy.fmi2 import FMU2Model, FMU2Slave

from tests.engine.problems import dropped_on_spring, lambert, pendulum
from tests.fmu.native.driving import free
from tests.fmu.native.libraries import GUID, library
from tests.fmu.native.rig import rig_library
from tests.fmu.native.solving import newton_functions


@pytest.fixture(scope="session")
def libraries(tmp_path_factory) -> Callable[[str, int], Path]:
    problems = {problem.name: problem for problem in (pendulum(), dropped_on_spring(), lambert())}
    built: dict[tuple[str, int], Path] = {}

    def get(name: str, fmi: int) -> Path:
        if (name, fmi) not in built:
            built[name, fmi] = library(problems[name], fmi, tmp_path_factory.mktemp(f"{name}{fmi}"))
        return built[name, fmi]

    return get


@pytest.fixture(scope="session")
def solves(tmp_path_factory):
    folder = tmp_path_factory.mktemp("solves")
    return rig_library(folder, newton_functions(folder))


@pytest.fixture
def new(libraries) -> Iterator[Callable]:
    """Makes instances and frees them."""
    made = []

    def instance(kind: type, name: str = "Pendulum", **options):
        fmi = 2 if issubclass(kind, (FMU2Model, FMU2Slave)) else 3
        fmu = kind(guid=GUID, modelIdentifier=name, unzipDirectory=str(libraries(name, fmi)), instanceName="it")
        if fmi == 3:
            fmu.said = []
            options["logMessage"] = lambda environment, status, category, message: fmu.said.append((status, message.decode()))
        fmu.instantiate(**options)
        made.append(fmu)
        return fmu

    yield instance
    for fmu in made:
        free(fmu)
