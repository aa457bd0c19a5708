"""The servo valve against the law of orifices and the oscillator of second order."""

import numpy as np
import pytest

from mbfmu import BlockModel, ServoValve, linearize

from ...tolerances import ROUNDOFF
from .responding import respond

PRESSURES = {"p_P": 210e5, "p_T": 1e5, "p_A": 120e5, "p_B": 60e5}


def flows(spool: float, **pressures: float):
    u, x = {"command": spool, **PRESSURES, **pressures}, {"spool_state": spool, "speed_state": 0.0}
    return respond(ServoValve(Q_nominal=1e-3, p_nominal=35e5, p_laminar=1.0), u, x)[2]


@pytest.mark.parametrize(
    "spool, Q_A, Q_B",
    [(0.5, 0.5e-3 * (90 / 35) ** 0.5, -0.5e-3 * (59 / 35) ** 0.5), (-1.0, -1e-3 * (119 / 35) ** 0.5, 1e-3 * (150 / 35) ** 0.5), (0.0, 0.0, 0.0)],
)
def test_flows_are_those_of_orifices(spool, Q_A, Q_B):
    found = flows(spool)
    assert (found["Q_A"], found["Q_B"]) == (pytest.approx(Q_A, rel=ROUNDOFF), pytest.approx(Q_B, rel=ROUNDOFF))
    assert (found["Q_P"], found["Q_T"]) == (pytest.approx(max(Q_A, Q_B), rel=ROUNDOFF), pytest.approx(-min(Q_A, Q_B), rel=ROUNDOFF))


def test_beyond_its_end_the_spool_opens_no_more():
    assert flows(1.2) == flows(1.0)


def test_flow_turns_round_smoothly_with_the_drop():
    """Near zero it is Q_nominal drop / root(p_nominal p_laminar), and odd."""
    drop = 1e-9
    there, back = flows(1.0, p_A=210e5 - drop, p_B=1e5)["Q_A"], flows(1.0, p_A=210e5 + drop, p_B=1e5)["Q_A"]
    rounded = 210e5 - (210e5 - drop)
    assert there == -back == pytest.approx(1e-3 * rounded / 35e5**0.5, rel=ROUNDOFF)


def test_its_poles_are_those_of_the_spool():
    found = linearize(BlockModel("Valve", ServoValve(w_spool=400.0, D_spool=0.6)))
    np.testing.assert_allclose(np.sort_complex(np.linalg.eigvals(found.A)), [-240 - 320j, -240 + 320j], rtol=ROUNDOFF)
