"""Results over time as a picture: one axes a unit, one line a signal."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.figure import Figure  # without pyplot: no display, and nothing to close

from ..errors import MbfmuError, ProblemsFound
from ..files.whole_file import whole_file

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
    """Draw `signals` (by default all) of a result over its "time" [s] into `path`, a .png or .svg.

    Signals of the same unit share an axes; `units` gives each signal's unit, and those without one share the last axes.

    Raises ProblemsFound for signals that the result does not have, MbfmuError when the picture cannot be written.
    """
    path = Path(path)
    if path.suffix not in (".png", ".svg"):
        raise MbfmuError(f"{path}: a plot is written as .png or .svg")
    chosen = list(signals) if signals is not None else [name for name in result.dtype.names or () if name != "time"]
    _refuse_unknown(chosen, result)
    groups = _by_unit(chosen, units or {})
    heights = [max(AXES_HEIGHT, LEGEND_LINE * (len(group) + 1)) for group in groups.values()]
    figure = Figure(figsize=(WIDTH, sum(heights) + 0.8), layout="constrained")
    rows = figure.subplots(len(groups), 1, sharex=True, squeeze=False, height_ratios=heights)[:, 0]
    for axes, (unit, names) in zip(rows, groups.items()):
        _draw(axes, result, names, unit)
    rows[-1].set_xlabel("time in s")
    figure.align_ylabels(rows)
    figure.suptitle(title, fontsize="large", parse_math=False)  # a name may hold any characters
    with whole_file(path) as partial:
        figure.savefig(partial, format=path.suffix[1:], dpi=150)


def _refuse_unknown(names: Sequence[str], result: np.ndarray) -> None:
    known = [name for name in result.dtype.names or () if name != "time"]
    problems = [f"there is no signal {name!r}; the result has {', '.join(known)}" for name in names if name not in known]
    if problems or not names:
        raise ProblemsFound("the result cannot be plotted:", problems or ["no signals were chosen"])


def _by_unit(names: Sequence[str], units: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the signals of each unit, in the order in which the units first appear; "" for none comes last."""
    found = dict.fromkeys(units.get(name, "") for name in names)
    ordered = [unit for unit in found if unit] + [unit for unit in found if not unit]
    return {unit: [name for name in names if units.get(name, "") == unit] for unit in ordered}


def _draw(axes: Axes, result: np.ndarray, names: Sequence[str], unit: str) -> None:
    colours = colormaps["tab10"](range(10))
    for i, name in enumerate(names):
        dash = DASHES[i // len(colours) % len(DASHES)]
        axes.plot(result["time"], result[name], dash, color=colours[i % len(colours)], linewidth=1.4, label=name)
    axes.set_ylabel(unit)
    axes.margins(x=0.0)
    axes.grid(color="0.9", linewidth=0.8)
    axes.spines[["top", "right"]].set_visible(False)
    # beside the axes, where it hides no curve however many signals there are
    legend = axes.legend(loc="upper left", bbox_to_anchor=(1.01, 1.02), borderaxespad=0.0, frameon=False, fontsize="small")
    for text in legend.get_texts():
        text.set_parse_math(False)
