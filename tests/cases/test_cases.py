"""Every case through every formulation that can express it; the long ones are cut short unless pytest is asked for `slow`."""

import pytest

from mbfmu.base.errors import MbfmuError
from mbfmu.problem.mechanism.mechanics import FORMULATIONS, compile_model

from .case import Case
from .collection import CASES


def runs():
    """Each case and formulation, in a form that takes a few seconds, and the long ones whole."""
    for case in CASES:
        for formulation in case.formulations:
            name, slow = f"{case.name}-{formulation}", formulation in case.slow
            if case.short is not None and not slow:
                yield pytest.param(case, formulation, id=f"{name}-whole", marks=pytest.mark.slow)
            short = case if case.short is None else case.shortened()
            yield pytest.param(short, formulation, id=name, marks=[pytest.mark.slow] * slow)


@pytest.mark.filterwarnings("ignore:link")  # two of the PUMA's published inertias are impossible
@pytest.mark.parametrize(["case", "formulation"], list(runs()))
def test_case(case: Case, formulation: str):
    assert case.error(formulation) <= 1.0


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_two_formulations_take_seconds(case: Case):
    """The default one among them, if it can express the case."""
    quick = [f for f in case.formulations if f not in case.slow]
    assert len(quick) > 1 and ("articulated_body" in quick or "articulated_body" in case.unable)
    assert case.unable.keys() | case.slow <= FORMULATIONS.keys()


@pytest.mark.parametrize("case", [c for c in CASES if c.unable], ids=lambda case: case.name)
def test_what_cannot_be_expressed_is_refused(case: Case):
    for formulation in case.unable:
        with pytest.raises(MbfmuError, match="redundant coordinates"):
            compile_model(case.model(formulation), formulation)
