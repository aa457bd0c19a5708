"""Visual: what all figures of a part share, their place and their colour."""

from __future__ import annotations

from typing import Any

from ..offset import Offset
from .colour import hexadecimal


class Visual(Offset):
    """A figure that shows a part: moved by r from the part's frame_a and turned by `angle` about n. It has no mass.

    `colour` is a name of CSS ("steelblue") or "#rrggbb", with opacity "#rrggbbaa"; not given, it is that of the part.
    """

    colour: str | None = None
    must_be_named = False  # it hangs on its part

    def __init__(self, *, colour: str | None = None, **values: Any):
        super().__init__(**values)
        self.colour = colour

    def own_problems(self):
        found = super().own_problems()
        if self.colour is not None:
            try:
                hexadecimal(self.colour)
            except ValueError as error:
                found = [*found, f"{self.path}.colour = {error}"]
        return found
