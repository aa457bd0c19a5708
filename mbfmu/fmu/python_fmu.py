"""Problem -> FMU that runs in Python, through the compiled wrapper of pythonfmu."""

from __future__ import annotations

import os
import zipfile
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

import casadi

from ..runtime.archive import problem_files
from ..runtime.errors import MbfmuError, ProblemsFound
from ..runtime.interface import scalars
from ..runtime.problem import Problem
from .description import describe

RUNTIME = Path(__file__).parent.parent / "runtime"
LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the first date a zip file knows
REQUIREMENTS = ("numpy>=1.26", "scipy>=1.11", "threadpoolctl>=3.1", f"casadi>={casadi.__version__}")  # a CasADi older than the writer may not read its functions
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


def build_fmu(problem: Problem, directory: Path | str = ".") -> Path:
    """Write `<name>.fmu` into `directory` and return its path; the same problem gives the same bytes.

    Raises ProblemsFound if names or units cannot go into an FMU; nothing half-written is left on failure.
    """
    _check(problem)
    contents = _contents(problem)
    path = Path(directory) / f"{problem.name}.fmu"
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            _write_zip(part, contents)
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
    except OSError as cause:
        raise MbfmuError(f"{path} cannot be written: {cause.strerror}") from cause
    return path


def _check(problem: Problem) -> None:
    found = []
    if not (problem.name.isidentifier() and problem.name.isascii()):
        found.append(f"the name {problem.name!r} must be made of ASCII letters, digits and _ (it names a C library)")
    names = [scalar.name for scalar in scalars(problem)]
    found += [f"there are {names.count(name)} variables called {name}" for name in dict.fromkeys(names) if names.count(name) > 1]
    if found:
        raise ProblemsFound(f"{problem.name} cannot become an FMU:", found)


def _contents(problem: Problem) -> dict[str, bytes]:
    """Every file of the FMU by its path; names and the GUID follow from the content."""
    runtime_files = {f.name: f.read_bytes() for f in sorted(RUNTIME.glob("*.py"))}
    runtime = f"mbfmu_runtime_{_digest(runtime_files)}"
    script = SCRIPT.format(name=problem.name, runtime=runtime, needs=" ".join(f"'{r}'" for r in REQUIREMENTS)).encode()
    stored = {f"problem/{name}": content for name, content in problem_files(problem).items()}
    module = f"{problem.name.lower()}_{_digest(stored | {'script': script})}"
    resources = stored | {f"{runtime}/{name}": content for name, content in runtime_files.items()}
    resources |= {f"{module}.py": script, "slavemodule.txt": module.encode(), "requirements.txt": "\n".join(REQUIREMENTS).encode()}
    contents = _binaries(problem.name) | {f"resources/{name}": content for name, content in resources.items()}
    guid = uuid5(NAMESPACE_URL, _digest(contents | {"modelDescription.xml": describe(problem, "")}))
    return contents | {"modelDescription.xml": describe(problem, f"{{{guid}}}")}


def _binaries(name: str) -> dict[str, bytes]:
    """The wrapper for every platform that pythonfmu has one for."""
    platforms = (files("pythonfmu") / "resources" / "binaries").iterdir()
    libraries = (library for platform in platforms if platform.is_dir() for library in platform.iterdir())
    found = {Path(str(b)): b.read_bytes() for b in libraries if b.name.endswith((".so", ".dll", ".dylib"))}
    return {f"binaries/{path.parent.name}/{name}{path.suffix}": content for path, content in found.items()}


def _digest(contents: dict[str, bytes]) -> str:
    """Twelve hexadecimal digits that stand for names and contents."""
    total = sha256()
    for name, content in sorted(contents.items()):
        total.update(f"{name}:{len(content)}:".encode() + content)
    return total.hexdigest()[:12]


def _write_zip(path: Path, contents: dict[str, bytes]) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in sorted(contents.items()):
            entry = zipfile.ZipInfo(name, LONG_AGO)
            entry.create_system, entry.external_attr = 3, 0o644 << 16  # the same bytes on every system
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED, compresslevel=9)
