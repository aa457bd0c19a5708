"""mbfmu couple: how to couple FMUs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..console import reporting
from ..options import Json, Set, assignments


def couple(
    system: Annotated[Path, typer.Argument(help="SYSTEM.ssd, SYSTEM.ssp, a folder that holds one .ssd, or a .py file that declares `system`.")],
    error: Annotated[float, typer.Option("--error", help="Wanted relative error.")] = 0.01,
    stop: Annotated[float | None, typer.Option("--stop", help="Stop time in s of the experiment; the system's own if not given.")] = None,
    step: Annotated[float | None, typer.Option("--step", help="Communication step in s to examine; the system's own if not given.")] = None,
    set_: Set = None,
    json_: Json = False,
) -> None:
    """Advise on how to couple FMUs: which masters and steps are stable and accurate, and which FMUs should become one.

    The FMUs are linearized at the start of the system, and each master steps these linear systems.

    Example: `mbfmu couple crane.ssp`
    """
    with reporting(json_) as console:
        import dataclasses

        from ...base.child_process import followed
        from ...cosim import check_system, with_values
        from ...cosim.advice import advise
        from ...cosim.ssp.experiment_reader import with_step_size
        from ..open_source import opened_system
        from ..reports.coupling import advice_table, numbers

        with opened_system(system) as opened:
            changed = with_values(opened, assignments(set_))
            if stop is not None:
                changed = dataclasses.replace(changed, stop_time=stop)
            if step is not None:
                changed = with_step_size(changed, step)
            for warning in check_system(changed):
                console.warning(warning)
            with console.progress() as progress:
                advice = followed(advise, changed, error, progress=progress)
            console.result(numbers(advice), table=advice_table(advice))
