"""Every case through every formulation that can express it; by default the long ones are cut short, and two formulations take their turns."""

import pytest

from mbfmu.base.errors import MbfmuError
from mbfmu.problem.mechanism.mechanics import FORMULATIONS, compile_model

from .case import Case
from .collection import CASES

DEFAULT = "articulated_body"


def runs():
    """Each case and formulation, in a form that takes a few seconds, and the long ones whole.

    By default, each case is computed by the default formulation and by one other, in turn.
    """
    for number, case in enumerate(CASES):
        quick = [formulation for formulation in case.formulations if formulation not in case.slow]
        others = [formulation for formulation in quick if formulation != DEFAULT]
        by_default = {DEFAULT, others[number % len(others)]}
        for formulation in case.formulations:
            name, slow = f"{case.name}-{formulation}", formulation not in by_default
            if case.short is not None and formulation in quick:
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
