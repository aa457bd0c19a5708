"""`mbfmu study`: its request, from options or a file, and its report, as a table and on disk."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from rich.console import RenderableType
from rich.markup import escape
from rich.table import Table

from ...base.choices import Choices
from ...base.errors import MbfmuError, ProblemsFound
from ...base.files.whole_file import whole_file
from ...base.model_description import describe_fmu
from ...base.nearest import nearest
from ...base.safe_zip import plain_name
from ...cosim import open_system
from ...cosim.ssp.ssp import KINDS
from ...problem.compile import Declared, compile_problem
from ...problem.data.integrators import with_integrator
from ...runs.choices import MOST_RUNS
from ...runs.load_any import load_any
from ...runs.study_folder import ERROR, TRAJECTORY
from ...view import plot_study
from ..options import assignments, stepped

if TYPE_CHECKING:
    from pandas import DataFrame

    from ...cosim import System

VARIED, RANDOM = "payload.m=400:600:50", "payload.m=norm(500,50)"  # examples
WORDS = 3  # kinds of failures that are quoted
NUMBER = (float, int), "a number of seconds"
KINDS_OF = {"stop": NUMBER, "interval": NUMBER, "inputs": ((str,), "the path of a CSV file"), "trajectories": ((bool,), "true or false")}


@dataclass(frozen=True)
class StudyRequest:
    """A study: the `model` at a path, and its options as texts by name; `inputs` is a CSV file, `input` are signals as text."""

    model: Path
    vary: Mapping[str, Any] = field(default_factory=dict)
    random: Mapping[str, str] = field(default_factory=dict)
    runs: int = 100
    seed: int = 0
    stop: float | None = None
    interval: float | None = None
    inputs: Path | None = None
    input: Mapping[str, str] = field(default_factory=dict)
    keep: Sequence[str] | None = None
    trajectories: bool = False


def asked_at(path: Path, given: Mapping[str, Any]) -> StudyRequest:
    """What a .toml file asks for, whose paths are meant from there, or the model at a path; with what is `given` besides.

    MbfmuError where the file cannot be read or nothing is varied, ProblemsFound for what in it is not known.
    """
    there: dict[str, Any] = _read(path) if path.suffix == ".toml" else {"model": path}
    both: dict[str, Any] = {name: {**there.get(name, {}), **value} if isinstance(value, dict) else value for name, value in given.items()}
    asked = StudyRequest(**{**there, **both})
    if not (asked.vary or asked.random):
        options = f"--vary {VARIED} or --random '{RANDOM}'"
        raise MbfmuError(f"nothing varies in a study of {path}: give {options}, or the tables [vary] or [random] of a .toml file")
    return asked


def _read(path: Path) -> dict[str, Any]:
    try:
        there = tomllib.loads(path.read_text())
    except OSError as error:
        raise MbfmuError(f"{path} cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise MbfmuError(f"{path} is not a TOML file: {error}") from error
    known = {each.name: each.type for each in fields(StudyRequest)}
    wrong = [f"there is no {name!r}{nearest(name, known)}; there is {', '.join(known)}" for name in there if name not in known]
    tables = ("vary", "random", "input")
    wrong += [f'{name} must be a table, such as\n\n[{name}]\n"payload.m" = ...' for name in tables if not isinstance(there.get(name, {}), dict)]
    wrong += [] if isinstance(there.get("model"), str) else ['it names no model, such as model = "Crane.fmu"']
    wrong += [
        f"{name} = {there[name]!r} must be {one}" for name, (kinds, one) in KINDS_OF.items() if name in there and type(there[name]) not in kinds
    ]
    if wrong:
        raise ProblemsFound(f"{path} describes no study:", wrong)
    return there | {name: path.parent / there[name] for name in ("model", "inputs") if name in there}


def subject_at(path: Path, choices: Choices) -> Declared | System:
    """What `mbfmu.study` runs at a path under these choices."""
    if path.suffix.lower() in (".fmu", *KINDS):
        if path.suffix.lower() == ".fmu" or choices != Choices():
            choices.refuse(path)
        return path
    declared = load_any(path, choices)
    return with_integrator(compile_problem(declared), choices.integrator) if choices.integrator else declared  # type: ignore[arg-type]


def subject_name(subject: Declared | System) -> str:
    """What it is called, as `mbfmu.study` calls it."""
    if not isinstance(subject, str | Path):
        return subject.name
    if Path(subject).suffix.lower() == ".fmu":
        return describe_fmu(Path(subject)).modelName
    with open_system(subject) as system:
        return system.name


def varied(texts: Mapping[str, Any]) -> dict[str, list[Any]]:
    """Values by name: FIRST:LAST:STEP, or several with commas between them, or lists; ProblemsFound names what is neither."""
    found, wrong = {}, []
    for name, text in texts.items():
        try:
            found[name] = _values(text)
        except ValueError:
            wrong.append(f"{name}={text}: write FIRST:LAST:STEP with FIRST below LAST and a STEP above 0, or values such as 1,2,5")
    if wrong:
        raise ProblemsFound("these values cannot be varied:", wrong)
    return found


def _values(given: Any) -> list[Any]:
    """ValueError where there are none."""
    if given in ("", []):
        raise ValueError
    if not isinstance(given, str):
        return given if isinstance(given, list) else [given]
    return stepped(given, MOST_RUNS).tolist() if ":" in given else [_value(each.strip()) for each in given.split(",")]


def _value(text: str) -> Any:
    """A number or a truth value, where it is one, else a text."""
    for kind in (int, float):
        with suppress(ValueError):
            return kind(text)
    return {"true": True, "false": False}.get(text.lower(), text)


def given_options(vary: list[str] | None, random: list[str] | None, input_: list[str] | None, **others: Any) -> dict[str, Any]:
    """The options that were given, texts by name."""
    texts = {
        "vary": assignments(vary, "--vary", VARIED),
        "random": assignments(random, "--random", RANDOM),
        "input": assignments(input_, "--input", "force=step(at=1,height=100)"),
    }
    return {name: value for name, value in {**texts, **others}.items() if value is not None and value != {}}


@dataclass(frozen=True)
class StudyReport:
    """The `table` of a study called `name`: what its runs started with, `values`, and the columns that were `kept`."""

    name: str
    table: DataFrame
    values: Sequence[str]

    @property
    def kept(self) -> list[str]:
        """The names of what was kept."""
        return [name for name in self.table.columns if name not in (*self.values, ERROR, TRAJECTORY)]

    @property
    def not_run(self) -> int:
        """How many runs are missing."""
        return int(self.table[ERROR].str.startswith("not run").sum())

    @property
    def failed(self) -> int:
        """How many runs have ended with an error."""
        return int((self.table[ERROR] != "").sum()) - self.not_run

    def numbers(self) -> dict[str, Any]:
        """What a script wants to know, in types of JSON."""
        kept = {name: {what: float(value) for what, value in row.items()} for name, row in self.statistics().items()}
        return {"runs": len(self.table), "failed": self.failed, "not_run": self.not_run, "kept": kept}

    def statistics(self) -> dict[str, dict[str, float]]:
        """Of each column of numbers that was kept."""
        columns = {name: self.table[name].dropna().to_numpy() for name in self.kept}
        return {
            name: {"lowest": c.min(), "mean": c.mean(), "deviation": c.std(), "highest": c.max()}
            for name, c in columns.items()
            if len(c) and np.issubdtype(c.dtype, np.number)
        }

    def shown(self) -> RenderableType:
        """A row for each number that was kept."""
        of = self.numbers()
        told = f"{of['runs']} runs" + "".join(f", {of[key]} {key.replace('_', ' ')}" for key in ("failed", "not_run") if of[key])
        table = Table(title=escape(f"{self.name}: {told}"), title_justify="left")
        table.add_column("kept", no_wrap=True)
        for column in ("lowest", "mean", "standard deviation", "highest"):
            table.add_column(column, justify="right", no_wrap=True)
        for name, row in self.statistics().items():
            table.add_row(escape(name), *(f"{value:.6g}" for value in row.values()))
        return table

    def failures(self) -> list[str]:
        """What runs failed of, the most frequent first."""
        words = self.table[ERROR][self.table[ERROR] != ""].value_counts()
        more = [f"and {len(words) - WORDS} other reasons"] if len(words) > WORDS else []
        return [f"{count} runs: {text}" if count > 1 else text for text, count in words[:WORDS].items()] + more


def write_study(found: StudyReport, folder: Path, plot: bool) -> dict[str, str]:
    """Write the table as CSV and, if wanted and there are numbers, a picture of it; the paths written."""
    file = folder / f"{plain_name(found.name)}_study"
    written = {"csv": f"{file}.csv"}
    with whole_file(Path(written["csv"])) as partial:
        found.table.to_csv(partial, index=False)
    if plot and found.statistics():
        written["plot"] = f"{file}.png"
        plot_study(found.table, found.values, found.kept, Path(written["plot"]), found.name)
    return written
