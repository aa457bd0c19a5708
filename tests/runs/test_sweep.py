"""Sweeps against closed forms, and what they do with runs that fail."""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pandas
import pytest

from mbfmu import Body, JointForce, Model, Prismatic, Step, TranslationSpringDamper, World, build_portable, compile_problem, sweep
from mbfmu.base.errors import MbfmuError, ProblemsFound
from mbfmu.engine.instance import Instance

from ..tolerances import FMU_INTEGRATION, INTEGRATION

ROOT = Path(__file__).parents[2]


def oscillator() -> Model:
    """2 kg on a spring of 200 N/m, 1 m from rest."""
    model = Model("Oscillator", stop_time=2.0, step_size=0.01)
    model.world, model.mass = World(g=0), Body(m=2.0)
    model.guide = Prismatic(model.world.frame_b, model.mass.frame_a, n=[1, 0, 0], s_start=1.0)
    model.spring = TranslationSpringDamper(model.guide, c=200.0)
    model.push = JointForce(model.guide)
    model.expose(inputs={"f": model.push.f}, outputs={"s": model.guide.s, "v": model.guide.v}, tunable=[model.mass.m, model.spring.c])
    return model


OSCILLATOR = compile_problem(oscillator())


def test_all_combinations_are_run_in_order():
    masses, stiffnesses = np.linspace(1.0, 4.0, 4), [50.0, 200.0, 800.0]
    table = sweep(OSCILLATOR, {"mass.m": masses, "spring.c": stiffnesses}, keep=["s"])
    assert list(table.columns) == ["mass.m", "spring.c", "s", "error"]
    np.testing.assert_array_equal(table["mass.m"], np.repeat(masses, 3))
    np.testing.assert_array_equal(table["spring.c"], np.tile(stiffnesses, 4))
    np.testing.assert_allclose(table["s"], np.cos(2.0 * np.sqrt(table["spring.c"] / table["mass.m"])), atol=INTEGRATION)
    assert (table["error"] == "").all()


@pytest.mark.parametrize("table", [pandas.DataFrame, list])
def test_rows_of_a_table_are_run(table):
    rows = [{"mass.m": 2.0, "f": 0.0}, {"mass.m": 8.0, "f": 100.0}]
    found = sweep(OSCILLATOR, table(rows), 1.0, keep={"highest": lambda r: r["s"].max(), "speed": "v"}, workers=1)
    assert list(found.columns) == ["mass.m", "f", "highest", "speed", "error"]
    np.testing.assert_allclose(found["speed"], [-10.0 * np.sin(10.0), -2.5 * np.sin(5.0)], atol=INTEGRATION)


def test_a_robot_is_swept_by_its_path():
    path = Path(__file__).parents[1] / "model/urdf/small_arm.urdf"
    found = sweep(path, {"turn.phi_start": [0.1, 0.2]}, stop_time=0.01, keep={"first": lambda result: result["turn.phi"][0]})
    assert list(found["first"]) == [0.1, 0.2]


def test_inputs_and_a_single_value_go_to_every_run():
    found = sweep(OSCILLATOR, {"mass.m": [2.0, 4.0], "spring.c": 0.0, "guide.s_start": 0.0}, 1.0, inputs={"f": Step(at=0.5, height=8.0)})
    np.testing.assert_allclose(found["v"], [2.0, 1.0], atol=INTEGRATION)
    assert list(found.columns) == ["mass.m", "spring.c", "guide.s_start", "s", "v", "error"]


def test_runs_that_fail_are_rows_with_their_message():
    def picky(result: np.ndarray) -> float:
        if result["s"][-1] > 0.9:
            raise ValueError("too far")
        return result["s"][-1]

    found = sweep(OSCILLATOR, {"mass.m": [2.0, -1.0, float("nan"), 1e9, 8.0]}, keep={"end": picky})
    assert "mass.m = -1" in found["error"][1] and "mass.m = nan" in found["error"][2]
    assert found["error"][3] == "keep['end'] raised ValueError: too far"
    assert found["end"].isna().tolist() == [False, True, True, True, False]


