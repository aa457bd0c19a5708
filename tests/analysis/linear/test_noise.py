"""Covariances and spectral densities against closed forms, quadrature and sampled noise."""

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.linalg import expm

from mbfmu import Body, JointForce, MbfmuError, Model, Prismatic, TranslationSpringDamper, World, equilibrium, linearize
from mbfmu.base.errors import ProblemsFound
from tests.analysis.linear.test_frequency_response import shaken
from tests.library import problem_of
from tests.tolerances import NOISE, ROUNDOFF

M, C, D, W = 2.0, 50.0, 3.0, 0.7  # kg, N/m, N.s/m, N2.s


def oscillator(c=C, d=D) -> Model:
    model = Model("Oscillator")
    model.world, model.mass = World(g=0), Body(m=M)
    model.guide = Prismatic(model.world.frame_b, model.mass.frame_a, n=[1, 0, 0])
    model.spring, model.push = TranslationSpringDamper(model.guide, c=c, d=d), JointForce(model.guide)
    model.expose(
        inputs={"f": model.push.f, "s_foot": model.spring.s_foot, "v_foot": model.spring.v_foot}, outputs={"s": model.guide.s, "pull": model.spring.f}
    )
    return model


def test_an_oscillator_under_white_noise():
    """W / (2 d c), W / (2 d m) and no correlation: any textbook of random vibration."""
    found = linearize(oscillator()).covariance({"f": W})
    assert found.of_states == pytest.approx(np.diag([W / (2 * D * C), W / (2 * D * M)]), abs=NOISE)
    assert found.deviation("s") == pytest.approx(np.sqrt(W / (2 * D * C)), rel=NOISE)
    assert found.deviation("pull") == pytest.approx(np.sqrt((C**2 / C + D**2 / M) * W / (2 * D)), rel=NOISE)


def test_noise_behind_a_filter_of_first_order():
    """a / (s + a) before the oscillator: the integral of |H|^2 in S. H. Crandall & W. D. Mark, Random vibration in mechanical systems (1963)."""
    a = 4.0
    found = linearize(oscillator()).shaped({"f": ([a], [1.0, a])}).covariance({"f": W}, ["s"])
    # Of 1 / (p3 s^3 + p2 s^2 + p1 s + p0): variance = W p2 / (2 p0 (p1 p2 - p0 p3)).
    p3, p2, p1, p0 = M, D + M * a, C + D * a, C * a
    assert found.of_outputs[0, 0] == pytest.approx(W * a**2 * p2 / (2 * p0 * (p1 * p2 - p0 * p3)), rel=NOISE)


def test_the_rate_of_what_a_filter_gives_belongs_to_it():
    """A foot that moves as white noise behind b / (s^2 + ...): its speed acts through the damper."""
    a1, a0 = 3.0, 8.0
    rates = {"s_foot": ("v_foot",)}
    system = linearize(oscillator())
    found = system.shaped({"s_foot": ([1.0], [1.0, a1, a0])}, rates)
    f = np.array([0.1, 1.0, 5.0])
    s = 2j * np.pi * f
    passed = (C + D * s) / (M * s**2 + D * s + C) / (s**2 + a1 * s + a0)
    assert found.inputs == ("f", "s_foot")
    assert found.frequency_response(f, ["s_foot"]).of("s", "s_foot") == pytest.approx(passed, abs=ROUNDOFF)
    with pytest.raises(MbfmuError, match="the noise reaches v directly, so that its rate is no number"):
        linearize(shaken()).shaped({"s": ([1.0], [1.0, a0])}, {"s": ("v", "a")})
    with pytest.raises(ProblemsFound, match="rates are given of f, which has no filter"):
        system.shaped({"s_foot": ([1.0], [1.0, a0])}, {"f": ("v_foot",)})


def test_the_area_below_the_spectral_density_is_the_variance():
    """Of a quarter car of two masses on a road of first-order noise."""
    system = equilibrium(problem_of("quarter_car")).linearization.shaped({"road": ([1.0], [1.0, 0.5])})
    variance = system.covariance({"road": 0.01}, ["suspension_force"]).of_outputs[0, 0]
    density = lambda f: system.spectral_density({"road": 0.01}, [f], ["suspension_force"]).values[0, 0]
    area = sum(quad(density, *ends, limit=200, epsrel=1e-10)[0] for ends in ((0.0, 1.0), (1.0, 3.0), (3.0, 30.0), (30.0, np.inf)))
    assert area == pytest.approx(variance, rel=NOISE)
    assert system.spectral_density({"road": 0.01}, outputs=["suspension_force"]).units == ("N2/Hz",)


@pytest.mark.parametrize("d", [D, 0.0, 500.0])
def test_the_covariance_grows_from_nothing(d: float):
    """Against the integral of the impulse response's square, for light, no and heavy damping."""
    system, times = linearize(oscillator(d=d)), np.array([0.0, 0.3, 1.0])
    found = system.covariance_at(times, {"f": W})
    b = system.B[:, system.inputs.index("f")]
    for t, P in zip(times, found.of_states):
        grown = quad(lambda u: (expm(system.A * u) @ b)[0] ** 2, 0.0, t, epsabs=1e-14, limit=200)[0]
        assert P[0, 0] == pytest.approx(W * grown, abs=NOISE)
    assert found.deviation("s") == pytest.approx(np.sqrt(found.of_states[:, 0, 0]))


@pytest.mark.parametrize("d", [D, 500.0])
def test_the_covariance_settles_and_stays(d: float):
    system = linearize(oscillator(d=d))
    settled = system.covariance({"f": W}).of_states
    assert system.covariance_at([1e3], {"f": W}).deviation("s")[-1] == pytest.approx(np.sqrt(W / (2 * d * C)), rel=NOISE)
    assert system.covariance_at([5.0, 6.0], {"f": W}, start=settled).of_states[-1] == pytest.approx(settled, rel=NOISE, abs=NOISE)


def test_what_has_no_variance_is_refused():
    with pytest.raises(MbfmuError, match=r"a mode of 0.7958 Hz of guide.s does not decay; hold it, give it damping"):
        linearize(oscillator(d=0.0)).covariance({"f": W})
    with pytest.raises(MbfmuError, match="a motion without oscillation of guide.s does not decay"):
        linearize(oscillator(c=0.0)).covariance({"f": W})
    system = linearize(oscillator())
    with pytest.raises(MbfmuError, match="pull follows a white noise directly, so that its variance is infinite"):
        system.covariance({"s_foot": W}, ["pull"])
    assert system.covariance({"s_foot": W}).outputs == ("s",)
    with pytest.raises(ProblemsFound, match="the intensity of f must be a finite number >= 0, not -1.0"):
        system.covariance({"f": -1.0})
    with pytest.raises(ProblemsFound, match=r"there is no input 'force'"):
        system.covariance({"force": 1.0})
    with pytest.raises(MbfmuError, match=r"the filter of f must be \(numerator, denominator\)"):
        system.shaped({"f": ([1.0, 2.0], [1.0])})
    with pytest.raises(MbfmuError, match="must be finite numbers >= 0 s that ascend"):
        system.covariance_at([1.0, 0.5], {"f": W})
    with pytest.raises(ProblemsFound, match="(?s)outputs of finite variance, are s, .*there is no 'pull'.*needs a filter"):
        system.covariance({"s_foot": W}).deviation("pull")
    with pytest.raises(ProblemsFound, match="there is no 'guide.t'"):
        system.covariance({"f": W}).deviation("guide.t")
