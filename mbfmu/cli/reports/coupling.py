"""`mbfmu couple`: advice on a coupling as a table and in sentences."""

from __future__ import annotations

from math import isfinite
from typing import Any

from rich.markup import escape
from rich.table import Table

from ...cosim.advice.advise import Advice, Way
from ...cosim.advice.limit import time_near_start

GROWS = 0.01  # e-foldings during an experiment: less is roundoff of motions that nothing brings back


def advice_table(advice: Advice) -> Table:
    """A row a way to couple, that of the system first."""
    step = advice.system.step_size
    title = "\n".join([f"{advice.system.name}: {_motions(advice)}", *sentences(advice)])
    table = Table(title=escape(title), title_justify="left")
    table.add_column("master", no_wrap=True)
    for heading in ("largest stable step in s", f"error with {step:g} s", f"step in s for {100 * advice.wanted:g} %"):
        table.add_column(heading, justify="right")
    for way in advice.ways:
        duration = time_near_start(advice.system.stop_time - advice.system.start_time, advice.rate)
        limit = "none" if not way.limit else "any" if way.limit >= duration else f"{way.limit:.4g}"
        error = f"{100 * way.error:.3g} %" if isfinite(way.error) else "unstable"
        table.add_row(way.name, limit, error, f"{way.step:.3g}" if way.step else "none")
    return table


def sentences(advice: Advice) -> list[str]:
    """What there is to say beside the table."""
    present, best, step = advice.present, advice.best, advice.system.step_size
    said = [f"it has the algebraic loop {' -> '.join(loop)}: held inputs delay it by a step" for loop in advice.loops]
    said += [f"{name} does not give the rates of its states: it counts as an FMU without states" for name in advice.hidden]
    said += [f"{name} looks ahead over several steps of its own: this holds for it without interface mass" for name in advice.divided]
    at_events = [f"samples of {', '.join(advice.events.sampled)}"] * bool(advice.events.sampled)
    at_events += [f"switches of {', '.join(advice.events.switching)}"] * bool(advice.events.switching)
    if at_events:
        said.append(f"variables that change only at events are not examined: {' and '.join(at_events)}")
    if present.error <= advice.wanted:
        said.append(f"{present.name} with {step:g} s is accurate enough")
    elif best.step:
        said.append(f"take {best.name} (method={best.method!r}, input_order={best.input_order}) with steps of {best.step:.3g} s")
    else:
        said.append("no master is stable: put FMUs that hang together stiffly into one, by connect")
    said += [f"with {' and '.join(m.components)} in one FMU, {present.name} is stable up to {m.limit:.3g} s" for m in advice.merges]
    return said


def numbers(advice: Advice) -> dict[str, Any]:
    """The same for scripts."""
    return {
        "rate": advice.rate,
        "loops": advice.loops,
        "hidden": advice.hidden,
        "divided": advice.divided,
        "sampled": advice.events.sampled,
        "switching": advice.events.switching,
        "ways": [_numbers(way) for way in advice.ways],
        "best": _numbers(advice.best),
        "merges": [{"components": merge.components, "limit": merge.limit} for merge in advice.merges],
        "advice": sentences(advice),
    }


def _numbers(way: Way) -> dict[str, Any]:
    return {"method": way.method, "input_order": way.input_order, "limit": way.limit, "error": way.error, "step": way.step}


def _motions(advice: Advice) -> str:
    grows = advice.rate * (advice.system.stop_time - advice.system.start_time) > GROWS
    return f"unstable near its start: a motion grows with {advice.rate:.3g} 1/s, also in an exact coupling" if grows else "stable near its start"
