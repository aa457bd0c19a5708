"""SSP 2.0: FMI 3, arrays, types and systems in systems go out and come back the same; the schemas of the standard judge."""

from __future__ import annotations

import zipfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from lxml import etree

from mbfmu import Block, BlockModel, Boolean, Enumeration, Input, Integer, Output, Parameter, State, build_portable
from mbfmu.base.errors import MbfmuError, ProblemsFound
from mbfmu.cosim import Component, Conversion, System, ValueMap, check_system, open_system, simulate_system, write_system
from mbfmu.cosim.ssp.ssp_names import NAMESPACES, PARAMETER_FILE, STRUCTURE
from mbfmu.cosim.ssp.ssp_xml import schema_problems, schemas

MODE = Enumeration("Mode", {"rest": "nothing moves", "slow": "a little", "fast": "a lot"})
OTHER = Enumeration("Mode", {"off": "nothing", "on": "all"})


class Source(Block):
    """Gives a bit of everything."""

    k = Parameter("1", "scale of the vector", [1.0, 2.0, 3.0], shape=3)
    table = Parameter("1", "scale of the matrix", [[1.0, 2.0], [3.0, 4.0]], shape=(2, 2))
    x_start = Parameter("m", "place at the start", 1.0, start=True)
    x = State("m", "place")
    r = Output("m", "vector", shape=3)
    T = Output("m", "matrix", shape=(2, 2))
    mode = Output("1", "mode", type=MODE)
    on = Output("1", "whether it is on", type=Boolean())
    count = Output("1", "number", type=Integer())

    @staticmethod
    def respond(p, u, t, x):
        return {"x": -x.x / p.tau}, {"r": p.k * x.x, "T": p.table * x.x, "mode": 2.0, "on": 1.0, "count": 7.0}

    tau = Parameter("s", "time constant", 0.5)


class Sink(Block):
    """Adds up what it gets."""

    r = Input("m", "vector", shape=3)
    T = Input("m", "matrix", shape=(2, 2))
    mode = Input("1", "mode", start="rest", type=MODE)
    on = Input("1", "whether it is on", start=False, type=Boolean())
    count = Input("1", "number", start=0, type=Integer())
    best = Parameter("1", "mode that counts", "fast", type=MODE)
    sum = Output("m", "sum of the numbers")
    rest = Output("1", "sum of the others")

    @staticmethod
    def respond(p, u, t, x):
        numbers = u.r[0] + 10.0 * u.r[1] + 100.0 * u.r[2] + u.T[0, 0] - 3.0 * u.T[0, 1] + 5.0 * u.T[1, 0] - 7.0 * u.T[1, 1]
        return {}, {"sum": numbers, "rest": u.mode + 10.0 * u.on + 100.0 * u.count + 0.1 * p.best}


def whole(source: str, target: str) -> list[tuple[str, str]]:
    """All that a Source gives a Sink."""
    numbers = [f"r[{i}]" for i in (1, 2, 3)] + [f"T[{i},{j}]" for i in (1, 2) for j in (1, 2)]
    return [(f"{source}.{name}", f"{target}.{name}") for name in (*numbers, "mode", "on", "count")]


