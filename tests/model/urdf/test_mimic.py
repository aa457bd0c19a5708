"""Joints that mimic others: coupled as Pinocchio couples them, and as the same robot written by hand."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pinocchio as pin
import pytest

from mbfmu.model.urdf import read_urdf
from mbfmu.problem.mechanism.mechanics import compile_model
from mbfmu.problem.schedules.schedules import FORMULATIONS

from ...running import Running
from ...tolerances import BALANCE, ROUNDOFF
from .test_read_urdf import joint, link, written

GRIPPER = Path(__file__).parent / "gripper.urdf"
DAMPING = 0.2
FAR_LIMITS = 'lower="7" upper="8"'  # where followers never are


def test_interface():
    """Followers have no actuator and no end stops and start where the other joints put them, which keep their start unless the user lets them go."""
    model = read_urdf(GRIPPER)
    assert list(model.inputs) == ["wrist.tau", "left_knuckle.tau"]
    assert [name for name in model.elements if name.endswith("_stop")] == ["left_knuckle_stop"]
    starts = {v.name: v.start for v in compile_model(model).variables if v.name.endswith("_fixed")}
    kept = {f"{name}.{what}_fixed" for name in ("wrist", "left_knuckle") for what in "qv"}
    assert {name for name, (start,) in starts.items() if start} == kept


@pytest.mark.parametrize(("formulation", "seed"), [("articulated_body", 1), ("articulated_body", 2), *((name, 0) for name in FORMULATIONS)])
def test_accelerations(formulation, seed, tmp_path):
    """M and the bias forces of Pinocchio's model with mimic joints give the same accelerations, wherever followers have limits."""
    gripper = tmp_path / "gripper.urdf"
    gripper.write_text(FAR_LIMITS.join(GRIPPER.read_text().rsplit('lower="-2" upper="2"', 1)).replace('lower="-0.1" upper="0.1"', FAR_LIMITS))
    phi, psi, w, u, tau, t = np.random.default_rng(seed).uniform(-1, 1, 6)
    values = {"wrist.phi_start": phi, "wrist.w_start": w, "left_knuckle.phi_start": psi, "left_knuckle.w_start": u}
    model = read_urdf(gripper)
    model.expose(outputs={"wrist.a": model.wrist.a, "knuckle.a": model.left_knuckle.a, "plunger.a": model.plunge.a})
    running = Running(compile_model(model, formulation), values | {"wrist.tau": tau, "left_knuckle.tau": t})
    theirs = pin.buildModelFromUrdf(str(gripper), True)
    data, q = theirs.createData(), np.array([np.cos(phi), np.sin(phi), psi])
    v = np.array([w, u])
    load = np.array([tau, t - 0.7**2 * DAMPING * u])
    M = pin.crba(theirs, data, q)
    M = np.triu(M) + np.triu(M, 1).T
    a = np.linalg.solve(M, load - pin.rnea(theirs, data, q, v, np.zeros(2)))
    for name, wanted in (
        ("wrist.phi", phi),
        ("left_knuckle.phi", psi),
        ("right_knuckle.phi", 0.2 - 0.7 * psi),
        ("right_knuckle.w", -0.7 * u),
        ("plunge.s", 0.03 * psi),
        ("wrist.a", a[0]),
        ("knuckle.a", a[1]),
        ("plunger.a", 0.03 * a[1]),
    ):
        assert running.get(name) == pytest.approx(wanted, abs=BALANCE * max(1.0, np.abs(a).max())), name


def test_one_follows_another_that_follows(tmp_path):
    """c = 3 b + 0.1 and b = 2 a: a turns three discs as one of inertia 1 + 4 + 36."""
    discs = [
        joint(n, "root", f"disc_{n}", f'<axis xyz="0 0 1"/>{mimic}', "continuous")
        for n, mimic in (
            ("a", ""),
            ("b", '<mimic joint="a" multiplier="2"/>'),
            ("c", '<mimic joint="b" multiplier="3" offset="0.1"/>'),
        )
    ]
    content = "".join([link("root"), *(link(f"disc_{n}") for n in "abc"), *discs])
    running = Running(compile_model(read_urdf(written(tmp_path, content))), {"a.phi_start": 0.3, "a.tau": 41.0})
    assert running.get("b.phi") == pytest.approx(0.6, rel=ROUNDOFF)
    assert running.get("c.phi") == pytest.approx(1.9, rel=ROUNDOFF)
    assert running.derivative(0.0, running.x)[3:] == pytest.approx([1.0, 2.0, 6.0], rel=BALANCE)


@pytest.mark.parametrize(
    ("leader", "follower", "multiplier", "leaves"),
    [
        ('<limit lower="0" upper="0.8" effort="1"/>', '<limit lower="0" upper="0.4" effort="1"/>', 0.5, False),
        ('<limit lower="0" upper="0.8" effort="1"/>', '<limit lower="0" upper="0.4" effort="1"/>', 0.6, True),
        ('<limit lower="0" upper="0.8" effort="1"/>', '<limit lower="0" upper="0.4" effort="1"/>', -0.5, True),
        ('<limit lower="0" upper="0.8" effort="1"/>', "", 7.0, False),
        ("", '<limit lower="0" upper="0.4" effort="1"/>', 1.0, True),
    ],
)
def test_followers_that_leave_their_own_limits_are_warned_of(leader, follower, multiplier, leaves, tmp_path, recwarn):
    kinds = {limit: "revolute" if limit else "continuous" for limit in (leader, follower)}
    mimic = f'{follower}<mimic joint="k" multiplier="{multiplier}"/>'
    parts = link("a"), link("b"), link("c"), joint("k", "a", "b", leader, kinds[leader]), joint("j", "b", "c", mimic, kinds[follower])
    read_urdf(written(tmp_path, "".join(parts)))
    said = [str(warning.message) for warning in recwarn if "leaves its own limits" in str(warning.message)]
    assert len(said) == leaves and all("joint 'j'" in sentence for sentence in said)
    recwarn.clear()
    read_urdf(tmp_path / "robot.urdf", end_stops=False)  # where all joints may
    assert not recwarn.list
