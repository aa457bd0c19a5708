"""The table of cases in the README."""

from benchmarks.cases import MARK, README, missing
from mbfmu.problem.mechanics import FORMULATIONS

from .collection import CASES


def test_readme_names_every_case_and_formulation():
    assert missing(README.read_text()) == []


def test_what_is_missing_is_found():
    readme = README.read_text()
    cut = "\n".join(line for line in readme.splitlines() if not line.startswith(f"| {CASES[0].name} |"))
    assert missing(cut) == [CASES[0].name]
    before, _, behind = readme.split(MARK)
    assert set(missing(before + MARK + MARK + behind)) == {*FORMULATIONS, *(case.name for case in CASES)}
