import pytest

from mbfmu.cosim import progress


@pytest.mark.parametrize("wanted", [True, False])
def test_a_bar_is_shown_where_it_is_wanted(wanted: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture):
    monkeypatch.setenv("FORCE_COLOR", "1")  # makes rich take the captured stream for a terminal
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    with progress.bar(1.0, 3.0, wanted) as report:
        for t in (1.5, 2.0, 3.0):
            report(t)
    assert ("100%" in capsys.readouterr().err) == wanted


def test_a_short_run_shows_none(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture):
    monkeypatch.setenv("FORCE_COLOR", "1")
    with progress.bar(0.0, 1.0) as report:
        report(1.0)
    assert capsys.readouterr().err == ""


def test_an_interrupt_is_told_the_time_it_came_at():
    with pytest.raises(KeyboardInterrupt, match=r"^t = 0\.25 s$"), progress.bar(0.0, 1.0) as report:
        report(0.25)
        raise KeyboardInterrupt
