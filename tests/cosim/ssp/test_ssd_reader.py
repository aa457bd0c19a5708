"""SSDs as other tools write them: units, transformations, systems in systems, and parameters, against the text of the standard (SSP 2.0)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from mbfmu.base.errors import MbfmuError, ProblemsFound
from mbfmu.cosim import Component, Conversion, System, check_system, open_system, simulate_system, write_system
from mbfmu.cosim.ssp.ssp_names import NAMESPACES
from tests.tolerances import ROUNDOFF

from .ssd_text import CM, GAUGE, MASS, MM, UNITS, N, S, U, binding, bound, linked, mapping, real, system


@pytest.fixture
def read(fmus: dict[str, Path], tmp_path: Path) -> Callable[..., System]:
    """Read an SSD that stands beside FMUs of the tests."""
    for name, fmu in fmus.items():
        (tmp_path / f"{name}.fmu").symlink_to(fmu)

    def opened(top: str, version: str = "1.0") -> System:
        names = " ".join(f'xmlns:{prefix}="{uri}"' for prefix, uri in NAMESPACES.items())
        head = f'<ssd:SystemStructureDescription {names} version="{version}" name="S">{top}'
        (tmp_path / "S.ssd").write_text(f"{head}<ssd:Units>{UNITS}</ssd:Units></ssd:SystemStructureDescription>")
        with open_system(tmp_path / "S.ssd") as found:
            return found

    return opened


LINEAR = '<ssc:LinearTransformation factor="2" offset="5"/>'
SUPPRESSED = ' suppressUnitConversion="true"'


@pytest.mark.parametrize(
    ("s", "u", "inside", "more", "conversion"),
    [
        ("", "", "", "", Conversion(1000.0)),  # by the units of the FMUs, m and mm
        (MM, "", "", "", Conversion(1000.0)),  # the connector's numbers are millimetres, then
        (CM, MM, "", SUPPRESSED, Conversion(100.0)),  # to centimetres, which are called millimetres
        ("", "", LINEAR, "", Conversion(2000.0, 5.0)),  # behind the conversion
        ("", CM, LINEAR, "", Conversion(2000.0, 50.0)),  # of centimetres
        ("", "", LINEAR, SUPPRESSED, Conversion(2.0, 5.0)),  # in the place of it
        ("", "", "", SUPPRESSED, Conversion()),
    ],
)
def test_units_and_linear_transformations(read, s: str, u: str, inside: str, more: str, conversion: Conversion):
    found = read(system(MASS.format(S.format(s)) + GAUGE.format(U.format(u)), linked("mass.s", "gauge.u", inside, more)))
    connection = (("mass", "s"), ("gauge", "u"))
    assert found.connections == (connection,)
    assert found.conversions[connection].factor == pytest.approx(conversion.factor, rel=ROUNDOFF)
    assert found.conversions[connection].offset == pytest.approx(conversion.offset, rel=ROUNDOFF)


def test_a_converted_run_shows_millimetres(read):
    result = simulate_system(read(system(MASS.format("") + GAUGE.format(""), linked("mass.s", "gauge.u"))), show_progress=False)
    assert result["gauge.y"] == pytest.approx(1000.0 * result["mass.s"], rel=ROUNDOFF) and result["gauge.y"][0] == 100.0


def test_where_start_and_end_stand_says_nothing_of_direction(read):
    found = read(system(MASS.format(S.format("")) + GAUGE.format(U.format("")), linked("gauge.u", "mass.s")))
    assert found.connections == ((("mass", "s"), ("gauge", "u")),)


PLACE = '<ssd:Connectors><ssd:Connector name="place" kind="{}"><ssc:Real{}/></ssd:Connector></ssd:Connectors>'


def test_a_chain_converts_through_systems(read):
    """2 (100 s) + 1 in centimetres, which are ten times as many millimetres."""
    shown = system(GAUGE.format(""), linked("place", "gauge.u"), PLACE.format("input", CM), "shown")
    moved = system(MASS.format(""), linked("mass.s", "place"), PLACE.format("output", ""), "moved")
    outer = linked("moved.place", "shown.place", '<ssc:LinearTransformation factor="2" offset="1"/>')
    found = read(system(moved + shown, outer))
    connection = (("moved.mass", "s"), ("shown.gauge", "u"))
    assert [*found.components] == ["moved.mass", "shown.gauge"] and found.connections == (connection,)
    assert found.conversions[connection].factor == pytest.approx(2000.0, rel=ROUNDOFF)
    assert found.conversions[connection].offset == pytest.approx(10.0, rel=ROUNDOFF)
    assert found.connectors == {"moved.place": (("moved.mass", "s"),), "shown.place": (("shown.gauge", "u"),)}


def test_a_way_through_units_and_back_changes_nothing(read, fmus):
    """0.001 / 0.01 is not exact; metres are metres."""
    held = system('<ssd:Component name="spring" source="spring.fmu"/>', linked("place", "spring.s"), PLACE.format("input", MM), "held")
    found = read(system(MASS.format(S.format(CM)) + held, linked("mass.s", "held.place")))
    assert found.connections == ((("mass", "s"), ("held.spring", "s")),) and found.conversions == {}


@pytest.mark.parametrize(
    ("top", "words"),
    [
        (system(MASS.format(S.format(N)) + GAUGE.format(""), linked("mass.s", "gauge.u")), "unit m cannot become N: they measure different things"),
        (system(MASS.format("") + GAUGE.format(U.format(' unit="inch"')), linked("mass.s", "gauge.u")), "unit inch is not defined in Units"),
        (system(MASS.format("") + GAUGE.format(""), linked("mass.s", "gear.u")), "names 'gear', which is no element of the system"),
        (
            system(MASS.format("") + GAUGE.format(""), linked("mass.s", "gauge.y")),
            "mass.s (output) and gauge.y (output) cannot be connected: both give",
        ),
        (
            system(MASS.format("") + GAUGE.format(""), linked("mass.s", "gauge.u", LINEAR.replace("2", "INF"))),
            "mass.s -> gauge.u: Conversion: factor = inf must be a finite number",
        ),
        (system(MASS.format(S.format(' unit="none"')) + GAUGE.format(""), linked("mass.s", "gauge.u")), "unit m cannot become none"),
        (system(MASS.format("") + MASS.format("")), "two elements are called 'mass'"),
        (system('<ssd:Component name="m" source="../mass.fmu"/>'), "m: its FMU '../mass.fmu' lies outside the folder"),
    ],
)
def test_what_cannot_be_is_named(read, top: str, words: str):
    with pytest.raises(ProblemsFound) as found:
        read(top)
    assert words in str(found.value)


def test_temperatures_have_offsets():
    """Absolute zero and water's boiling point, in degrees Fahrenheit and Celsius (NIST SP 811, B.8)."""
    from fmpy.model_description import BaseUnit

    from mbfmu.cosim.system.units import conversion_between

    kelvin, celsius, fahrenheit = BaseUnit(K=1), BaseUnit(K=1, offset=273.15), BaseUnit(K=1, factor=5 / 9, offset=273.15 - 32 * 5 / 9)
    assert conversion_between(celsius, fahrenheit)(100.0) == pytest.approx(212.0, rel=ROUNDOFF)
    assert conversion_between(kelvin, fahrenheit)(0.0) == pytest.approx(-459.67, rel=ROUNDOFF)
    assert conversion_between(celsius, fahrenheit, relative=True) == Conversion(1 / (5 / 9))
    assert conversion_between(kelvin, BaseUnit(m=1)) is None


