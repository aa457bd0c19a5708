"""Variables of all types of PythonBlocks: what the user's class is given and gives, and what is refused."""

from pathlib import Path

import fmpy
import numpy as np
import pytest
from fmpy.validation import validate_fmu

from mbfmu import BlockModel, Boolean, Enumeration, Input, Integer, Output, Parameter, PythonBlock, String, simulate
from mbfmu.base.errors import StepFailed

from .interpreted.test_slave import instantiate, refused, start
from .python_blocks import made

VALVE = Enumeration("Valve", {"closed": "no flow", "half": "some flow", "open": "free flow"})
METHOD = """
class Gate:
    def __init__(self, p):
        self.seen = " ".join(type(value).__name__ for value in (p.enabled, p.count, p.mode, p.text, p.limits))

    def {name}(self, p, u, t):
        flow = ["closed", "half", "open"].index(u.valve) if p.enabled and u.on else 0
        opposite = {{"closed": "open", "half": "half", "open": "closed"}}[u.valve]
        told, both = p.text + ": " + self.seen, (u.on, not u.on)
        return {{"flows": flow > 0, "level": flow * p.count + p.limits[1], "opposite": opposite, "told": told, "both": both}}
"""
VARIABLES = {
    "enabled": Parameter("1", "whether it works", True, type=Boolean()),
    "count": Parameter("1", "how many", 10, type=Integer()),
    "mode": Parameter("1", "an item", "half", type=VALVE),
    "text": Parameter("1", "what is said", "Größe", type=String()),
    "limits": Parameter("1", "two", [1, -2], 2, type=Integer()),
    "on": Input("1", "on", start=True, type=Boolean()),
    "valve": Input("1", "valve", start="half", type=VALVE),
    "flows": Output("1", "whether there is flow", type=Boolean()),
    "level": Output("1", "level", type=Integer()),
    "opposite": Output("1", "the other valve", type=VALVE),
    "told": Output("1", "what is told", type=String()),
    "both": Output("1", "on and off", 2, type=Boolean()),
}
TOLD = "Größe: bool int str str tuple"
WRONG = """
class Wrong:
    def __init__(self, p): ...

    def output(self, p, u, t):
        return {"y": {1: True, 2: "open", 3: 2**31, 4: 1.5, 5: "shut", 6: 2, 7: "a" * 1024, 8: b"text"}[p.mode]}
"""


@pytest.fixture(scope="module", params=["update", "output"])
def gate(request, tmp_path_factory) -> str:
    """Once sampled, once at any time."""
    folder = tmp_path_factory.mktemp(request.param)
    period = {"update": 0.1, "output": 0.0}[request.param]
    return made(folder, METHOD.format(name=request.param), period, **VARIABLES)


def references(folder: str) -> dict[str, int]:
    return {v.name: v.valueReference for v in fmpy.read_model_description(folder).modelVariables}


def test_what_goes_in_and_comes_out(gate, said) -> None:
    fmu, at = instantiate(gate, said), references(gate)
    start(fmu)
    fmu.doStep(0.0, 0.1)
    found = lambda: (
        fmu.getBoolean([at["flows"], at["both[1]"], at["both[2]"]]),
        fmu.getInteger([at["level"], at["opposite"]]),
        fmu.getString([at["told"]]),
    )
    assert found() == ([True, True, False], [8, 2], [TOLD.encode()])
    fmu.setInteger([at["count"], at["valve"]], [-7, 3])
    fmu.doStep(0.1, 0.1)
    assert found() == ([True, True, False], [-16, 1], [TOLD.encode()])
    state = fmu.getFMUState()
    fmu.setBoolean([at["on"]], [False])
    fmu.setString([at["text"]], [""])
    fmu.doStep(0.2, 0.1)
    assert found() == ([False, False, True], [-2, 1], [TOLD.removeprefix("Größe").encode()])
    fmu.setFMUState(state)
    assert found() == ([True, True, False], [-16, 1], [TOLD.encode()])
    assert refused(fmu.setInteger, [at["valve"]], [4])
    fmu.freeInstance()


def test_the_description_is_sound(gate) -> None:
    assert validate_fmu(str(next(Path(gate).parent.glob("*.fmu")))) == []


def block(folder: Path, code: str, **declared) -> BlockModel:
    name = code.split("class ")[1].split(":")[0]
    file = folder / f"{name.lower()}.py"
    file.write_text(code)
    return BlockModel(name, type(name, (PythonBlock,), {"__doc__": "A block.", "code": file, **declared})(), start={})


def test_simulate(tmp_path) -> None:
    model = block(tmp_path, METHOD.format(name="output"), **VARIABLES)
    result = simulate(model, 0.2, 0.1, {"count": 5, "text": "Länge"}, {"on": lambda t: t < 0.15})
    assert result["flows"].tolist() == [True, True, False] and result["level"].tolist() == [3, 3, -2]
    assert result["opposite"].tolist() == [2, 2, 2] and set(result["told"]) == {TOLD.replace("Größe", "Länge")}
    assert result["both[2]"].dtype == np.bool_


@pytest.mark.parametrize(
    ("type", "mode", "words"),
    [
        (Boolean(), 2, "it returned y = 'open', but it must be True or False"),
        (Boolean(), 6, "it returned y = 2, but it must be True or False"),
        (Integer(), 3, "it returned y = 2147483648, but it must be a whole number of 32 bits"),
        (Integer(), 4, "it returned y = 1.5, but it must be a whole number"),
        (VALVE, 5, "it returned y = 'shut', but it must be one of 'closed', 'half', 'open'"),
        (VALVE, 6, "it returned y = 2, but it must be one of 'closed'"),
        (String(), 7, "but it must be a text of at most 1023 bytes without a zero"),
        (String(), 8, "it returned y = b'text', but it must be a text"),
    ],
)
def test_what_is_nothing_of_the_type(tmp_path, type, mode: int, words: str) -> None:
    model = block(tmp_path, WRONG, mode=Parameter("1", "what goes wrong", mode), y=Output("1", "y", type=type))
    with pytest.raises(StepFailed, match=words):
        simulate(model, 1.0)
