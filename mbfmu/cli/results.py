"""Results on disk: a folder that can be written to, and in it a result and a picture."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ..base.errors import MbfmuError
from ..base.files.ready_file import ready_file
from ..base.safe_zip import plain_name
from ..cosim import RunStopped, write_csv
from ..model.signals.result_file import is_result, kind_of_result
from ..view import plot
from .console import Console


@dataclass(frozen=True)
class ResultPlace:
    """Where the results of a run go: into the `file` that was named, or into a CSV in `folder`, called after `name`; a picture is beside it."""

    folder: Path
    name: str
    file: Path | None

    @staticmethod
    def of(output: Path, name: str) -> ResultPlace:
        """What the option -o means: a file of results, or a folder. MbfmuError where the file needs a package that is missing."""
        if not is_result(output):
            return ResultPlace(output, name, None)
        kind_of_result(output)
        return ResultPlace(output.parent, output.stem, output)

    def ready(self, console: Console, picture: bool) -> None:
        """Look whether the files can be written before any work is done for them."""
        if self.file is None:
            console.files(self.folder, self.name, ".csv", *[".png"] * picture)
            return
        console.folder(self.folder)
        for file in (self.file, *[self.file.with_suffix(".png")] * picture):
            ready_file(file)

    def kept(self, stopped: RunStopped) -> MbfmuError:
        """The error to raise for a run that stopped, which says where its results are; writes them unless the run has written a file."""
        if self.file is None:
            return kept(stopped, self.folder, self.name)
        return MbfmuError(f"{stopped} (results until then: {self.file})") if stopped.result.size else stopped

    def write(self, result: np.ndarray, units: dict[str, str], picture: bool, signals: list[str] | None, drawn: np.ndarray) -> dict[str, str]:
        """Write what is not written yet: see `write_results`."""
        if self.file is None:
            return write_results(result, self.folder, self.name, units, picture, signals, drawn)
        written = {self.file.suffix[1:].lower(): str(self.file)}
        return written | (_picture(drawn, self.file.with_suffix(".png"), self.name, units, signals, self.file) if picture else {})


def kept(stopped: RunStopped, folder: Path, name: str) -> MbfmuError:
    """Write what was recorded until a run stopped; the error to raise, which says where."""
    if not stopped.result.size:
        return stopped
    written = write_results(stopped.result, folder, f"{name}_until_it_stopped", {}, picture=False)
    return MbfmuError(f"{stopped} (results until then: {written['csv']})")


def write_results(
    result: np.ndarray,
    folder: Path,
    name: str,
    units: dict[str, str],
    picture: bool,
    signals: list[str] | None = None,
    drawn: np.ndarray | None = None,
) -> dict[str, str]:
    """Write a result as CSV and, if wanted, as a picture of `signals`, called after `name` in plain characters; the paths written.

    The picture is of `drawn`, a part of the result, if that is given.

    Raises MbfmuError for names and patterns of signals that match nothing; the CSV is written then.
    """
    path = folder / plain_name(name)
    csv = Path(f"{path}.csv")
    write_csv(csv, result)
    return {"csv": str(csv)} | (_picture(result if drawn is None else drawn, Path(f"{path}.png"), name, units, signals, csv) if picture else {})


def _picture(drawn: np.ndarray, path: Path, title: str, units: dict[str, str], signals: list[str] | None, results: Path) -> dict[str, str]:
    """Draw a picture, if there is anything to draw; the paths written. Its errors say where the results are."""
    if len(drawn.dtype.names or ()) < 2:
        return {}
    try:
        pages = plot(drawn, path, signals=signals, title=title, units=units)
    except MbfmuError as error:
        raise MbfmuError(f"{error}\n(the results are in {results})") from error
    return {"plot": str(path)} | {f"plot {i}": str(page) for i, page in enumerate(pages[1:], 2)}


def scene_file(csv: Path) -> Path:
    """The file beside a result that says what the parts in it look like."""
    return csv.with_suffix(".scene.json")
