"""Every block's equations run on numbers that carry their units: a unit mistake raises."""

import numpy as np
import pytest

import mbfmu.model.blocks
from mbfmu.base.scalars import Dimensioned, Record
from mbfmu.model.blocks import Block
from mbfmu.model.declare.element import Discrete, Input, Output, Parameter, State, declarations
from mbfmu.model.declare.units import base_exponents, product

BLOCKS = [c for c in vars(mbfmu.model.blocks).values() if isinstance(c, type) and issubclass(c, Block) and c is not Block]


@pytest.mark.parametrize("kind", BLOCKS)
def test_equations_are_consistent_in_units(kind):
    block = kind()
    unit = lambda d: {k: e for k, e in base_exponents(block.unit_of(d)).items() if k != "rad"}
    dressed = lambda value, d: np.array([Dimensioned(float(v), unit(d)) for v in value]) if d.shape else Dimensioned(float(value), unit(d))
    p = Record({n: dressed(block.values[n], d) for n, d in declarations(kind, Parameter).items()} | block.tables)
    u = Record((n, dressed(d.start, d)) for n, d in declarations(kind, Input).items())
    x = Record((n, Dimensioned(0.5, unit(d))) for n, d in declarations(kind, State).items())
    r = Record((n, Dimensioned(0.5, unit(d))) for n, d in declarations(kind, Discrete).items())
    given = p, u, Dimensioned(0.0, {"s": 1}), x, *([r] if r else [])
    rates, outputs = kind.respond(*given)
    found = [(declarations(kind, Discrete)[name], value) for name, value in (kind.update(*given) if r else {}).items()]
    found += [(declaration, value) for name, declaration in declarations(kind, Output).items() for value in np.ravel(outputs[name])]
    for declaration, value in found:
        assert value == 0.0 or getattr(value, "exponents", {}) == pytest.approx(unit(declaration)), declaration  # zero has any unit
    for name, declaration in declarations(kind, State).items():
        wanted = {k: e for k, e in base_exponents(product((block.unit_of(declaration), 1), ("s", -1))).items() if k != "rad"}
        assert rates[name].exponents == pytest.approx(wanted), name
