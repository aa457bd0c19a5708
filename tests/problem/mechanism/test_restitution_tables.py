"""Rigid contacts whose restitution is a table over the impact speed: bounces in closed form, energy, and what is refused."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from mbfmu import KineticEnergy, LookupTable, MbfmuError, Model, PotentialEnergy, compile_problem, restitution, simulate
from tests.analysis.impact.struck_bodies import exact_beam, struck
from tests.rigid_contacts import G, ball, bouncing, box, falling_box, measured, with_table
from tests.tolerances import BOUNCED, INTEGRATION


@pytest.mark.parametrize("law", ["poisson", "newton"])
@pytest.mark.parametrize("height", [1e-3, 0.3, 5.0])
def test_each_impact_has_the_restitution_of_its_speed(height: float, law: str):
    found = simulate(with_table(ball(height=height, law=law)), 4.0)
    assert found["gap"] == pytest.approx(bouncing(found["time"], measured, height), abs=BOUNCED)


def test_balls_rebound_from_many_heights_as_their_fast_runs_did():
    """A beam takes energy by its vibration; a rigid contact takes as much, at the speeds of the run exactly."""
    found = restitution(struck(exact_beam(0.2, 0.02, 0.01, 10), "centre"), [0.1, 0.2, 0.5])
    for v, e in zip(found.speeds, found.e):
        height = v**2 / (2 * G)
        model = ball(height=height)
        model.contact.e, model.contact.restitution = 0.0, found.table
        top = simulate(model, (1 + e) * v / G)["gap"][-1]
        assert top == pytest.approx(e**2 * height, rel=INTEGRATION)


def tumbling(law: str) -> Model:
    """A box in space."""
    model = box(friction="coulomb", mu=0.4, height=0.5)
    model.free.w_start, model.contact.newton = [2.0, 1.0, 3.0], law == "newton"
    return model


@pytest.mark.parametrize("law", ["poisson", pytest.param("newton", marks=pytest.mark.slow)])
@pytest.mark.parametrize("thrown", [falling_box, pytest.param(tumbling, marks=pytest.mark.slow)])
def test_energy_never_grows(thrown: Callable[[str], Model], law: str):
    """Corners strike at speeds, and with restitutions, of their own, and rub."""
    model = with_table(thrown(law))
    model.T, model.V = KineticEnergy(), PotentialEnergy()
    model.expose(outputs={"T": model.T.T, "V": model.V.V})
    run = simulate(model, 1.0, interval=1e-3)
    energy = run["T"] + run["V"]
    assert np.ptp(energy) > 0.5 * energy[0]
    assert np.diff(energy).max() <= INTEGRATION * np.ptp(energy)


@pytest.mark.parametrize(
    ("table", "e", "words"),
    [
        (LookupTable([0.1, 1.0], [0.9, 0.5]), 0.3, "contact.e = 0.3 has no effect: the table restitution takes its place; give one of them"),
        (LookupTable([0.1, 1.0], [0.9, 1.5]), 0.0, "contact.restitution has the value 1.5; a coefficient of restitution is between 0 and 1"),
        (LookupTable([0.1, 1.0], [0.9, 0.5], outside="extrapolated"), 0.0, "contact.restitution is extrapolated"),
        (LookupTable([0.1, 1.0], [0.9, 0.5], units=("rpm", "1")), 0.0, "contact.restitution cannot be used"),
        (0.5, 0.0, r"contact.restitution is 0.5, and not a LookupTable \[1\] over 1 axes \[m/s\]"),
    ],
)
def test_what_is_no_restitution_is_refused(table: object, e: float, words: str):
    model = ball(e)
    model.contact.restitution = table
    with pytest.raises(MbfmuError, match=words):
        compile_problem(model)


def test_no_parameter_is_given_or_tuned_in_vain():
    """A table takes the place of e, and without Coulomb's friction nothing reads mu."""
    beside, smooth = with_table(ball()), ball()
    beside.expose(tunable=[beside.contact.e])
    with pytest.raises(MbfmuError, match="contact.e cannot be tunable: it has no effect, since the table restitution takes its place"):
        compile_problem(beside)
    with pytest.raises(MbfmuError, match="contact.e cannot be tunable"):
        simulate(with_table(ball()), 1.0, values={"contact.e": 0.3})
    smooth.contact.mu = 0.3
    with pytest.raises(MbfmuError, match='contact.mu = 0.3 has no effect: nothing rubs but with friction="coulomb"'):
        compile_problem(smooth)


def test_a_table_can_be_taken_back():
    model = with_table(ball())
    model.contact.restitution, model.contact.e = None, 0.8
    found = simulate(model, 2.0)
    assert found["gap"] == pytest.approx(bouncing(found["time"], 0.8, 1.0), abs=BOUNCED)
