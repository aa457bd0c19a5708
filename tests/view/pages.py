"""Pages that play: what they show at a time, and how much of it has changed."""

from __future__ import annotations

import io

import numpy as np
from PIL import Image

MOVED = 0.002  # of all pixels: so many change at least when a mechanism has moved


def picture(page, t: float) -> np.ndarray:
    page.evaluate("t => window.mbfmu.seek(t)", t)
    page.wait_for_timeout(500)
    return np.asarray(Image.open(io.BytesIO(page.locator("canvas").screenshot())).convert("L"), dtype=float)


def changed(a: np.ndarray, b: np.ndarray) -> float:
    """The share of pixels above the bar that differ clearly."""
    above = slice(0, int(0.85 * len(a)))
    return float(np.mean(abs(a - b)[above] > 20))


def pause(page) -> None:
    page.click(".panel .play")
