import zipfile
from pathlib import Path

import pytest

from mbfmu.base.errors import MbfmuError, ProblemsFound
from mbfmu.base.model_description import describe_fmu


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<fmiModelDescription", "not well-formed"),
        ("<fmiModelDescription/>", "fmiVersion is missing"),
        ('<fmiModelDescription fmiVersion="9.0"/>', "cannot be read"),
    ],
)
def test_descriptions_that_say_nothing_are_refused(tmp_path: Path, text: str, message: str):
    with zipfile.ZipFile(tmp_path / "x.fmu", "w") as archive:
        archive.writestr("modelDescription.xml", text)
    with pytest.raises(MbfmuError, match=f"x.fmu: modelDescription.xml.*{message}"):
        describe_fmu(tmp_path / "x.fmu")


VARIABLES = """<ModelVariables>
<ScalarVariable name="v" valueReference="0" causality="output"><Real/></ScalarVariable>
<ScalarVariable name="a" valueReference="1"><Real derivative="1"/></ScalarVariable>
</ModelVariables>
<ModelStructure><Outputs><Unknown index="1" dependencies="1  2"/></Outputs></ModelStructure>"""
ARRAYS = """<ModelVariables>
<Float64 name="v" valueReference="0" causality="output"/><Float64 name="a" valueReference="7" derivative="0"/></ModelVariables>
<ModelStructure><Output valueReference="0" dependencies="7"/></ModelStructure>"""


@pytest.mark.parametrize(
    ("version", "text", "old", "new", "words"),
    [
        ("2.0", VARIABLES, 'index="1"', 'index="3"', "line 5: index 3 of Unknown: the variables are 1 to 2"),
        ("2.0", VARIABLES, 'index="1"', 'index="0"', "line 5: index 0 of Unknown: the variables are 1 to 2"),  # Python's last one
        ("2.0", VARIABLES, "1  2", "1 -1", "line 5: dependencies -1 of Unknown"),
        ("2.0", VARIABLES, 'derivative="1"', 'derivative="x"', "line 3: derivative x of Real"),
        ("2.0", VARIABLES, 'valueReference="1"', 'valueReference="4294967297"', "'4294967297' is no whole number from 0 to 4294967295"),
        ("3.0", ARRAYS, 'Output valueReference="0"', 'Output valueReference="1"', "valueReference 1 of Output: no variable has this value reference"),
        ("3.0", ARRAYS, 'dependencies="7"', 'dependencies="8"', "dependencies 8 of Output"),
        ("3.0", ARRAYS, 'derivative="0"', 'derivative="2"', "derivative 2 of Float64"),
    ],
)
def test_what_refers_to_no_variable_is_named(tmp_path: Path, version: str, text: str, old: str, new: str, words: str):
    """A value reference beyond 32 bits would become another one, and an index of 0 the last variable."""
    assert old in text
    with zipfile.ZipFile(tmp_path / "x.fmu", "w") as archive:
        root = f'<fmiModelDescription fmiVersion="{version}" modelName="x" guid="1">'
        archive.writestr("modelDescription.xml", f"{root}{text.replace(old, new)}</fmiModelDescription>")
    with pytest.raises(ProblemsFound, match=words):
        describe_fmu(tmp_path / "x.fmu")
