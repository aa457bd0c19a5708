"""A linear system: what a model does near one state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..errors import MbfmuError
from ..files.ready_folder import ready_folder
from ..files.whole_file import whole_file
from .eigen import eigen
from .frequency_response import FrequencyResponse, frequency_response
from .second_order import SecondOrder, second_order

SHARED = 0.2  # of the largest part: states with so large a part in a mode are named
NOTHING = 1e-9  # of the largest part: a mode whose coordinates move less is one of speeds alone


@dataclass(frozen=True)
class Mode:
    """One mode of a linear system: its `eigenvalue` [rad/s], and in `shape` the states that move in it with their complex parts, the largest first.

    Of mechanisms these are coordinates; speeds are their multiples by the eigenvalue.
    """

    eigenvalue: complex
    shape: dict[str, complex]

    @property
    def frequency(self) -> float:
        """The frequency of the oscillation [Hz]; zero of a mode that does not oscillate."""
        return abs(self.eigenvalue.imag) / (2.0 * np.pi)

    @property
    def damping(self) -> float:
        """The damping ratio: 0 undamped, 1 and more without oscillation, negative where the motion grows; nan at zero."""
        return (0.0 - self.eigenvalue.real) / abs(self.eigenvalue) if self.eigenvalue else float("nan")

    def numbers(self) -> dict[str, Any]:
        """What a script wants to know, in types of JSON; the damping ratio is None at zero."""
        damping = self.damping if self.eigenvalue else None
        return {
            "frequency": self.frequency,
            "damping": damping,
            "eigenvalue": [self.eigenvalue.real, self.eigenvalue.imag],
            "moves": list(self.shape),
        }


def mode_of(eigenvalue: complex, vector: np.ndarray, states: Sequence[str], speeds: Sequence[str]) -> Mode:
    """The mode of an eigenvalue with the parts `vector` of states, those of `speeds` left out where others move."""
    size = np.abs(vector)
    still = np.array([name not in speeds for name in states])
    if (size * still).max(initial=0.0) > NOTHING * size.max(initial=0.0):
        size = size * still
    order = [i for i in np.argsort(-size) if size[i] >= SHARED * size.max()]
    return Mode(complex(eigenvalue), {states[i]: complex(vector[i] / vector[order[0]]) for i in order})


@dataclass(frozen=True)
class Linearization:
    """x' = A x + B u, y = C x + D u: small deviations from a state in which the states of a model change by `rates`.

    `states` (n), `inputs` (m) and `outputs` (p) are the names, `units`, `input_units` and `output_units` their units, `speeds` the states that are
    speeds. A is (n, n), B (n, m), C (p, n) and D (p, m), in SI units. Of mechanisms, `coordinates` are the states that are positions and angles;
    `mass` is the mass matrix of the speeds, where the kinetic energy is known.
    """

    A: np.ndarray
    B: np.ndarray
    C: np.ndarray
    D: np.ndarray
    states: tuple[str, ...]
    units: tuple[str, ...]
    speeds: tuple[str, ...]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    rates: np.ndarray
    input_units: tuple[str, ...]
    output_units: tuple[str, ...]
    coordinates: tuple[str, ...] = ()
    mass: np.ndarray | None = None

    def modes(self) -> list[Mode]:
        """The modes, the slowest first, of a pair of conjugates the one with the positive imaginary part."""
        values, vectors = eigen(self.A)
        order = sorted((i for i in range(len(values)) if values[i].imag >= 0), key=lambda i: (abs(values[i]), values[i].real))
        return [mode_of(values[i], vectors[:, i], self.states, self.speeds) for i in order]

    @property
    def pairs_up(self) -> bool:
        """Whether there is a system of second order: all states are coordinates and their speeds, and the masses are known."""
        return not self._unpaired()

    def second_order(self) -> SecondOrder:
        """M, D, G, K and N of a mechanism; MbfmuError where states do not pair up to coordinates and their speeds, or masses are not known."""
        if why := self._unpaired():
            raise MbfmuError(f"there is no system of second order: {why}")
        order = [self.states.index(name) for name in (*self.coordinates, *self.speeds)]
        return second_order(self.A[np.ix_(order, order)], self.B[order], np.asarray(self.mass), self.coordinates, self.inputs)

    def _unpaired(self) -> str:
        """Why there is no system of second order, or nothing."""
        others = [name for name in self.states if name not in self.coordinates and name not in self.speeds]
        if others or not self.speeds:
            return f"{others[0]} is neither a coordinate of a mechanism nor a speed; use A, B, C and D" if others else "nothing moves"
        if len(self.coordinates) != len(self.speeds):
            return f"nonholonomic constraints leave {len(self.speeds)} speeds of {len(self.coordinates)} coordinates; use A, B, C and D"
        return "" if self.mass is not None else "the masses are not known; linearize the Model, not a Problem made of it"

    def frequency_response(
        self,
        frequencies: ArrayLike | None = None,
        inputs: Sequence[str] | None = None,
        outputs: Sequence[str] | None = None,
        rates: Mapping[str, Sequence[str]] | None = None,
    ) -> FrequencyResponse:
        """How outputs swing when inputs do, at `frequencies` [Hz], by default at as many as show every peak.

        `inputs` and `outputs` are names or patterns as "force*", all by default. A motion and its rates belong together: with
        `rates={"road": ("road_speed", "road_acceleration")}` the response to `road` is that to the whole motion. Raises ProblemsFound for
        unknown names, MbfmuError for frequencies that are none, and at those of undamped modes, where the response is infinite.
        """
        return frequency_response(self, frequencies, inputs, outputs, rates)

    def to_control(self) -> Any:
        """A StateSpace of python-control; MbfmuError where that package is not installed."""
        try:
            import control
        except ImportError:
            raise MbfmuError("python-control is not installed: pip install control") from None
        names = {"states": list(self.states), "inputs": list(self.inputs), "outputs": list(self.outputs)}
        return control.ss(self.A, self.B, self.C, self.D, **names)

    def save(self, path: str | Path) -> None:
        """Write all that this holds, and M, D, G, K and N where there are any, to a .npz file; MbfmuError where it cannot be written."""
        names = ("states", "units", "speeds", "inputs", "outputs", "input_units", "output_units")
        parts = {of: getattr(self, of) for of in "ABCD"} | {of: np.asarray(getattr(self, of), str) for of in names} | {"rates": self.rates}
        if self.pairs_up:
            second = self.second_order()
            parts |= {of: getattr(second, of) for of in "MDGKN"}
        ready_folder(Path(path).parent)
        with whole_file(Path(path)) as partial, partial.open("wb") as file:
            np.savez(file, **parts)
