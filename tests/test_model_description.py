import zipfile
from pathlib import Path

import pytest

from mbfmu.errors import MbfmuError
from mbfmu.model_description import describe_fmu


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
