"""Results over time as pictures: one axes a unit, one line a signal, and no more of them on a page than a person looks at."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from matplotlib import colormaps
from matplotlib.axes import Axes

from ..base.errors import MbfmuError
from ..model.signals.chosen_names import chosen
from .figure import figure_in

WIDTH = 10.0  # of the figure [inch], the legends included
AXES_HEIGHT = 2.0  # of one axes [inch]; more where its legend needs it
LEGEND_LINE = 0.21  # of the figure's height that one signal's line in a legend takes [inch]
MOST_LINES = 40  # on a page
MOST_IN_AXES = 12  # lines
MOST_NAMES = 4  # beside a line, which may stand for many equal signals
DASHES = ("-", "--", ":")  # the line style changes when the colours start over

Line = tuple[np.ndarray, list[str]]  # what is drawn, and the names of the signals that it is


def plot(
    result: np.ndarray,
    path: Path,
    signals: Sequence[str] | None = None,
    title: str = "",
    units: Mapping[str, str] | None = None,
) -> list[Path]:
    """Draw `signals` (names or patterns such as "crane.*") of a result over its "time" [s] into `path`, a .png or .svg; the pictures written.

    Signals of the same unit share an axes, and those without one share the last axes. Units are those that the result knows, unless `units` gives
    them. Signals that are equal at all times, such as an output and the input that it drives, share a line. A page holds forty lines. Chosen signals
    continue in "name-2.png" and so on. If none are chosen, one page shows signals that change: those that connect FMUs, then the others.

    Raises ProblemsFound for names and patterns that match nothing in the result, MbfmuError when the picture cannot be written.
    """
    known = signals_of(result)
    names = known if signals is None else chosen(known, signals)
    if not names:
        raise MbfmuError(f"{path}: no signals were chosen that could be plotted")
    units = getattr(result, "units", {}) if units is None else units
    lines = _lines(result, names, units)
    if signals is None and len(lines) > MOST_LINES:
        lines = sorted((line for line in lines if np.ptp(line[0]) > 0.0), key=lambda line: len(line[1]) == 1)[:MOST_LINES] or lines[:MOST_LINES]
    pages = [_by_unit(lines[i : i + MOST_LINES], units) for i in range(0, len(lines), MOST_LINES)]
    return [_page(result["time"], page, path if i == 1 else path.with_stem(f"{path.stem}-{i}"), title) for i, page in enumerate(pages, 1)]


def _page(t: np.ndarray, groups: Sequence[tuple[str, Sequence[Line]]], path: Path, title: str) -> Path:
    heights = [max(AXES_HEIGHT, LEGEND_LINE * (1 + sum(min(len(names), MOST_NAMES) for _, names in lines))) for _, lines in groups]
    with drawn(path, title, heights) as rows:
        for axes, (unit, lines) in zip(rows, groups):
            _draw(axes, t, lines, unit)
    return path


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


def _by_unit(lines: Sequence[Line], units: Mapping[str, str]) -> list[tuple[str, list[Line]]]:
    """The lines of each unit, in the order in which the units first appear, "" for none last; those of one axes at a time."""
    found: dict[str, list[Line]] = {}
    for line in lines:
        found.setdefault(units.get(line[1][0], ""), []).append(line)
    found |= {"": found.pop("")} if "" in found else {}
    return [(unit, group[i : i + MOST_IN_AXES]) for unit, group in found.items() for i in range(0, len(group), MOST_IN_AXES)]


def _draw(axes: Axes, t: np.ndarray, lines: Sequence[Line], unit: str) -> None:
    colours = colormaps["tab10"](range(10))
    for i, (values, names) in enumerate(lines):
        dash = DASHES[i // len(colours) % len(DASHES)]
        axes.plot(t, values, dash, color=colours[i % len(colours)], linewidth=1.4, label="\n".join(_shown(names)))
    axes.set_ylabel(unit)
    dress(axes)


def _shown(names: Sequence[str]) -> list[str]:
    return [*names] if len(names) <= MOST_NAMES else [*names[: MOST_NAMES - 1], f"and {len(names) - MOST_NAMES + 1} more"]


def _lines(result: np.ndarray, names: Sequence[str], units: Mapping[str, str]) -> list[Line]:
    """What is drawn, each with the names of all of its unit that are equal to it."""
    equal: dict[tuple[str, bytes], list[str]] = {}
    for name in names:
        equal.setdefault((units.get(name, ""), np.asarray(result[name], float).tobytes()), []).append(name)
    return [(np.asarray(result[same[0]], float), same) for same in equal.values()]


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
