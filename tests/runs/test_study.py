"""Studies: what they draw, keep and record, and that a killed one goes on."""

import json
import pickle
import re
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from benchmarks.study import RUNS, car, killed_and_resumed
from mbfmu import Step, build_portable, simulate, study
from mbfmu.base.errors import MbfmuError, ProblemsFound
from mbfmu.cosim import Component, System, simulate_system
from mbfmu.runs.job import Job
from mbfmu.runs.subject import opened_subject

from ..tolerances import INTEGRATION, ROUNDOFF
from .test_sweep import OSCILLATOR, oscillator

LocalCluster = pytest.importorskip("distributed").LocalCluster

ROOT = Path(__file__).parents[2]
MASSES = {"mass.m": np.linspace(1.0, 4.0, 4)}


@pytest.fixture(scope="module")
def fmu(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_portable(OSCILLATOR, tmp_path_factory.mktemp("fmu"))


def records(folder: Path) -> list[dict]:
    """The finished runs on disk."""
    return [json.loads(line) for line in (folder / "runs.jsonl").read_text().splitlines()[1:]]


def test_measures_are_those_of_the_trajectory(tmp_path: Path):
    keep = ["s", "final(s)", "peak(v)", "rms(s)"]
    table = study(OSCILLATOR, tmp_path, MASSES, keep=keep, trajectories=True)
    assert list(table.columns) == ["mass.m", *keep, "trajectory", "error"] and (table["error"] == "").all()
    for row in table.to_dict("records"):
        alone = simulate(OSCILLATOR, values={"mass.m": row["mass.m"]})
        assert row["s"] == row["final(s)"] == alone["s"][-1] and row["peak(v)"] == np.abs(alone["v"]).max()
        halves = 0.5 * (alone["s"][1:] ** 2 + alone["s"][:-1] ** 2)
        assert row["rms(s)"] == pytest.approx(np.sqrt(halves @ np.diff(alone["time"]) / 2.0), rel=ROUNDOFF)
        written = np.genfromtxt(tmp_path / row["trajectory"], delimiter=",", names=True)
        np.testing.assert_allclose(written["s"], alone["s"], atol=ROUNDOFF)


def test_draws_follow_their_distribution_and_stay_when_there_are_more(tmp_path: Path):
    random = {"mass.m": "norm(2, 0.1)", "spring.c": stats.uniform(100.0, 50.0)}
    few = study(OSCILLATOR, tmp_path, random=random, runs=20, seed=3, stop_time=0.01)
    more = study(OSCILLATOR, tmp_path, random=random, runs=100, seed=3, stop_time=0.01)
    assert few.equals(more[:20]) and len(records(tmp_path)) == 100
    assert stats.kstest(more["mass.m"], stats.norm(2, 0.1).cdf).pvalue > 0.01
    assert stats.kstest(more["spring.c"], stats.uniform(100, 50).cdf).pvalue > 0.01
    assert abs(np.corrcoef(more["mass.m"], more["spring.c"])[0, 1]) < 4 / np.sqrt(100)


def test_each_varied_row_runs_with_the_same_draws(tmp_path: Path):
    table = study(OSCILLATOR, tmp_path, {"spring.c": [100.0, 200.0]}, {"mass.m": "lognorm(0.1)"}, runs=3, stop_time=0.01)
    assert table["spring.c"].tolist() == [100.0] * 3 + [200.0] * 3
    assert table["mass.m"][:3].tolist() == table["mass.m"][3:].tolist()


def test_failures_are_recorded_with_their_words_and_not_run_again(tmp_path: Path):
    values = {"mass.m": [2.0, -1.0]}
    first = study(OSCILLATOR, tmp_path, values, keep=["s"])
    assert first["error"][0] == "" and "mass.m = -1" in first["error"][1]
    before = (tmp_path / "runs.jsonl").read_bytes()
    assert study(OSCILLATOR, tmp_path, values, keep=["s"]).equals(first)
    assert (tmp_path / "runs.jsonl").read_bytes() == before


def test_a_folder_holds_one_study(tmp_path: Path):
    given = {"stop_time": 0.1, "inputs": {"f": Step(at=0.0, height=1.0)}, "keep": ["s"]}
    study(OSCILLATOR, tmp_path, MASSES, **given)
    of_other_name, nowhere = {"keep": {"s": "peak(s)"}}, {"stop_time": np.nan}
    for changed in ({"stop_time": 0.2}, {"inputs": {"f": Step(at=0.0, height=2.0)}}, {"keep": ["v"]}, of_other_name, {"trajectories": True}, nowhere):
        with pytest.raises(ProblemsFound, match=f"holds another study(.|\n)*{next(iter(changed)).replace('_', ' ')}: "):
            study(OSCILLATOR, tmp_path, MASSES, **{**given, **changed})


def test_a_run_whose_line_was_deleted_is_made_again_and_takes_no_trajectory_of_another(tmp_path: Path):
    given = {"stop_time": 0.1, "keep": ["s"], "trajectories": True}
    before = study(OSCILLATOR, tmp_path, MASSES, **given)
    head, first, *others = (tmp_path / "runs.jsonl").read_text().splitlines(keepends=True)
    (tmp_path / "runs.jsonl").write_text("".join([head, *others]))
    after = study(OSCILLATOR, tmp_path, MASSES, **given)
    assert after["trajectory"].nunique() == len(MASSES["mass.m"]) and after["s"].equals(before["s"])
    for row in after.to_dict("records"):
        assert np.genfromtxt(tmp_path / row["trajectory"], delimiter=",", names=True)["s"][-1] == pytest.approx(row["s"], rel=ROUNDOFF)


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"values": None}, "has no run"),
        ({"kept": [1.0]}, "has no run"),
        ({"error": None}, "has no run"),
        ({"trajectory": 3}, "names 3 as a trajectory"),
        ({"trajectory": "../../000001.csv"}, "names '../../000001.csv' as a trajectory"),
        ({"kept": {"position": 1.0}}, "keeps position, and not s,"),
    ],
)
def test_a_line_that_tells_of_no_run_is_named(tmp_path: Path, changed: dict, words: str):
    study(OSCILLATOR, tmp_path, {"mass.m": [1.0]}, stop_time=0.1, keep=["s"])
    with (tmp_path / "runs.jsonl").open("a") as file:
        file.write(json.dumps({"values": {"mass.m": 2.0}, "kept": {"s": 1.0}, "error": ""} | changed) + "\n")
    with pytest.raises(MbfmuError, match=f"{re.escape(words)} in line 3: delete this line"):
        study(OSCILLATOR, tmp_path, {"mass.m": [1.0, 2.0]}, stop_time=0.1, keep=["s"])


