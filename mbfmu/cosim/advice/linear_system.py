"""A System near its start: linear parts, and what drives their inputs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.linalg import block_diag

from ..system.system import Connector
from .linear_part import LinearPart

NEUTRAL = 1e-12  # relative: motions that nothing brings back


@dataclass(frozen=True)
class LinearCoupledSystem:
    """`parts` by component, and for each what drives its inputs."""

    parts: Mapping[str, LinearPart]
    driven_by: Mapping[str, Mapping[str, Connector]]

    def merged(self, names: Iterable[str]) -> LinearCoupledSystem:
        """The system with some components in one, whose links hold at every instant; its inputs and outputs are called "component.variable".

        Raises numpy.linalg.LinAlgError where the links close an algebraic loop without solution.
        """
        inside = [name for name in self.parts if name in {*names}]
        new = "+".join(inside)
        inputs = [(name, v) for name in inside for v in self.parts[name].inputs]
        outputs = [(name, v) for name in inside for v in self.parts[name].outputs]
        links = {i: outputs.index(source) for i, (name, v) in enumerate(inputs) if (source := self.driven_by[name][v]) in outputs}
        free = [i for i in range(len(inputs)) if i not in links]
        part = _closed([self.parts[name] for name in inside], links, free, [f"{n}.{v}" for n, v in inputs], [f"{n}.{v}" for n, v in outputs])
        renamed = {(n, v): (new, f"{n}.{v}") for n, v in outputs}
        driven = {
            name: {v: renamed.get(source, source) for v, source in drivers.items()} for name, drivers in self.driven_by.items() if name not in inside
        }
        driven[new] = {f"{n}.{v}": self.driven_by[n][v] for n, v in (inputs[i] for i in free)}
        return LinearCoupledSystem({**{name: p for name, p in self.parts.items() if name not in inside}, new: part}, driven)

    @cached_property
    def whole(self) -> LinearPart:
        """All of it in one, without inputs: what the coupled equations themselves do."""
        return next(iter(self.merged(self.parts).parts.values()))

    @cached_property
    def displaced(self) -> np.ndarray:
        """The states to which a constant offset of each connected input moves the whole system, as far as it is held: columns of length 1."""
        A, B, C, D = (block_diag(*(getattr(part, name) for part in self.parts.values())) for name in "ABCD")
        outputs = [(name, v) for name, part in self.parts.items() for v in part.outputs]
        sources = [outputs.index(self.driven_by[name][v]) for name, part in self.parts.items() for v in part.inputs]
        gain = np.linalg.inv(np.eye(len(sources)) - D[sources])
        moved = np.linalg.lstsq(A + B @ gain @ C[sources], -B @ gain, rcond=NEUTRAL)[0]
        sizes = np.linalg.norm(moved, axis=0)
        return moved[:, sizes > 0] / sizes[sizes > 0]


def _closed(parts: list[LinearPart], links: Mapping[int, int], free: list[int], inputs: list[str], outputs: list[str]) -> LinearPart:
    """Parts side by side, with input i driven by output links[i]; the other inputs stay."""
    A, B, C, D = (block_diag(*(getattr(part, name) for part in parts)) for name in "ABCD")
    linked, sources = list(links), list(links.values())
    # u_linked = y_sources = C x + D_free u_free + D_linked u_linked
    gain = np.linalg.inv(np.eye(len(linked)) - D[np.ix_(sources, linked)])
    by_x, by_u = gain @ C[sources], gain @ D[np.ix_(sources, free)]
    return LinearPart(
        A=A + B[:, linked] @ by_x,
        B=B[:, free] + B[:, linked] @ by_u,
        C=C + D[:, linked] @ by_x,
        D=D[:, free] + D[:, linked] @ by_u,
        inputs=tuple(inputs[i] for i in free),
        outputs=tuple(outputs),
    )
