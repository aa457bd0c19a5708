"""Functions in processes of their own: what they answer, tell and raise arrives, and how they end is told in words."""

import logging
import multiprocessing
import os
import signal
import tempfile
import time
from pathlib import Path

import numpy as np
import pytest

from mbfmu.base import notes
from mbfmu.base.child_process import Crashed, Failed, TimedOut, followed, isolated
from mbfmu.base.errors import InvalidValue
from mbfmu.cosim import RunStopped


def doubled(x: float, progress=None, more: float = 0.0) -> float:
    if progress is not None:
        time.sleep(0.2)  # longer than a pulse
        progress("half way")
    return 2 * x + more


def warned(progress=None) -> None:
    logging.getLogger("mbfmu").warning("the valve sticks")


def left_behind() -> None:
    Path(tempfile.mkdtemp(), "rubbish").write_text("x" * 100)
    notes.about_to("valve (Valve.fmu) was to step")
    print("the last word", flush=True)
    os.kill(os.getpid(), signal.SIGBUS)


def crashed(progress) -> None:
    left_behind()


def asleep(progress=None) -> None:
    time.sleep(60.0)


def stuck(progress) -> None:
    notes.about_to("valve (Valve.fmu) was to instantiate", within=0.1)
    asleep()


def refused(progress=None) -> None:
    raise InvalidValue("wrong:", ["m = -1 kg must be > 0 kg"])


def stopped(progress=None) -> None:
    raise RunStopped("the fuse has blown", np.arange(3.0))


def broken(progress=None) -> None:
    raise ArithmeticError("no such number")


def test_answers_and_what_is_told_arrive():
    said = []
    assert isolated(doubled, 2.0, limit=60.0) == 4.0
    assert followed(doubled, 2.0, progress=said.append, more=1.0) == 5.0
    assert said == ["half way"]


def test_warnings_arrive(caplog: pytest.LogCaptureFixture):
    followed(warned, progress=print)
    assert [record.getMessage() for record in caplog.records] == ["the valve sticks"]


def test_a_crash_is_told_with_its_signal_what_was_to_be_done_and_the_last_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with pytest.raises(Crashed, match=r"ended by SIGBUS as valve \(Valve\.fmu\) was to step, saying: the last word"):
        isolated(left_behind, limit=60.0)
    with pytest.raises(Crashed, match=r"ended by SIGBUS as valve \(Valve\.fmu\) was to step; .*`mbfmu check`"):
        followed(crashed, progress=print)
    assert list(tmp_path.iterdir()) == []


def test_errors_of_mbfmu_arrive_as_they_are():
    with pytest.raises(InvalidValue) as found:
        followed(refused, progress=print)
    assert found.value.problems == ("m = -1 kg must be > 0 kg",) and str(found.value).startswith("wrong:\n")
    with pytest.raises(RunStopped, match="the fuse has blown") as found:
        followed(stopped, progress=print)
    assert found.value.result.tolist() == [0.0, 1.0, 2.0]
    with pytest.raises(Failed, match="^ArithmeticError: no such number$"):
        followed(broken, progress=print)


def test_what_takes_too_long_is_ended():
    with pytest.raises(TimedOut, match=r"within 0\.1 s"):
        isolated(asleep, limit=0.1)


def test_what_is_to_be_done_in_a_time_and_is_not_ends_the_process():
    with pytest.raises(
        TimedOut,
        match=r"^valve \(Valve\.fmu\) was to instantiate, and has not come back for 0\.1 s; `mbfmu check` .* in Python$",
    ):
        followed(stuck, progress=print)


def test_a_temporary_folder_with_a_long_name(tmp_path, monkeypatch):
    """The socket of a fork server would not fit into it."""
    folder = tmp_path / ("long" * 30)
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    assert isolated(doubled, 2.0, limit=60.0) == 4.0


def deaf_ears() -> bool:
    return signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, [])


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="there are no masks of signals")
def test_ctrl_c_never_comes_to_a_process_even_while_it_starts():
    """What it would print over it is of no use to anybody: the parent ends it."""
    assert isolated(deaf_ears, limit=60.0)
    assert not deaf_ears()


class Pressing:
    """Ctrl-C at the moment when this is sent to another process."""

    def __reduce__(self) -> tuple:
        signal.raise_signal(signal.SIGINT)
        return float, (1.0,)


def test_ctrl_c_while_a_process_starts_is_heeded_once_it_can_be_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with pytest.raises(KeyboardInterrupt):
        isolated(doubled, Pressing(), limit=60.0)
    assert multiprocessing.active_children() == [] and list(tmp_path.iterdir()) == []


def test_a_note_that_is_half_written_says_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Of "20 the valve ..." the first byte alone would be a limit of 2 s."""
    monkeypatch.setattr(notes, "_note", note := bytearray(notes.SEAL + notes.NOTE))
    notes.about_to("valve (Valve.fmu) was to step", within=20.0)
    whole, place, of_python = bytes(note), notes._noted(tmp_path), bytes(notes.Notice(-1))
    place.write_bytes(whole + of_python)
    assert notes.noted_in(tmp_path) == (20.0, "valve (Valve.fmu) was to step")
    for written in range(1, len(whole.rstrip())):
        place.write_bytes(whole[:written].ljust(len(whole)) + of_python)
        assert notes.noted_in(tmp_path) == (0.0, "")
