"""What the command line says: to a person as it happens, or, with --json, as one object at the end."""

from __future__ import annotations

import json
import logging
import os
import sys
import traceback
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, redirect_stdout, suppress
from math import isfinite
from pathlib import Path
from typing import Any

import typer
from rich.console import RenderableType
from rich.markup import escape

from ..base.errors import MbfmuError, ProblemsFound
from ..base.files.ready_file import ready_file
from ..base.files.ready_folder import ready_folder
from ..base.interrupt import Interrupt, noticed
from ..base.safe_zip import plain_name
from ..model.declare.place_in_code import place
from .terminal import Terminal, Unwritable

PIPED = 160  # columns of tables where no terminal says how wide it is
INTERRUPTED = 130  # the exit code that shells give a process ended by Ctrl-C


class Console:
    """Speaks to a person, or, with --json, keeps silent until the one object at the end."""

    def __init__(self, as_json: bool, interrupt: Interrupt):
        self.as_json, self.interrupt = as_json, interrupt
        self.warnings: list[str] = []
        self._made: list[Path] = []
        plain: dict[str, Any] = {"highlight": False, "emoji": False, "soft_wrap": True}
        width = None if sys.stdout.isatty() or "COLUMNS" in os.environ else PIPED
        self.stdout, self.stderr = Terminal(file=sys.stdout, width=width, **plain), Terminal(file=sys.stderr, **plain)

    def line(self, text: str) -> None:
        """Say what happens."""
        if not self.as_json:
            self.stdout.print(text, markup=False)

    @contextmanager
    def during(self, text: str, meanwhile: str) -> Iterator[None]:
        """Say what happens for a while; a terminal shows `meanwhile` beside a sign of life."""
        self.line(text)
        with nullcontext() if self.as_json else self.stdout.status(meanwhile):
            yield

    @contextmanager
    def progress(self) -> Iterator[Callable[[str], None]]:
        """A function that reports progress; a terminal shows its last call."""
        if self.as_json:
            yield lambda text: self.interrupt.heed()
            return
        with self.stderr.status("") as status:

            def told(text: str) -> None:
                self.interrupt.heed()  # which gets lost in callbacks of the engine
                status.update(escape(text))

            yield told

    def folder(self, path: Path) -> Path:
        """A folder to write to, made where it is missing; if nothing gets written there, a failure takes it away again."""
        self._made += [each for each in (path, *path.parents) if not each.exists()]
        return ready_folder(path)

    def files(self, folder: Path, name: str, *endings: str) -> Path:
        """The same for files there, called after `name` in plain characters with these endings: none of them may be a folder."""
        self.folder(folder)
        for ending in endings:
            ready_file(folder / f"{plain_name(name)}{ending}")
        return folder

    def warning(self, text: str) -> None:
        """Warn of something that may be wrong, once."""
        if text in self.warnings:
            return
        self.warnings.append(text)
        if not self.as_json:
            self.stderr.print(f"warning: {text}", markup=False)

    def result(self, result: dict[str, Any], table: RenderableType | None = None) -> None:
        """Give the result: to a script as an object, to a person as a table or a line an entry."""
        self.interrupt.heed()
        if self.as_json:
            self.object({**result, **({"warnings": self.warnings} if self.warnings else {})})
        elif table is not None:
            self.stdout.print(table)
        else:
            for name, value in result.items():
                for entry in value if isinstance(value, list) else [value]:
                    self.line(f"{name}: {entry}")

    def failure(self, error: BaseException) -> int:
        """Say why there is no result; the exit code."""
        for folder in self._made:
            with suppress(OSError):  # of one that holds something
                folder.rmdir()
        if self.interrupt.pressed or isinstance(error, KeyboardInterrupt):
            where = f" at {error}" if isinstance(error, KeyboardInterrupt) and str(error) else ""
            code, message, problems = INTERRUPTED, f"interrupted{where}", [f"interrupted{where}"]
        else:
            found = error.problems if isinstance(error, ProblemsFound) else [str(error)]
            # an FMU may console the same at every call
            code, message, problems = 1, "\n".join(dict.fromkeys(str(error).splitlines())), list(dict.fromkeys(found))
        if self.as_json:
            with suppress(Unwritable):
                self.object({"error": message, "problems": problems})
                return code
        self.stderr.print(message if code == INTERRUPTED else f"error: {message}", markup=False)
        return code

    def object(self, value: dict[str, Any]) -> None:
        """Write one JSON object."""
        self.stdout.write(json.dumps(_finite(value), allow_nan=False))


def _where(error: BaseException) -> str:
    """The line from which an error came."""
    lines = traceback.extract_tb(error.__traceback__)
    return f" ({place(lines[-1].filename, lines[-1].lineno)})" if lines else ""


def _finite(value: Any) -> Any:
    """A value with text in place of the numbers that JSON has not: "inf", "-inf", "nan"."""
    if isinstance(value, dict):
        return {name: _finite(each) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_finite(each) for each in value]
    return str(value) if isinstance(value, float) and not isfinite(value) else value


@contextmanager
def _passing_on(console: Console) -> Iterator[None]:
    """Pass on as warnings what runs in this process report."""
    logger, handler = logging.getLogger("mbfmu"), logging.Handler(logging.WARNING)
    handler.emit = lambda record: console.warning(record.getMessage())  # type: ignore[method-assign]
    logger.addHandler(handler)
    try:
        yield
    finally:
        logger.removeHandler(handler)


@contextmanager
def reporting(as_json: bool) -> Iterator[Console]:
    """Turn every error of mbfmu, and an exit by a user's own code, into a message and exit code 1, Ctrl-C into one line and INTERRUPTED.

    What the user's own files print goes to standard error, so that standard output holds the result only; what Python warns of
    and what runs report becomes a warning like others.
    """
    with noticed() as interrupt, warnings.catch_warnings():
        console = Console(as_json, interrupt)
        warnings.showwarning = lambda message, *_: console.warning(str(message))
        try:
            with redirect_stdout(sys.stderr), _passing_on(console):
                yield console
        except SystemExit as error:
            raise typer.Exit(console.failure(MbfmuError(f"code of the user's own calls sys.exit({error.code!r}){_where(error)}"))) from None
        except BaseException as error:
            if not (interrupt.pressed or isinstance(error, (KeyboardInterrupt, MbfmuError, OSError))):
                raise
            raise typer.Exit(console.failure(error)) from None
