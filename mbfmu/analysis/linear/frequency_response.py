"""The frequency response of a linear system: how its outputs swing when its inputs do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike

from ...base.errors import MbfmuError, ProblemsFound
from ...base.files.ready_folder import ready_folder
from ...base.files.whole_file import whole_file
from ...base.nearest import nearest
from ...base.one_line import one_line
from ...model.declare.units import foreign_product
from ...model.signals.chosen_names import chosen
from .eigen import eigen
from .linear_system import LinearSystem

ON_POLE = 1e-12  # relative: a frequency that is so near an undamped eigenvalue is that of it
POINTS = 400  # from a tenth of the slowest natural frequency to ten times the fastest
SHARP = 1e-4  # of a natural frequency: peaks are looked at as if they were as wide at least
AROUND = np.array([0.1, 0.3, 0.6, 1.0, 1.6, 3.0, 6.0, 10.0])  # half widths of a peak from its middle


@one_line
@dataclass(frozen=True)
class FrequencyResponse:
    """At `frequencies` (k,) [Hz] the complex amplitudes `values` (k, p, m) of `outputs` (p) for amplitudes of 1 of the `inputs` (m).

    Their absolute value is the amplification, their angle the phase lead. Units are those of outputs by those of inputs.
    """

    frequencies: np.ndarray
    values: np.ndarray
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    input_units: tuple[str, ...]
    output_units: tuple[str, ...]

    def of(self, output: str, input: str) -> np.ndarray:
        """The complex amplitudes (k,) of an output for an amplitude of 1 of an input. Raises ProblemsFound for other names."""
        return self.values[:, _place(output, self.outputs, "output"), _place(input, self.inputs, "input")]

    def unit(self, output: str, input: str) -> str:
        """The unit of an output by that of an input; "" where one is not known."""
        above, below = self.output_units[_place(output, self.outputs, "output")], self.input_units[_place(input, self.inputs, "input")]
        return foreign_product((above, 1), (below, -1))

    def save(self, path: str | Path) -> None:
        """Write a .npz file with all of it, or a .csv file with a row a frequency and the real and imaginary parts; MbfmuError where it cannot be
        written."""
        path = Path(path)
        if path.suffix not in (".npz", ".csv"):
            raise MbfmuError(f"{path}: a frequency response is written as .npz or .csv")
        ready_folder(path.parent)
        with whole_file(path) as partial, partial.open("wb") as file:
            if path.suffix == ".npz":
                names = np.asarray(self.inputs), np.asarray(self.outputs)
                np.savez(file, frequencies=self.frequencies, values=self.values, inputs=names[0], outputs=names[1])
            else:
                pairs = [(y, u) for y in self.outputs for u in self.inputs]
                heads = [f'"{y}/{u} {part} [{self.unit(y, u)}]"' for y, u in pairs for part in ("real", "imag")]
                columns = [part for y, u in pairs for part in (self.of(y, u).real, self.of(y, u).imag)]
                rows = np.column_stack([self.frequencies, *columns])
                np.savetxt(file, rows, "%.17g", ",", header=",".join(['"frequency [Hz]"', *heads]), comments="")


def frequency_response(
    system: LinearSystem,
    frequencies: ArrayLike | None = None,
    inputs: Sequence[str] | None = None,
    outputs: Sequence[str] | None = None,
    rates: Mapping[str, Sequence[str]] | None = None,
) -> FrequencyResponse:
    """C (j w - A)^-1 B + D; see Linearization.frequency_response."""
    rates = {name: (those,) if isinstance(those, str) else tuple(those) for name, those in (rates or {}).items()}
    following = {name for those in rates.values() for name in those}
    named_inputs = [name for name in system.inputs if name not in following] if inputs is None else chosen(system.inputs, inputs)
    named_outputs = [*system.outputs] if outputs is None else chosen(system.outputs, outputs)
    for what, names in (("input", named_inputs), ("output", named_outputs)):
        if not names:
            raise MbfmuError(f"the linear system has no {what}: expose one in the model")
    _refuse_rates_of_others(rates, named_inputs)
    poles = eigen(system.A).values
    f = telling_frequencies(poles) if frequencies is None else _checked(frequencies, poles)
    w = 2j * np.pi * f[:, np.newaxis, np.newaxis]
    rows = [_place(name, system.outputs, "output") for name in named_outputs]
    B, D = (np.zeros((len(f), len(M), len(named_inputs)), complex) for M in (system.A, rows))
    for k, name in enumerate(named_inputs):
        for power, one in enumerate((name, *rates.get(name, ()))):
            u = _place(one, system.inputs, "input")
            B[:, :, k] += w[:, :, 0] ** power * system.B[:, u]
            D[:, :, k] += w[:, :, 0] ** power * system.D[rows, u]
    values = system.C[rows] @ np.linalg.solve(w * np.eye(len(system.A)) - system.A, B) + D
    return FrequencyResponse(
        frequencies=f,
        values=values,
        inputs=tuple(named_inputs),
        outputs=tuple(named_outputs),
        input_units=tuple(system.input_units[system.inputs.index(name)] for name in named_inputs),
        output_units=tuple(system.output_units[i] for i in rows),
    )


def telling_frequencies(poles: np.ndarray, low: float | None = None, high: float | None = None) -> np.ndarray:
    """Frequencies [Hz] that show what there is to see: evenly on a logarithmic scale, and closely at each peak.

    They go from `low` to `high` [Hz], by default from a tenth of the slowest natural frequency to ten times the fastest.
    """
    natural = np.abs(poles[poles != 0]) / (2 * np.pi)
    low = natural.min(initial=natural.max(initial=0.0) or 1.0) / 10 if low is None else low
    high = 10 * (natural.max(initial=0.0) or 1.0) if high is None else high
    middles = poles[poles.imag > 0]
    widths = np.maximum(np.abs(middles.real), SHARP * middles.imag)[:, np.newaxis]
    peaks = (middles.imag[:, np.newaxis] + widths * np.r_[-AROUND, AROUND]).ravel() / (2 * np.pi)
    f = np.unique(np.r_[np.geomspace(low, high, POINTS), peaks[(peaks > low) & (peaks < high)]])
    return f[~_on_pole(f, poles)]


def _checked(frequencies: ArrayLike, poles: np.ndarray) -> np.ndarray:
    """Frequencies as numbers; MbfmuError for what is none, and where a response would be infinite."""
    f = np.atleast_1d(np.asarray(frequencies, float))
    if f.ndim != 1 or not f.size or not (np.isfinite(f).all() and (f >= 0).all()):
        raise MbfmuError(f"frequencies must be a list of finite numbers >= 0 Hz, not {frequencies!r}")
    on_pole = _on_pole(f, poles)
    if on_pole.any():
        raise MbfmuError(f"the response at {f[on_pole][0]:.9g} Hz is infinite: a mode of this frequency has no damping; leave this frequency out")
    return f


def _on_pole(f: np.ndarray, poles: np.ndarray) -> np.ndarray:
    """Which frequencies [Hz] are those of undamped modes."""
    w = 2j * np.pi * f[:, np.newaxis]
    return (np.abs(w - poles) <= ON_POLE * np.maximum(np.abs(w), np.abs(poles))).any(axis=1)


def _refuse_rates_of_others(rates: Mapping[str, Sequence[str]], inputs: Sequence[str]) -> None:
    """ProblemsFound for rates of what is no input that is asked for."""
    if wrong := [f"rates are given of {name!r}{nearest(name, inputs)}, which is no input here" for name in rates if name not in inputs]:
        raise ProblemsFound(f"the inputs are {', '.join(inputs)}:", wrong)


def _place(name: str, names: Sequence[str], what: str) -> int:
    if name not in names:
        raise ProblemsFound(f"the {what}s are {', '.join(names) or 'none'}:", [f"there is no {what} {name!r}{nearest(name, names)}"])
    return names.index(name)
