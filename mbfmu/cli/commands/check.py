"""mbfmu check: what an FMU claims, exercised."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Annotated

import typer

from ...base.errors import MbfmuError
from ..console import reporting
from ..options import Json


def check(
    path: Annotated[Path, typer.Argument(help="X.fmu of any tool, FMI 2.0 or 3.0.")],
    skip: Annotated[
        list[str] | None,
        typer.Option(help="Check to leave out, by its name, or all checks of a kind (claim, robustness or comparison); may be given several times."),
    ] = None,
    real_time: Annotated[
        str | None,
        typer.Option(
            "--real-time",
            help="Instead, measure how long communication steps of this length take, such as 1ms or 250us, and which call is longest.",
        ),
    ] = None,
    json_: Json = False,
) -> None:
    """Test the capabilities that an FMU declares (its claims). Reports each as true, false or not tested.

    It validates the description, compares derivatives with differences, restores FMU states, interleaves instances and makes invalid calls.
    Every check runs in a process of its own, so the FMU may crash or hang. The exit code is 1 if a claim is false or the FMU does not run here.
    Calls that FMI forbids (robustness) and Model Exchange against Co-Simulation (comparison) do not test a claim: their findings are only noted.

    With `--real-time`, the longest steps are made again, so that you know whether the FMU or the machine was slow. The exit code is 1 if a step
    took longer than it simulates.

    Examples: `mbfmu check out/Crane.fmu --skip robustness`; `mbfmu check out/Crane.fmu --real-time 1ms`
    """
    with reporting(json_) as console:
        from ...check import check_fmu, duration, findings_table, is_refuted, progress_shown, step_times, step_times_table

        if path.suffix.lower() in (".py", ".urdf"):
            raise MbfmuError(f"{path} is a model, and check is for FMUs: build one first, as in `mbfmu build {path} --portable`")

        if real_time is not None:
            times = step_times(path, duration(real_time))
            console.result({"fmu": str(path), **dataclasses.asdict(times)}, table=step_times_table(str(path), times))
            raise typer.Exit(1 if times.late else 0)
        with progress_shown(not json_) as progress:
            findings = check_fmu(path, progress, skip or ())
        found = {"fmu": str(path), "findings": [dataclasses.asdict(finding) for finding in findings]}
        console.result(found, table=findings_table(str(path), findings))
        if is_refuted(findings):
            raise typer.Exit(1)
