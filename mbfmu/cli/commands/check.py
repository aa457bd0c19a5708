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
    json_: Json = False,
) -> None:
    """Test the capabilities that an FMU declares (its claims). Reports each as true, false or not tested.

    It validates the description, compares derivatives with differences, restores FMU states, interleaves instances and makes invalid calls.
    Every check runs in a process of its own, so the FMU may crash or hang. The exit code is 1 if a claim is false or the FMU does not run here.
    Calls that FMI forbids (robustness) and Model Exchange against Co-Simulation (comparison) do not test a claim: their findings are only noted.

    Example: `mbfmu check out/Crane.fmu --skip robustness`
    """
    with reporting(json_) as console:
        from ...check import check_fmu, findings_table, is_refuted, progress_shown

        if path.suffix.lower() in (".py", ".urdf"):
            raise MbfmuError(f"{path} is a model, and check is for FMUs: build one first, as in `mbfmu build {path} --portable`")

        with progress_shown(not json_) as progress:
            findings = check_fmu(path, progress, skip or ())
        found = {"fmu": str(path), "findings": [dataclasses.asdict(finding) for finding in findings]}
        console.result(found, table=findings_table(str(path), findings))
        if is_refuted(findings):
            raise typer.Exit(1)
