"""The linear system of a running FMU, by its own derivatives."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from fmpy.model_description import ModelDescription

from ..system.variables import numbers_of
from .fmu_derivatives import DERIVABLE

Matrices = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]


def state_space(description: ModelDescription, fmu: object, outputs: Sequence[str], inputs: Sequence[str]) -> Matrices:
    """A, B, C and D of an FMU where it is, for numbers of outputs and inputs."""
    rates = [unknown.variable for unknown in description.derivatives]
    owners = {number: v for v in description.modelVariables if v.causality in ("input", "output") for number in numbers_of(v)}
    knowns, unknowns = (list({owners[n].name: owners[n] for n in names}.values()) for names in (inputs, outputs))
    whole = DERIVABLE[description.fmiMajorVersion](fmu, [rate.derivative for rate in rates], knowns, rates, unknowns).stated()
    columns, rows = ([number for v in variables for number in numbers_of(v)] for variables in (knowns, unknowns))
    n = len(whole) - len(rows)
    of_inputs, of_outputs = ([n + listed.index(name) for name in names] for listed, names in ((columns, inputs), (rows, outputs)))
    return whole[:n, :n], whole[:n, of_inputs], whole[of_outputs, :n], whole[np.ix_(of_outputs, of_inputs)]
