"""Problem -> FMU that runs in Python, through the compiled wrapper of pythonfmu."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import casadi

from ..problem.compile import Declared, compile_problem
from ..runtime.archive import problem_files
from ..runtime.problem import Problem
from .archive import check_names, digest, guid, write_fmu
from .description import describe

RUNTIME = Path(__file__).parent.parent / "runtime"
# a CasADi older than the writer may not read its functions
REQUIREMENTS = ("numpy>=1.26", "scipy>=1.11", "threadpoolctl>=3.1", f"casadi>={casadi.__version__}")
SCRIPT = '''"""Starts {name} for the wrapper of pythonfmu; written by mbfmu."""
import sys

try:
    from {runtime}.slave import slave_class
except ModuleNotFoundError as missing:
    package = missing.name.partition(".")[0]
    needs = "{needs}"
    message = f"{name}.fmu needs the Python package {{package}}: pip install {{needs}} (its resources/requirements.txt)"
    print(message, file=sys.stderr)  # hosts that do not log would hide it
    raise ImportError(message) from None
{name} = slave_class(globals())
'''


def build_fmu(declared: Declared, directory: Path | str = ".") -> Path:
    """Write `<name>.fmu` of a Model, BlockModel or Problem into `directory` and return its path; the same problem gives the same bytes.

    Raises ProblemsFound if names or units cannot go into an FMU; nothing half-written is left on failure.
    """
    problem = compile_problem(declared)
    check_names(problem)
    return write_fmu(Path(directory) / f"{problem.name}.fmu", _contents(problem))


def _contents(problem: Problem) -> dict[str, bytes]:
    """Every file of the FMU by its path; names and the GUID follow from the content."""
    runtime_files = {f.name: f.read_bytes() for f in sorted(RUNTIME.glob("*.py"))}
    runtime = f"mbfmu_runtime_{digest(runtime_files)}"
    script = SCRIPT.format(name=problem.name, runtime=runtime, needs=" ".join(f"'{r}'" for r in REQUIREMENTS)).encode()
    stored = {f"problem/{name}": content for name, content in problem_files(problem).items()}
    module = f"{problem.name.lower()}_{digest(stored | {'script': script})}"
    resources = stored | {f"{runtime}/{name}": content for name, content in runtime_files.items()}
    resources |= {f"{module}.py": script, "slavemodule.txt": module.encode(), "requirements.txt": "\n".join(REQUIREMENTS).encode()}
    contents = _binaries(problem.name) | {f"resources/{name}": content for name, content in resources.items()}
    return contents | {"modelDescription.xml": describe(problem, guid(contents | {"modelDescription.xml": describe(problem, "")}))}


def _binaries(name: str) -> dict[str, bytes]:
    """The wrapper for every platform that pythonfmu has one for."""
    platforms = (files("pythonfmu") / "resources" / "binaries").iterdir()
    libraries = (library for platform in platforms if platform.is_dir() for library in platform.iterdir())
    found = {Path(str(b)): b.read_bytes() for b in libraries if b.name.endswith((".so", ".dll", ".dylib"))}
    return {f"binaries/{path.parent.name}/{name}{path.suffix}": content for path, content in found.items()}
