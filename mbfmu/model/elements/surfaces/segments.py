"""The points of two segments that are nearest to each other."""

from ....base.scalars import maximum, minimum

PARALLEL = 1e-12  # relative: segments that are nearer to parallel have their nearest points anywhere


def nearest_on_segments(middle_a, half_a, middle_b, half_b):
    """The nearest points (3,) of two segments, each from middle - half to middle + half.

    Source: Ericson (2005), Real-Time Collision Detection, section 5.1.9.
    """
    apart = middle_a - middle_b
    aa, bb, ab = half_a @ half_a, half_b @ half_b, half_a @ half_b
    a, b = half_a @ apart, half_b @ apart
    tiny = PARALLEL * (aa * bb + PARALLEL)
    at_a = _within((ab * b - bb * a) / (aa * bb - ab * ab + tiny))
    at_b = _within((ab * at_a + b) / (bb + tiny))
    at_a = _within((ab * at_b - a) / (aa + tiny))
    return middle_a + at_a * half_a, middle_b + at_b * half_b


def _within(place):
    return maximum(minimum(place, 1.0), -1.0)
