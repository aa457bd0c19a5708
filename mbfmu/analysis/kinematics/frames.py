"""Frames of a model, by name or as they are, and where they are as functions of states."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from ...base.errors import MbfmuError
from ...base.nearest import nearest
from ...base.spatial.rotations import skew
from ...mechanics.formulations.derived_parameters import place
from ...model.declare.element import Element
from ...model.declare.frame import Frame
from ...model.declare.model import Model
from ...model.elements.parts import BaseWorld
from ...model.elements.parts.base import Part
from ...model.elements.parts.flexible_node import FlexibleNode
from ...problem.mechanism.posture import PostureEquations
from .numpy_function import Evaluated

Seen = str | Frame | Part


class CarriedFrame:
    """A frame that is fixed, at a placement (R, r) of plain numbers, to one that the equations know."""

    def __init__(self, carrier: FrameFunctions, placement: tuple[np.ndarray, np.ndarray]):
        self._carrier, (self._R, self._r) = carrier, placement

    def place(self, x: np.ndarray, p: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """R (3, 3), which takes vectors of the frame into the world, and its position r (3,) in the world."""
        numbers, _ = self._carrier.frame(x, p)
        R = numbers[3:].reshape(3, 3)
        return R @ self._R, numbers[:3] + R @ self._r

    def jacobian(self, x: np.ndarray, p: np.ndarray) -> np.ndarray:
        """The Jacobian (6, nv) of its velocity and angular velocity, in the world."""
        numbers, J = self._carrier.frame(x, p)
        if self._r.any():
            J[:3] -= skew(numbers[3:].reshape(3, 3) @ self._r) @ J[3:]
        return J

    def aim(self, x: np.ndarray, p: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Its position and rotation matrix, row by row (12), and their derivatives (12, nq)."""
        place, by_q = self._carrier.aim(x, p)
        return self._turned @ place, self._turned @ by_q

    @cached_property
    def _turned(self) -> np.ndarray:
        """What makes its own place (12) of its carrier's, which is linear."""
        shift = np.hstack((np.eye(3), np.kron(np.eye(3), self._r)))
        return np.vstack((shift, np.hstack((np.zeros((9, 3)), np.kron(np.eye(3), self._R.T)))))


class FrameFunctions:
    """The functions of a frame that the equations know, compiled when they are first asked for."""

    def __init__(self, equations: PostureEquations, part: Element, placements: tuple[Element, ...]):
        self._of = equations, part, placements

    @cached_property
    def frame(self) -> Evaluated:
        """Of x and p: its place (12), and its Jacobian (6, nv)."""
        equations, part, placements = self._of
        return Evaluated(equations.frame(part, placements))

    @cached_property
    def aim(self) -> Evaluated:
        """Of x and p: its place (12), and its derivatives by q (12, nq)."""
        equations, part, placements = self._of
        return Evaluated(equations.aim(part, placements))


class Frames:
    """The frames of a model. Those that differ by a placement without a name, as `part.at` makes them, share what is compiled."""

    def __init__(self, model: Model, equations: PostureEquations):
        self._model, self._equations = model, equations
        self._named: dict[str, CarriedFrame] = {}
        self._carriers: dict[tuple[Element, ...], FrameFunctions] = {}

    def of(self, given: Seen) -> CarriedFrame:
        """A frame: itself, a part that stands for its frame_a (the world for frame_b), or the name of one, such as "tool0" or "rod.frame_b"."""
        if not isinstance(given, str):
            return self._carried(self._frame(given))
        if given not in self._named:
            self._named[given] = self._carried(self._frame(given))
        return self._named[given]

    def _carried(self, frame: Frame) -> CarriedFrame:
        if frame.part not in self._equations.tree.place:
            unused = isinstance(frame.part, FlexibleNode) and frame.part.body in self._equations.tree.place
            why = "is a node that nothing is attached to; put a PositionSensor on it" if unused else f"is on no part of {self._model.name}"
            raise MbfmuError(f"{frame} {why}")
        known = next((i for i in range(len(frame.placements), 0, -1) if self._may_change(frame.placements[i - 1])), 0)
        placements = frame.placements[:known]
        carrier = self._carriers.setdefault((frame.part, *placements), FrameFunctions(self._equations, frame.part, placements))
        return CarriedFrame(carrier, place(Frame(frame.part, frame.placements[known:]), {}))

    def _may_change(self, placement: Element) -> bool:
        """Whether what it says may follow from parameters that are tuned."""
        return placement.name is not None or bool(placement.expressions)

    def _frame(self, given: Seen) -> Frame:
        if isinstance(given, Frame):
            return given
        if isinstance(given, str):
            name, _, which = given.partition(".")
            parts = {name: e for name, e in self._model.elements.items() if isinstance(e, Part)}
            if name not in parts:
                raise MbfmuError(f"{self._model.name} has no part {name!r}{nearest(name, parts)}; it has {', '.join(parts)}")
            found = getattr(parts[name], which, None) if which else parts[name]
            if not isinstance(found, (Frame, Part)):
                raise MbfmuError(f"{name} has no frame {which!r}; name its frame_a or frame_b, or give {name}.at(...)")
            return self._frame(found)
        if isinstance(given, Part):
            return given.frame_b if isinstance(given, BaseWorld) else given.frame_a
        raise MbfmuError(f"{given!r} is no frame: give one such as model.{next(iter(self._model.elements))}.frame_a, or the name of a part")