def test_runs_whose_trajectories_are_gone_are_made_again(tmp_path: Path):
    asked = {"stop_time": 0.1, "keep": ["s"], "trajectories": True}
    before = study(OSCILLATOR, tmp_path, MASSES, **asked)
    (tmp_path / before["trajectory"][2]).unlink()
    after = study(OSCILLATOR, tmp_path, MASSES, **asked)
    assert after["s"].equals(before["s"]) and after["trajectory"].drop(2).equals(before["trajectory"].drop(2))
    assert all((tmp_path / name).is_file() for name in after["trajectory"])
    assert study(OSCILLATOR, tmp_path, MASSES, **asked).equals(after) and len(records(tmp_path)) == 5


def test_a_first_line_that_was_lost_can_be_put_back(tmp_path: Path):
    given = {"stop_time": 0.1, "keep": ["s"]}
    before, runs = study(OSCILLATOR, tmp_path, MASSES, **given), tmp_path / "runs.jsonl"
    head, *behind = runs.read_text().splitlines(keepends=True)
    runs.write_text("".join(behind))
    with pytest.raises(MbfmuError, match="which study it is of; if its runs are of this one, write before them the line") as refused:
        study(OSCILLATOR, tmp_path, MASSES, **given)
    assert str(refused.value).splitlines()[1] == head.strip()
    runs.write_text("".join([head, *behind]))
    assert study(OSCILLATOR, tmp_path, MASSES, **given).equals(before)


