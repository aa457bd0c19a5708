"""The reference of the command line, as Typer writes it."""

import re
import subprocess
import sys


def command_line() -> str:
    """A section for each command."""
    command = [sys.executable, "-m", "typer", "mbfmu.cli.main", "utils", "docs", "--name", "mbfmu"]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    start = text.index("## `mbfmu build`")  # what is before it lists the commands
    return re.sub(r"^\*\*(\w+)\*\*:$", r"\1:", text[start:], flags=re.M).replace("```console\n$ ", "```text\n")
