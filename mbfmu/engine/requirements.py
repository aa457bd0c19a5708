"""What a user's Python needs, and whether it is there; travels inside of FMUs beside program_host.py."""

from __future__ import annotations

import operator
import re
import sys
from importlib import metadata

COMPARISONS = {">=": operator.ge, "<=": operator.le, "==": operator.eq, "!=": operator.ne, "<": operator.lt, ">": operator.gt}


def require(requirements: tuple[str, ...]) -> None:
    """ImportError that names the packages that are not there, or not in the versions that are required."""
    wrong = [f"{requirement} ({found})" for requirement in requirements if (found := unfit(requirement))]
    if wrong:
        python = f"the Python {sys.version_info.major}.{sys.version_info.minor} in {sys.prefix}"
        install = " ".join(f'"{requirement}"' for requirement in requirements)
        raise ImportError(f"{python} lacks {', '.join(wrong)}: install with `python -m pip install {install}` there")


def unfit(requirement: str) -> str:
    """What is found instead of a requirement, such as "numpy>=1.26,<3"; "" where it is met."""
    try:
        there = metadata.version(re.findall(r"[\w.-]+", requirement)[0])
    except metadata.PackageNotFoundError:
        return "it is not there"
    bounds = re.findall(r"([<>=!]=|[<>])\s*([\d.]+)", requirement)
    return "" if all(COMPARISONS[sign](release(there), release(bound)) for sign, bound in bounds) else f"{there} is there"


def release(version: str) -> tuple[int, ...]:
    """The numbers of a version, without zeros at the end and what follows them, such as rc1."""
    return tuple(map(int, re.sub(r"(\.0+)+$", "", re.findall(r"[\d.]*\d", version)[0]).split(".")))
