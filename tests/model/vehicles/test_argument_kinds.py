"""Templates say what they want where they are given something else."""

from inspect import signature

import pytest

from mbfmu import MbfmuError, Model, World
from mbfmu.model import vehicles

from .suspensions import MCPHERSON

TEMPLATES = [of for name in vehicles.__all__ if isinstance(of := getattr(vehicles, name), type) and hasattr(of, "add")]


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda template: template.__name__)
def test_each_argument_of_another_kind_is_named(template: type):
    """The first argument is a wrong one, too, so nothing but the check is reached, and no template is needed to try it."""
    names = [*signature(template.add).parameters][1:]
    unmade = template.__new__(template)
    with pytest.raises(MbfmuError, match=rf"^{template.__name__}.add: model = None must be a Model$"):
        template.add(unmade, *[None] * len(names))


def test_a_frame_is_answered_with_its_part():
    model = Model("Car")
    model.world = World()
    with pytest.raises(MbfmuError, match=r"^McPherson.add: rack = <Frame of world> must be a Part: give the part that it is on, world$"):
        MCPHERSON.add(model, "left", model.world, model.world.frame_b)
