"""SSDs as other tools write them: units, transformations, systems in systems, and parameters, against the text of the standard (SSP 2.0)."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from mbfmu.base.errors import MbfmuError, ProblemsFound
from mbfmu.cosim import Component, Conversion, System, ValueMap, check_system, open_system, simulate_system, write_system
from mbfmu.cosim.ssp.ssp_names import NAMESPACES
from tests.tolerances import ROUNDOFF

UNITS = "".join(
    f'<ssc:Unit name="{name}"><ssc:BaseUnit {base}/></ssc:Unit>'
    for name, base in {
        "m": 'm="1"',
        "cm": 'm="1" factor="0.01"',
        "mm": 'm="1" factor="0.001"',
        "none": 'm="1" factor="0"',
        "N": 'kg="1" m="1" s="-2"',
        "K": 'K="1"',
        "degC": 'K="1" offset="273.15"',
        "degF": f'K="1" factor="{5 / 9!r}" offset="{273.15 - 32 * 5 / 9!r}"',
    }.items()
)
MASS, GAUGE = '<ssd:Component name="mass" source="mass.fmu">{}</ssd:Component>', '<ssd:Component name="gauge" source="gauge.fmu">{}</ssd:Component>'
S = '<ssd:Connectors><ssd:Connector name="s" kind="output"><ssc:Real{}/></ssd:Connector></ssd:Connectors>'
U = '<ssd:Connectors><ssd:Connector name="u" kind="input"><ssc:Real{}/></ssd:Connector></ssd:Connectors>'
CM, MM, N = ' unit="cm"', ' unit="mm"', ' unit="N"'


def linked(start: str, end: str, inside: str = "", more: str = "") -> str:
    """A connection between "element.connector" and the like, ".connector" of the system itself."""
    ends = {}
    for which, name in (("start", start), ("end", end)):
        element, _, connector = name.rpartition(".")
        ends |= ({f"{which}Element": element} if element else {}) | {f"{which}Connector": connector}
    attributes = " ".join(f'{key}="{value}"' for key, value in ends.items())
    return f"<ssd:Connection {attributes}{more}>{inside}</ssd:Connection>"


def binding(parameters: str, more: str = "", mapping: str = "") -> str:
    """Values bound inline."""
    values = f'<ssv:ParameterSet version="1.0" name="p"><ssv:Parameters>{parameters}</ssv:Parameters></ssv:ParameterSet>'
    return f"<ssd:ParameterBinding{more}><ssd:ParameterValues>{values}</ssd:ParameterValues>{mapping}</ssd:ParameterBinding>"


def bound(*bindings: str) -> str:
    return f"<ssd:ParameterBindings>{''.join(bindings)}</ssd:ParameterBindings>"


def real(name: str, value: float, unit: str = "") -> str:
    attributes = f'value="{value}"' + (f' unit="{unit}"' if unit else "")
    return f'<ssv:Parameter name="{name}"><ssv:Real {attributes}/></ssv:Parameter>'


def mapping(*entries: str) -> str:
    return f'<ssd:ParameterMapping><ssm:ParameterMapping version="1.0">{"".join(entries)}</ssm:ParameterMapping></ssd:ParameterMapping>'


def system(elements: str, connections: str = "", before: str = "", name: str = "S") -> str:
    held = f"<ssd:Elements>{elements}</ssd:Elements>" + (f"<ssd:Connections>{connections}</ssd:Connections>" if connections else "")
    return f'<ssd:System name="{name}">{before}{held}</ssd:System>'


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


EVERYTHING = ("Float64", "Float32", "Int8", "UInt8", "Int16", "UInt16", "Int32", "UInt32", "Int64", "UInt64", "Boolean")


@pytest.fixture
def typed(tmp_path: Path) -> Path:
    """The description of an FMU of FMI 3 that has all types, in arrays as long as a structural parameter says, and a clock."""
    ways, variables, number = (
        (("input", "in", ' start="0 0 0"'), ("output", "out", ""), ("parameter", "par", ' start="0 0 0" variability="fixed"')),
        [],
        10,
    )
    for of_type in EVERYTHING:
        for causality, prefix, more in ways:
            start = more.replace("0 0 0", "false false false") if of_type == "Boolean" else more
            attributes = f'name="{prefix}_{of_type}" valueReference="{number}" causality="{causality}"{start}'
            variables.append(f'<{of_type} {attributes}><Dimension valueReference="1"/></{of_type}>')
            number += 1
    texts = [
        '<String name="text_in" valueReference="2" causality="input" clocks="5"><Start value="a b"/></String>',
        '<String name="text_out" valueReference="3" causality="output"/>',
        '<UInt64 name="n" valueReference="1" causality="structuralParameter" variability="fixed" start="3"/>',
        '<Clock name="tick" valueReference="5" causality="input" intervalVariability="constant" intervalDecimal="0.1"/>',
    ]
    description = f"""<?xml version="1.0"?>