def values(found: System) -> dict[str, dict]:
    return {name: dict(component.values) for name, component in found.components.items() if component.values}


def test_values_have_units(read):
    given = bound(binding(real("s_start", 200.0, "mm") + real("m", 3.0)))
    assert values(read(system(MASS.format(given)))) == {"mass": {"s_start": 200.0 * 0.001, "m": 3.0}}


def test_outer_bindings_count_over_inner_ones_and_later_over_earlier(read):
    inner = system(MASS.format(bound(binding(real("m", 1.0)), binding(real("m", 2.0)))), before=bound(binding(real("mass.m", 3.0))), name="axle")
    assert values(read(system(inner))) == {"axle.mass": {"m": 3.0}}
    assert values(read(system(inner, before=bound(binding(real("m", 4.0), ' prefix="axle.mass."'))))) == {"axle.mass": {"m": 4.0}}


def test_values_of_connectors_of_systems_reach_what_is_inside(read):
    parameter = '<ssd:Connectors><ssd:Connector name="start" kind="parameter"><ssc:Real unit="cm"/></ssd:Connector></ssd:Connectors>'
    inner = system(MASS.format(""), linked("start", "mass.s_start"), parameter, "axle")
    found = read(system(inner, before=bound(binding(real("axle.start", 30.0)))))
    assert values(found) == {"axle.mass": {"s_start": 30.0 * 0.01}}
    assert found.connectors == {"axle.start": (("axle.mass", "s_start"),)} and found.connections == ()


