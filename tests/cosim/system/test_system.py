from pathlib import Path

import pytest

from mbfmu.base.errors import MbfmuError, ProblemsFound
from mbfmu.cosim import Component, System


def test_paths_and_dotted_names_become_components_and_ports():
    system = System({"a": "A.fmu", "b": Path("B.fmu"), "c": Component("C.fmu")}, [("a.x.y", "b.u"), (("b", "y"), ["c", "u"])])
    assert [component.fmu for component in system.components.values()] == [Path("A.fmu"), Path("B.fmu"), Path("C.fmu")]
    assert system.connections == ((("a", "x.y"), ("b", "u")), (("b", "y"), ("c", "u")))


def test_what_is_neither_is_named_at_once():
    with pytest.raises(ProblemsFound) as found:
        System({"a": 3}, ("a.y", ("a.y", "u"), ("a.y", 5), (("a", "b", "c"), "a.u")))
    assert "component 'a': a Component or the path of an FMU is wanted" in found.value.problems[0]
    assert len(found.value.problems) == 5 and "connection ('a.y', 'u')" in found.value.problems[2]


@pytest.mark.parametrize("arguments, words", [((3,), "Component(3)"), (("A.fmu", 5.0), "values = 5.0 must be a dict")])
def test_a_component_is_a_path_and_values(arguments: tuple, words: str):
    with pytest.raises(MbfmuError) as found:
        Component(*arguments)
    assert words in str(found.value)


@pytest.mark.parametrize(
    "given, words",
    [
        ({"divisors": [("a", 2)]}, "divisors = [('a', 2)] must be a dict such as {'tire': 5}"),
        ({"step_size": "1 ms"}, "step_size = '1 ms' must be a number"),
        ({"stop_time": None}, "stop_time = None must be a number"),
        ({"tolerance": "1e-3"}, "tolerance = '1e-3' must be a number"),
    ],
)
def test_settings_of_a_wrong_type_are_named_at_once(given: dict, words: str):
    with pytest.raises(MbfmuError) as found:
        System({"a": "A.fmu"}, **given)
    assert str(found.value) == words


def test_components_are_a_dict_and_connections_a_list():
    with pytest.raises(MbfmuError, match="must be a dict"):
        System(["A.fmu"])
    with pytest.raises(MbfmuError, match="must be a list"):
        System({"a": "A.fmu"}, {"a.y": "a.u"})
