"""Problem -> FMU that runs through the compiled wrapper of pythonfmu: a slave in plain Python, the engine's library, the model as data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from importlib.resources import files
from pathlib import Path

from ...base.errors import ProblemsFound
from ...engine.compile import PLATFORMS, platforms
from ...engine.library import libraries_of
from ...problem.codegen.tables import packed_problem
from ...problem.codegen.tape_functions import record_functions
from ...problem.codegen.variables import fmi_variables
from ...problem.compile import Declared
from ...problem.data.problem import Problem
from ..description.description import describe_python
from ..description.port_files import port_files
from .archive import check_names, digest, with_token, write_fmu
from .build_warnings import warn_about
from .kind import MODEL
from .pictures import compiled, picture_files
from .slave_parts import slave_parts

WRAPPERS = Path(str(files("pythonfmu") / "resources" / "binaries"))
SYSTEMS = {"x86_64-linux": "linux", "x86_64-windows": "win32"}  # what sys.platform is where pythonfmu has a wrapper; it has none for ARM
MBFMU = Path(__file__).parents[2]
SCRIPT = '''"""Starts {name} for the wrapper of pythonfmu; written by mbfmu."""
import {package}.{slave} as slave

{name} = slave.Fmi2Slave.of(globals(), **{attributes})
'''


def build_fmu(
    declared: Declared,
    directory: Path | str = ".",
    wanted: Iterable[str] = (),
    progress: Callable[[str], None] = lambda platform: None,
    pictures: bool = True,
) -> Path:
    """Write `<name>.fmu` of a Model, BlockModel or Problem into `directory` and return its path; the same problem gives the same bytes.

    The FMU has Co-Simulation of FMI 2, and needs Python where it runs. `wanted` lists its platforms, by default this one; "all" are those of
    pythonfmu's wrapper. Libraries are compiled once for each platform and kept; `progress` is called with the name of each platform that is compiled.
    `pictures` adds the outputs and shapes that `mbfmu view` needs.

    Raises ProblemsFound if names, units or platforms cannot be used, and MbfmuError if a library is missing and cannot be compiled. After a failure,
    no unfinished file remains. Logs a warning if the model does not start at its own start values,
    or an output lacks the impulses of rigid contacts.
    """
    problem = compiled(declared, pictures)
    check_names(problem)
    engines = libraries_of("fmi2", wrapped_platforms(wanted), progress)
    path = write_fmu(Path(directory) / f"{problem.name}.fmu", _contents(problem, engines))
    warn_about(problem)
    return path


def wrapped_platforms(wanted: Iterable[str] = ()) -> tuple[str, ...]:
    """The names in PLATFORMS of those wanted, or all that there is a wrapper for; ProblemsFound names those without one."""
    keys = tuple(SYSTEMS) if isinstance(wanted, (list, tuple)) and "all" in wanted else platforms(wanted)
    missing = [f"there is none for {PLATFORMS[key].fmi2}" for key in keys if key not in SYSTEMS]
    if missing:
        there = " and ".join(PLATFORMS[key].fmi2 for key in SYSTEMS)
        raise ProblemsFound(f"the wrapper of pythonfmu is there for {there}; native and portable FMUs run elsewhere, too:", missing)
    return keys


def _contents(problem: Problem, engines: Mapping[str, bytes]) -> dict[str, bytes]:
    """Every file of the FMU by its path. Modules and engines are called by what is in them, since Python keeps those of one name for one."""
    variables, functions = fmi_variables(problem, 2), record_functions(problem)
    parts, beside = slave_parts(problem), picture_files(problem) | port_files(problem, 2)
    open_files = {MODEL: packed_problem(problem, variables, functions), "modelDescription.xml": describe_python(problem, functions)}
    token, described = with_token(open_files, {**parts.files, **beside})
    names = {key: f"engine_{digest({key: library})}{PLATFORMS[key].ending}" for key, library in engines.items()}
    slaves = {f"{name}.py": (MBFMU / f"{name}.py").read_bytes() for name in parts.modules}  # in rooms as here, so that they find each other
    slaves |= {"__init__.py": b""} | {f"{Path(name).parent}/__init__.py": b"" for name in parts.modules}
    package = f"mbfmu_slave_{digest(slaves)}"
    attributes = {"token": token, "libraries": {SYSTEMS[key]: name for key, name in names.items()}, **parts.attributes}
    script = SCRIPT.format(name=problem.name, package=package, slave=parts.modules[-1].replace("/", "."), attributes=attributes).encode()
    module = f"{problem.name.lower()}_{digest({'script': script})}"
    resources = {f"{module}.py": script, "slavemodule.txt": module.encode()}
    resources |= {f"{package}/{name}": content for name, content in slaves.items()}
    resources |= {name: engines[key] for key, name in names.items()}
    contents = described | {f"resources/{name}": content for name, content in resources.items()}
    return contents | {_binary(problem.name, key): _wrapper(key) for key in engines}


def _binary(name: str, key: str) -> str:
    return f"binaries/{PLATFORMS[key].fmi2}/{name}{PLATFORMS[key].ending}"


def _wrapper(key: str) -> bytes:
    (library,) = (WRAPPERS / PLATFORMS[key].fmi2).glob(f"*{PLATFORMS[key].ending}")
    return library.read_bytes()
