"""100 cars of 19 bodies with random payloads on random roads: `study` on one worker and on two, and one that is killed half-way and started again.

Wall times in s of whole studies; Dask is imported and the car is compiled before.
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

from mbfmu import Body, Fixed, RandomRoad, compile_problem, study
from mbfmu.model.vehicles import MID_SIZE_CAR, car_model, mid_size_linear_tire
from mbfmu.problem.data.problem import Problem

TOP = Path(__file__).parents[1]
RUNS, SECONDS = 100, 2.0
RANDOM = {"payload.m": "uniform(10, 390)", "road.seed": "randint(0, 1000000)"}  # kg
KEPT = ["rms(roll)", "rms(pitch)", "peak(tire_force_RL[3])", "peak(energy_error)"]
GIVEN = {"vary": {"speed": [20.0]}, "random": RANDOM, "runs": RUNS, "stop_time": SECONDS, "interval": 0.01, "keep": KEPT}
KILLED = "import sys; from benchmarks.study import GIVEN, car, study; study(car(), sys.argv[1], **GIVEN)"


def car() -> Problem:
    """A car on its tires, on a road of class C, with a payload over its rear axle; both can be set."""
    model, of = car_model("Car", "A car with a payload on an uneven road", MID_SIZE_CAR, RandomRoad("C"), mid_size_linear_tire)
    model.payload = Body(m=100.0)
    model.load_floor = Fixed(of.chassis.at([MID_SIZE_CAR.rear.wheel_centre.x, 0.0, 0.6]), model.payload.frame_a)
    model.expose(tunable=[model.payload.m, model.road.seed])
    return compile_problem(model)


def timed(problem: Problem, folder: Path, workers: int) -> float:
    """The wall time of a whole study [s]."""
    begin = perf_counter()
    table = study(problem, folder, **GIVEN, workers=workers)
    assert (table["error"] == "").all() and table["road.seed"].nunique() == RUNS
    return perf_counter() - begin


def killed_and_resumed(problem: Problem, folder: Path) -> tuple[int, int]:
    """How many runs were there when the study was killed, and how many records there are when it has gone on."""
    running = subprocess.Popen([sys.executable, "-c", KILLED, folder], cwd=TOP)
    records = folder / "runs.jsonl"
    while not (records.exists() and records.read_bytes().count(b"\n") > RUNS // 2):
        assert running.poll() is None, "the study ended by itself"
        sleep(0.01)
    running.send_signal(signal.SIGKILL)
    running.wait()
    before = records.read_bytes().count(b"\n") - 1
    table = study(problem, folder, **GIVEN)
    lines = [json.loads(line) for line in records.read_text().splitlines()[1:]]
    assert sorted(line["values"]["road.seed"] for line in lines) == sorted(table["road.seed"]) and (table["error"] == "").all()
    return before, len(lines)


def main() -> None:
    with tempfile.TemporaryDirectory() as there:
        folder, problem = Path(there), car()
        study(problem, folder / "first", **{**GIVEN, "runs": 2})
        one, two = (timed(problem, folder / f"{workers}", workers) for workers in (1, 2))
        print(f"load {os.getloadavg()[0]:.1f}; {RUNS} runs of {SECONDS:g} s")
        print(f"one worker {one:.2f} s, two {two:.2f} s: {one / two:.2f} times as fast", flush=True)
        before, after = killed_and_resumed(problem, folder / "killed")
        print(f"killed with {before} runs done; started again, there are {after}, none twice")


if __name__ == "__main__":
    main()
