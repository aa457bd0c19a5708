from collections.abc import Iterable

import pytest

from tests.library import EXPERIMENTS, FMUS, trajectory
from tests.reference_files import deviations

LONG = "full_car", "full_car_on_tires", "grapple_skidder", "gripper", "rotating_blade", "truck"


def of(names: Iterable[str]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.slow] * (name in LONG)) for name in names])


@of(EXPERIMENTS)
def test_every_model_still_moves_as_its_reference(name: str):
    experiment = EXPERIMENTS[name]
    assert deviations(experiment.motion(trajectory(name)), FMUS / name / "reference.csv", experiment.tolerance) == {}


@of(name for name, experiment in EXPERIMENTS.items() if experiment.errors)
def test_what_would_be_zero_nearly_is(name: str):
    assert EXPERIMENTS[name].excess(trajectory(name)) == {}


def test_every_model_has_an_experiment_a_readme_and_a_reference():
    folders = sorted(model.parent for model in FMUS.glob("*/model.py"))
    assert [folder.name for folder in folders] == sorted(EXPERIMENTS)
    assert all((folder / file).is_file() for folder in folders for file in ("README.md", "reference.csv"))
