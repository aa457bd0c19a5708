"""What a path and the options beside it ask for."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from .errors import MbfmuError, ProblemsFound


@dataclass(frozen=True)
class Choices:
    """What the command line chooses of a model: of a robot, whether its base floats and its limits become end stops; of any mechanism, its
    formulation, and of any model its integrator, the model's own where None."""

    floating: bool = False
    end_stops: bool = True
    formulation: str | None = None
    integrator: str | None = None

    def refuse(self, path: Path) -> None:
        """ProblemsFound if choices do not fit what is at `path`."""
        kind = kind_of(path)
        wrong = []
        if self.floating and kind != ".urdf":
            wrong.append("--floating frees a .urdf robot; declare a FreeMotion in the model")
        if not self.end_stops and kind != ".urdf":
            wrong.append("--no-end-stops is for .urdf robots; take the end stops out of the model")
        if self.formulation and kind == ".fmu":
            wrong.append("--formulation is for models; the equations of an FMU are inside, build it again with another")
        if self.integrator and kind == ".fmu":
            wrong.append("--integrator is for models; an FMU has its own inside, build it again with another")
        if wrong:
            raise ProblemsFound(f"these options do not fit {path}:", wrong)


def kind_of(path: Path) -> str:
    """The ending of `path`, ".py", ".urdf" or ".fmu"; MbfmuError for any other."""
    kind = path.suffix.lower()
    if kind in (".ssd", ".ssp"):
        raise MbfmuError(f"{path} is a system of FMUs: run it with `mbfmu cosim {path}`, or see it with `mbfmu view {path}`")
    if kind == ".xacro":
        raise MbfmuError(f"{path} holds macros: expand them first, as in `xacro {path} > {path.name.split('.')[0]}.urdf`")
    if kind not in (".py", ".urdf", ".fmu"):
        raise MbfmuError(f"{path}: give a .py file that declares `model`, a .urdf file, or (to look at or simulate) an .fmu")
    return kind
