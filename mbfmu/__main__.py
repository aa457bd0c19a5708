"""python -m mbfmu: the command line."""

from .cli import main

main()
