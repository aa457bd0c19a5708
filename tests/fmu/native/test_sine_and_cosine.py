"""The engine's sine and cosine against those of Decimal arithmetic with 60 digits."""

import ctypes
from decimal import Decimal, localcontext

import numpy as np
import pytest

from tests.tolerances import LAST_PLACE

from .compiled import compiled

SOURCE = """#include "sine_and_cosine.h"
void both(const double *angle, int count, double *sine, double *cosine)
{
    for (int i = 0; i < count; ++i) {
        Pair found = sine_and_cosine(angle[i]);
        sine[i] = FIRST(found), cosine[i] = SECOND(found);
    }
}
"""
DIGITS = 60
PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459230781640628620899862803")
RANDOM = np.random.default_rng(0)
ANGLES = {
    "small": RANDOM.uniform(-0.8, 0.8, 2000),
    "turns": RANDOM.uniform(-40.0, 40.0, 2000),
    "many turns": RANDOM.uniform(-1e6, 1e6, 1000),
    "near quarters": np.arange(-500, 500) * np.pi / 2 * (1 + RANDOM.normal(0, 1e-15, 1000)),
    "tiny": 10.0 ** RANDOM.uniform(-300, -1, 500),
    "beyond": 10.0 ** RANDOM.uniform(6, 15, 200),
}


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory):
    folder = tmp_path_factory.mktemp("angles")
    (folder / "both.c").write_text(SOURCE)
    library = compiled(folder, folder / "both.c")

    def call(angles: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        found = np.empty((2, angles.size))
        given, sine, cosine = (ctypes.c_void_p(numbers.ctypes.data) for numbers in (angles, found[0], found[1]))
        library.both(given, angles.size, sine, cosine)
        return found[0], found[1]

    return call


def series(angle: Decimal, term: Decimal, power: int) -> Decimal:
    """A power series of sine or cosine from its first term on."""
    total = Decimal(0)
    while abs(term) > Decimal(10) ** -(DIGITS + 5) * abs(angle):
        total += term
        term *= -angle * angle / ((power + 1) * (power + 2))
        power += 2
    return total


def true(angle: float) -> tuple[Decimal, Decimal]:
    with localcontext() as context:
        context.prec = DIGITS + 20
        rest = Decimal(angle) % (2 * PI)
        return series(rest, rest, 1), series(rest, Decimal(1), 0)


def last_places(found: float, expected: Decimal) -> float:
    return float(abs(Decimal(found) - expected) / Decimal(float(np.spacing(abs(float(expected))))))


@pytest.mark.parametrize("which", ANGLES)
def test_both_are_right_to_the_last_place(both, which: str) -> None:
    angles = np.ascontiguousarray(ANGLES[which])
    for angle, sine, cosine in zip(angles, *both(angles)):
        expected = true(float(angle))
        assert max(last_places(sine, expected[0]), last_places(cosine, expected[1])) < LAST_PLACE, angle


def test_what_is_no_angle_gives_no_number(both) -> None:
    assert np.isnan(both(np.array([np.nan, np.inf, -np.inf]))).all()
