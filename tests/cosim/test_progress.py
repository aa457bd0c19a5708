import pytest

from mbfmu.cosim import progress
from mbfmu.cosim.timeline import timeline


@pytest.mark.parametrize("wanted", [True, False])
def test_every_step_comes_once_with_or_without_a_bar(wanted: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture):
    monkeypatch.setenv("FORCE_COLOR", "1")  # makes rich take the captured stream for a terminal
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    steps = timeline(0.0, 1.0, 0.25)
    assert list(progress.with_progress(steps, wanted)) == steps
    assert ("100%" in capsys.readouterr().err) == wanted
