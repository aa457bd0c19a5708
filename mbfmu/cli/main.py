"""The command line."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib.metadata import version
from typing import Annotated

import typer

from .commands.branch import branch
from .commands.build import build
from .commands.check import check
from .commands.compare import compare
from .commands.cosim import cosim
from .commands.couple import couple
from .commands.demo import demo
from .commands.equilibrium import equilibrium
from .commands.exponents import exponents
from .commands.fit import fit
from .commands.flexible import flexible
from .commands.info import info
from .commands.linearize import linearize
from .commands.locus import locus
from .commands.manoeuvre import manoeuvre
from .commands.modes import modes
from .commands.orbit import orbit
from .commands.response import response
from .commands.restitution import restitution
from .commands.rig import rig
from .commands.section import section
from .commands.simulate import simulate
from .commands.strength import strength
from .commands.study import study
from .commands.view import view
from .terminal import Unwritable

COMMANDS = {
    "Models and FMUs": (build, info, check, simulate, view, cosim, couple, study, compare, demo),
    "Near one state": (equilibrium, modes, linearize, response, locus, flexible),
    "Impacts": (restitution,),
    "Large motions": (exponents, section, orbit, branch),
    "Measurements": (fit,),
    "Strength": (strength,),
    "Proving ground": (manoeuvre, rig),
}
app = typer.Typer(
    help="Multibody dynamics declared in Python, delivered as FMUs that other tools run.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
)


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"mbfmu {version('mbfmu')}")
        raise typer.Exit


@app.callback()
def _mbfmu(
    _: Annotated[bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version.")] = False,
) -> None:
    pass


for panel, commands in COMMANDS.items():
    for command in commands:
        app.command(rich_help_panel=panel)(command)


def main() -> None:
    """Run the command line."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # read when NumPy is imported: on small matrices threads wait for each other most of the time
    if sys.stdout is None:
        sys.exit("error: standard output is closed: send it to a file, or to /dev/null")
    try:
        app(prog_name="mbfmu")
    except OSError as error:  # from what typer writes itself, such as --help
        print(f"error: {Unwritable(error)}", file=sys.stderr)
        sys.exit(1)
    finally:
        with suppress(OSError):
            sys.stdout.flush()


if __name__ == "__main__":
    main()
