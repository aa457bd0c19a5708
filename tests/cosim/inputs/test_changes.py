from pathlib import Path

import pytest

from mbfmu import Block, BlockModel, Output, Parameter, build_portable
from mbfmu.base.errors import ProblemsFound
from mbfmu.cosim import Component, System, with_values


class Gained(Block):
    """Two gains."""

    gains = Parameter("N.m", "gains", [1.0, 2.0], shape=2)
    y = Output("N.m", "their sum")

    @staticmethod
    def respond(p, u, t, x):
        return {}, {"y": p.gains[0] + p.gains[1]}


def test_text_becomes_values_of_the_variables_types(fmus: dict[str, Path]):
    system = System({"gain": Component(fmus["gain"], {"u": 1.0, "k": 2.0})})
    assert with_values(system, {"gain.k": "3"}).components["gain"].values == {"u": 1.0, "k": 3.0}
    assert system.components["gain"].values["k"] == 2.0


def test_what_there_is_not_is_named_at_once(fmus: dict[str, Path]):
    system = System({"gain": Component(fmus["gain"])})
    with pytest.raises(ProblemsFound) as found:
        with_values(system, {"k": "1", "pump.k": "1", "gain.q": "1", "gain.k": "much", "gain.high": "perhaps"})
    expected = ["no component 'k'; there are gain", "no component 'pump'", "has no variable 'q'", "gain.k = 'much'", "gain.high"]
    assert [words in problem for words, problem in zip(expected, found.value.problems, strict=True)] == [True] * len(expected)


def test_numbers_of_vectors_are_named(tmp_path: Path):
    gained = build_portable(BlockModel("Gained", Gained()), tmp_path)
    with pytest.raises(ProblemsFound, match=r"there has no variable 'gains' \(did you mean a number of it, gains\[1\] or gains\[2\]\?\)"):
        with_values(System({"there": Component(gained)}), {"there.gains": "2"})


def test_a_quantity_is_quoted_as_it_was_written(tmp_path: Path):
    gained = build_portable(BlockModel("Gained", Gained()), tmp_path)
    with pytest.raises(ProblemsFound, match=r"there.gains\[1\] = '3 kN': the units kN and N.m differ in dimension"):
        with_values(System({"there": Component(gained)}), {"there.gains[1]": "3 kN"})
