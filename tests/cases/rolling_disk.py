"""A thin uniform disk that rolls on a plane without slipping, leaning and turning."""

import numpy as np

from mbfmu import Body, FreeMotion, Model, OrientationSensor, RollingDisk, World
from mbfmu.base.spatial.rotations import about_x

from .case import Case, published
from .signals import rotations, unwrapped

M, RADIUS = 5.0, 0.3
LEAN, LEAN_RATE, YAW_RATE, SPIN = 0.1, 0.3, 0.5, 4.0


def model(formulation: str) -> Model:
    """It starts with its contact in the origin, its heading along x; the contact moves on with RADIUS * SPIN."""
    R = about_x(LEAN)
    w = np.array([LEAN_RATE, 0, YAW_RATE]) + R @ [0, SPIN, 0]
    centre = R @ [0, 0, RADIUS]
    model = Model("RollingDisk")
    model.world = World(g=9.81)
    model.disk = Body(m=M, I=M * RADIUS**2 * np.array([1 / 4, 1 / 2, 1 / 4]))
    model.free = FreeMotion(
        model.world.frame_b,
        model.disk.frame_a,
        r_start=centre,
        Q_start=[np.sin(LEAN / 2), 0, 0, np.cos(LEAN / 2)],
        v_start=np.cross(w, centre),
        w_start=R.T @ w,
    )
    model.rolling = RollingDisk(model.world.frame_b, model.disk.frame_a, radius=RADIUS)
    model.sensor = OrientationSensor(model.disk.frame_a)
    model.expose(outputs={"r": model.free.r, "w": model.free.w, "R": model.sensor.R})
    return model


def measure(signals):
    """Contact x and y, heading psi, lean phi and spin th, R = Rz(psi) Rx(phi) Ry(th), and their rates."""
    R, w = rotations(signals["R"]), signals["w"]
    axle = R[:, :, 1]
    psi, phi = np.arctan2(-axle[:, 0], axle[:, 1]), np.arcsin(axle[:, 2])
    ahead = np.column_stack([np.cos(psi), np.sin(psi), 0 * psi])
    up = np.cross(ahead, axle)
    th = np.arctan2(np.einsum("ni,ni->n", R[:, :, 2], ahead), np.einsum("ni,ni->n", R[:, :, 0], ahead))
    w_world = np.einsum("nij,nj->ni", R, w)
    lean_rate = np.einsum("ni,ni->n", w_world, ahead)
    yaw_rate = np.einsum("ni,ni->n", w_world, up) / np.cos(phi)
    spin = w[:, 1] - yaw_rate * np.sin(phi)
    contact = signals["r"] - RADIUS * up
    angles = unwrapped(np.column_stack([psi, phi, th]), np.array([0, LEAN, 0]))
    rates = [RADIUS * spin * ahead[:, 0], RADIUS * spin * ahead[:, 1], yaw_rate, lean_rate, spin]
    return {"q": np.column_stack([contact[:, :2], angles]), "qd": np.column_stack(rates)}


CASES = (Case("rolling_disk", model, published("rolling_disk"), 5.0, 0.1, 1e-10, measure=measure),)