KILLED = """
import os, signal, sys
from mbfmu import study
from mbfmu.base.files.journal import Journal
from tests.runs.test_sweep import OSCILLATOR

add, done = Journal.add, []

def added(journal, record):
    add(journal, record)
    done.append(record)
    if len(done) == 12:
        os.kill(os.getpid(), signal.SIGKILL)

Journal.add = added
study(OSCILLATOR, sys.argv[1], {"mass.m": [1.0 + 0.1 * i for i in range(40)]}, stop_time=10.0, interval=1.0, keep=["s"], workers=2)
"""


def test_a_killed_study_goes_on_and_loses_and_doubles_nothing(tmp_path: Path):
    values = {"mass.m": [1.0 + 0.1 * i for i in range(40)]}
    given, there = {"stop_time": 10.0, "interval": 1.0, "keep": ["s"]}, tmp_path / "killed/runs.jsonl"
    assert subprocess.run([sys.executable, "-c", KILLED, tmp_path / "killed"], cwd=ROOT).returncode == -signal.SIGKILL
    before = there.read_bytes()
    assert before.count(b"\n") == 12  # the first says of which study
    table = study(OSCILLATOR, tmp_path / "killed", values, **given)
    assert there.read_bytes().startswith(before[: before.rindex(b"\n") + 1])
    masses = [record["values"]["mass.m"] for record in records(tmp_path / "killed")]
    assert sorted(masses) == values["mass.m"] and (table["error"] == "").all()
    alone = simulate(OSCILLATOR, 10.0, 1.0, {"mass.m": 1.0})
    assert table["s"][0] == alone["s"][-1]


@pytest.mark.slow
def test_a_killed_study_of_a_hundred_cars_goes_on(tmp_path: Path):
    before, after = killed_and_resumed(car(), tmp_path / "killed")
    assert RUNS / 2 <= before < after == RUNS


def test_a_model_with_parameters_of_its_own_is_sent(tmp_path: Path):
    model = oscillator()
    model.guide.s_start = model.parameter("start", 1.0, "m")
    table = study(model, tmp_path, {"start": [0.5, 1.0]}, keep=["s"])
    assert [*table["error"]] == ["", ""]
    assert table["s"][1] == pytest.approx(simulate(OSCILLATOR)["s"][-1], rel=INTEGRATION)


def test_what_is_sent_needs_no_file_of_the_sender(fmu: Path, tmp_path: Path):
    here = tmp_path / "here.fmu"
    here.write_bytes(fmu.read_bytes())
    system = System({"a": Component(here, {"mass.m": 3.0}), "b": here}, inputs={"b.f": 2.0}, stop_time=0.1, step_size=0.05)
    for model, values, output in ((here, {"mass.m": 2.0}, "s"), (system, {"b.mass.m": 2.0}, "b.s")):
        here.write_bytes(fmu.read_bytes())
        with opened_subject(model, 0.1, None, None, ()) as subject:
            job = Job(subject, {"last": output}, False, "")
            expected = subject.run(values, job.heed)[output][-1]
            sent = pickle.dumps(subject)
        here.unlink()
        arrived = pickle.loads(sent)
        assert Job(arrived, job.asked, False, "")(values).kept == {"last": expected}


