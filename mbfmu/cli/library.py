"""Where the library of models and the examples lie: beside the package in a checkout, inside it when installed."""

from pathlib import Path

from ..base.errors import MbfmuError

PACKAGE = Path(__file__).parents[1]


def library_file(path: str) -> Path:
    """A file of `fmus` or `cosim_examples`, such as "fmus/crane/model.py"."""
    for root in (PACKAGE.parent, PACKAGE / "_library"):
        if (root / path).is_file():
            return root / path
    raise MbfmuError(f"{path} was not installed with mbfmu: install it again from its repository")
