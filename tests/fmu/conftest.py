"""FMUs of PythonBlocks, which several files drive, and what is logged meanwhile."""

import pytest

from mbfmu import Input, Output, Parameter

from .python_blocks import LOW_PASS, PERIOD, RAW, VARIABLES, WRONG, made


@pytest.fixture(scope="session")
def low_pass(tmp_path_factory) -> str:
    return made(tmp_path_factory.mktemp("low_pass"), LOW_PASS, PERIOD, start={"raw": RAW, "smooth": -1.0}, **VARIABLES)


@pytest.fixture(scope="session")
def wrong(tmp_path_factory) -> str:
    variables = {"mode": Parameter("1", "what goes wrong", 1.0), "divisor": Parameter("1", "divides", 1.0)}
    variables |= {"x": Input("1", "x"), "y": Output("1", "y")}
    return made(tmp_path_factory.mktemp("wrong"), WRONG, 0.01, **variables)


@pytest.fixture
def said() -> list[str]:
    """What was logged; the wrapper adds a line of its own behind what is refused outside of a step."""
    return []
