"""Our own FMUs, of all models of fmus/ and of some that roll, oscillate fast and feel each other,
claim nothing that mbfmu check finds false, and refuse what FMI forbids."""

from pathlib import Path

import pytest

from mbfmu.check import FALSE, NOTED, check_fmu
from mbfmu.driving.load import load_problem
from mbfmu.fmu.native_fmu import build_native

pytestmark = pytest.mark.slow
MODELS = [*sorted((Path(__file__).parents[2] / "fmus").glob("*/model.py")), *sorted((Path(__file__).parent / "models").glob("*.py"))]


@pytest.mark.parametrize("fmi", [2, 3])
@pytest.mark.parametrize("model", MODELS, ids=lambda path: path.parent.name if path.stem == "model" else path.stem)
def test_no_claim_is_false(model: Path, fmi: int, tmp_path: Path):
    pytest.importorskip("ziglang")
    findings = check_fmu(build_native(load_problem(model), tmp_path, fmi=fmi))
    assert len(findings) > 20
    assert [f for f in findings if f.outcome in (FALSE, NOTED) or "numerical" in f.measured] == []
