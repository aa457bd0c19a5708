from pathlib import Path

import pytest

from mbfmu.base.errors import ProblemsFound
from mbfmu.cosim import Component, System, with_values


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