@pytest.fixture(scope="module")
def blocks(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("ssp2")
    return {name: build_portable(BlockModel(name.title(), block), folder, 3) for name, block in {"source": Source(), "sink": Sink()}.items()}


@pytest.fixture
def nested(blocks: dict[str, Path]) -> System:
    """A source in a system of a system drives sinks beside it, in another system, and outside."""
    inner = System(
        {"source": Component(blocks["source"], {"k[2]": 5.0, "table[2,1]": -1.0}), "near": blocks["sink"]},
        [*whole("source", "near")],
        connectors={f"out[{i}]": f"source.r[{i}]" for i in (1, 2, 3)},
    )
    left = System({"deep": inner, "beside": Component(blocks["sink"], {"best": "slow"})}, whole("deep.source", "beside"))
    right = System({"a": blocks["sink"], "b": blocks["sink"]}, connectors={f"in[{i}]": [f"a.r[{i}]", f"b.r[{i}]"] for i in (1, 2, 3)})
    links = [(f"left.deep.out[{i}]", f"right.in[{i}]") for i in (1, 2, 3)]
    links += [("left.deep.source.T[1,2]", "right.b.T[2,1]"), ("left.deep.source.mode", "right.a.mode"), ("left.deep.source.r[3]", "last.r[1]")]
    return System({"left": left, "right": right, "last": blocks["sink"]}, links, name="Nested", stop_time=0.3, step_size=0.1)


def document(path: Path, entry: str = STRUCTURE) -> etree._Element:
    with zipfile.ZipFile(path) as archive:
        return etree.fromstring(archive.read(entry))


def resources(system: System) -> System:
    """A System whose FMUs are known by their names alone: packing moves files."""
    return replace(system, components={name: replace(c, fmu=Path(c.fmu.name)) for name, c in system.components.items()})


def test_a_nested_system_with_arrays_and_types_comes_back_the_same(nested: System, tmp_path: Path):
    write_system(nested, tmp_path / "nested.ssp")
    expected = simulate_system(nested, show_progress=False)
    with open_system(tmp_path / "nested.ssp") as read:
        assert resources(read) == resources(nested)
        found = simulate_system(read, show_progress=False)
        assert found.dtype == expected.dtype and (found == expected).all()
        write_system(read, tmp_path / "again.ssp")
    assert etree.tostring(document(tmp_path / "again.ssp")) == etree.tostring(document(tmp_path / "nested.ssp"))
    assert np.ptp(expected["right.b.sum"]) > 1.0 and expected["left.beside.rest"][-1] == 712.2


def test_the_schemas_of_the_standard_judge_what_is_written(nested: System, tmp_path: Path):
    write_system(nested, tmp_path / "nested.ssp")
    root = document(tmp_path / "nested.ssp")
    assert root.get("version") == "2.0"
    assert schema_problems(root, "SystemStructureDescription.xsd", "2.0") == []
    (inline,) = root.xpath("//ssd:Component[@name='source']//ssv:ParameterSet", namespaces=NAMESPACES)
    for values in (inline, document(tmp_path / "nested.ssp", PARAMETER_FILE)):
        assert schema_problems(etree.fromstring(etree.tostring(values)), "SystemStructureParameterValues.xsd", "2.0") == []


def test_arrays_are_connected_as_a_whole_where_they_can_be(nested: System, tmp_path: Path):
    write_system(nested, tmp_path / "nested.ssp")
    root = document(tmp_path / "nested.ssp")

    def connections(system: str) -> list[str]:
        (element,) = root.xpath(f"//ssd:System[@name='{system}']/ssd:Connections", namespaces=NAMESPACES)
        ends = [[each.get(f"{end}{of}", "") for end in ("start", "end") for of in ("Element", "Connector", "Indices")] for each in element]
        return ["{}.{}[{}] {}.{}[{}]".format(*each).replace("[]", "") for each in ends]

    assert connections("deep")[:3] == ["source.r near.r", "source.T near.T", "source.mode near.mode"]
    assert connections("right")[:2] == [".in a.r", ".in b.r"]
    assert "deep.out beside.r" in connections("left") and "deep.source.T beside.T" in connections("left")
    assert connections("Nested")[0] == "left.out right.in" or connections("Nested")[0] == "left.deep.source.r right.in"
    assert [each for each in connections("Nested") if each.endswith("last.r[1]")] != []
    (value,) = root.xpath("//ssd:Component[@name='source']//ssv:Parameter[@name='k']", namespaces=NAMESPACES)
    assert (value[0].get("value"), value[1].get("size")) == ("1.0 5.0 3.0", "3")


def test_enumerations_of_one_name_stay_apart(blocks: dict[str, Path], tmp_path: Path):
    class Flap(Block):
        """Has a Mode of its own."""

        mode = Parameter("1", "mode", "on", type=OTHER)
        y = Output("1", "number")

        @staticmethod
        def respond(p, u, t, x):
            return {}, {"y": p.mode}

    system = System(
        {"flap": Component(build_portable(BlockModel("Flap", Flap()), tmp_path, 3), {"mode": "off"}), "sink": blocks["sink"]}, stop_time=0.1
    )
    write_system(system, tmp_path / "flap.ssp", version="2.0")
    items = [[item.get("name") for item in each] for each in document(tmp_path / "flap.ssp").iterfind("ssd:Enumerations/ssc:Enumeration", NAMESPACES)]
    assert items == [["off", "on"], ["rest", "slow", "fast"]]
    with open_system(tmp_path / "flap.ssp") as read:
        assert resources(read) == resources(replace(system, step_size=1e-3))


def test_the_version_may_be_chosen(oscillator: System, nested: System, tmp_path: Path):
    for version, stated in ((None, "1.0"), ("1.0", "1.0"), ("2.0", "2.0")):
        write_system(oscillator, tmp_path / "oscillator.ssp", version)
        root = document(tmp_path / "oscillator.ssp")
        assert root.get("version") == stated and schema_problems(root, "SystemStructureDescription.xsd", stated) == []
        with open_system(tmp_path / "oscillator.ssp") as read:
            assert resources(read) == resources(oscillator)
    with pytest.raises(ProblemsFound, match=r"cannot be written as SSP 1\.0; give version='2\.0'(.|\n)*left\.deep\.source\.r is an array"):
        write_system(nested, tmp_path / "old.ssp", "1.0")
    with pytest.raises(MbfmuError, match="version = '1.5' of SSP is not one of '1.0', '2.0'"):
        write_system(oscillator, tmp_path / "odd.ssp", "1.5")


def test_schemas_that_are_missing_are_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("mbfmu.cosim.ssp.ssp_xml.find_spec", lambda name: None)
    with pytest.raises(MbfmuError, match=r"the schemas of SSP 2\.0 are in the package pyssp-standard, which is missing: pip install pyssp-standard"):
        schemas.__wrapped__("2.0")


@pytest.mark.parametrize("version", ["1.0", "2.0"])
def test_a_system_in_a_system_is_written_in_both_versions(oscillator: System, tmp_path: Path, version: str):
    inner = replace(oscillator, connectors={"place": "mass.s", "mass": "mass.m"})
    outer = System({"one": inner, "two": inner}, name="Two", stop_time=1.0, step_size=1e-2)
    write_system(outer, tmp_path / "two.ssp", version)
    root = document(tmp_path / "two.ssp")
    assert schema_problems(root, "SystemStructureDescription.xsd", version) == []
    with open_system(tmp_path / "two.ssp") as read:
        assert resources(read) == resources(outer)
        assert (simulate_system(read, show_progress=False) == simulate_system(outer, show_progress=False)).all()


@pytest.mark.parametrize("version", ["1.0", "2.0"])
def test_conversions_are_written_in_the_place_of_units(oscillator: System, tmp_path: Path, version: str):
    """To the last bit, and for tools that convert no units."""
    third = 1.0 / 3.0
    spring, mass = (("mass", "s"), ("spring", "s")), (("spring", "f"), ("mass", "F"))
    converted = replace(oscillator, conversions={spring: Conversion(third, 0.1), mass: Conversion()})
    write_system(converted, tmp_path / "converted.ssp", version)
    with open_system(tmp_path / "converted.ssp") as read:
        assert read.conversions == converted.conversions
        assert (simulate_system(read, show_progress=False) == simulate_system(converted, show_progress=False)).all()


def test_a_system_s_connector_may_serve_inputs_that_convert_differently(blocks: dict[str, Path], tmp_path: Path):
    pair = System({"a": blocks["sink"], "b": blocks["sink"]}, connectors={"in": ["a.r[1]", "b.r[1]"]})
    links = [("source.r[1]", "pair.in"), ("source.mode", "pair.a.mode")]
    system = System({"source": blocks["source"], "pair": pair}, links, stop_time=0.2, step_size=0.1)
    a, b, mode = system.connections
    system = replace(system, conversions={a: Conversion(2.0), b: Conversion(3.0, 1.0), mode: ValueMap({2: 3})})
    write_system(system, tmp_path / "pair.ssp")
    assert schema_problems(document(tmp_path / "pair.ssp"), "SystemStructureDescription.xsd", "2.0") == []
    with open_system(tmp_path / "pair.ssp") as read:
        assert resources(read) == resources(system)
        assert simulate_system(read, show_progress=False)["pair.a.rest"][-1] == pytest.approx(3.3)


@pytest.mark.parametrize("seed", range(12))
def test_any_nested_system_comes_back_the_same(blocks: dict[str, Path], tmp_path: Path, seed: int):
    """Random trees of systems, connections through any of their sides, some with connectors of the systems' own and with conversions."""
    random = np.random.default_rng(seed)

    def tree(depth: int) -> System:
        parts: dict[str, System | Path] = {}
        for i in range(int(random.integers(1, 4))):
            nested = depth > 0 and random.random() < 0.6
            parts[f"{'s' if nested else 'p'}{i}"] = tree(depth - 1) if nested else blocks[str(random.choice(["source", "sink"]))]
        held = System(parts)
        sides = {name: c.fmu == blocks["source"] for name, c in held.components.items()}
        sinks = [f"{name}.r[{i}]" for name, gives in sides.items() if not gives for i in (1, 2, 3)]
        connectors = {f"in_{k}": sorted(random.choice(sinks, 2, replace=False)) for k in range(2)} if sinks else {}
        connectors |= {f"out_{name.replace('.', '_')}": f"{name}.r[1]" for name, gives in sides.items() if gives and random.random() < 0.5}
        return replace(held, connectors=held.connectors | connectors) if depth < 3 else held

    held = tree(3)
    sources = [f"{name}.r[{i}]" for name, c in held.components.items() if c.fmu == blocks["source"] for i in (1, 2, 3)]
    targets = [f"{name}.r[{i}]" for name, c in held.components.items() if c.fmu == blocks["sink"] for i in (1, 2, 3)]
    links = [(str(random.choice(sources)), target) for target in targets if sources and random.random() < 0.7]
    made = System({**held.components}, links, connectors={name: [*map(".".join, ends)] for name, ends in held.connectors.items()})
    some = {connection: Conversion(float(random.choice([2.0, 3.0]))) for connection in made.connections if random.random() < 0.4}
    made = replace(made, conversions=some)
    write_system(made, tmp_path / "random.ssp", "2.0")
    assert schema_problems(document(tmp_path / "random.ssp"), "SystemStructureDescription.xsd", "2.0") == []
    with open_system(tmp_path / "random.ssp") as read:
        pairs = ({*read.connections}, {*made.connections}), (read.conversions, made.conversions), ({*read.components}, {*made.components})
        assert [a == b for a, b in pairs] == [True] * 3  # pytest compares sets of this size for minutes
        write_system(read, tmp_path / "again.ssp", "2.0")
        with open_system(tmp_path / "again.ssp") as again:
            assert (resources(again) == resources(read)) is True


def test_a_connector_may_be_called_like_one_of_another_system(blocks: dict[str, Path], tmp_path: Path):
    """SSP lets names have dots."""
    parts = {"left": System({"a": blocks["sink"]}), "right": System({"b": blocks["sink"]})}
    system = System(parts, connectors={"left.load": "right.b.r[1]", "left.own": "left.a.r[1]"}, inputs={"left.load": 2.0}, stop_time=0.1)
    assert [*system.inputs] == ["right.b.r[1]"]
    write_system(system, tmp_path / "punned.ssp")
    with open_system(tmp_path / "punned.ssp") as read:
        assert read.connectors == system.connectors


def test_a_top_level_connector_is_kept(blocks: dict[str, Path], tmp_path: Path):
    system = System({"sink": blocks["sink"]}, connectors={"load": "sink.r[2]", "total": "sink.sum"}, stop_time=0.1, inputs={"load": 2.0})
    assert [*system.inputs] == ["sink.r[2]"] and len(check_system(system)) == 9
    write_system(system, tmp_path / "top.ssp")
    with open_system(tmp_path / "top.ssp") as read:
        assert read.connectors == system.connectors
        assert simulate_system(read, show_progress=False)["sink.sum"][-1] == 20.0
