"""Results on disk: a folder that can be written to, and in it a CSV and a picture."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from ..base.errors import MbfmuError
from ..base.safe_zip import plain_name
from ..cosim import RunStopped, write_csv
from ..view import plot


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
    written = {"csv": f"{path}.csv"}
    write_csv(Path(written["csv"]), result)
    drawn = result if drawn is None else drawn
    if picture and len(drawn.dtype.names or ()) > 1:
        written["plot"] = f"{path}.png"
        try:
            pages = plot(drawn, Path(written["plot"]), signals=signals, title=name, units=units)
            written |= {f"plot {i}": str(page) for i, page in enumerate(pages[1:], 2)}
        except MbfmuError as error:
            raise MbfmuError(f"{error}\n(the results are in {written['csv']})") from error
    return written


def scene_file(csv: Path) -> Path:
    """The file beside a result that says what the parts in it look like."""
    return csv.with_suffix(".scene.json")
