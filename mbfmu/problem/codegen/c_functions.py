"""CasADi functions as C: plain ones as their instructions, compositions as calls of kernels, which are written once.

CasADi's own generator copies what calls pass on, asks each argument and result whether it is there, and lays out every constant anew.
"""

from __future__ import annotations

from collections.abc import Sequence

import casadi as ca

from .c_source import CSource
from .composed_function import ComposedFunction
from .composition import Kernels, compose
from .plain_function import PlainFunction
from .stored_numbers import StoredNumbers

ARGUMENTS = "const double **argument, double **result, long long *iw, double *w, int memory"
# Calls cost less than the time that compilers take to look into what is called again and again.
HEAD = """#include "sine_and_cosine.h"
#include "stored.h"

#if defined(__GNUC__)
#define KERNEL static __attribute__((noinline))
#else
#define KERNEL static
#endif"""
INSTRUCTIONS = 2000  # of a part of a plain function: compilers take more than twice the time for functions twice as long


class CFunctions:
    """Collects functions and the kernels they call in a C source.

    `arguments`, `results` and `work` are the most that one of them takes: arrays, and numbers of w.
    """

    def __init__(self, source: CSource):
        self.source, self.arguments, self.results, self.work = source, 0, 0, 0
        source.line(HEAD)
        self._kernels = Kernels()
        self._names: dict[ca.Function, str] = {}
        self._asks = False
        self._stored = StoredNumbers(lambda numbers: f"{source.numbers(numbers)}, {numbers.size}")

    def add(self, name: str, function: ca.Function, in_place: bool = False) -> None:
        """Write a function, which may work `in_place`, writing where it reads: `int name(ARGUMENTS)`."""
        self.arguments, self.results = max(self.arguments, function.n_in()), max(self.results, function.n_out())
        if function.is_a("SXFunction"):
            given, found = [f"argument[{i}]" for i in range(function.n_in())], [f"result[{i}]" for i in range(function.n_out())]
            body: PlainFunction | ComposedFunction = PlainFunction(function, given, found, self._stored.of, INSTRUCTIONS, in_place)
        else:
            body = ComposedFunction(compose(function, self._kernels), function, self.kernel, self.source.numbers)
        self.work = max(self.work, body.work.size)
        lines = body.parts[0]
        if len(body.parts) > 1:
            for k, part in enumerate(body.parts):
                head = f"KERNEL void {name}_{k}(const double **argument, double **result, double *w)"
                self._write(head, ["(void)argument, (void)result, (void)w;", *part])
            lines = [f"{name}_{k}(argument, result, w);" for k in range(len(body.parts))]
        self._write(f"int {name}({ARGUMENTS})", ["(void)argument, (void)result, (void)iw, (void)w, (void)memory;", *lines, "return 0;"])

    def kernel(self, kernel: ca.Function) -> str:
        """The name of the C function of a kernel: pointers to its arguments, then to its results."""
        name = self._names.get(kernel)
        if name is None:
            name = self._names[kernel] = f"kernel_{len(self._names) + 1}"
            given, found = [f"a{i}" for i in range(kernel.n_in())], [f"r{i}" for i in range(kernel.n_out())]
            parameters = [*(f"const double *{a}" for a in given), *(f"double *restrict {r}" for r in found)]
            self._write(
                f"/* {kernel.name()} */\nKERNEL void {name}({', '.join(parameters)})", PlainFunction(kernel, given, found, self._stored.of).parts[0]
            )
        return name

    def _write(self, head: str, lines: Sequence[str]) -> None:
        if not self._asks and any("convex_query(" in line for line in lines):
            self._asks = True
            self.source.line('#include "convex_query.h"')
        self.source.line(f"\n{head}\n{{")
        for line in lines:
            self.source.line(f"    {line}")
        self.source.line("}")