<fmiModelDescription fmiVersion="3.0" modelName="Typed" instantiationToken="x"><CoSimulation modelIdentifier="Typed"/>
<ModelVariables>{"".join(variables + texts)}</ModelVariables><ModelStructure/></fmiModelDescription>"""
    with zipfile.ZipFile(tmp_path / "Typed.fmu", "w") as archive:
        archive.writestr("modelDescription.xml", description)
    return tmp_path / "Typed.fmu"


def test_all_types_go_out_and_come_back(typed: Path, tmp_path: Path):
    names = [(f"a.out_{of_type}[{i}]", f"b.in_{of_type}[{i}]") for of_type in EVERYTHING for i in (1, 2, 3)] + [("a.text_out", "b.text_in")]
    given = {"par_Int8[2]": -128, "par_UInt64[3]": (1 << 64) - 1, "par_Boolean[1]": True, "par_Float32[1]": 0.1, "text_in": "a  b"}
    written = System({"a": Component(typed, given), "b": typed}, names)
    write_system(written, tmp_path / "typed.ssd")
    with open_system(tmp_path / "typed.ssd") as read:
        assert read == written
    text = (tmp_path / "typed.ssd").read_text()
    assert text.count("<ssd:Connection ") == len(EVERYTHING) + 1 and "Indices" not in text
    assert '<ssc:Clock intervalVariability="constant" intervalDecimal="0.1"/>' in text and '<ssd:Clock name="tick"/>' in text
    assert '<ssc:Dimension sizeConnector="n"/>' in text and 'name="n" kind="structuralParameter"' in text


def test_numbers_of_arrays_may_be_connectors_of_their_own(typed: Path, tmp_path: Path):
    """As in files of SSP 1.0 that mbfmu wrote."""
    names = " ".join(f'xmlns:{prefix}="{uri}"' for prefix, uri in NAMESPACES.items())
    elements = "".join(f'<ssd:Component name="{name}" source="Typed.fmu"/>' for name in "ab")
    top = system(elements, linked("a.out_Int8[2]", "b.in_Int8[3]"), bound(binding(real("a.par_Float64[2]", 3.0))))
    (tmp_path / "old.ssd").write_text(f'<ssd:SystemStructureDescription {names} version="1.0" name="S">{top}</ssd:SystemStructureDescription>')
    with open_system(tmp_path / "old.ssd") as found:
        assert found.connections == ((("a", "out_Int8[2]"), ("b", "in_Int8[3]")),)
        assert found.components["a"].values == {"par_Float64[2]": 3.0}


def test_sizes_of_arrays_are_those_that_fmus_start_with(typed: Path, tmp_path: Path):
    write_system(System({"a": Component(typed, {"par_Int8[2]": 1})}), tmp_path / "typed.ssd")
    old, path = '<ssv:Parameter name="par_Int8">', tmp_path / "typed.ssd"
    text = path.read_text()
    assert old in text
    for size in (3, 4):
        path.write_text(text.replace(old, f'<ssv:Parameter name="n"><ssv:UInt64 value="{size}"/></ssv:Parameter>{old}'))
        if size == 3:
            with open_system(path) as found:
                assert found.components["a"].values == {"par_Int8[2]": 1}
    with pytest.raises(ProblemsFound, match="a.n = 4: mbfmu runs FMUs with the sizes of arrays that they start with, here 3"), open_system(path):
        pass
    with pytest.raises(ProblemsFound, match="n is a size of arrays; mbfmu runs FMUs with the sizes that they start with, here 3"):
        check_system(System({"a": Component(typed, {"n": 3})}))


def test_arrays_of_other_sizes_are_named(typed: Path, tmp_path: Path):
    write_system(System({"a": typed, "b": typed}, [(f"a.out_Int8[{i}]", f"b.in_Int8[{i}]") for i in (1, 2, 3)]), tmp_path / "typed.ssd")
    path = tmp_path / "typed.ssd"
    text = path.read_text()
    for more, words in (
        (' startIndices="4" endIndices="1"', r"a.out_Int8\[4\] \(3 numbers\) cannot drive b.in_Int8\[1\] \(3 numbers\)"),
        (' startIndices="2"', r"a.out_Int8\[2\] \(3 numbers\) cannot drive b.in_Int8 \(3 numbers\)"),
    ):
        path.write_text(text.replace('endConnector="in_Int8"', f'endConnector="in_Int8"{more}'))
        with pytest.raises(ProblemsFound, match=words), open_system(path):
            pass


def test_items_are_mapped_by_name(tmp_path: Path):
    items = {"Gear": ("low", "high"), "Lever": ("down", "middle", "up")}
    types = "".join(
        f'<EnumerationType name="{name}">{"".join(f"<Item name={item!r} value={str(i)!r}/>" for i, item in enumerate(of, 1))}</EnumerationType>'
        for name, of in items.items()
    )
    variables = '<Enumeration name="gear" valueReference="1" causality="output" declaredType="Gear"/>'
    variables += '<Enumeration name="lever" valueReference="2" causality="input" declaredType="Lever" start="1"/>'
    head = '<fmiModelDescription fmiVersion="3.0" modelName="M" instantiationToken="x"><CoSimulation modelIdentifier="M"/>'
    with zipfile.ZipFile(tmp_path / "M.fmu", "w") as archive:
        body = f"{head}<TypeDefinitions>{types}</TypeDefinitions><ModelVariables>{variables}</ModelVariables><ModelStructure/></fmiModelDescription>"
        archive.writestr("modelDescription.xml", body)
    link = (("a", "gear"), ("b", "lever"))
    written = System({"a": tmp_path / "M.fmu", "b": tmp_path / "M.fmu"}, [link], conversions={link: ValueMap({1: 1, 2: 3})})
    write_system(written, tmp_path / "m.ssd", version="2.0")
    path = tmp_path / "m.ssd"
    text = path.read_text()
    with open_system(path) as found:
        assert found == written
    entries = '<ssc:MapEntry source="low" target="down"/><ssc:MapEntry source="high" target="{}"/>'
    for target, words in (("up", None), ("over", "names over, which is no item of down, middle, up")):
        start, end = text.index("<ssc:IntegerMappingTransformation"), text.index("</ssd:Connection>")
        table = f"<ssc:EnumerationMappingTransformation>{entries.format(target)}</ssc:EnumerationMappingTransformation>"
        path.write_text(text[:start] + table + text[end:])
        if words is None:
            with open_system(path) as found:
                assert found.conversions == written.conversions
        else:
            with pytest.raises(ProblemsFound, match=words), open_system(path):
                pass
