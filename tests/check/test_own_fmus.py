"""Our own FMUs of every kind, of all models of fmus/ and of some that roll, oscillate fast and feel each other,
claim nothing that mbfmu check finds false, and refuse what FMI forbids."""

from functools import partial
from pathlib import Path

import pytest

from mbfmu.check import FALSE, NOTED, check_fmu
from mbfmu.fmu.package.native_fmu import build_native
from mbfmu.fmu.package.portable_fmu import build_portable
from mbfmu.fmu.package.python_fmu import build_fmu
from mbfmu.problem.load_problem import load_problem

pytestmark = pytest.mark.slow
MODELS = [*sorted((Path(__file__).parents[2] / "fmus").glob("*/model.py")), *sorted((Path(__file__).parent / "models").glob("*.py"))]
KINDS = {
    "native-2": partial(build_native, fmi=2),
    "native-3": partial(build_native, fmi=3),
    "portable-2": partial(build_portable, fmi=2),
    "portable-3": partial(build_portable, fmi=3),
    "interpreted-2": build_fmu,
}
KNOWN = {"interpreted-2": {"wrong GUID or token refused"}}  # pythonfmu's wrapper compares no GUID, and hands none on


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("model", MODELS, ids=lambda path: path.parent.name if path.stem == "model" else path.stem)
def test_no_claim_is_false(model: Path, kind: str, tmp_path: Path):
    pytest.importorskip("ziglang")
    findings = check_fmu(KINDS[kind](load_problem(model), tmp_path))
    assert len(findings) > 15  # Co-Simulation of FMI 2 alone has 17
    assert {f.capability for f in findings if f.outcome == NOTED} == KNOWN.get(kind, set())
    assert [f for f in findings if f.outcome == FALSE or "numerical" in f.measured] == []
