"""Every block's equations run on numbers that carry their units: a unit mistake raises."""

import pytest

import mbfmu.blocks
from mbfmu.blocks import Block
from mbfmu.model.element import Input, Output, Parameter, State, declarations
from mbfmu.model.units import base_exponents, product
from mbfmu.scalars import Dimensioned, Record

BLOCKS = [c for c in vars(mbfmu.blocks).values() if isinstance(c, type) and issubclass(c, Block) and c is not Block]


@pytest.mark.parametrize("kind", BLOCKS)
def test_equations_are_consistent_in_units(kind):
    block = kind()
    unit = lambda d: {k: e for k, e in base_exponents(block.unit_of(d)).items() if k != "rad"}
    p = Record({n: Dimensioned(float(block.values[n]), unit(d)) for n, d in declarations(kind, Parameter).items()} | block.tables)
    u = Record((n, Dimensioned(float(d.start), unit(d))) for n, d in declarations(kind, Input).items())
    x = Record((n, Dimensioned(0.5, unit(d))) for n, d in declarations(kind, State).items())
    rates, outputs = kind.respond(p, u, Dimensioned(0.0, {"s": 1}), x)
    for name, declaration in declarations(kind, State).items():
        wanted = {k: e for k, e in base_exponents(product((block.unit_of(declaration), 1), ("s", -1))).items() if k != "rad"}
        assert rates[name].exponents == pytest.approx(wanted), name
    for name, declaration in declarations(kind, Output).items():
        assert outputs[name].exponents == pytest.approx(unit(declaration)), name
