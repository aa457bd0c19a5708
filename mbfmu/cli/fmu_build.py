"""`mbfmu build`: FMUs of each kind, made with progress on the console."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from ..base.errors import MbfmuError, ProblemsFound
from .console import Console

if TYPE_CHECKING:
    from ..problem.data.problem import Problem


class Fmi(StrEnum):
    """The versions of FMI that can be asked for."""

    two, three, both = "2", "3", "both"


def built_with_c(
    console: Console,
    problem: Problem,
    output: Path,
    native: bool,
    fmi: Fmi,
    wanted: Iterable[str],
    scalars: bool,
    pictures: bool,
    fused: bool,
) -> list[str]:
    """The paths of the native or portable FMUs of a problem, made with progress on the console."""
    from ..engine.sources import VERSIONS
    from ..fmu.package.native_fmu import build_native
    from ..fmu.package.portable_fmu import build_portable

    build, doing = (partial(build_native, fused=fused), "compiling") if native else (build_portable, "packing")
    paths = []
    for number in VERSIONS if fmi is Fmi.both else [int(fmi.value)]:
        name = f"{problem.name}_fmi{number}.fmu" if fmi is Fmi.both else ""
        with console.during(f"{doing} {problem.name} for FMI {number} ...", "the first time for a platform takes longest"):
            paths.append(build(problem, output, number, wanted, name, lambda platform: console.line(f"  {platform} done"), scalars, pictures))
    return list(map(str, paths))


def built_interpreted(console: Console, problem: Problem, output: Path, wanted: Iterable[str], pictures: bool) -> str:
    """The path of the interpreted FMU of a problem, made with progress on the console."""
    from ..fmu.package.python_fmu import build_fmu

    with console.during(f"packing {problem.name} ...", "the first time for a platform takes longest"):
        return str(build_fmu(problem, output, wanted, lambda platform: console.line(f"  {platform} done"), pictures))


def named_platforms(text: str | None, native: bool, anywhere: bool) -> tuple[str, ...]:
    """The platforms that --platforms names, of those of pythonfmu's wrapper if not `anywhere`.

    MbfmuError, before any work, where there is none such or native FMUs have no compiler.
    """
    from ..engine.compile import PLATFORMS, need_compiler, platforms
    from ..fmu.package.python_fmu import wrapped_platforms

    names = [name.strip() for name in (text or "").split(",") if name.strip()]
    if text is not None and not names:
        raise MbfmuError(f"--platforms names none: leave it out for this one, or give some of {', '.join(PLATFORMS)} or all")
    if native:
        need_compiler()
    return platforms(names) if anywhere else wrapped_platforms(names)


def refuse_same_names(names: list[str], models: list[Path]) -> None:
    """ProblemsFound if two models would be written to the same FMU, on systems that know no capitals too."""
    same: dict[str, list[str]] = {}
    for name, path in zip(names, models):
        same.setdefault(name.lower(), []).append(f"{path} ({name}.fmu)")
    wrong = [f"one FMU would be written by {' and '.join(which)}" for which in same.values() if len(which) > 1]
    if wrong:
        raise ProblemsFound("give each model a name of its own, or build them into different folders:", wrong)