def test_mappings_rename_and_convert(read, tmp_path: Path):
    """Only what is mapped is applied: 2 (150 mm -> 0.15 m) + 5, and one value for two names."""
    entries = [
        f'<ssm:MappingEntry source="start" target="mass.s_start">{LINEAR}</ssm:MappingEntry>',
        '<ssm:MappingEntry source="weight" target="mass.m"/>',
        '<ssm:MappingEntry source="weight" target="other.m"/>',
    ]
    given = real("start", 150.0, "mm") + real("weight", 4.0) + real("mass.F", 9.0)
    elements = MASS.format("") + '<ssd:Component name="other" source="mass.fmu"/>'
    expected = {"mass": {"s_start": 2.0 * (150.0 * 0.001) + 5.0, "m": 4.0}, "other": {"m": 4.0}}
    assert values(read(system(elements, before=bound(binding(given, mapping=mapping(*entries)))))) == expected
    head = f'<ssm:ParameterMapping xmlns:ssm="{NAMESPACES["ssm"]}" xmlns:ssc="{NAMESPACES["ssc"]}" version="1.0">'
    (tmp_path / "map.ssm").write_text(f"{head}{''.join(entries)}</ssm:ParameterMapping>")
    assert values(read(system(elements, before=bound(binding(given, mapping='<ssd:ParameterMapping source="map.ssm"/>'))))) == expected
    with pytest.raises(MbfmuError, match=r"away\.ssm cannot be read"):
        read(system(elements, before=bound(binding(given, mapping='<ssd:ParameterMapping source="away.ssm"/>'))))


ENTRY, THREE = '<ssm:MappingEntry source="a" target="mass.m">{}</ssm:MappingEntry>', real("a", 3.0)


@pytest.mark.parametrize(
    ("entry", "given", "words"),
    [
        ('<ssm:MappingEntry source="a"/>', THREE, "attribute 'target' is required"),
        (ENTRY.format('<ssc:LinearTransformation factor="x"/>'), THREE, "'x' is not a valid"),
        (2 * ENTRY.format(""), THREE, "two values to mass.m"),
        (ENTRY.format(""), '<ssv:Parameter name="a"><ssv:String/></ssv:Parameter>', "a = None is not a String"),
        (ENTRY.format(""), THREE.replace("Real", "Binary"), "a = '3.0' is not a Binary that mbfmu can set"),
        (ENTRY.format(LINEAR), THREE.replace("Real", "String"), "since it is no number"),
        (ENTRY.format(""), real("a", 3.0, "K"), "mass.m = 3.0 K: unit K cannot become kg"),
    ],
)
def test_parameters_that_cannot_be_used_are_named(read, entry: str, given: str, words: str):
    with pytest.raises(ProblemsFound) as found:
        read(system(MASS.format(""), before=bound(binding(given, mapping=mapping(entry)))))
    assert words in str(found.value)


def test_units_that_are_none_are_named(read):
    wrong = binding(real("m", 1.0)).replace("</ssv:Parameters>", '</ssv:Parameters><ssv:Units><ssc:Unit name="m"/></ssv:Units>')
    with pytest.raises(ProblemsFound, match="mass: the units of its parameter values in line 1 are no units of SSP"):
        read(system(MASS.format(bound(wrong))))


def test_mapping_entries_may_suppress_units(read):
    entry = f'<ssm:MappingEntry source="a" target="mass.s_start"{SUPPRESSED}>{LINEAR}</ssm:MappingEntry>'
    assert values(read(system(MASS.format(""), before=bound(binding(real("a", 3.0, "mm"), mapping=mapping(entry)))))) == {"mass": {"s_start": 11.0}}


