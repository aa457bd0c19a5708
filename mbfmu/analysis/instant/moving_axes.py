"""Axes that turn with bodies: in them a steady motion looks the same all the time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ...model.elements.joints import Joint
from ...problem.data.problem import MechanismStates, Problem

SMALL = 1e-30  # a complex step: derivatives by it have no error but rounding


class MovingAxes:
    """The rates of all states x of a problem where its motion looks the same from axes that turn with its bodies: `generator` times x.

    Bodies whose joints say so may spin in these axes besides, as wheels do, each about one axis of its own frame: by `spins` numbers in all. These
    are the axes about which they turn fastest in the states `spinning`; where none are given, no body spins.
    """

    def __init__(self, problem: Problem, spinning: np.ndarray | None = None):
        self.size, self.speeds = problem.sizes.get("x", 0), problem.speeds
        self._joints: list[tuple[Any, list[int], list[int], np.ndarray]] = []
        pieces = [piece for of in problem.mechanisms for piece in joint_pieces(of)]
        self.spins = 0 if spinning is None else sum(joint.spins for joint, _, _ in pieces)
        spin = 0
        for joint, q, v in pieces:
            axis = np.zeros((3, self.spins))
            if spinning is not None and joint.spins:
                axis[np.argmax(np.abs(joint.angular_velocity(spinning[q], spinning[v]))), spin] = 1.0
                spin += 1
            self._joints.append((joint, q, v, axis))
        self._turning = [piece for piece in self._joints if piece[0].turning.__qualname__ != Joint.turning.__qualname__]

    def generator(self, x: np.ndarray, spin: np.ndarray) -> np.ndarray:
        """G (nx, nx) at the states x and the spins of bodies."""
        G = np.zeros((self.size, self.size), np.result_type(x, spin))
        for here, block in self._blocks(x, x, spin):
            G[np.ix_(here, here)] = block
        return G

    def _blocks(self, x: np.ndarray, turn: np.ndarray, spin: np.ndarray) -> Iterator[tuple[list[int], np.ndarray]]:
        for joint, q, v, axis in self._turning:
            yield [*q, *v], joint.turning(x[q], turn[v], axis @ spin)

    def steady(self, x: np.ndarray, spin: np.ndarray) -> np.ndarray:
        """The accelerations (nv,) of a motion that looks the same."""
        found = np.zeros(self.size, np.result_type(x, spin))
        for here, block in self._blocks(x, x, spin):
            found[here] = block @ x[here]
        return found[self.speeds]

    def change(self, x: np.ndarray, along: np.ndarray, spin: np.ndarray) -> np.ndarray:
        """The change of these accelerations as x changes by `along`, with the spins kept."""
        return self.steady(x + 1j * SMALL * along, spin).imag / SMALL

    def carried(self, x: np.ndarray, vectors: np.ndarray) -> np.ndarray:
        """How `vectors` (nv), along the same axes as speeds, change by small motions (nv) of the joints that take them along as bodies turn."""
        found, held = np.zeros((len(self.speeds), len(self.speeds))), x.copy()
        held[self.speeds] = vectors
        for column, number in enumerate(self.speeds):
            turn, rates = np.zeros(self.size), np.zeros(self.size)
            turn[number] = 1.0
            for here, block in self._blocks(x, turn, np.zeros(self.spins)):
                rates[here] = block @ held[here]
            found[:, column] = rates[self.speeds]
        return found

    def normal(self, x: np.ndarray) -> np.ndarray:
        """x with Euler parameters of length one."""
        x = x.copy()
        for joint, q, *_ in self._joints:
            if joint.nq != joint.nv:
                x[q] = joint.coordinates_from_pose(*joint.motion(x[q]), x[q])
        return x


def joint_pieces(of: MechanismStates) -> Iterator[tuple[Any, list[int], list[int]]]:
    """The joints of a mechanism, with the numbers of their coordinates and speeds."""
    q, v = iter(of.coordinates), iter(of.speeds)
    for joint in of.joints:
        yield joint, [next(q) for _ in range(joint.nq)], [next(v) for _ in range(joint.nv)]
