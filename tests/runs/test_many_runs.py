"""Short runs go to processes: their results are those of threads, and what goes wrong there is told."""

import logging
import os
import signal
import threading
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from mbfmu import sweep
from mbfmu.base.child_process import started
from mbfmu.runs import many_runs
from mbfmu.runs.run_processes import PRELOAD, RunProcesses

from ..tolerances import INTEGRATION
from .kept_functions import crash, process, warn
from .test_sweep import OSCILLATOR

STIFFNESSES = np.linspace(1.0, 900.0, 2000)  # N/m


@pytest.fixture(scope="module", autouse=True)
def warm() -> None:
    """Processes start at once where the fork server is there."""
    started(print, preload=PRELOAD).join()


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes are worth their start after the first run."""
    for name, value in {"LOOK": 0.0, "SHORT": np.inf, "WORTH": 0.0}.items():
        monkeypatch.setattr(many_runs, name, value)


def swept(keep=None, workers: int = 2, **options):
    return sweep(OSCILLATOR, {"spring.c": STIFFNESSES}, 0.1, 0.01, keep=keep, workers=workers, **options)


def test_processes_give_what_threads_give():
    found = swept({"end": "s", "process": process})
    np.testing.assert_allclose(found["end"], np.cos(0.1 * np.sqrt(STIFFNESSES / 2.0)), atol=INTEGRATION)
    np.testing.assert_array_equal(found["end"], swept(["s"], workers=1)["s"])
    counts = found["process"].value_counts()
    assert len(counts) == 3 and counts[os.getpid()] < len(STIFFNESSES) / 2  # two processes, and this one while they start
    assert (found["error"] == "").all() and threading.active_count() < 10


def test_functions_that_cannot_be_sent_stay_in_this_process():
    found = swept({"process": lambda result: os.getpid()})
    assert set(found["process"]) == {os.getpid()}


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="Windows kills in another way")
def test_a_process_that_is_lost_costs_its_rows(monkeypatch: pytest.MonkeyPatch):
    """Those beyond a quarter of a period, 493 N/m, and those sent with them; other processes take their place."""
    monkeypatch.setattr("mbfmu.runs.run_processes.CHUNK", 1e-4)
    stiffnesses = np.linspace(1.0, 494.5, 2000)
    found = sweep(OSCILLATOR, {"spring.c": stiffnesses}, 0.1, 0.01, keep={"end": crash, "process": process}, workers=2)
    ended = np.cos(0.1 * np.sqrt(stiffnesses / 2.0))
    lost = found["error"] == "its process was ended by SIGKILL"
    assert lost.any() and (found["error"][~lost] == "").all() and not lost[:900].any()
    assert set(found["process"][~lost & (ended < 0.0)]) <= {os.getpid()}
    np.testing.assert_allclose(found["end"][~lost], ended[~lost], atol=INTEGRATION)


def test_what_runs_warn_of_is_heard(caplog: pytest.LogCaptureFixture):
    with caplog.at_level(logging.WARNING, "mbfmu"):
        swept({"end": warn})
    assert len(caplog.records) == len(STIFFNESSES)


def test_ctrl_c_ends_processes_and_keeps_what_is_done(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch):
    results = RunProcesses.results

    def pressed(processes: RunProcesses, heed: Callable[[], None]) -> Iterator[tuple[int, Any]]:
        for count, found in enumerate(results(processes, heed)):
            yield found
            if count == 100:
                signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(RunProcesses, "results", pressed)
    found = sweep(OSCILLATOR, {"spring.c": np.linspace(1.0, 900.0, 20_000)}, 0.1, 0.01, keep={"process": process}, workers=2)
    done = found["error"] == ""
    assert 100 <= done.sum() < len(found) and (found["error"][~done] == "not run: interrupted").all()
    assert "the sweep was interrupted" in caplog.text and threading.active_count() < 10
