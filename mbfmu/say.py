"""What the command line says: to a person as it happens, or, with --json, as one object at the end."""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager, redirect_stdout
from typing import Any, Iterator

import typer
from rich.console import Console
from rich.table import Table

from .runtime.errors import MbfmuError, ProblemsFound

INTERRUPTED = 130  # the exit code that shells give a process ended by Ctrl-C


class Say:
    """Speaks to a person, or, with --json, keeps silent until the one object at the end."""

    def __init__(self, as_json: bool):
        self.as_json, self.warnings = as_json, []
        self.stdout, self.stderr = (Console(file=file, highlight=False, soft_wrap=True) for file in (sys.stdout, sys.stderr))

    def line(self, text: str) -> None:
        """Tell a person what happens."""
        if not self.as_json:
            self.stdout.print(text, markup=False)

    def warning(self, text: str) -> None:
        """Tell of something that may be wrong."""
        self.warnings.append(text)
        if not self.as_json:
            self.stderr.print(f"warning: {text}", markup=False)

    def result(self, result: dict[str, Any], table: Table | None = None) -> None:
        """Give the result: to a script as an object, to a person as a table or a line an entry."""
        if self.as_json:
            self.object({**result, **({"warnings": self.warnings} if self.warnings else {})})
        elif table is not None:
            self.stdout.print(table)
        else:
            for name, value in result.items():
                for entry in value if isinstance(value, list) else [value]:
                    self.line(f"{name}: {entry}")

    def failure(self, message: str, problems: list[str]) -> None:
        """Tell why there is no result."""
        if self.as_json:
            self.object({"error": message, "problems": problems})
        else:
            self.stderr.print(message, markup=False)

    def object(self, value: dict[str, Any]) -> None:
        """Write one JSON object."""
        print(json.dumps(value), file=self.stdout.file)


@contextmanager
def told(as_json: bool) -> Iterator[Say]:
    """Turn every error of mbfmu into a message and exit code 1, Ctrl-C into one line and INTERRUPTED.

    What the user's own files print goes to standard error, so that standard output holds the result only.
    """
    say = Say(as_json)
    try:
        with redirect_stdout(sys.stderr):
            yield say
    except KeyboardInterrupt as stop:
        message = f"interrupted at {stop}" if str(stop) else "interrupted"
        say.failure(message, [message])
        raise typer.Exit(INTERRUPTED) from None
    except (MbfmuError, OSError) as error:
        problems = error.problems if isinstance(error, ProblemsFound) else [str(error)]
        message = "\n".join(dict.fromkeys(str(error).splitlines()))  # an FMU may say the same at every call
        say.failure(message if as_json else f"error: {message}", list(dict.fromkeys(problems)))
        raise typer.Exit(1) from None
