import pytest

from tests.library import EXPERIMENTS, FMUS, trajectory
from tests.reference_files import deviations
from tests.tolerances import REFERENCE_DIGITS


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_every_model_still_moves_as_its_reference(name: str):
    assert deviations(trajectory(name), FMUS / name / "reference.csv", REFERENCE_DIGITS) == {}


def test_every_model_has_an_experiment_a_readme_and_a_reference():
    folders = sorted(model.parent for model in FMUS.glob("*/model.py"))
    assert [folder.name for folder in folders] == sorted(EXPERIMENTS)
    assert all((folder / file).is_file() for folder in folders for file in ("README.md", "reference.csv"))
