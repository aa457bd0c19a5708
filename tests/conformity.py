"""What FMPy and fmutool find in FMUs. fmutool's checks run in this process: to start it takes six times as long as to look at a model."""

import logging
from logging.handlers import BufferingHandler
from pathlib import Path

import pytest
from fmpy.validation import validate_fmu


def refuse_nonconforming(fmu: Path, fmi: int) -> None:
    """Fail where FMPy or fmutool finds anything in an FMU of this version."""
    assert validate_fmu(str(fmu)) == []
    refuse_what_fmutool_finds(fmu, fmi)


def refuse_what_fmutool_finds(fmu: Path, fmi: int) -> None:
    """Fail where fmutool finds anything, as `fmutool -check` does."""
    checkers = pytest.importorskip("fmu_manipulation_toolbox.checker").get_checkers()
    operations = pytest.importorskip("fmu_manipulation_toolbox.operations")
    heard, logger = BufferingHandler(1000), logging.getLogger("fmu_manipulation_toolbox")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(logger, "handlers", [heard])
        patch.setattr(logger, "level", logging.INFO)
        with operations.FMU(str(fmu)) as opened:
            for checker in checkers:
                opened.apply_operation(checker())
    said = [record.getMessage() for record in heard.buffer]
    assert [record.getMessage() for record in heard.buffer if record.levelno > logging.INFO] == []
    assert f"This FMU seems to be compliant with FMI-{fmi}.0." in said
    assert f"No semantic error against the FMI-{fmi} standard." in said