def test_an_fmu_is_swept_in_processes_of_its_own(tmp_path: Path):
    fmu = build_portable(OSCILLATOR, tmp_path)
    found = sweep(str(fmu), {"mass.m": np.array([2.0, -1.0, 8.0])}, keep=["s"])
    np.testing.assert_allclose(found["s"].dropna(), [np.cos(20.0), np.cos(10.0)], atol=100 * FMU_INTEGRATION)
    assert found["error"][0] == "" and "mass.m = -1.0 kg" in found["error"][1]


def test_a_script_without_a_guard_may_sweep_an_fmu(tmp_path: Path):
    """New processes do not run the script again."""
    build_portable(OSCILLATOR, tmp_path)
    script = tmp_path / "script.py"
    script.write_text("import mbfmu\nprint('once')\nprint(len(mbfmu.sweep('Oscillator.fmu', {'mass.m': [1.0, 2.0]}, 0.1)))\n")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    ran = subprocess.run([sys.executable, script], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60)
    assert ran.stdout.split() == ["once", "2"], ran.stderr


def test_threads_do_not_wait_for_each_other(monkeypatch: pytest.MonkeyPatch):
    """Python's lock is asked for a few times in a run, not at each of its thousands of steps."""
    calls: list[float] = []
    monkeypatch.setattr(Instance, "_passed", lambda self, host, t: calls.append(t) or 0)
    sweep(OSCILLATOR, {"mass.m": [1e-4]}, 10.0, keep=[])
    assert len(calls) < 1000


def test_ctrl_c_keeps_what_is_done(caplog: pytest.LogCaptureFixture):
    """After the third run; a fourth goes on and is ended."""
    count = iter(range(100))

    def interrupting(result: np.ndarray) -> float:
        if next(count) == 2:
            os.kill(os.getpid(), signal.SIGINT)
        return result["s"][-1]

    found = sweep(OSCILLATOR, {"mass.m": np.linspace(1.0, 2.0, 2000)}, 20.0, keep={"end": interrupting}, workers=1)
    done = found["error"] == ""
    assert 3 <= done.sum() < 2000 and (found["error"][~done] == "not run: interrupted").all()
    assert "the sweep was interrupted" in caplog.text and threading.active_count() < 10


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"values": {"mas.m": [1.0]}}, r"no variable 'mas.m' \(did you mean 'mass.m'\?\); what can be set is"),
        ({"values": {"s": [1.0]}}, "s is of causality output, not parameter or input"),
        ({"values": {"mass.m": []}}, "no values to run with"),
        ({"values": {}}, "no values to run with"),
        ({"values": 3.0}, "values must be lists by name"),
        ({"values": [{"mass.m": 1.0}, {"f": 1.0}]}, "row 1 has f"),
        ({"values": {"mass.m": [1.0] * 2000, "f": [1.0] * 2000}}, r"4e\+06 runs; at most 1,000,000"),
        ({"values": {"mass.m": [1.0]}, "keep": ["w"]}, "no output 'w'; the outputs are s, v"),
        ({"values": {"mass.m": [1.0]}, "keep": "s"}, r"such as \['s'\]"),
        ({"values": {"mass.m": [1.0]}, "keep": {"s": 3}}, "3 is neither the name of an output nor a function"),
        ({"values": {"mass.m": [1.0]}, "keep": {"mass.m": "s"}}, "mass.m is kept under the name of a value"),
        ({"values": {"mass.m": [1.0]}, "workers": 0}, "workers = 0 must be a whole number > 0"),
        ({"values": {"mass.m": [1.0]}, "model": "crane.py"}, "crane.py: there is no such file"),
    ],
)
def test_what_cannot_be_swept_is_said_before_anything_runs(arguments, words):
    with pytest.raises((MbfmuError, ProblemsFound), match=words):
        sweep(**{"model": OSCILLATOR, **arguments})


def test_without_pandas_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(MbfmuError, match=r"pip install 'mbfmu\[sweep\]'"):
        sweep(OSCILLATOR, {"mass.m": [1.0]})
