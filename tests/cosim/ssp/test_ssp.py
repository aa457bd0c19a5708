import os
import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from fmpy.ssp.simulation import simulate_ssp
from lxml import etree

from mbfmu.base.errors import MbfmuError, ProblemsFound
from mbfmu.base.model_description import describe_fmu
from mbfmu.cosim import System, check_system, open_system, read_csv, simulate_fmu, simulate_system, write_csv, write_system
from mbfmu.cosim.ssp.ssp_names import PARAMETER_FILE, STRUCTURE
from mbfmu.cosim.ssp.ssp_xml import schemas
from tests.tolerances import ROUNDOFF

LIBCOSIM = """
import sys
from libcosimpy.CosimExecution import CosimExecution
from libcosimpy.CosimObserver import CosimObserver
execution = CosimExecution.from_ssp_file(sys.argv[1])
observer = CosimObserver.create_last_value()
execution.add_observer(observer)
execution.simulate_until(int(1e9))
mass = execution.slave_index_from_instance_name("mass")
names = [v.name.decode() for v in execution.slave_variables(mass)]
print("\\nposition", repr(observer.last_real_values(mass, [names.index("s")])[0]))
"""


@pytest.fixture
def packed(oscillator: System, tmp_path: Path) -> Path:
    write_system(oscillator, tmp_path / "oscillator.ssp")
    return tmp_path / "oscillator.ssp"


def changed(packed: Path, old: str, new: str, entry: str = STRUCTURE) -> Path:
    """A copy of an .ssp with another text in its description, or in another entry."""
    path = packed.with_name("changed.ssp")
    with zipfile.ZipFile(packed) as source, zipfile.ZipFile(path, "w") as target:
        for name in source.namelist():
            content = source.read(name)
            if name == entry:
                assert old.encode() in content
                content = content.replace(old.encode(), new.encode(), 1)
            target.writestr(name, content)
    return path


def test_an_ssd_next_to_its_fmus_reads_back_as_written(oscillator: System):
    folder = oscillator.components["mass"].fmu.parent
    written = replace(
        oscillator, method="gauss_seidel", order=("spring", "mass"), input_order=1, divisors={"mass": 3}, tolerance=1e-3, start_time=0.5
    )
    write_system(written, folder / "oscillator.ssd")
    with open_system(folder) as read:
        assert read == written


def test_an_ssp_runs_as_the_system_it_was_written_from(oscillator: System, packed: Path):
    with open_system(packed) as read:
        assert (simulate_system(read) == simulate_system(oscillator)).all()


def test_what_is_written_meets_the_schema_of_ssp(packed: Path):
    with zipfile.ZipFile(packed) as archive:
        document = etree.fromstring(archive.read(STRUCTURE))
    etree.XMLSchema(file=str(schemas("1.0") / "SystemStructureDescription.xsd")).assertValid(document)


def test_times_may_be_numbers_of_numpy(oscillator: System, tmp_path: Path):
    """Which show themselves as np.float64(0.5) and are 0.5 in XML."""
    times = {"start_time": 0.5, "stop_time": 1.5, "step_size": 0.25, "tolerance": 1e-3}
    write_system(replace(oscillator, **{name: np.float64(time) for name, time in times.items()}), tmp_path / "numpy.ssp")
    with open_system(tmp_path / "numpy.ssp") as read:
        assert {name: getattr(read, name) for name in times} == times


def test_fmpy_runs_what_is_written(packed: Path):
    # FMPy sets no bound values (the mass starts at its own 0.1 m) and couples nothing before the first step
    theirs = simulate_ssp(str(packed), stop_time=1.0, step_size=1e-2)
    assert {"mass.s", "spring.f", "mass.F"} < set(theirs.dtype.names)
    assert theirs["mass.s"][0] == pytest.approx(0.1, abs=ROUNDOFF)  # no force yet
    assert theirs["spring.f"][1] == pytest.approx(-50.0 * 0.1, abs=ROUNDOFF)
    # from then on it is a Jacobi master like ours: each step follows the mass's equation on the force held over it
    assert np.diff(theirs["mass.v"]) == pytest.approx(theirs["mass.F"][:-1] / 2.0 * 1e-2, abs=ROUNDOFF)


def test_libcosim_runs_what_is_written_to_the_same_result(oscillator: System, packed: Path):
    # in a process of its own: it closes the interpreter that the FMUs share with FMPy
    run = subprocess.run([sys.executable, "-c", LIBCOSIM, str(packed)], capture_output=True, text=True, timeout=60)
    (position,) = [line.split()[1] for line in run.stdout.splitlines() if line.startswith("position")]
    assert float(position) == pytest.approx(simulate_system(oscillator)["mass.s"][-1], abs=ROUNDOFF)


