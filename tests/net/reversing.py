"""reversed_joint: a joint with frame_a and frame_b swapped, and what it then starts at."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np
from scipy.spatial.transform import Rotation

from mbfmu.model.elements.joints import Cylindrical, Fixed, FreeMotion, Joint, Planar, Prismatic, Revolute, Spherical, Universal

from .description import Item, Numbers


def reversed_joint(joint: Item) -> Item:
    """The same joint from its other side; where it has one coordinate, that stays what it is."""
    a, b = joint.attached
    return replace(joint, attached=(b, a), values={**joint.values, **OTHER_WAY[joint.kind](joint.values)})


def _about_opposite_axis(values: Numbers) -> Numbers:
    return {"n": -values["n"]}


def _universal(values: Numbers) -> Numbers:
    pairs = (("phi_a_start", "phi_b_start"), ("w_a_start", "w_b_start"))
    swapped = {to: values.get(of, np.array(0.0)) for pair in pairs for to, of in (pair, pair[::-1])}
    return {"n_a": -values["n_b"], "n_b": -values["n_a"], **swapped}


def _planar(values: Numbers) -> Numbers:
    """By the displacement as frame_b sees it, in axes that turn by -phi about n."""
    number = lambda name: float(values.get(name, 0.0))
    phi, w = number("phi_start"), number("w_start")
    s, v = np.array([number("s_x_start"), number("s_y_start")]), np.array([number("v_x_start"), number("v_y_start")])
    c, d = np.cos(phi), np.sin(phi)
    back = np.array([[c, d], [-d, c]])
    s_back, v_back = -back @ s, -back @ v - w * back @ np.array([s[1], -s[0]])
    starts = zip(("s_x_start", "s_y_start", "phi_start", "v_x_start", "v_y_start", "w_start"), (*s_back, -phi, *v_back, -w))
    return {name: np.array(value) for name, value in starts}


def _spherical(values: Numbers) -> Numbers:
    Q, w = values.get("Q_start", np.array([0.0, 0.0, 0.0, 1.0])), values.get("w_start", np.zeros(3))
    return {"Q_start": np.array([*-Q[:3], Q[3]]), "w_start": -Rotation.from_quat(Q).apply(w)}


def _free(values: Numbers) -> Numbers:
    turned = _spherical(values)
    r, v = values.get("r_start", np.zeros(3)), values.get("v_start", np.zeros(3))
    back, w_back = Rotation.from_quat(turned["Q_start"]), turned["w_start"]
    # frame_a turns by w_back, resolved in itself, against frame_b
    return {**turned, "r_start": -back.apply(r), "v_start": -back.apply(v + np.cross(w_back, r))}


OTHER_WAY: Mapping[type[Joint], Callable[[Numbers], Numbers]] = {
    Revolute: _about_opposite_axis,
    Prismatic: _about_opposite_axis,
    Cylindrical: _about_opposite_axis,
    Universal: _universal,
    Planar: _planar,
    Spherical: _spherical,
    FreeMotion: _free,
    Fixed: lambda values: {},
}
