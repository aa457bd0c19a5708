"""Names that are unknown, beside those that are known."""

from mbfmu.base.nearest import listed, nearest


def test_the_nearest_name_is_asked_for():
    assert nearest("cylinder_forc", ["tip", "cylinder_force"]) == " (did you mean 'cylinder_force'?)"
    assert nearest("x", ["tip"]) == ""


def test_a_long_list_is_shortened():
    names = [f"m{i}" for i in range(28)]
    assert listed(names).endswith("m10, m11 and 16 more (mbfmu info shows them)") and listed(names[:3]) == "m0, m1, m2"
