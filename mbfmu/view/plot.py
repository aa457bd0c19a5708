"""Results over time as a picture: one axes a unit, one line a signal."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from matplotlib import colormaps
from matplotlib.axes import Axes

from ..errors import MbfmuError
from ..signals.chosen import chosen
from .figure import figure_in

WIDTH = 10.0  # of the figure [inch], the legends included
AXES_HEIGHT = 2.0  # of one axes [inch]; more where its legend needs it
LEGEND_LINE = 0.21  # of the figure's height that one signal's line in a legend takes [inch]
DASHES = ("-", "--", ":")  # the line style changes when the colours start over


def plot(
    result: np.ndarray,
    path: Path,
    signals: Sequence[str] | None = None,
    title: str = "",
    units: Mapping[str, str] | None = None,
) -> None:
    """Draw `signals` (names or patterns such as "crane.*"; by default all) of a result over its "time" [s] into `path`, a .png or .svg.

    Signals of the same unit share an axes; `units` gives each signal's unit, and those without one share the last axes. Signals that are equal
    at all times, such as an output and the input that it drives, share a line.

    Raises ProblemsFound for names and patterns that match nothing in the result, MbfmuError when the picture cannot be written.
    """
    known = signals_of(result)
    names = known if signals is None else chosen(known, signals)
    if not names:
        raise MbfmuError(f"{path}: no signals were chosen that could be plotted")
    groups = _by_unit(names, units or {})
    with drawn(path, title, [max(AXES_HEIGHT, LEGEND_LINE * (len(group) + 1)) for group in groups.values()]) as rows:
        for axes, (unit, group) in zip(rows, groups.items()):
            _draw(axes, result, group, unit)


def signals_of(result: np.ndarray) -> list[str]:
    """The names of a result's columns but "time"."""
    if not isinstance(result, np.ndarray):
        raise MbfmuError(f"a result is the table that simulate gives, not a {type(result).__name__}")
    return [name for name in result.dtype.names or () if name != "time"]


@contextmanager
def drawn(path: Path, title: str, heights: Sequence[float], over: str = "time in s") -> Iterator[list[Axes]]:
    """Axes over one time, or what else they are drawn `over`, of these heights [inch], to draw into; the picture is written behind that.

    Raises MbfmuError when the picture cannot be written.
    """
    with figure_in(path, (WIDTH, sum(heights) + 0.8), title) as figure:
        rows = figure.subplots(len(heights), 1, sharex=True, squeeze=False, height_ratios=heights)[:, 0].tolist()
        yield rows
        rows[-1].set_xlabel(over)
        figure.align_ylabels(rows)


def _by_unit(names: Sequence[str], units: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the signals of each unit, in the order in which the units first appear; "" for none comes last."""
    found = dict.fromkeys(units.get(name, "") for name in names)
    ordered = [unit for unit in found if unit] + [unit for unit in found if not unit]
    return {unit: [name for name in names if units.get(name, "") == unit] for unit in ordered}


def _draw(axes: Axes, result: np.ndarray, names: Sequence[str], unit: str) -> None:
    colours = colormaps["tab10"](range(10))
    for i, (values, label) in enumerate(_lines(result, names)):
        dash = DASHES[i // len(colours) % len(DASHES)]
        axes.plot(result["time"], values, dash, color=colours[i % len(colours)], linewidth=1.4, label=label)
    axes.set_ylabel(unit)
    dress(axes)


def _lines(result: np.ndarray, names: Sequence[str]) -> Iterator[tuple[np.ndarray, str]]:
    """What is drawn, each with the names of all that are equal to it."""
    labels: dict[bytes, list[str]] = {}
    for name in names:
        labels.setdefault(np.asarray(result[name], float).tobytes(), []).append(name)
    for equal in labels.values():
        yield result[equal[0]], "\n".join(equal)


def dress(axes: Axes, title: str = "") -> None:
    """A grid, and the legend beside the axes, where it hides no curve however many signals there are."""
    axes.margins(x=0.0)
    axes.grid(color="0.9", linewidth=0.8)
    axes.spines[["top", "right"]].set_visible(False)
    legend = axes.legend(
        loc="upper left", bbox_to_anchor=(1.01, 1.02), borderaxespad=0.0, frameon=False, fontsize="small", title=title or None, alignment="left"
    )
    for text in (legend.get_title(), *legend.get_texts()):
        text.set_parse_math(False)