def test_what_is_for_nothing_is_passed_over_in_words(read):
    dangling = '<ssd:Connectors><ssd:Connector name="x" kind="input"><ssc:Real/></ssd:Connector></ssd:Connectors>'
    empty = '<ssd:System name="empty"/>'
    found = read(system(MASS.format(bound(binding(real("stiffness", 3.0)))) + empty, before=dangling))
    assert found.assumptions[1:] == (
        "the value mass.stiffness = 3.0 is for nothing in the system, so it is passed over",
        "the system empty holds no FMU, so it is left out",
        "the connector x of a system leads to no variable of an FMU, so it is left out",
    )


REFERRED = '<ssd:Component name="{}" type="application/x-ssp-{}" source="{}">{}</ssd:Component>'
AXLE = bound(binding(real("axle.mass.m", 5.0)))


def test_systems_of_other_files_are_systems_in_the_system(read, fmus: dict[str, Path], tmp_path: Path):
    """Bound last is what the component binds that refers to them, but what the system around it binds counts over that (SSP 2.0, 5.2.3)."""
    inner = system(MASS.format(bound(binding(real("m", 1.0)))), linked("mass.s", "place"), PLACE.format("output", CM), "Axle")
    read(inner)
    (tmp_path / "S.ssd").rename(tmp_path / "Axle.ssd")
    write_system(System({"mass": Component(fmus["mass"], {"m": 1.0})}, connectors={"place": "mass.s"}), tmp_path / "Axle.ssp")
    expected = System({"axle": System({"mass": Component(tmp_path / "mass.fmu")}, connectors={"place": "mass.s"}), "gauge": tmp_path / "gauge.fmu"})
    for kind, source in (("definition", "Axle.ssd"), ("package", "Axle.ssp"), ("package", "Axle.ssp#SystemStructure.ssd")):
        for given, m in (("", 1.0), (bound(binding(real("mass.m", 2.0))), 2.0)):
            elements = REFERRED.format("axle", kind, source, given) + GAUGE.format("")
            found = read(system(elements, linked("axle.place", "gauge.u")))
            assert found.connections == ((("axle.mass", "s"), ("gauge", "u")),) and found.connectors == expected.connectors
            assert found.conversions[found.connections[0]].factor == pytest.approx(1000.0)
            assert found.components["axle.mass"].values == {"m": m}
            over = read(system(elements, linked("axle.place", "gauge.u"), AXLE))
            assert over.components["axle.mass"].values == {"m": 5.0}


def test_a_system_may_be_used_again_by_its_id(read):
    axle = system(MASS.format(""), linked("mass.s", "place"), PLACE.format("output", ""), "axle").replace('name="axle"', 'name="axle" id="first"')
    found = read(system(axle + REFERRED.format("again", "definition", "#first", "") + GAUGE.format(""), linked("again.place", "gauge.u")))
    assert [*found.components] == ["axle.mass", "again.mass", "gauge"]
    assert found.connections == ((("again.mass", "s"), ("gauge", "u")),)


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("S.ssd", "systems refer to each other without end"),
        ("../S.ssd", "lies outside the folder"),
        ("Gone.ssd", "Gone.ssd cannot be read"),
        ("#third", "refers to #third, but no system has this id"),
    ],
)
def test_systems_that_cannot_be_found_are_named(read, source: str, words: str):
    with pytest.raises(MbfmuError, match=words):
        read(system(REFERRED.format("axle", "definition", source, "")))


def test_names_with_dots_are_taken_as_systems(read):
    found = read(system(MASS.format("").replace('name="mass"', 'name="car.mass"') + GAUGE.format(""), linked("car.mass.s", "gauge.u")))
    assert found.connections == ((("car.mass", "s"), ("gauge", "u")),)
    assert found.assumptions[1:] == ("the element 'car.mass' has a dot in its name, so it is taken as 'mass' in a system 'car'",)


def test_an_input_that_is_connected_twice_is_named(read):
    link = linked("mass.s", "gauge.u")
    with pytest.raises(ProblemsFound, match="mass.s -> gauge.u: the input is already driven by mass.s"):
        check_system(read(system(MASS.format("") + GAUGE.format(""), link + link)))


def test_connectors_that_are_not_what_the_fmu_says_are_warned_of(read):
    odd = '<ssd:Connectors><ssd:Connector name="s" kind="input"><ssc:Integer/></ssd:Connector></ssd:Connectors>'
    assert read(system(MASS.format(odd))).assumptions[1:] == (
        "mass.s is declared as Integer; it is taken as Real, which its FMU says",
        "mass.s is declared as input; it is taken as output, which its FMU says",
    )
