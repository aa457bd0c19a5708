"""Functions that run one after the other in a process: what one does to it costs the others nothing."""

import os
import signal
import threading
import time
import zipfile
from pathlib import Path

import pytest

from mbfmu.base.child_process import Crashed, Failed
from mbfmu.base.errors import InvalidValue
from mbfmu.base.safe_zip import unpacked, unpacked_once
from mbfmu.base.shared_process import followed_in_turn, one_process

from .test_child_process import broken, crashed, refused

calls: list[int] = []  # in the process where a function runs


def process(progress) -> tuple[int, int]:
    """Which it is, and how many calls of this function it has had."""
    calls.append(1)
    return os.getpid(), len(calls)


def crash_later(progress) -> int:
    """The first call in a process is done, the second is its end."""
    calls.append(1)
    if len(calls) > 1:
        os.kill(os.getpid(), signal.SIGKILL)
    return os.getpid()


def pausing(progress) -> None:
    while True:
        time.sleep(0.15)
        progress(0.0)


def ask(function, progress=print):
    return followed_in_turn(function, progress=progress)


def test_calls_of_a_thread_share_a_process():
    with one_process():
        pid, count = ask(process)
        assert (pid, count) != (os.getpid(), 0) and ask(process) == (pid, count + 1)
        elsewhere: list = []
        other = threading.Thread(target=lambda: elsewhere.append(ask(process)))
        other.start()
        other.join()
    assert elsewhere[0][0] != pid and ask(process)[0] not in (pid, os.getpid())
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_errors_leave_the_process_as_it_is():
    with one_process():
        pid = ask(process)[0]
        with pytest.raises(InvalidValue) as found:
            ask(refused)
        assert found.value.problems == ("m = -1 kg must be > 0 kg",)
        with pytest.raises(Failed, match="^ArithmeticError: no such number$"):
            ask(broken)
        assert ask(process)[0] == pid


def test_a_crash_is_told_and_a_new_process_takes_the_place():
    with one_process():
        pid = ask(process)[0]
        with pytest.raises(Crashed, match=r"ended by SIGBUS as valve \(Valve\.fmu\) was to step; .*`mbfmu check`"):
            ask(crashed)
        assert ask(process)[0] != pid


def test_a_crash_that_others_may_have_caused_is_tried_again():
    with one_process():
        first = ask(crash_later)
        assert ask(crash_later) not in (first, os.getpid())


def test_who_gives_up_in_the_midst_ends_the_process():
    def enough(t: float) -> None:
        raise ZeroDivisionError

    with one_process():
        pid = ask(process)[0]
        with pytest.raises(ZeroDivisionError):
            ask(pausing, enough)
        assert ask(process)[0] != pid


def test_a_process_is_replaced_when_it_is_old(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("mbfmu.base.shared_process.MOST", 2)
    with one_process():
        pids = [ask(process)[0] for _ in range(5)]
    assert pids[0] == pids[1] != pids[2] == pids[3] != pids[4]


def test_an_archive_is_unpacked_once_for_one_at_a_time(tmp_path: Path):
    archive = tmp_path / "a.zip"
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("text", "first")
    with unpacked_once():
        with unpacked(archive) as one, unpacked(archive) as two:
            assert one != two and (two / "text").read_text() == "first"
        with unpacked(archive) as again:
            assert again in (one, two)
        with zipfile.ZipFile(archive, "w") as file:
            file.writestr("text", "the second")
        with unpacked(archive) as changed:
            assert (changed / "text").read_text() == "the second"
    assert not one.exists() and not changed.exists()
    with unpacked(archive) as alone:
        assert alone not in (one, two, changed)
