"""Where the O(n) recursion overtakes inverting the mass matrix: one derivative of chains of n revolute links, n = 2 to 40.

Schiehlen (2005) names 8 to 10 bodies. The chains are those of `forward_dynamics.py`, turned at random; the compiled derivatives run
on fixed buffers, medians of processor time over repetitions, all formulations of one n in turn. The crossover is the smallest n from which on
`articulated_body` is the fastest, found between measured n on straight lines through log n and log time. Beside it the same in
Pinocchio, called from Python in the same run: `aba` against `crba` and NumPy's dense solve.

Run it with one thread for the linear algebra: `OPENBLAS_NUM_THREADS=1 python benchmarks/recursion_crossover.py`
"""

from __future__ import annotations

import argparse
import json
from itertools import pairwise
from typing import Callable, Mapping, Sequence

import numpy as np
import pinocchio as pin
from forward_dynamics import chain, median_microseconds, pinocchio_aba

from mbfmu import Model
from mbfmu.problem.mechanics import compile_model
from mbfmu.runtime.steps import bind_all

CHAINS = (2, 3, 4, 6, 8, 10, 12, 16, 20, 30, 40)
RECURSION, INVERTING = "articulated_body", ("kane", "joint_coordinates", "newton_euler_minimal")
ABA, CRBA = "Pinocchio aba", "Pinocchio crba"


def derivative(model: Model, formulation: str) -> Callable[[], object]:
    """One evaluation of the compiled derivative on fixed buffers."""
    problem = compile_model(model, formulation)
    buffers = {slot: np.full(size, 0.1) for slot, size in problem.sizes.items()}
    bound = bind_all(problem.derivative, problem.functions, buffers)

    def evaluate() -> np.ndarray:
        bound()
        return buffers["x_dot"]  # and so the buffers live as long as what writes into them

    return evaluate


def pinocchio_crba(model: pin.Model) -> Callable[[], object]:
    """Mass matrix, right-hand side and a dense solve, as Pinocchio's users do it from Python."""
    data, q, still = model.createData(), pin.neutral(model), np.zeros(model.nv)
    v, tau = np.full(model.nv, 0.1), np.full(model.nv, 0.2)

    def evaluate() -> np.ndarray:
        M, bias = pin.crba(model, data, q), pin.rnea(model, data, q, v, still)
        return np.linalg.solve(np.triu(M) + np.triu(M, 1).T, tau - bias)

    return evaluate


def measure(n: int, repetitions: int) -> dict[str, float]:
    """Microseconds of one derivative of a chain of n, by formulation."""
    model, other = chain(n)
    evaluations = {formulation: derivative(model, formulation) for formulation in (RECURSION, *INVERTING)}
    evaluations |= {ABA: pinocchio_aba(other), CRBA: pinocchio_crba(other)}
    return dict(zip(evaluations, median_microseconds(list(evaluations.values()), repetitions)))


def crossover(measured: Mapping[int, Mapping[str, float]], recursion: str, others: Sequence[str]) -> float | None:
    """The n from which on `recursion` is faster than all `others`; None if it is slower at the longest chain."""
    lead = {n: np.log(times[recursion] / min(times[other] for other in others)) for n, times in measured.items()}
    if lead[max(lead)] >= 0:
        return None
    crossed = [(a, b) for a, b in pairwise(lead) if lead[a] >= 0 > lead[b]]
    if not crossed:
        return float(min(lead))
    a, b = crossed[-1]
    return float(np.exp(np.interp(0.0, [lead[b], lead[a]], np.log([b, a]))))


def table(measured: Mapping[int, Mapping[str, float]]) -> str:
    """What people read."""
    names = list(measured[min(measured)])
    rows = ["us per derivative" + "".join(f"{name:>22}" for name in names)]
    rows += [f"{n:>10} bodies" + "".join(f"{times[name]:>22.1f}" for name in names) for n, times in measured.items()]
    for recursion, others in ((RECURSION, [other]) for other in INVERTING):
        rows.append(f"{recursion} overtakes {others[0]} at {_bodies(crossover(measured, recursion, others))}")
    rows.append(f"{RECURSION} overtakes all of them at {_bodies(crossover(measured, RECURSION, INVERTING))}; Schiehlen names 8 to 10")
    rows.append(f"{ABA} overtakes {CRBA} at {_bodies(crossover(measured, ABA, [CRBA]))}")
    return "\n".join(rows)


def _bodies(n: float | None) -> str:
    if n is None:
        return f"more than {max(CHAINS)} bodies"
    return f"{n:.1f} bodies" if n > min(CHAINS) else f"{min(CHAINS)} bodies or fewer"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print numbers for programs, times in microseconds")
    parser.add_argument("--repetitions", type=int, default=7, help="medians are over so many (default: 7)")
    options = parser.parse_args()
    measured = {n: measure(n, options.repetitions) for n in CHAINS}
    if options.json:
        print(json.dumps({"chains": measured, "crossover": crossover(measured, RECURSION, INVERTING)}, indent=2))
    else:
        print(table(measured))


if __name__ == "__main__":
    main()