def test_values_may_come_from_a_referenced_file(packed: Path, tmp_path: Path):
    with zipfile.ZipFile(packed) as archive:
        archive.extractall(tmp_path / "unpacked")
    description = tmp_path / "unpacked" / STRUCTURE
    document = etree.parse(description)
    system = document.find("{*}System")
    system.remove(system.find("{*}ParameterBindings"))  # of all values at once
    binding = document.find(".//{*}ParameterBinding")
    values = binding.find(".//{*}ParameterSet")
    (tmp_path / "unpacked" / "values.ssv").write_bytes(etree.tostring(values))
    binding.remove(binding[0])
    binding.set("source", "values.ssv")
    document.write(description)
    with open_system(tmp_path / "unpacked") as read:
        assert read.components["mass"].values == {"s_start": 0.2}


def test_values_of_the_system_override_those_of_components(packed: Path):
    with zipfile.ZipFile(packed) as archive:
        file = etree.fromstring(archive.read(PARAMETER_FILE))
    etree.XMLSchema(file=str(schemas("1.0") / "SystemStructureParameterValues.xsd")).assertValid(file)
    with open_system(changed(packed, 'value="0.2"', 'value="0.3"')) as read:
        assert read.components["mass"].values == {"s_start": 0.2}
    inline = etree.tostring(file).decode().replace("mass.s_start", "s_start").replace('"0.2"', '"0.4"')
    prefixed = f'<ssd:ParameterBinding prefix="mass."><ssd:ParameterValues>{inline}</ssd:ParameterValues></ssd:ParameterBinding>'
    with open_system(changed(packed, f'<ssd:ParameterBinding source="{PARAMETER_FILE}"/>', prefixed)) as read:
        assert read.components["mass"].values == {"s_start": 0.4}
    with open_system(changed(packed, f'<ssd:ParameterBinding source="{PARAMETER_FILE}"/>', prefixed.replace("mass.", "brake."))) as read:
        assert read.components["mass"].values == {"s_start": 0.2}
        assert read.assumptions == ("the value brake.s_start = 0.4 is for nothing in the system, so it is passed over",)


@pytest.mark.parametrize(("old", "words"), [(' name="s_start"', "has no name"), (' value="0.2"', "s_start = None is not a Real")])
def test_values_without_name_or_number_are_refused(packed: Path, old: str, words: str):
    """Inline, where the schema of SSP lets everything pass."""
    with pytest.raises(ProblemsFound, match=words), open_system(changed(packed, old, "")):
        pass


