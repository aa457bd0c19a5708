"""Call: evaluate one compiled function."""

from dataclasses import dataclass
from typing import Callable, Mapping

from casadi import Function

from .errors import MbfmuError
from .ref import Buffers, Ref


@dataclass(frozen=True)
class Call:
    """Evaluate the function named `function` (in Problem.functions); one Ref per dense input and output."""

    function: str
    arguments: tuple[Ref, ...]
    results: tuple[Ref, ...]

    def bind(self, functions: Mapping[str, Function], buffers: Buffers) -> Callable[[], None]:
        """The function tied to views of `buffers`: it reads and writes them in place, which a plain call would copy."""
        function = functions[self.function]
        self._check(function)
        buffer, evaluate = function.buffer()
        for i, ref in enumerate(self.arguments):
            buffer.set_arg(i, memoryview(ref.view(buffers)))
        for i, ref in enumerate(self.results):
            buffer.set_res(i, memoryview(ref.view(buffers)))
        evaluate.buffer = buffer  # CasADi's callable does not keep alive what it calls
        return evaluate

    def _check(self, function: Function) -> None:
        found = [function.nnz_in(i) for i in range(function.n_in())], [function.nnz_out(i) for i in range(function.n_out())]
        given = [ref.size for ref in self.arguments], [ref.size for ref in self.results]
        if found != given:
            raise MbfmuError(
                f"function {self.function} takes {found[0]} and gives {found[1]} numbers, but its Call provides {given[0]} and {given[1]}"
            )
