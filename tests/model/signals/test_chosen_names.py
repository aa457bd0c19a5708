import pytest

from mbfmu.base.errors import ProblemsFound
from mbfmu.model.signals.chosen_names import chosen

NAMES = ["crane.stroke", "crane.r[1]", "crane.r[2]", "pid.y"]


@pytest.mark.parametrize(
    "patterns, found",
    [
        (["crane.*"], NAMES[:3]),
        (["pid.y", "*.y", "*stroke"], ["pid.y", "crane.stroke"]),
        (["crane.r[1]"], ["crane.r[1]"]),
        (["crane.r[?]"], NAMES[1:3]),
        (["*"], NAMES),
    ],
)
def test_names_are_chosen_in_order_and_none_twice(patterns, found):
    assert chosen(NAMES, patterns) == found


def test_all_patterns_that_match_nothing_are_named():
    with pytest.raises(ProblemsFound, match="did you mean 'pid.y'") as problems:
        chosen(NAMES, ["pit.y", "crane", "pid.*"])
    assert len(problems.value.problems) == 2
