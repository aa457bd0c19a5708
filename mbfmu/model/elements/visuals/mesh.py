"""Mesh: a surface from a file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np

from ...declare.declarations import Parameter
from ...declare.place_in_code import folder_of_caller
from .base import Visual
from .mesh_content import READERS, mesh_fault

KINDS = (*READERS,)


class Mesh(Visual):
    """A surface from a file, in STL, OBJ, GLB or DAE, with the colours that it has in the file unless one is given.

    A relative path is looked for in the folder of the file that declares it.
    """

    scale = Parameter("1", "factors along x, y and z from the units of the file to metres", [1, 1, 1], shape=3)
    file: Any = None

    def __init__(self, file: str | os.PathLike[str], *, colour: str | None = None, **values: Any):
        super().__init__(colour=colour, **values)
        self.file = folder_of_caller() / file if isinstance(file, (str, os.PathLike)) else file

    def own_problems(self):
        found, file, scale = super().own_problems(), self.file, self.values["scale"]
        if not np.all(scale):
            found.append(f"{self.path}.scale = {np.asarray(scale).tolist()} must not be 0 along any axis: nothing would be left to show")
        if not isinstance(file, Path):
            return [*found, f"{self.path}.file = {file!r} is not the path of a mesh"]
        if file.suffix.lower() not in KINDS:
            return [*found, f"{self.path}.file = {str(file)!r} is no mesh that can be read: give one of {', '.join(KINDS)}"]
        if not file.is_file():
            return [*found, f"{self.path}.file: there is no file {file}; a relative path starts at the folder of the file that declares it"]
        if fault := mesh_fault(file):
            found.append(f"{self.path}.file = {str(file)!r} is damaged: {fault}")
        return found
