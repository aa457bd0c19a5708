"""A long chain between two supports closes from a rough shape, whichever of its joints closes the loop."""

import numpy as np
import pytest

from mbfmu import Body, Model, Revolute, World
from mbfmu.problem.mechanism.mechanics import compile_model

from ..running import Running
from ..tolerances import LOOPS

LINKS = 30  # of 1 m


def chain(headings: np.ndarray, span: float, **closing: float) -> Model:
    """Links whose headings are guessed, from the origin to a support at x = `span` [m]."""
    model = Model("Chain")
    model.world = World()
    end, before = model.world.frame_b, 0.0
    for i, heading in enumerate(headings):
        link = model.add(f"link{i}", Body(m=1.0, r_CM=[0.5, 0, 0], I=[0.01, 0.1, 0.1]))
        hinge = model.add(f"hinge{i}", Revolute(end, link.frame_a, n=[0, 1, 0], phi_start=heading - before))
        model.expose(outputs={f"phi{i}": hinge.phi})
        end, before = link.at([1, 0, 0]), heading
    model.last = Revolute(end, model.world.at([span, 0, 0]), n=[0, 1, 0], **closing)
    return model


def found(model: Model) -> np.ndarray:
    """The headings at the start."""
    running = Running(compile_model(model))
    running.outputs()
    return np.cumsum([running.get(f"phi{i}") for i in range(LINKS)])


GIVEN = {"phi_start": 1.2}  # the cut is in the middle


@pytest.mark.parametrize(("span", "closing"), [(26.0, {}), (29.0, {}), (26.0, GIVEN), pytest.param(29.0, GIVEN, marks=pytest.mark.slow)])
def test_an_arc_is_pulled_out(span, closing):
    """It spans 23 m at first. All links share the change: none folds back."""
    first = np.linspace(1.2, -1.2, LINKS)
    headings = found(chain(first, span, **closing))
    assert [np.cos(headings).sum(), np.sin(headings).sum()] == pytest.approx([span, 0.0], rel=0, abs=LOOPS)
    assert np.abs(headings).max() < np.pi / 2


def test_a_chain_that_hangs_down_is_lifted():
    headings = found(chain(np.full(LINKS, 1.5), 20.0, phi_start=-1.5))
    assert [np.cos(headings).sum(), np.sin(headings).sum()] == pytest.approx([20.0, 0.0], rel=0, abs=LOOPS)
