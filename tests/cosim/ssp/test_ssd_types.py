"""Numbers of all types, arrays and items of enumerations in SSP 2.0, by FMUs that have them."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from mbfmu.base.errors import ProblemsFound
from mbfmu.cosim import Component, System, ValueMap, check_system, open_system, write_system
from mbfmu.cosim.ssp.ssp_names import NAMESPACES

from .ssd_text import binding, bound, linked, real, system

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
