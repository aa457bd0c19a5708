"""Mechanisms in C: where they are put together, what they keep and what they refuse, against closed forms and the interpreted runtime."""

from __future__ import annotations

import ctypes
from ctypes import byref, c_int
from functools import cache

import numpy as np
import pytest

from mbfmu.problem.mechanics import compile_model
from mbfmu.runtime.errors import MbfmuError
from mbfmu.runtime.instance import Instance
from mbfmu.runtime.problem import Problem
from tests.library import problem_of
from tests.problem.linkages import closed, four_bar
from tests.problem.test_assembly_errors import (
    both_speeds_fixed,
    driven_often,
    driven_twice,
    hinge_out_of_plane,
    hinged,
    off_their_range,
    two_rods,
)
from tests.problem.test_singular_positions import W, flat, flat_truss
from tests.tolerances import DRIFT, INTEGRATION, MISFIT, ROUNDOFF, SAMPLED_LENGTHS

from .native_model import NativeModel, build

FMUS = ("andrews_squeezer", "four_bar", "rolling_disk", "slider_crank")


@pytest.fixture(scope="module")
def started(tmp_path_factory):
    """A problem in C, initialized; those of fmus/ are compiled once."""

    @cache
    def library(name: str) -> tuple[ctypes.CDLL, Problem]:
        return compiled(problem_of(name))

    def compiled(problem: Problem) -> tuple[ctypes.CDLL, Problem]:
        return build(tmp_path_factory.mktemp("mechanism"), problem), problem

    def start(problem: Problem | str) -> NativeModel:
        model = NativeModel(*(library(problem) if isinstance(problem, str) else compiled(problem)))
        model.initialize()
        return model

    return start


def interpreted(problem: Problem) -> Instance:
    instance = Instance(problem)
    instance.initialize()
    return instance


@pytest.mark.parametrize("name", FMUS)
def test_assembled_as_interpreted(name: str, started) -> None:
    """States, the rows kept and their open multipliers; the configurations that usual lengths are seen in are others."""
    model = started(name)
    instance = interpreted(model.problem)
    np.testing.assert_allclose(model["x"], instance.buffers["x"], rtol=ROUNDOFF, atol=ROUNDOFF)
    np.testing.assert_array_equal(model["k"] > 0, instance.buffers["k"] > 0)
    np.testing.assert_allclose(model["k"], instance.buffers["k"], rtol=SAMPLED_LENGTHS)
    if "open" in model.sizes:
        np.testing.assert_allclose(model["open"], instance.buffers["open"], atol=ROUNDOFF)


@pytest.mark.parametrize("formulation", ["articulated_body", "newton_euler"])
def test_a_four_bar_closes_where_geometry_says(formulation: str, started) -> None:
    coupler, rocker = closed(0.4, 1.2, 0.9, 1.0, -0.7)
    model = four_bar(phi=-0.7)
    model.B.phi_start, model.D.phi_start = coupler + 0.9, rocker + 0.1  # not fixed: where to look from
    model.expose(outputs={"crank": model.A.phi, "coupler": model.B.phi, "rocker": model.D.phi})
    problem = compile_model(model, formulation)
    found = started(problem)
    found.do("model_outputs", c_int(0))
    angles = {v.name: found["y"][v.ref.start] for v in problem.variables if v.causality == "output"}
    assert angles == pytest.approx({"crank": -0.7, "coupler": coupler + 0.7, "rocker": rocker}, abs=MISFIT)


@pytest.mark.parametrize(
    "mechanism",
    [two_rods, driven_twice, driven_often, both_speeds_fixed, hinge_out_of_plane, off_their_range, lambda: hinged(2.2), lambda: flat(0.0, 0.0)],
    ids=["contradicting", "over-driven", "by many", "fixed starts", "loop open", "no numbers", "upside down", "off branches"],
)  # fmt: skip
def test_refused_in_the_same_words(mechanism, started) -> None:
    assert_same_words(compile_model(mechanism(), "newton_euler"), started)


def test_a_structure_that_cannot_stand_is_refused_in_the_same_words(started) -> None:
    assert_same_words(compile_model(flat_truss(), "kane"), started)


def assert_same_words(problem: Problem, started) -> None:
    with pytest.raises(MbfmuError) as said:
        interpreted(problem)
    with pytest.raises(MbfmuError) as says:
        started(problem)
    assert str(says.value) == str(said.value)


def test_the_speed_beside_a_flat_position(started) -> None:
    """The rocker of a parallelogram follows its crank where the constraints are nearly dependent."""
    problem = compile_model(flat(1e-6, 0.0))
    model = started(problem)
    (v,) = (v for v in problem.variables if v.name == "v")
    assert model["y"][v.ref.start] == pytest.approx(W, abs=INTEGRATION)


@pytest.mark.parametrize("name", FMUS)
def test_projected_as_interpreted(name: str, started) -> None:
    """By the smallest change, neutral in energy; what is on the constraints stays."""
    model, moved = started(name), c_int()
    instance = interpreted(model.problem)
    model["k"][:] = instance.buffers["k"]
    off = DRIFT * np.sin(np.arange(model["x"].size))
    instance.buffers["x"][:] += off
    model["x"][:] = instance.buffers["x"]
    instance.project()
    model.do("model_reproject", byref(moved))
    np.testing.assert_allclose(model["x"], instance.buffers["x"], rtol=ROUNDOFF, atol=ROUNDOFF)
    assert moved.value
    once = model["x"].copy()
    model.do("model_reproject", byref(moved))
    np.testing.assert_allclose(model["x"], once, rtol=ROUNDOFF, atol=ROUNDOFF)
