"""Functions in processes of their own: what they answer, tell and raise arrives, and how they end is told in words."""

import logging
import os
import signal
import tempfile
import time
from pathlib import Path

import numpy as np
import pytest

from mbfmu.apart import Crashed, Failed, TimedOut, about_to, apart, followed
from mbfmu.cosim import RunStopped
from mbfmu.errors import InvalidValue


def doubled(x: float, told=None, more: float = 0.0) -> float:
    if told is not None:
        time.sleep(0.2)  # longer than a pulse
        told("half way")
    return 2 * x + more


def warned(told=None) -> None:
    logging.getLogger("mbfmu").warning("the valve sticks")


def left_behind() -> None:
    Path(tempfile.mkdtemp(), "rubbish").write_text("x" * 100)
    about_to("valve (Valve.fmu) was to step")
    print("the last word", flush=True)
    os.kill(os.getpid(), signal.SIGBUS)


def crashed(told) -> None:
    left_behind()


def asleep(told=None) -> None:
    time.sleep(60.0)


def refused(told=None) -> None:
    raise InvalidValue("wrong:", ["m = -1 kg must be > 0 kg"])


def stopped(told=None) -> None:
    raise RunStopped("the fuse has blown", np.arange(3.0))


def broken(told=None) -> None:
    raise ArithmeticError("no such number")


def test_answers_and_what_is_told_arrive():
    said = []
    assert apart(doubled, 2.0, limit=60.0) == 4.0
    assert followed(doubled, 2.0, told=said.append, more=1.0) == 5.0
    assert said == ["half way"]


def test_warnings_arrive(caplog: pytest.LogCaptureFixture):
    followed(warned, told=print)
    assert [record.getMessage() for record in caplog.records] == ["the valve sticks"]


def test_a_crash_is_told_with_its_signal_what_was_to_be_done_and_the_last_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with pytest.raises(Crashed, match=r"ended by SIGBUS as valve \(Valve\.fmu\) was to step, saying: the last word"):
        apart(left_behind, limit=60.0)
    with pytest.raises(Crashed, match=r"ended by SIGBUS as valve \(Valve\.fmu\) was to step; .*`mbfmu check`"):
        followed(crashed, told=print)
    assert list(tmp_path.iterdir()) == []


def test_errors_of_mbfmu_arrive_as_they_are():
    with pytest.raises(InvalidValue) as found:
        followed(refused, told=print)
    assert found.value.problems == ("m = -1 kg must be > 0 kg",) and str(found.value).startswith("wrong:\n")
    with pytest.raises(RunStopped, match="the fuse has blown") as found:
        followed(stopped, told=print)
    assert found.value.result.tolist() == [0.0, 1.0, 2.0]
    with pytest.raises(Failed, match="^ArithmeticError: no such number$"):
        followed(broken, told=print)


def test_what_takes_too_long_is_ended():
    with pytest.raises(TimedOut, match=r"within 0\.1 s"):
        apart(asleep, limit=0.1)


def test_a_temporary_folder_with_a_long_name(tmp_path, monkeypatch):
    """The socket of a fork server would not fit into it."""
    folder = tmp_path / ("long" * 30)
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    assert apart(doubled, 2.0, limit=60.0) == 4.0
