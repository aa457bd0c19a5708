"""Arguments of the wrong kind, which end in a sentence wherever they are given."""

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mbfmu
from mbfmu import MbfmuError, Model
from mbfmu.cosim import read_csv, simulate_fmu, simulate_system
from mbfmu.model.urdf import read_urdf
from mbfmu.view import plot, view_result, view_start


def slide() -> Model:
    """A mass on a spring."""
    model = Model("Slide", stop_time=0.1)
    model.world, model.box = mbfmu.World(g=0.0), mbfmu.Body(m=1.0)
    model.guide = mbfmu.Prismatic(model.world.frame_b, model.box.frame_a, n=[1, 0, 0], s_start=0.1)
    model.spring = mbfmu.TranslationSpringDamper(model.guide, c=100.0, d=1.0)
    model.expose(outputs={"s": model.guide.s}, tunable=[model.box.m])
    return model


def formulated(formulation: Any) -> Model:
    """The same in a formulation."""
    model = slide()
    model.formulation = formulation
    return model


CALLS: dict[str, tuple[Callable[[Path], Any], str]] = {
    "a tolerance": (lambda _: mbfmu.simulate(slide(), rtol="fine"), "times and tolerances must be numbers, not 'fine'"),
    "a start time": (lambda _: mbfmu.simulate(slide(), start_time="now"), "must lie after 'now' s"),
    "a name": (lambda _: mbfmu.simulate(slide(), values={3: 1.0}), "values has the names 3: a name is text"),
    "tunable": (lambda _: slide().expose(tunable=3), "takes a list of parameters"),
    "start": (lambda _: slide().expose(start=[1]), "takes names and values"),
    "a formulation": (lambda _: mbfmu.simulate(formulated(["kane"])), r"there is no formulation \['kane'\]"),
    "what is kept": (lambda _: mbfmu.sweep(slide(), {"box.m": [1.0]}, keep=3), "keep = 3 must be a list of outputs"),
    "progress": (lambda _: mbfmu.simulate(slide(), progress=3), "progress = 3 must be a function"),
    "a file name": (lambda path: mbfmu.build_portable(slide(), path, file_name=3), "3 is no path"),
    "a scene": (lambda path: view_result(slide(), np.empty(0), path / "x.html"), "is no Scene; view_model shows a model"),
    "a value": (lambda _: mbfmu.sweep(slide(), {"box.m": [date(1979, 5, 27)]}), "is no number, truth value, text or array"),
    "a folder": (lambda _: mbfmu.study(slide(), None, {"box.m": [1.0]}), "None is no path"),
    "cases": (lambda _: mbfmu.optimize(slide(), {"box.m": (0.5, 2)}, len, cases=mbfmu.LoadCase()), "cases must be a list"),
    "coordinates": (lambda _: mbfmu.linearize(slide(), coordinates="guide.s"), "coordinates must be a list of names"),
    "no motions": (lambda _: mbfmu.inverse_dynamics(slide(), {}), "inverse_dynamics needs a motion"),
    "a linear system": (lambda _: mbfmu.lqr(slide(), [1.0], [1.0]), "Q weighs a linear system, .*, not a Model"),
    "values of a locus": (lambda _: mbfmu.root_locus(slide(), "box.m", ["light", "heavy"]), "two or more finite numbers that ascend"),
    "a span": (lambda _: mbfmu.continuation(slide(), "box.m", 3), "a span is two numbers"),
    "points of a branch": (lambda _: mbfmu.continuation(slide(), "box.m", (1, 2), most="all"), "most = 'all' must be a whole number"),
    "a point of a branch": (lambda _: mbfmu.continuation(slide(), "box.m", (0.5, 2), start=3), "start = 3 is no point of a branch"),
    "a tire": (lambda _: mbfmu.tire_block(3, mbfmu.FlatRoad()), "3 is no path"),
    "a journal": (
        lambda path: (path / "runs.jsonl").mkdir() or mbfmu.study(slide(), path, {"box.m": [1.0]}),
        "runs.jsonl cannot be written: it is a folder",
    ),
    "a shift": (lambda _: mbfmu.modes_near(slide(), shift="near"), "give a count > 0 and a finite shift"),
    "a result": (lambda _: mbfmu.power_spectrum(3, "s"), "a result is the table that simulate gives, not a int"),
    "a result to plot": (lambda path: plot({}, path / "x.png"), "a result is the table that simulate gives, not a dict"),
    "a version": (lambda path: mbfmu.build_portable(slide(), path, fmi=4), "fmi = 4 must be 2 or 3"),
    "a version as text": (lambda path: mbfmu.build_native(slide(), path, fmi="3"), "fmi = '3' must be 2 or 3"),
    "platforms": (lambda path: mbfmu.build_portable(slide(), path, wanted="linux64"), "platforms are given as a list"),
    "platforms of Python": (lambda path: mbfmu.build_fmu(slide(), path, wanted=3), "platforms are given as a list"),
    "a block": (lambda _: mbfmu.compile_problem(mbfmu.BlockModel("B", 3)), "B: 3 is no Block"),
    "a start of a block": (lambda _: mbfmu.compile_problem(mbfmu.BlockModel("B", mbfmu.Pid(), start=3)), "B: start takes names and values"),
    "a path of results": (lambda _: read_csv(3), "3 is no path"),
    "a path of a table": (lambda _: mbfmu.read_table(3), "3 is no path"),
    "a path of a robot": (lambda _: read_urdf(3), "3 is no path"),
    "a path of a page": (lambda _: view_start(slide(), 3), "3 is no path"),
    "a path of an FMU": (lambda _: simulate_fmu(3), "3 is no path"),
    "start values of an FMU": (lambda _: simulate_fmu("x.fmu", start_values=3), "start_values must be a dict by name"),
    "outputs of an FMU": (lambda _: simulate_fmu("x.fmu", output="s"), "output must be a list of names"),
    "a system": (lambda _: simulate_system("x.ssp"), "'x.ssp' is no System; one in a file is opened"),
}


@pytest.mark.parametrize("kind", CALLS)
def test_arguments_of_a_wrong_kind_end_in_a_sentence(kind: str, tmp_path: Path):
    call, words = CALLS[kind]
    with pytest.raises(MbfmuError, match=words):
        call(tmp_path)


def test_a_time_of_an_fmu_is_a_number(tmp_path: Path):
    fmu = mbfmu.build_portable(slide(), tmp_path)
    with pytest.raises(MbfmuError, match="stop_time = 'late' s must be a number > 0 s and finite"):
        simulate_fmu(fmu, stop_time="late")
    assert np.isfinite(simulate_fmu(fmu, stop_time=0.1)["s"]).all()
