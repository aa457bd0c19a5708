"""A Problem as a folder: problem.json and one file of a CasADi function each; the same problem gives the same bytes."""

import json
from dataclasses import fields, is_dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Mapping, get_args

import casadi

from .errors import MbfmuError
from .manifold import Loop, Manifold, Row, StartSpeed
from .problem import Check, Limit, Problem, Variable
from .steps import Ref, Step

TABLE = "problem.json"
KINDS = {
    kind.__name__: kind for kind in (Check, Limit, Loop, Manifold, Problem, Ref, Row, StartSpeed, Variable, *get_args(Step))
}


def problem_files(problem: Problem) -> dict[str, bytes]:
    """The files of a problem by name, without writing them."""
    functions = {f"{name}.casadi": function.serialize().encode() for name, function in sorted(problem.functions.items())}
    table = {
        "casadi": casadi.__version__,
        "functions": {file: sha256(content).hexdigest() for file, content in functions.items()},
        "problem": _plain(problem) | {"functions": None, "composed": {}},
    }
    return {TABLE: json.dumps(table, indent=1, allow_nan=False).encode()} | functions


def write_problem(problem: Problem, directory: Path) -> None:
    """Write `problem` into `directory`, which is made if it is not there."""
    directory = Path(directory)
    directory.mkdir(parents=True, exist_ok=True)
    for name, content in problem_files(problem).items():
        (directory / name).write_bytes(content)


def read_problem(directory: Path) -> Problem:
    """The problem that `write_problem` wrote into `directory`; MbfmuError if files are missing or damaged."""
    directory = Path(directory)
    try:
        table = json.loads(_content(directory / TABLE))
        functions = {
            Path(file).stem: _function(directory / file, digest, table["casadi"]) for file, digest in table["functions"].items()
        }
        return _rebuilt(table["problem"] | {"functions": functions})
    except (ValueError, KeyError, TypeError, AttributeError) as cause:
        raise MbfmuError(f"{directory / TABLE} is damaged ({cause}); build the problem again") from cause


def _plain(value: Any) -> Any:
    """Dataclasses as dictionaries that name their kind; functions are stored beside the table."""
    if is_dataclass(value):
        return {"kind": type(value).__name__} | {f.name: _plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, tuple):
        return [_plain(v) for v in value]
    if isinstance(value, Mapping):
        return {key: _plain(v) for key, v in value.items()}
    return None if isinstance(value, casadi.Function) else value


def _rebuilt(value: Any) -> Any:
    """The inverse of `_plain`."""
    if isinstance(value, list):
        return tuple(_rebuilt(v) for v in value)
    if isinstance(value, dict) and "kind" in value:
        return KINDS[value["kind"]](**{name: _rebuilt(v) for name, v in value.items() if name != "kind"})
    return value


def _function(file: Path, digest: str, version: str) -> casadi.Function:
    content = _content(file)
    if sha256(content).hexdigest() != digest:
        raise MbfmuError(f"{file} is damaged: its content is not what {TABLE} says; build the problem again")
    try:
        return casadi.Function.deserialize(content.decode())
    except RuntimeError as cause:
        raise MbfmuError(
            f"CasADi {casadi.__version__} cannot read {file.name}, which CasADi {version} wrote; install casadi>={version}"
        ) from cause


def _content(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as cause:
        raise MbfmuError(f"{file} cannot be read ({cause.strerror}); build the problem again") from cause
