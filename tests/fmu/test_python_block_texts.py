"""Texts of a PythonBlock: a file name that is read, states that hold texts, and what does not fit."""

from __future__ import annotations

from pathlib import Path

import fmpy
import pytest
from fmpy.fmi2 import FMU2Slave

from mbfmu import Boolean, Enumeration, Input, Integer, Output, Parameter, String
from tests.fmi2_callbacks import fmi2_callbacks
from tests.fmu.native.driving import initialize, refused
from tests.fmu.python_blocks import built

PERIOD = 0.1
READER = """
class Reader:
    def __init__(self, p):
        self.lines = open(p.file, encoding="utf-8").read().split()

    def update(self, p, u, t):
        return {"line": self.lines[u.number - 1], "count": len(self.lines), "found": True, "mode": u.choice}
"""
CHOICE = Enumeration("Choice", {"line": "one line", "none": "none at all"})
VARIABLES = {
    "file": Parameter("1", "where the lines are", "", type=String()),
    "number": Input("1", "which line is read", start=1, type=Integer()),
    "choice": Input("1", "what is read", type=CHOICE),
    "remark": Input("1", "a remark", start="none yet", type=String()),
    "line": Output("1", "the line", type=String()),
    "count": Output("1", "how many lines there are", type=Integer()),
    "found": Output("1", "whether there is such a line", type=Boolean()),
    "mode": Output("1", "what was read", type=CHOICE),
}
FILE, NUMBER, CHOSEN, REMARK, LINE, COUNT, FOUND, MODE = range(8)


@pytest.fixture(scope="module")
def reader(tmp_path_factory) -> Path:
    return built(tmp_path_factory.mktemp("reader"), READER, PERIOD, start={"line": "nothing read", "found": True, "mode": "none"}, **VARIABLES)


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def fmu(reader, said, tmp_path):
    (tmp_path / "Zeilen.txt").write_text("erste zweite größte", encoding="utf-8")
    description = fmpy.read_model_description(str(reader))
    slave = FMU2Slave(
        guid=description.guid,
        modelIdentifier="Reader",
        unzipDirectory=fmpy.extract(str(reader), str(tmp_path / "unpacked")),
        instanceName="it",
    )
    slave.instantiate(callbacks=fmi2_callbacks(lambda environment, name, status, category, message: said.append(message.decode())), loggingOn=True)
    slave.setString([FILE], [str(tmp_path / "Zeilen.txt")])
    yield slave
    slave.freeInstance()


def outputs(fmu) -> list:
    return [*fmu.getString([LINE]), *fmu.getInteger([COUNT]), *fmu.getBoolean([FOUND]), *fmu.getInteger([MODE])]


def test_states_hold_texts(fmu):
    initialize(fmu)
    fmu.doStep(0.0, PERIOD)
    assert outputs(fmu) == [b"erste", 3, True, 1]
    saved = fmu.serializeFMUState(fmu.getFMUState())
    fmu.setInteger([NUMBER], [2])
    fmu.setString([REMARK], ["später"])
    fmu.doStep(PERIOD, PERIOD)
    assert outputs(fmu)[0] == b"zweite"
    fmu.setFMUState(fmu.deserializeFMUState(saved))
    assert (outputs(fmu)[0], fmu.getString([REMARK]), fmu.getInteger([NUMBER])) == (b"erste", [b"none yet"], [1])


def test_texts_that_do_not_fit_are_refused(fmu, said):
    assert refused(fmu.setString, [REMARK], ["x" * 1024])
    assert "fmi2SetString: the text for remark is longer than 1023 bytes" in said
    fmu.setString([REMARK], ["x" * 1023])
    initialize(fmu)
    assert refused(fmu.getReal, [REMARK])
    assert "fmi2GetReal: remark is of type String: call fmi2GetString" in said
    assert fmu.getString([REMARK]) == [b"x" * 1023]
