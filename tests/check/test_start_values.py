"""Which start values are given where there are many."""

from pathlib import Path

import pytest

from mbfmu.base.safe_zip import unpacked
from mbfmu.check import start_values
from mbfmu.check.base import TRUE
from mbfmu.check.subject import CO_SIMULATION, CheckedFmu
from mbfmu.cli.library import library_file
from mbfmu.fmu.package.portable_fmu import build_portable


def test_of_many_start_values_some_are_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All are read back as declared; each that is given takes an instance of its own."""
    monkeypatch.setattr(start_values, "GIVEN", 3)
    with unpacked(build_portable(library_file("fmus/quarter_car/model.py"), tmp_path)) as folder:
        subject = CheckedFmu(folder, CO_SIMULATION, limit=60.0)
        verdict = start_values.run(subject)
        declared = [v for v in subject.numeric if v.start is not None and v.causality in ("parameter", "input")]
    assert verdict.outcome == TRUE
    assert verdict.measured == f"{len(declared)} declared, 3 of {len(declared)} given"
