"""100 random payloads of the crane as a portable FMU: `study` on one worker and on two, and one that is killed half-way and started again.

Wall times in s of whole studies; Dask is imported before.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter, sleep

from mbfmu import build_portable, study

TOP = Path(__file__).parents[1]
RUNS, SECONDS = 100, 10.0
GIVEN = {"random": {"payload.m": "norm(500, 50)"}, "runs": RUNS, "stop_time": SECONDS, "keep": ["stroke", "peak(stroke)", "rms(stroke)"]}
KILLED = "import sys; from benchmarks.study import GIVEN, study; study(sys.argv[1], sys.argv[2], **GIVEN)"


def timed(fmu: Path, folder: Path, workers: int) -> float:
    """The wall time of a whole study [s]."""
    begin = perf_counter()
    table = study(fmu, folder, **GIVEN, workers=workers)
    assert (table["error"] == "").all()
    return perf_counter() - begin


def killed_and_resumed(fmu: Path, folder: Path) -> tuple[int, int]:
    """How many runs were there when the study was killed, and how many records there are when it has gone on."""
    running = subprocess.Popen([sys.executable, "-c", KILLED, fmu, folder], cwd=TOP)
    records = folder / "runs.jsonl"
    while not (records.exists() and records.read_bytes().count(b"\n") > RUNS // 2):
        sleep(0.01)
    running.send_signal(signal.SIGKILL)
    running.wait()
    before = records.read_bytes().count(b"\n") - 1
    table = study(fmu, folder, **GIVEN)
    lines = [json.loads(line) for line in records.read_text().splitlines()[1:]]
    assert sorted(line["values"]["payload.m"] for line in lines) == sorted(table["payload.m"]) and (table["error"] == "").all()
    return before, len(lines)


def main() -> None:
    with tempfile.TemporaryDirectory() as there:
        folder = Path(there)
        fmu = build_portable(TOP / "fmus/crane/model.py", folder)
        study(fmu, folder / "first", **{**GIVEN, "runs": 2})
        one, two = (timed(fmu, folder / f"{workers}", workers) for workers in (1, 2))
        print(f"load {os.getloadavg()[0]:.1f}; {RUNS} runs of {SECONDS:g} s")
        print(f"one worker {one:.2f} s, two {two:.2f} s: {one / two:.2f} times as fast")
        before, after = killed_and_resumed(fmu, folder / "killed")
        print(f"killed with {before} runs done; started again, there are {after}, none twice")


if __name__ == "__main__":
    main()
