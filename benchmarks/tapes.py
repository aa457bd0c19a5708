"""How long tapes take in the C interpreter, against CasADi's virtual machine: values, tangents, adjoints of forward dynamics.

The functions are those of the Problem, composed where the Problem has them composed. CasADi evaluates the function itself and the directional
derivatives that it makes of it, through buffers; both run in loops of C, in turn in one process, and their numbers are compared. Times are
medians of processor time. Needs the extras native and test. Run it: `python -m benchmarks.tapes`
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import casadi as ca
import numpy as np

from benchmarks.forward_dynamics import chain, humanoid, mean_time
from mbfmu.model.declare.model import Model
from mbfmu.problem.codegen.functions import forward, reverse
from mbfmu.problem.codegen.tape import Tapes
from mbfmu.problem.mechanism.mechanics import compile_model
from tests.fmu.native.tapes import InterpretedTapes, packed_tapes, tape_library

CHAINS = (10, 100)
BUDGET = 0.03  # [s] of one measurement
SAME = 1e-9  # relative to the largest number
Run = Callable[[int], np.ndarray]  # so many times in a row -> the numbers


def in_casadi(function: ca.Function, arguments: list[np.ndarray]) -> Run:
    """The function in CasADi's virtual machine, called from Python through its buffers."""
    buffer, evaluate = function.buffer()
    results = [np.zeros(function.nnz_out(i)) for i in range(function.n_out())]
    for i, argument in enumerate(arguments):
        buffer.set_arg(i, memoryview(argument))
    for i, result in enumerate(results):
        buffer.set_res(i, memoryview(result))

    def run(count: int, kept: tuple = (buffer, arguments)) -> np.ndarray:  # which the virtual machine has the addresses of
        for _ in range(count):
            evaluate()
        return np.concatenate(results)

    return run


def measure(name: str, model: Model, library, repetitions: int) -> list[dict]:
    """Medians in microseconds."""
    problem = compile_model(model)
    (call,) = problem.derivative
    function = (problem.functions | problem.composed)[call.function]
    tapes = Tapes()
    number = tapes.add(function)
    interpreted = InterpretedTapes(library, packed_tapes(tapes))
    random = np.random.default_rng(0)
    at = [random.uniform(0.2, 0.8, function.nnz_in(i)) for i in range(function.n_in())]
    direction, seeds = [random.normal(size=a.size) for a in at], [random.normal(size=function.nnz_out(i)) for i in range(function.n_out())]
    whole, along, back, outputs = *map(np.concatenate, (at, direction, seeds)), sum(s.size for s in seeds)
    pairs: dict[str, tuple[Run, Run]] = {
        "value": (in_casadi(function, at), lambda n: interpreted.value(number, whole, outputs, n)),
        "tangent": (in_casadi(forward("f", function), [*at, *direction]), lambda n: interpreted.tangent(number, whole, along, outputs, n)),
        "adjoint": (in_casadi(reverse("f", function), [*at, *seeds]), lambda n: interpreted.adjoint(number, whole, back, n)),
    }
    return [{"name": name, "of": of} | compared(f"{name}, {of}", *pair, repetitions) for of, pair in pairs.items()]


def compared(name: str, virtual: Run, tape: Run, repetitions: int) -> dict[str, float]:
    """Medians of both [us], and how far their numbers are apart."""
    a, b = virtual(1).copy(), tape(1)
    error = float(abs(a - b).max() / abs(a).max())
    if not error < SAME:
        sys.exit(f"{name}: the numbers differ by {error:.1e} of the largest")
    counts = [max(1, int(BUDGET / max(mean_time(lambda r=r: r(1), 3), 1e-6))) for r in (virtual, tape)]
    times = [[mean_time(lambda r=r, n=n: r(n), 1) / n for r, n in zip((virtual, tape), counts)] for _ in range(repetitions)]
    casadi, own = (float(t) * 1e6 for t in np.median(times, axis=0))
    return {"casadi": casadi, "tape": own, "error": error}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print numbers for programs, times in microseconds")
    parser.add_argument("--repetitions", type=int, default=9, help="medians are over so many (default: 9)")
    options = parser.parse_args()
    mechanisms = {f"{kind} chain of {n}": chain(n, kind == "aligned")[0] for n in CHAINS for kind in ("random", "aligned")}
    if robot := humanoid():
        mechanisms["humanoid"] = robot[0]
    with tempfile.TemporaryDirectory() as folder:
        library = tape_library(Path(folder), ("-O2", "-fno-math-errno"))
        measured = []
        for name, model in mechanisms.items():
            for m in measure(name, model, library, options.repetitions):
                measured.append(m)
                if not options.json:
                    times = f"CasADi{m['casadi']:>9.2f} us   tape{m['tape']:>9.2f} us ={m['tape'] / m['casadi']:>6.2f} x"
                    print(f"{name:<22}{m['of']:<9}{times}   error {m['error']:.0e}", flush=True)
    if options.json:
        print(json.dumps(measured, indent=2))


if __name__ == "__main__":
    main()
