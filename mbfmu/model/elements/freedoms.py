"""Freedoms: what has coordinates and speeds, as joints, and flexible bodies."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np


class Freedoms:
    """`nq` coordinates q and `nv` speeds v with their names and units; `layout`, `rate` and `turning` are described at Joint."""

    nq: ClassVar[int]
    nv: ClassVar[int]
    spins: ClassVar[bool] = False
    coordinate_names: ClassVar[tuple[str, ...]] = ()
    speed_names: ClassVar[tuple[str, ...]] = ()
    coordinate_units: ClassVar[tuple[str, ...]] = ()
    speed_units: ClassVar[tuple[str, ...]] = ()

    @staticmethod
    def layout(values: Any) -> np.ndarray:
        return np.eye(3)

    @staticmethod
    def rate(q, v):
        return v

    @staticmethod
    def outputs(q, v, v_dot):
        return {}

    @classmethod
    def turning(cls, q, v, spin):
        return np.zeros((cls.nq + cls.nv, cls.nq + cls.nv))
