"""What tests of the solves in C share: derivatives against differences, and what they refuse."""

from __future__ import annotations

from pathlib import Path

import casadi as ca
import numpy as np
import pytest

from mbfmu.base.errors import StepFailed
from tests.tolerances import EPS, FINITE_DIFFERENCE

from .rig import Rig


def newton_functions(folder: Path) -> Path:
    """Two unknowns that need damping: C code of the function, its forward and its reverse derivative."""
    z, u = ca.SX.sym("z", 2), ca.SX.sym("u", 2)
    residual = ca.vertcat(z[0] * ca.exp(z[0]) - u[0] + 0.1 * z[1], z[1] + z[1] ** 3 - u[1] * z[0])
    results = [residual, ca.densify(ca.jacobian(residual, z))]
    seeds, adjoints = [ca.SX.sym("dz", 2), ca.SX.sym("du", 2)], [ca.SX.sym("dr", 2), ca.SX.sym("dj", 2, 2)]
    stacked, given = ca.vertcat(*map(ca.vec, results)), ca.vertcat(z, u)
    along = ca.jtimes(stacked, given, ca.vertcat(*seeds))
    back = ca.jtimes(stacked, given, ca.vertcat(adjoints[0], ca.vec(adjoints[1])), True)
    functions = [
        ca.Function("equations", [z, u], results),
        ca.Function("equations_forward", [z, u, *seeds], [ca.densify(along[:2]), ca.densify(along[2:])]),
        ca.Function("equations_reverse", [z, u, *adjoints], [ca.densify(back[:2]), ca.densify(back[2:])]),
    ]
    generator = ca.CodeGenerator("equations.c", {"casadi_int": "long long int"})
    for function in functions:
        generator.add(function)
    source = folder / "equations.c"
    source.write_text('#pragma GCC diagnostic ignored "-Wunused-parameter"\n' + generator.dump())
    return source


def differences(rig: Rig, direction: dict[str, np.ndarray], results: tuple[str, ...]) -> np.ndarray:
    """The derivative of `results` along `direction` by central differences with Richardson's extrapolation."""
    given = {slot: rig[slot].copy() for slot in direction}

    def moved(step: float) -> np.ndarray:
        for slot, numbers in direction.items():
            rig[slot] = given[slot] + step * np.ravel(numbers)
        rig.run()
        return np.concatenate([rig[slot] for slot in results])

    table = [(moved(h) - moved(-h)) / (2 * h) for h in (4e-3, 2e-3, 1e-3)]
    for slot in direction:
        rig[slot] = given[slot]
    rig.run()
    once = [(4 * fine - coarse) / 3 for coarse, fine in zip(table, table[1:])]
    return (16 * once[1] - once[0]) / 15


def check_adjoint(rig: Rig, direction: dict[str, np.ndarray], results: tuple[str, ...], seed: int = 0) -> None:
    """The adjoints of results times their change are those of arguments times theirs; the adjoints of results are used up."""
    random = np.random.default_rng(seed)
    tangent = rig.tangent(direction, results)
    scale = np.where(tangent != 0, 1 / np.maximum(np.abs(tangent), 1e-300), 1.0)
    seeds, start = {}, 0
    for slot in results:
        size = rig[slot].size
        seeds[slot] = random.normal(size=size) * scale[start : start + size]
        start += size
    adjoints = rig.adjoint(seeds)
    sums = [adjoints[slot] * np.ravel(numbers) for slot, numbers in direction.items()]
    entering, leaving = np.concatenate(sums), np.concatenate([seeds[slot] for slot in results]) * tangent
    assert entering.sum() == pytest.approx(leaving.sum(), abs=1e4 * EPS * (np.abs(entering).sum() + np.abs(leaving).sum()))
    assert not any(adjoints[slot].any() for slot in results)


def check_derivatives(rig: Rig, direction: dict[str, np.ndarray], results: tuple[str, ...]) -> None:
    """The tangent against differences, the adjoint against the tangent."""
    found, expected = rig.tangent(direction, results), differences(rig, direction, results)
    assert found == pytest.approx(expected, abs=FINITE_DIFFERENCE * np.abs(expected).max())
    check_adjoint(rig, direction, results)


def relative_direction(rig: Rig, slots: str, seed: int) -> dict[str, np.ndarray]:
    """A direction in which numbers change relative to what they are; the mass matrix stays symmetric."""
    random = np.random.default_rng(seed)
    direction = {slot: rig[slot] * random.normal(size=rig[slot].size) for slot in slots}
    if "M" in direction:
        n = rig["f"].size
        M = direction["M"].reshape(n, n)
        direction["M"] = M + M.T
    return direction


def refusal(rig: Rig) -> str:
    """What the step says when it fails."""
    with pytest.raises(StepFailed) as said:
        rig.run()
    return str(said.value)
