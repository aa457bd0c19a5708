"""Eigenvalues over a parameter: branches, crossings and resonances against closed forms."""

import numpy as np
import pytest

from mbfmu import Body, FrameForce, MbfmuError, Model, Prismatic, Revolute, TorsionSpringDamper, TranslationSpringDamper, World, root_locus
from tests.fmus.test_bicycle import CAPSIZE, WEAVE
from tests.fmus.test_rotor import ACROSS, ALONG, EI, LENGTH, MASS
from tests.library import problem_of
from tests.tolerances import INTEGRATION, ROUNDOFF, SETTLED, WHIPPLE

g = 9.81


def inverted(d: float = 0.0) -> Model:
    """A pendulum of 2 kg and 0.5 m that stands upright on a spring."""
    model = Model("Inverted")
    model.world, model.bob = World(g=g), Body(m=2.0, r_CM=[0, 0, 0.5])
    model.pivot = Revolute(model.world.frame_b, model.bob.frame_a, n=[0, 1, 0])
    model.spring = TorsionSpringDamper(model.pivot, c=20.0, d=d)
    model.expose(tunable=[model.spring.c])
    return model


def test_branches_go_through_where_frequencies_are_equal():
    """Two oscillators that know nothing of each other, one of which is made stiffer: at 9 N/m, which is on the way, both are the same."""
    model = Model("Two")
    model.world, model.left, model.right = World(g=0), Body(m=1.0), Body(m=1.0)
    for name, part, c in (("a", model.left, 9.0), ("b", model.right, 4.0)):
        guide = model.add(f"guide_{name}", Prismatic(model.world.frame_b, part.frame_a, n=[1, 0, 0]))
        model.add(f"spring_{name}", TranslationSpringDamper(guide, c=c))
    model.expose(tunable=[model.spring_b.c])
    found = root_locus(model, "spring_b.c", np.arange(4.0, 17.0))
    assert found.unit == "N/m" and found.eigenvalues.shape == (13, 4)
    rising = found.eigenvalues.imag[:, np.flatnonzero(found.eigenvalues[-1].imag > 3.5)[0]]
    assert rising == pytest.approx(np.sqrt(found.values), rel=ROUNDOFF)
    assert sorted(np.ptp(found.eigenvalues.imag, axis=0)) == pytest.approx([0.0, 0.0, 2.0, 2.0], abs=ROUNDOFF)


@pytest.mark.parametrize("d", [0.0, 0.1])
def test_a_spring_holds_a_pendulum_upright_from_m_g_l_on(d: float):
    (crossing,) = root_locus(inverted(d), "spring.c", np.linspace(0.5, 20.0, 8)).crossings()
    assert crossing.value == pytest.approx(2.0 * g * 0.5, rel=SETTLED)
    assert not crossing.grows and crossing.frequency == pytest.approx(0.0, abs=1e-4) and list(crossing.shape) == ["pivot.phi"]


@pytest.mark.parametrize("count", [2, 3, 4, 5, 12])
def test_a_pendulum_falls_whose_oscillation_ends_first(count: int):
    """With damping it creeps before it falls: within one step its pair of eigenvalues becomes real, and one of them positive, at m = c / (g l)."""
    model = inverted(0.5)
    model.expose(tunable=[model.bob.m])
    (crossing,) = root_locus(model, "bob.m", np.linspace(1.0, 7.0, count)).crossings()
    assert crossing.value == pytest.approx(20.0 / (g * 0.5), rel=SETTLED)
    assert crossing.grows and crossing.frequency == 0.0 and list(crossing.shape) == ["pivot.phi"]


def test_a_column_under_a_force_that_follows_it_flutters():
    """H. Ziegler, Die Stabilitaetskriterien der Elastomechanik (1952): without damping from (7 / 2 - sqrt(2)) c / l on; the parameter is an input."""
    c, length = 10.0, 0.8
    model, before = Model("Column"), None
    model.world = World(g=0)
    for name, m in (("lower", 2.0), ("upper", 1.0)):
        part = model.add(name, Body(m=m, r_CM=[-length, 0, 0]))
        hinge = model.add(f"{name}_hinge", Revolute(before or model.world.frame_b, part.frame_a, n=[0, 1, 0]))
        model.add(f"{name}_spring", TorsionSpringDamper(hinge, c=c))
        before = part.at([-length, 0, 0])
    model.push = FrameForce(before)
    model.expose(inputs={"force": model.push.f})
    (flutter,) = root_locus(model, "force[1]", np.linspace(0.0, 4.0 * c / length, 9)).crossings()
    assert flutter.value == pytest.approx((3.5 - np.sqrt(2.0)) * c / length, rel=SETTLED)
    assert flutter.grows and flutter.frequency > 0.1


@pytest.mark.parametrize("values", [np.arange(3.5, 7.0, 0.5), [3.0, WEAVE, 5.0, 7.0]])
def test_a_bicycle_weaves_and_capsizes(values):
    weave, capsize = root_locus(problem_of("bicycle"), "speed", values).crossings()
    assert (weave.value, capsize.value) == pytest.approx((WEAVE, CAPSIZE), abs=WHIPPLE)
    assert (weave.grows, capsize.grows, capsize.frequency) == (False, True, 0.0)
    assert "steering.phi" in weave.shape and weave.frequency > 0.5


def test_a_rotor_resonates_at_its_critical_speeds():
    """Where forward or backward whirl turns with the shaft: K u = speed^2 diag(m, I - I_axle) u, or with + I_axle."""
    K = EI / LENGTH**3 * np.array([[12.0, -6.0 * LENGTH], [-6.0 * LENGTH, 4.0 * LENGTH**2]])
    squared = np.concatenate([np.linalg.eigvals(np.linalg.solve(np.diag([MASS, ACROSS + side * ALONG]), K)) for side in (-1, 1)])
    found = root_locus(problem_of("rotor"), "speed", np.linspace(0.0, 500.0, 11)).resonances()
    assert [value for value, _ in found] == pytest.approx(sorted(np.sqrt(squared[squared > 0])), rel=INTEGRATION)
    assert all(frequency == value / (2 * np.pi) for value, frequency in found)


def test_where_a_car_comes_to_rest_does_not_matter_for_springs_that_are_linear():
    resting, starting = (root_locus(problem_of("quarter_car"), "body.m", [200.0, 250.0], at_rest=at_rest) for at_rest in (True, False))
    assert resting.eigenvalues == pytest.approx(starting.eigenvalues, rel=SETTLED)


def test_what_cannot_be_followed_is_refused():
    with pytest.raises(MbfmuError, match="no variable 'spring.k'"):
        root_locus(inverted(), "spring.k", [1.0, 2.0])
    with pytest.raises(MbfmuError, match="must be two or more finite numbers that ascend"):
        root_locus(inverted(), "spring.c", [2.0, 1.0])
    with pytest.raises(MbfmuError, match="spring.c is in N.m/rad: its multiples are no frequencies"):
        root_locus(inverted(), "spring.c", [1.0, 2.0]).resonances()
