"""Where the O(n) recursion overtakes inverting the mass matrix: one derivative of chains of n revolute links, n = 2 to 40.

Schiehlen (2005) names 8 to 10 bodies. The chains are those of `forward_dynamics.py`, turned at random; the compiled derivatives run
on fixed buffers, medians of processor time over repetitions, all formulations of one n in turn. The crossover is the smallest n from
which on `articulated_body` is the fastest, found between measured n on straight lines through log n and log time. Beside it the
same in Pinocchio, called from Python in the same run: `aba` against `crba` and NumPy's dense solve.

What a call of LAPACK costs beside its operations is in the times, so the operations are compared too: instructions of the compiled functions,
and n^3/3 + 2 n^2 more where a mass matrix is factored.

Run it with one thread for the linear algebra: `OPENBLAS_NUM_THREADS=1 python -m benchmarks.recursion_crossover`
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

import numpy as np
import pinocchio as pin

from benchmarks.forward_dynamics import chain, median_microseconds, pinocchio_aba
from mbfmu import Model
from mbfmu.engine.instance import Instance
from mbfmu.problem.data.problem import Problem
from mbfmu.problem.data.steps import Call, Step
from mbfmu.problem.mechanism.mechanics import compile_model

CHAINS = (2, 3, 4, 6, 8, 10, 12, 16, 20, 30, 40)
RECURSION, INVERTING = "articulated_body", ("kane", "joint_coordinates", "newton_euler_minimal")
ABA, CRBA = "Pinocchio aba", "Pinocchio crba"


def derivative(model: Model, formulation: str) -> tuple[Callable[[], object], float]:
    """One evaluation of the compiled derivative in the engine, and its number of operations."""
    problem = compile_model(model, formulation)
    instance = Instance(problem)
    instance.initialize()
    instance.buffers["x"][:] = 0.1
    return instance.evaluate, sum(map(partial(operations, problem), problem.derivative))


def operations(problem: Problem, step: Step) -> float:
    """The number of operations of a step: instructions, or those of a Cholesky factorization and two triangular solves."""
    if isinstance(step, Call):
        return problem.functions[step.function].n_instructions()
    n = step.right_side.size
    return n**3 / 3 + 2 * n**2


def pinocchio_crba(model: pin.Model) -> Callable[[], object]:
    """Mass matrix, right-hand side and a dense solve, as Pinocchio's users do it from Python."""
    data, q, still = model.createData(), pin.neutral(model), np.zeros(model.nv)
    v, tau = np.full(model.nv, 0.1), np.full(model.nv, 0.2)

    def evaluate() -> np.ndarray:
        M, bias = pin.crba(model, data, q), pin.rnea(model, data, q, v, still)
        return np.linalg.solve(np.triu(M) + np.triu(M, 1).T, tau - bias)

    return evaluate


@dataclass(frozen=True)
class Measured:
    """One chain, by formulation: microseconds and operations of a derivative."""

    times: Mapping[str, float]
    operations: Mapping[str, float]


def measure(n: int, repetitions: int) -> Measured:
    """One derivative of a chain of n."""
    model, other = chain(n)
    compiled = {formulation: derivative(model, formulation) for formulation in (RECURSION, *INVERTING)}
    evaluations = {formulation: evaluate for formulation, (evaluate, _) in compiled.items()}
    evaluations |= {ABA: pinocchio_aba(other), CRBA: pinocchio_crba(other)}
    times = median_microseconds(list(evaluations.values()), repetitions)
    return Measured(dict(zip(evaluations, times)), {formulation: count for formulation, (_, count) in compiled.items()})


def crossover(costs: Mapping[int, Mapping[str, float]], recursion: str, others: Sequence[str]) -> float | None:
    """The n from which on `recursion` costs less than each of `others`; None if it costs more at the longest chain."""
    lead = {n: np.log(cost[recursion] / min(cost[other] for other in others)) for n, cost in costs.items()}
    if lead[max(lead)] >= 0:
        return None
    crossed = [(a, b) for a, b in pairwise(lead) if lead[a] >= 0 > lead[b]]
    if not crossed:
        return float(min(lead))
    a, b = crossed[-1]
    return float(np.exp(np.interp(0.0, [lead[b], lead[a]], np.log([b, a]))))


def table(title: str, costs: Mapping[int, Mapping[str, float]], pairs: Sequence[tuple[str, Sequence[str]]]) -> str:
    """What people read of one kind of cost."""
    names = list(costs[min(costs)])
    rows = [f"{title:<17}" + "".join(f"{name:>22}" for name in names)]
    rows += [f"{n:>10} bodies" + "".join(f"{cost[name]:>22.1f}" for name in names) for n, cost in costs.items()]
    for recursion, others in pairs:
        rows.append(f"{recursion} overtakes {', '.join(others)} at {_bodies(crossover(costs, recursion, others))}")
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
    times, operations = ({n: getattr(m, kind) for n, m in measured.items()} for kind in ("times", "operations"))
    if options.json:
        crossovers = {kind: crossover(costs, RECURSION, INVERTING) for kind, costs in (("times", times), ("operations", operations))}
        print(json.dumps({"times": times, "operations": operations, "crossovers": crossovers}, indent=2))
        return
    own = [*((RECURSION, [other]) for other in INVERTING), (RECURSION, INVERTING)]
    print(table("us per derivative", times, [*own, (ABA, [CRBA])]), table("operations", operations, own), sep="\n\n")
    print("\nSchiehlen names 8 to 10 bodies.")


if __name__ == "__main__":
    main()
