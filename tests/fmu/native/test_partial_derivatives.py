"""Directional and adjoint derivatives of FMUs, driven by FMPy."""

from __future__ import annotations

import numpy as np
import pytest
from fmpy.fmi2 import FMU2Model, FMU2Slave
from fmpy.fmi3 import FMU3Model, FMU3Slave

from tests.fmu.native.driving import (
    ERROR,
    KINDS,
    MASS,
    PHI,
    PHI_RATE,
    PHI_START,
    PHI_STATE,
    POWER,
    TAU,
    TIME,
    W_RATE,
    H,
    W,
    begin,
    get,
    initialize,
    put,
    rates,
    refused,
    run,
    update,
)
from tests.tolerances import FINITE_DIFFERENCE, ROUNDOFF


@pytest.mark.parametrize("kind", [FMU2Model, FMU3Model])
def test_directional_derivatives_are_those_of_differences(new, kind):
    fmu = new(kind)
    initialize(fmu)
    update(fmu)
    fmu.enterContinuousTimeMode()
    put(fmu, TAU, 0.7)
    phi, w, h = 0.6, 1.3, 4e-3
    base = rates(fmu, phi, w)
    d = lambda v: np.array([*rates(fmu, *v), *get(fmu, PHI, POWER)])
    for known, e in ((PHI_STATE, (1, 0)), (W, (0, 1))):
        along = lambda s: (d((phi + s * e[0], w + s * e[1])) - d((phi - s * e[0], w - s * e[1]))) / (2 * s)
        expected = (4 * along(h / 2) - along(h)) / 3
        assert rates(fmu, phi, w) == base
        found = fmu.getDirectionalDerivative([PHI_RATE, W_RATE, PHI, POWER], [known], [1.0])
        assert found == pytest.approx(expected, abs=FINITE_DIFFERENCE)
    assert fmu.getDirectionalDerivative([W_RATE], [TAU], [2.0]) == pytest.approx([2.0 / (2.0 * 0.64)], abs=ROUNDOFF)
    assert fmu.getDirectionalDerivative([W_RATE], [MASS], [1.0]) == pytest.approx([-(0.7 - 0.3 * w) / (4.0 * 0.64)], abs=ROUNDOFF)
    assert refused(fmu.getDirectionalDerivative, [TAU], [PHI], [1.0]) == ERROR


def test_adjoint_derivatives_are_the_transpose(new):
    fmu = new(FMU3Model)
    initialize(fmu)
    update(fmu)
    fmu.enterContinuousTimeMode()
    rates(fmu, 0.6, 1.3)
    unknowns, knowns = [PHI_RATE, W_RATE, PHI, POWER], [MASS, TAU, PHI_STATE, W, TIME]
    columns = [fmu.getDirectionalDerivative(unknowns, [known], [1.0]) for known in knowns]
    rows = [fmu.getAdjointDerivative(unknowns, knowns, seed, len(knowns)) for seed in np.eye(len(unknowns)).tolist()]
    assert np.array(rows) == pytest.approx(np.transpose(columns), abs=ROUNDOFF)


@pytest.mark.parametrize("fmi, kind", KINDS)
def test_starts_are_differentiated_by_their_parameters(new, fmi, kind):
    fmu = new(kind)
    begin(fmu)
    assert fmu.getDirectionalDerivative([PHI, PHI_STATE], [PHI_START], [2.0]) == [2.0, 2.0]
    assert refused(fmu.getDirectionalDerivative, [PHI], [W], [1.0]) == ERROR


@pytest.mark.parametrize("kind", [FMU2Slave, FMU3Slave])
def test_asking_for_derivatives_changes_nothing(new, kind):
    asking, silent = new(kind, "Lambert"), new(kind, "Lambert")
    for fmu in (asking, silent):
        initialize(fmu)
        run(fmu, 3)
        if fmu is asking:
            fmu.getDirectionalDerivative([1], [0], [1.0])
        run(fmu, 3, 3 * H)
    assert get(asking, 1) == get(silent, 1)
