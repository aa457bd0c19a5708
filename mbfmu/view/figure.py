"""A figure on disk: a .png or .svg that appears whole."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from matplotlib.figure import Figure  # without pyplot: no display, and nothing to close

from ..base.errors import MbfmuError
from ..base.files.whole_file import whole_file


@contextmanager
def figure_in(path: Path, size: tuple[float, float], title: str) -> Iterator[Figure]:
    """A figure of this size [inch] to draw into, which is written behind that; MbfmuError when it cannot be."""
    path = Path(path)
    if path.suffix not in (".png", ".svg"):
        raise MbfmuError(f"{path}: a plot is written as .png or .svg")
    figure = Figure(figsize=size, layout="constrained")
    yield figure
    figure.suptitle(title, fontsize="large", parse_math=False)  # a name may hold any characters
    with whole_file(path) as partial:
        figure.savefig(partial, format=path.suffix[1:], dpi=150)
