"""mbfmu check: what an FMU claims, exercised."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Annotated

import typer

from ..console import reporting
from ..options import Json


def check(
    path: Annotated[Path, typer.Argument(help="X.fmu of any tool, FMI 2.0 or 3.0.")],
    json_: Json = False,
) -> None:
    """Exercise all that an FMU claims, and show what is true, what is false and what could not be tested.

    The description is validated, derivatives are compared with differences, FMU states are set again, instances interleaved, wrong calls
    made. Every check runs in a process of its own, so the FMU may crash or hang. The exit code is 1 if a claim is false.

    Example: `mbfmu check out/Crane.fmu`
    """
    with reporting(json_) as console:
        from ..check import FALSE, check_fmu, findings_table, progress_shown

        with progress_shown(not json_) as progress:
            findings = check_fmu(path, progress)
        found = {"fmu": str(path), "findings": [dataclasses.asdict(finding) for finding in findings]}
        console.result(found, table=findings_table(str(path), findings))
        if any(finding.outcome == FALSE for finding in findings):
            raise typer.Exit(1)