@pytest.mark.parametrize("name", ["../evil.txt", "/evil.txt", "resources/../../evil.txt", "..\\evil.txt", "C:evil.txt"])
def test_an_entry_outside_its_folder_is_refused(packed: Path, tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with zipfile.ZipFile(packed, "a") as archive:
        archive.writestr(name, "evil")
    with pytest.raises(MbfmuError, match="outside its folder"), open_system(packed):
        pass
    assert os.listdir(tmp_path) == ["oscillator.ssp"]


def test_a_symbolic_link_is_refused(packed: Path):
    link = zipfile.ZipInfo("resources/link")
    link.external_attr = 0o120777 << 16
    with zipfile.ZipFile(packed, "a") as archive:
        archive.writestr(link, "/etc")
    with pytest.raises(MbfmuError, match="symbolic link"), open_system(packed):
        pass


@pytest.mark.parametrize("damage", [lambda b: b[: len(b) // 2], lambda b: b"no archive", lambda b: b[:200] + bytes(400) + b[600:]])
def test_a_damaged_archive_is_refused(packed: Path, damage):
    packed.write_bytes(damage(packed.read_bytes()))
    with pytest.raises(MbfmuError, match="damaged"), open_system(packed):
        pass


def test_a_zip_bomb_is_refused_before_it_is_unpacked(packed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with zipfile.ZipFile(packed, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("resources/zeros", bytes(100 << 20))
    with pytest.raises(MbfmuError, match="zip bomb"), open_system(packed):
        pass
    packed.rename(tmp_path / "bomb.fmu")
    with pytest.raises(MbfmuError, match="zip bomb"):
        describe_fmu(tmp_path / "bomb.fmu")
    assert os.listdir(tmp_path) == ["bomb.fmu"]


def test_a_strangers_system_steps_as_omsimulator_would_or_says_what_is_assumed(packed: Path):
    without_ours = changed(packed, 'type="org.mbfmu"', 'type="com.stranger"').rename(packed)
    with open_system(without_ours) as system:
        assert (system.step_size, check_system(system)) == (1e-2, ())
    with open_system(changed(without_ours, 'type="org.openmodelica"', 'type="com.stranger"')) as system:
        assert system.step_size == System.step_size
        assert "states no step size; 0.001 s is used" in check_system(system)[0]


def test_an_archive_without_a_description_and_missing_files_are_refused(tmp_path: Path):
    with zipfile.ZipFile(tmp_path / "empty.ssp", "w") as archive:
        archive.writestr("readme.txt", "")
    cases = {"empty.ssp": STRUCTURE, "none.ssp": "no such file", "none.ssd": "cannot be read", ".": "0 .ssd files"}
    for name, message in cases.items():
        with pytest.raises(MbfmuError, match=message), open_system(tmp_path / name):
            pass


def test_a_missing_fmu_and_an_unknown_connector_are_found_before_the_run(packed: Path):
    with open_system(changed(packed, "resources/TestMass.fmu", "resources/Gone.fmu")) as system:
        with pytest.raises(ProblemsFound, match=r"mass: .*Gone\.fmu: no such file"):
            simulate_system(system)
    with open_system(changed(packed, 'startConnector="f"', 'startConnector="q"')) as system:
        with pytest.raises(ProblemsFound, match="spring has no variable 'q'"):
            simulate_system(system)


BOMB = '<!DOCTYPE b [<!ENTITY a "aaaaaaaaaa">' + "".join(f'<!ENTITY {chr(98 + i)} "{f"&{chr(97 + i)};" * 10}">' for i in range(9))


@pytest.mark.parametrize("doctype", [BOMB + "]>", '<!DOCTYPE b [<!ENTITY j SYSTEM "file:///etc/hostname">]>'])
@pytest.mark.parametrize("place", ['description="&j;" name="Oscillator"', 'name="Oscillator"'])
def test_entities_are_refused(packed: Path, doctype: str, place: str):
    hostile = changed(packed, "<ssd:SystemStructureDescription", doctype + "<ssd:SystemStructureDescription")
    if place != 'name="Oscillator"':
        hostile = changed(hostile.rename(packed), 'name="Oscillator"', place)
    with pytest.raises(MbfmuError, match="DOCTYPE|not well-formed"), open_system(hostile):
        pass


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("</ssd:Elements>", '<ssd:SignalDictionaryReference name="bus" dictionary="can"/></ssd:Elements>', r"a signal dictionary \(bus\)"),
        ("resources/TestMass.fmu", "../TestMass.fmu", "outside the folder"),
        ('value="0.2" unit="m"', 'value="200" unit="mm"', "mass.s_start = 200.0 mm: unit mm is not defined in Units, so mm cannot become m"),
        ('value="0.2"', 'value="much"', "s_start = 'much' is not a Real"),
        ('version="1.0" name="Osc', 'version="3.0" name="Osc', "not valid SSP 1.0"),
        ("<ssd:Elements>", "<ssd:Parts>", "not well-formed"),
        ('stepSize="0.01"/>', 'stepSize="small"/>', "stepSize='small'"),
    ],
)
def test_what_cannot_be_used_is_named(packed: Path, old: str, new: str, message: str):
    with pytest.raises(MbfmuError, match=message), open_system(changed(packed, old, new)):
        pass


@pytest.mark.parametrize(
    ("entry", "old", "new"), [(STRUCTURE, 'stepSize="0.01"/>', 'stepSize="small"/>'), (PARAMETER_FILE, "<ssv:Parameters>", "<ssv:Values>")]
)
def test_errors_name_the_archive_and_the_file_in_it(packed: Path, entry: str, old: str, new: str):
    with pytest.raises(MbfmuError, match=rf"changed\.ssp: {entry}"), open_system(changed(packed, old, new, entry)):
        pass


def test_a_system_that_cannot_run_or_fit_is_not_written(oscillator: System, tmp_path: Path):
    with pytest.raises(ProblemsFound, match="step_size"):
        write_system(replace(oscillator, step_size=0.0), tmp_path / "bad.ssp")
    with pytest.raises(MbfmuError, match="lies outside"):
        write_system(oscillator, tmp_path / "far.ssd")
    assert os.listdir(tmp_path) == []


def test_paths_may_be_text_everywhere(oscillator: System, tmp_path: Path):
    write_system(oscillator, str(tmp_path / "oscillator.ssp"))
    with open_system(str(tmp_path / "oscillator.ssp")) as system:
        result = simulate_system(system)
        alone = simulate_fmu(str(system.components["mass"].fmu), stop_time=0.1)
    assert alone["time"][-1] == pytest.approx(0.1, abs=ROUNDOFF)
    write_csv(str(tmp_path / "result.csv"), result)
    assert (read_csv(str(tmp_path / "result.csv")) == result).all()