@pytest.mark.slow
def test_a_cluster_at_an_address_runs_all_that_can_be_studied(fmu: Path, tmp_path: Path):
    """Its workers are daemons in processes of their own, which may have no processes unless we see to that."""
    system = System({"b": fmu}, inputs={"b.f": 2.0}, name="One", stop_time=0.1, step_size=0.05)
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        for model, name in ((OSCILLATOR, "mass.m"), (fmu, "mass.m"), (system, "b.mass.m")):
            values, given = {name: [1.0, -1.0, 3.0]}, {"stop_time": 0.1, "keep": {"end": lambda r: r[r.dtype.names[1]][-1]}}
            there = study(model, tmp_path / "there" / type(model).__name__, values, **given, cluster=cluster.scheduler_address)
            here = study(model, tmp_path / "here" / type(model).__name__, values, **given)
            assert there["end"].equals(here["end"]) and (there["error"] == "").tolist() == [True, False, True]


def test_a_system_is_studied(fmu: Path, tmp_path: Path):
    system = System({"a": fmu, "b": fmu}, inputs={"b.f": Step(at=0.0, height=2.0)}, name="Pair", stop_time=0.5, step_size=0.05)
    table = study(system, tmp_path, {"b.mass.m": [1.0, -2.0]}, stop_time=0.1, keep=["b.s", "peak(b.f)"])
    alone = simulate_system(replace(system, components={"b": Component(fmu, {"mass.m": 1.0})}, stop_time=0.1))
    assert table["b.s"][0] == alone["b.s"][-1] and table["peak(b.f)"][0] == np.abs(alone["b.f"]).max()
    assert "mass.m = -2.0" in table["error"][1]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({}, "no values to run with"),
        ({"vary": {"mas.m": [1.0]}}, "did you mean 'mass.m'"),
        ({"random": {"mass.m": "norm(2, -1)"}}, "no such distribution"),
        ({"random": {"mass.m": "nrom(2, 1)"}}, "did you mean 'norm'"),
        ({"random": {"mass.m": "norm(2, 1, 3, 4)"}}, "norm"),
        ({"random": {"mass.m": "open('x')"}}, "is no distribution"),
        ({"random": {"mass.m": 3.0}}, "3.0 is no distribution"),
        ({"random": {"mass.m": stats.norm(2.0, -1.0)}}, "mass.m: some draws are no finite numbers"),
        ({"random": {"mass.m": stats.poisson(-1.0)}}, "mass.m: some draws are no finite numbers"),
        ({"random": {"mass.m": stats.norm([1.0, 2.0], 1.0)}}, "mass.m: nothing can be drawn from it"),
        ({"random": {"mass.m": stats.gamma}}, "mass.m: nothing can be drawn from it"),
        ({"random": ["mass.m"]}, "must be a dict of distributions by name"),
        ({"random": {"mass.m": "norm(2, 1)"}, "runs": True}, "runs = True must be a whole number"),
        ({"random": {"mass.m": "norm(2, 1)"}, "runs": 0}, "runs = 0 must be a whole number >= 1"),
        ({"random": {"mass.m": "norm(2, 1)"}, "vary": MASSES}, "both varied and random"),
        ({"random": {"mass.m": "norm(2, 1)"}, "runs": 10_000_000}, "at most 1,000,000"),
        ({"vary": MASSES, "keep": ["peak(w)"]}, "no output 'w'"),
        ({"vary": MASSES, "cluster": "tcp://127.0.0.1:1"}, "no Dask scheduler answers"),
    ],
)
def test_what_cannot_be_studied_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments, words: str):
    monkeypatch.setattr("mbfmu.runs.cluster.PATIENCE", 0.1)
    with pytest.raises((MbfmuError, ProblemsFound), match=words):
        study(OSCILLATOR, tmp_path / "out", **arguments)


def test_without_dask_it_says_how_to_get_it_for_a_cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MbfmuError, match=r"pip install 'mbfmu\[study\]'"):
        study(OSCILLATOR, tmp_path / "cluster", MASSES, cluster="tcp://127.0.0.1:1")
    assert (study(OSCILLATOR, tmp_path / "here", MASSES)["error"] == "").all()
