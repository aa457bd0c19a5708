"""A CasADi function of NumPy arrays, called without CasADi's own conversions, which take longer than the function."""

from __future__ import annotations

import casadi as ca
import numpy as np


class Evaluated:
    """A function of dense arrays, whose matrices have names that begin with a capital letter; not for several threads at once."""

    def __init__(self, function: ca.Function):
        self._arguments = [np.zeros(function.numel_in(i)) for i in range(function.n_in())]
        self._matrix = [function.name_out(i)[0].isupper() for i in range(function.n_out())]
        self._results = [np.zeros(function.size_out(i), order="F") for i in range(function.n_out())]
        self._buffer, self._evaluate = function.buffer()
        for i, array in ((i, a) for i, a in enumerate(self._arguments) if a.size):
            self._buffer.set_arg(i, array.data)
        for i, array in ((i, a) for i, a in enumerate(self._results) if a.size):
            self._buffer.set_res(i, array.ravel(order="K").data)

    def __call__(self, *arguments: np.ndarray) -> list[np.ndarray]:
        """The results, vectors and matrices."""
        for own, given in zip(self._arguments, arguments):
            own[:] = given
        self._evaluate()
        return [result.copy() if is_matrix else result.flatten() for result, is_matrix in zip(self._results, self._matrix)]
