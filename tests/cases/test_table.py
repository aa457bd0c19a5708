"""The table of cases in docs/validation.md."""

from benchmarks.cases import MARK, PAGE, missing
from mbfmu.problem.mechanism.mechanics import FORMULATIONS

from .collection import CASES


def test_the_page_names_every_case_and_formulation():
    assert missing(PAGE.read_text()) == []


def test_what_is_missing_is_found():
    page = PAGE.read_text()
    cut = "\n".join(line for line in page.splitlines() if not line.startswith(f"| {CASES[0].name} |"))
    assert missing(cut) == [CASES[0].name]
    before, _, behind = page.split(MARK)
    assert set(missing(before + MARK + MARK + behind)) == {*FORMULATIONS, *(case.name for case in CASES)}
