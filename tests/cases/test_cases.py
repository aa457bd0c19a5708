"""Every case through every formulation that can express it; the long ones are cut short unless pytest is asked for `slow`."""

import pytest

from mbfmu.problem.mechanics import FORMULATIONS

from .case import Case
from .collection import CASES


def runs():
    """Each case and formulation, in a form that takes a few seconds, and the long ones whole."""
    for case in CASES:
        for formulation in case.formulations:
            name = f"{case.name}-{formulation}"
            slow = pytest.mark.slow if formulation in case.slow else ()
            if case.short is not None:
                yield pytest.param(case, formulation, id=f"{name}-whole", marks=pytest.mark.slow)
                yield pytest.param(case.shortened(), formulation, id=name, marks=slow)
            else:
                yield pytest.param(case, formulation, id=name, marks=slow)


@pytest.mark.filterwarnings("ignore:link")  # two of the PUMA's published inertias are impossible
@pytest.mark.parametrize(["case", "formulation"], list(runs()))
def test_case(case: Case, formulation: str):
    assert case.error(formulation) <= 1.0


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_articulated_body_and_another_express_it(case: Case):
    quick = [f for f in case.formulations if f not in case.slow]
    assert "articulated_body" in quick and len(quick) > 1
    assert case.unable.keys() | case.slow <= FORMULATIONS.keys()
