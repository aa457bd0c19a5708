"""What the command line writes to, which may be closed or full, and names that would move its cursor."""

import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from rich.table import Table

from mbfmu.cli.terminal import Terminal

FULL = Path("/dev/full")


@pytest.mark.skipif(not FULL.exists(), reason="no device here is always full")
@pytest.mark.parametrize("arguments", [("--help",), ("--version",), ("info", str(Path(__file__).parents[1] / "model/urdf/small_arm.urdf"), "--json")])
@pytest.mark.parametrize("how", ["> /dev/full", ">&-"])
def test_standard_output_that_cannot_be_written_is_an_error(arguments: tuple[str, ...], how: str):
    command = f'"$0" -m mbfmu {" ".join(arguments)} {how}'
    ended = subprocess.run(["sh", "-c", command, sys.executable], stderr=subprocess.PIPE, text=True)
    words = {">&-": "is closed: send it to a file, or to /dev/null"}.get(how, "cannot be written: No space left on device")
    assert (ended.returncode, ended.stderr) == (1, f"error: standard output {words}\n")


def test_characters_that_are_not_seen_are_shown_by_their_numbers():
    """C0 and C1 controls, and those that turn the direction of writing."""
    name, shown = "a\x9b31m\x1b]0;b\x07\u202ec\u2028\udcff", r"a\x9b31m\x1b]0;b\x07\u202ec\u2028\udcff"
    written = StringIO()
    table = Table(title=name)
    table.add_column(name)
    table.add_row(name)
    Terminal(file=written, width=100).print(table)
    Terminal(file=written, soft_wrap=True).print(name, markup=False)
    assert written.getvalue().count(shown) == 4 and not {*name} - {*shown} & {*written.getvalue()}
