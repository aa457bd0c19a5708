"""FMUs as archives: the same contents give the same bytes, and nothing half-written is left."""

from __future__ import annotations

import zipfile
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from hashlib import sha256
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

from ...base.errors import MbfmuError, ProblemsFound
from ...base.files.whole_file import whole_file
from ...engine.sources import VERSIONS
from ...problem.codegen.variables import scalars
from ...problem.data.problem import Problem

LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the first date a zip file knows
QUICK = 2  # level of compression: the engine's library takes a third of the time of the usual 6, and becomes 6 % larger


def check_version(fmi: int) -> None:
    """MbfmuError for versions of FMI that there is no FMU of."""
    if type(fmi) is not int or fmi not in VERSIONS:
        raise MbfmuError(f"fmi = {fmi!r} must be {' or '.join(map(str, VERSIONS))}")


def check_names(problem: Problem) -> None:
    """ProblemsFound if names of `problem` cannot go into an FMU."""
    found = []
    if not (problem.name.isidentifier() and problem.name.isascii()):
        found.append(f"the name {problem.name!r} must be made of ASCII letters, digits and _ (it names a C library)")
    names = Counter(scalar.name for scalar in scalars(problem))
    found += [f"there are {count} variables called {name}" for name, count in names.items() if count > 1]
    found += _type_problems(problem, names)
    if found:
        raise ProblemsFound(f"{problem.name} cannot become an FMU:", found)


def _type_problems(problem: Problem, names: Collection[str]) -> list[str]:
    """What is wrong with the names of enumerations, which stand in one list of types."""
    types = dict.fromkeys(v.type for v in problem.variables if v.type.definition()[0])
    called = [of.definition()[0] for of in types]
    found = [
        f"there are {called.count(name)} enumerations called {name}, with other items: rename one"
        for name in dict.fromkeys(called)
        if called.count(name) > 1
    ]
    return found + [f"a variable and an enumeration are both called {name}: rename one" for name in dict.fromkeys(called) if name in names]


def write_fmu(path: Path, contents: Mapping[str, bytes]) -> Path:
    """Write the files of an FMU, by their paths in it, to `path`, whose folder is made if missing; MbfmuError if that cannot be."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as cause:
        raise MbfmuError(f"{path} cannot be written: {cause.strerror}") from cause
    with whole_file(path) as partial:
        _write_zip(partial, contents)
    return path


def digest(contents: Mapping[str, bytes]) -> str:
    """Twelve hexadecimal digits that stand for names and contents."""
    total = sha256()
    for name, content in sorted(contents.items()):
        total.update(f"{name}:{len(content)}:".encode() + content)
    return total.hexdigest()[:12]


def with_token(open_files: Mapping[str, Callable[[str], bytes]], files: Mapping[str, bytes]) -> tuple[str, dict[str, bytes]]:
    """A GUID that stands for names and contents of files, some of which are open for it, and all of them with it."""
    written = lambda token: dict(files) | {name: write(token) for name, write in open_files.items()}
    token = f"{{{uuid5(NAMESPACE_URL, digest(written('')))}}}"
    return token, written(token)


def _write_zip(path: Path, contents: Mapping[str, bytes]) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in sorted(contents.items()):
            entry = zipfile.ZipInfo(name, LONG_AGO)
            entry.create_system, entry.external_attr = 3, 0o644 << 16  # the same bytes on every system
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED, QUICK)
