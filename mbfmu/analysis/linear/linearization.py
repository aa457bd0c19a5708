"""A linear system: what a model does near one state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ...base.errors import MbfmuError
from ...base.files.ready_folder import ready_folder
from ...base.files.whole_file import whole_file
from ...base.html_table import html_table
from ...base.one_line import one_line
from .coloured_noise import Fraction, shaped
from .covariance import Covariance, over_time, stationary
from .frequency_response import FrequencyResponse, frequency_response
from .linear_system import LinearSystem
from .mode import NOTHING, in_words
from .second_order import SecondOrder, second_order
from .spectral_density import SpectralDensity, spectral_density


@one_line
@dataclass(frozen=True)
class Linearization(LinearSystem):
    """A linear system x' = A x + B u, y = C x + D u of small deviations from a state. `rates` are the rates of the states there, zero at rest.

    `states` (n), `inputs` (m) and `outputs` (p) are the names, `units`, `input_units` and `output_units` their units, `speeds` the states that are
    speeds. A is (n, n), B (n, m), C (p, n) and D (p, m), in SI units. For mechanisms, `coordinates` are the states that are positions and angles, and
    `mass` is the mass matrix of the speeds, if the kinetic energy is known.
    """

    def _repr_html_(self) -> str:
        """Its modes, for notebooks."""
        rows = [
            (str(i), f"{mode.frequency:.5g}", f"{mode.damping:.4g}", in_words(mode.eigenvalue), ", ".join(mode.shape))
            for i, mode in enumerate(self.modes(), 1)
        ]
        caption = f"{len(self.states)} states, {len(self.inputs)} inputs, {len(self.outputs)} outputs; modes"
        return html_table(caption, ("mode", "frequency in Hz", "damping ratio", "eigenvalue in rad/s", "moves"), rows)

    @property
    def pairs_up(self) -> bool:
        """Whether there is a system of second order: all states are coordinates and their speeds, and the masses are known."""
        return not self._unpaired()

    def second_order(self) -> SecondOrder:
        """M, D, G, K and N of a mechanism. Raises MbfmuError if the states are not pairs of a coordinate and its speed, or if masses are unknown."""
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
        for name, column in zip(self.inputs, self.B[[self.states.index(name) for name in self.coordinates]].T):
            if np.abs(column).max() > NOTHING:
                return f"{name} drives coordinates without their speeds; use A, B, C and D"
        return "" if self.mass is not None else "the masses are not known; linearize the Model, not a Problem made of it"

    def frequency_response(
        self,
        frequencies: ArrayLike | None = None,
        inputs: Sequence[str] | None = None,
        outputs: Sequence[str] | None = None,
        rates: Mapping[str, Sequence[str]] | None = None,
    ) -> FrequencyResponse:
        """The response of outputs to sinusoidal inputs at `frequencies` [Hz], by default enough to show every peak.

        `inputs` and `outputs` are names or patterns such as "force*", by default all. With `rates={"road": ("road_speed", "road_acceleration")}`, the
        response to `road` includes its speed and acceleration. Raises ProblemsFound for unknown names, and MbfmuError for invalid frequencies and at
        the frequencies of undamped modes, where the response is infinite.
        """
        return frequency_response(self, frequencies, inputs, outputs, rates)

    def shaped(self, filters: Mapping[str, Fraction], rates: Mapping[str, Sequence[str]] | None = None) -> Linearization:
        """The system with filters before some of its inputs, for example to shape white noise.

        A filter is (numerator, denominator), each with the coefficients of falling powers of s: ([1.0], [0.5, 1.0]) is 1 / (0.5 s + 1). With
        `rates={"road": ("road_speed",)}` the rate of the filter's output drives `road_speed`. Raises ProblemsFound for unknown inputs. Raises
        MbfmuError for other filters, and if white noise reaches the rate of a filter's output directly.
        """
        return shaped(self, filters, rates or {})

    def covariance(self, intensities: Mapping[str, float], outputs: Sequence[str] | None = None) -> Covariance:
        """The stationary covariance of states and outputs under independent white noises on inputs, from Lyapunov's equation.

        An intensity W is the factor of Dirac's function in the autocovariance of a noise, in the square of the input's unit times s: half its
        one-sided spectral density per Hz. `outputs` are names or patterns, by default all whose variance is finite. Raises MbfmuError if a mode does
        not decay, and for an output that white noise reaches directly. Raises ProblemsFound for unknown names and intensities < 0.
        """
        return stationary(self, intensities, outputs)

    def covariance_at(
        self, times: ArrayLike, intensities: Mapping[str, float], outputs: Sequence[str] | None = None, start: ArrayLike | None = None
    ) -> Covariance:
        """The covariance at `times` (k,) [s] after the noise begins. `start` (n, n) is the covariance of the states at time 0, by default zero.

        The system may be unstable. Errors and conventions are those of `covariance`.
        """
        return over_time(self, times, intensities, outputs, start)

    def spectral_density(
        self, intensities: Mapping[str, float], frequencies: ArrayLike | None = None, outputs: Sequence[str] | None = None
    ) -> SpectralDensity:
        """The one-sided spectral densities of outputs per Hz under independent white noises of these intensities; see `covariance`.

        `frequencies` [Hz] and `outputs` are those of `frequency_response`, as are the errors raised.
        """
        return spectral_density(self, intensities, frequencies, outputs)

    def to_control(self) -> Any:
        """A StateSpace of python-control. Raises MbfmuError if that package is not installed."""
        try:
            import control
        except ImportError:
            raise MbfmuError("python-control is not installed: pip install control") from None
        names = {"states": list(self.states), "inputs": list(self.inputs), "outputs": list(self.outputs)}
        return control.ss(self.A, self.B, self.C, self.D, **names)

    def save(self, path: str | Path) -> None:
        """Write all fields, and M, D, G, K and N if they exist, to a .npz file. Raises MbfmuError if it cannot be written."""
        names = ("states", "units", "speeds", "inputs", "outputs", "input_units", "output_units")
        parts = {of: getattr(self, of) for of in "ABCD"} | {of: np.asarray(getattr(self, of), str) for of in names} | {"rates": self.rates}
        if self.pairs_up:
            second = self.second_order()
            parts |= {of: getattr(second, of) for of in "MDGKN"}
        ready_folder(Path(path).parent)
        with whole_file(Path(path)) as partial, partial.open("wb") as file:
            np.savez(file, **parts)
