"""Every lie of the stub FMU is found by the check that stands for it, and the honest stub tells none."""

import pytest

from mbfmu.check import FALSE, TRUE

from .conftest import Checked
from .stub import Lie

ME, CS = "ModelExchange", "CoSimulation"
FOUND_BY = {
    Lie.DIRECTIONAL: {("directional derivatives", ME), ("directional derivatives", CS)},
    Lie.STATE: {(f"rollback {where}", interface) for where in ("in process", "across processes") for interface in (ME, CS)},
    Lie.SERIALIZE: {("rollback across processes", ME), ("rollback across processes", CS)},
}


def test_an_honest_fmu_is_found_true(checked: Checked):
    findings = checked()
    assert {f.capability: (f.outcome, f.why) for f in findings.values() if f.outcome != TRUE} == {}


@pytest.mark.parametrize("lie", FOUND_BY, ids=lambda lie: lie.name)
def test_a_lie_is_found_by_its_check_alone(lie: Lie, checked: Checked):
    assert {key for key, finding in checked(lie).items() if finding.outcome == FALSE} == FOUND_BY[lie]
