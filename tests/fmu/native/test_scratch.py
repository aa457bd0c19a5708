"""FMUs whose room for scratch is short, which no bound of the engine should be."""

from __future__ import annotations

import ctypes
import shutil
from collections.abc import Mapping
from pathlib import Path

import fmpy
import pytest
from fmpy.fmi2 import FMU2Slave
from fmpy.fmi3 import FMU3Slave

from mbfmu.engine.sources import native_sources
from mbfmu.problem.codegen.functions import generate_functions
from mbfmu.problem.codegen.tables import problem_source
from mbfmu.problem.codegen.variables import fmi_variables
from tests.compiler import CC
from tests.engine.problems import pendulum
from tests.fmu.native.compiled import compiled
from tests.fmu.native.driving import PHI, TAU, H, W, get, initialize, put, refused, run
from tests.fmu.native.libraries import GUID

FATAL = 4
STEPPING = [(2, FMU2Slave), (3, FMU3Slave)]
NO_ROOM = {"model.c": ("room_for(problem), host)", "(Room){.memory = room_for(problem).memory}, host)")}
NO_MEMORY = NO_ROOM | {"instance.c": ("*block = count >", "*block = start || count >")}  # for more than the first block


def started(kind: type, fmi: int, folder: Path, changes: Mapping[str, tuple[str, str]], said: list[str]):
    """A pendulum at its start, of an engine with other texts in some files."""
    functions, problem = generate_functions(pendulum()), pendulum()
    folder.mkdir()
    sources = {source.name: source.read_text() for source in native_sources(fmi)}
    for name, (old, new) in changes.items():
        assert sources[name].count(old) == 1
        sources[name] = sources[name].replace(old, new)
    sources["functions.c"] = functions.source.decode()
    sources["problem.c"] = problem_source(problem, fmi_variables(problem, fmi), functions)(GUID).decode()
    for name, text in sources.items():
        (folder / name).write_text(text)
    compiled(folder, *(folder / name for name in sources), compiler=(*CC, "-fvisibility=hidden"))
    binaries = folder / "binaries" / (fmpy.platform if fmi == 2 else fmpy.platform_tuple)
    binaries.mkdir(parents=True)
    shutil.copy(folder / "compiled.so", binaries / f"Pendulum{fmpy.sharedLibraryExtension}")
    fmu = kind(guid=GUID, modelIdentifier="Pendulum", unzipDirectory=str(folder), instanceName="it")
    fmu.instantiate(**({} if fmi == 2 else {"logMessage": lambda environment, status, category, message: said.append(message.decode())}))
    return fmu


@pytest.fixture(scope="module")
def probe(tmp_path_factory) -> ctypes.CDLL:
    return compiled(tmp_path_factory.mktemp("scratch"), "instance.c", Path(__file__).parent / "scratch_probe.c")


def test_pieces_that_no_bound_foresees(probe: ctypes.CDLL) -> None:
    """They lie beside each other, and what is given back is taken again."""
    sizes = (ctypes.c_int * 6)(3, 0, 1000, 1, 100_000, 7)
    assert probe.probe_pieces(sizes, len(sizes)) == 1


def test_where_memory_is_missing_there_is_a_way_out(probe: ctypes.CDLL) -> None:
    why = ctypes.create_string_buffer(4096)
    probe.probe_way_out(ctypes.c_double(10.0), why)
    assert why.value == b""
    probe.probe_way_out(ctypes.c_double(2.0**62), why)
    assert why.value == b"there is no memory for another 4611686018427387904 numbers"


@pytest.mark.slow
@pytest.mark.parametrize("fmi, kind", STEPPING)
def test_what_no_bound_foresees_is_allocated(fmi: int, kind: type, tmp_path: Path) -> None:
    """The numbers are those of an FMU with room enough."""
    found = []
    for name, changes in (("whole", {}), ("short", NO_ROOM)):
        fmu = started(kind, fmi, tmp_path / name, changes, [])
        initialize(fmu)
        put(fmu, TAU, 0.1)
        run(fmu, 20)
        found.append(get(fmu, PHI, W))
    assert found[0] == found[1]


@pytest.mark.slow
@pytest.mark.parametrize("fmi, kind", STEPPING)
def test_without_memory_for_it_a_step_is_fatal(fmi: int, kind: type, tmp_path: Path) -> None:
    said: list[str] = []
    fmu = started(kind, fmi, tmp_path / "short", NO_MEMORY, said)
    initialize(fmu)
    assert refused(fmu.doStep, 0.0, H) == FATAL
    assert fmi == 2 or "there is no memory for another" in said[-1]
