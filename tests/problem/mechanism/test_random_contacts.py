"""Random scenes with rigid contacts, judged by Newton, Euler and Coulomb in NumPy: forces, impulses, gaps, energy."""

from __future__ import annotations

import numpy as np
import pytest

from tests.random_contacts.drawing import FAMILIES, draw
from tests.random_contacts.study import counted, judged
from tests.tolerances import JAMMED

STUBBORN = 0.04  # of runs: so many may take too long or be refused without a reason in mechanics


REFUSED = [
    ("chain", 8),  # a ball on a slide strikes rough ground, which friction alone would stop
    ("loop", 113),  # a spike stops a linkage: what the loop is off before could not be stopped
    ("shaken", 0),  # corners of a box share friction, one of which bears nothing
    ("chain", 62),  # a contact lifts where outputs are asked for
    ("shaken", 96),  # two points slide from rest: each in turn lost its guide where the other stopped
    ("chain", 33),  # what never slides and what hardly rubs hold each other: friction went to the latter
    ("chain", 63),  # one direction of motion is left: points that began to slide got shares of what holds the others
    ("loose", 32),  # the same at a point beside one that never slides; then bodies at rest while another strikes, whose velocities are roundoff
    ("loose", 50),  # a cylinder that never slides can neither stay nor leave: it hopped seven million times a second
    ("shaken", 8),  # the same of a box that stands on the table
    ("shaken", 99),  # one end of a capsule with spikes stands while the other comes down and along
    ("shaken", 22),  # corners slid before their friction was exhausted, beside what never slides
    ("shaken", 14),  # one of four corners is about to lift: it got all changes of friction
]


@pytest.mark.parametrize(("family", "seed"), [("shaken", 3), *(pytest.param(*scene, marks=pytest.mark.slow) for scene in REFUSED)])
def test_bodies_that_touch_obey_their_laws(family: str, seed: int):
    verdict = judged(family, seed)
    assert not verdict.findings.wrong and not verdict.refused
    assert verdict.contacts >= 4


@pytest.mark.slow
def test_contacts_that_jam_say_so():
    """A ball between a spike and a slope: they meet at half an angle of 20.28 degrees, whose tangent is less than mu."""
    verdict = judged("loop", 59)
    assert "friction jams them" in verdict.refused and verdict.is_fair
    share = float(verdict.refused.split("less than ")[1].split()[0])
    assert share * draw("loop", 59).touches[1].mu == pytest.approx(np.tan(np.radians(20.28)), rel=JAMMED)


@pytest.mark.slow
def test_ten_thousand_random_contacts():
    """Energy never grows, friction is within its cone and against sliding, surfaces do not penetrate, impacts follow their law."""
    verdicts = [judged(family, seed) for seed in range(84) for family in FAMILIES]
    told = counted(verdicts)
    print(told)
    assert not any(verdict.findings.wrong for verdict in verdicts), told
    assert sum(verdict.contacts for verdict in verdicts) >= 10_000, told
    assert sum(bool(verdict.refused) and not verdict.is_fair for verdict in verdicts) <= STUBBORN * len(verdicts), told
