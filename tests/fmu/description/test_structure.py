"""The model structure of large models: it stays short, and what is left out is allowed to be."""

import numpy as np
import pytest

from mbfmu import Body, Model, Revolute, World, compile_problem
from mbfmu.fmu.description.description import describe_native
from mbfmu.fmu.description.structure import model_structure
from mbfmu.problem.codegen.tape_functions import record_functions
from mbfmu.problem.codegen.variables import fmi_variables

LINKS = 120


@pytest.fixture(scope="module")
def chain():
    """A chain whose every acceleration depends on nearly every state, with one input at its root and one angle shown."""
    model = Model("Chain")
    model.world = World()
    frame = model.world.frame_b
    for i in range(LINKS):
        link = model.add(f"link{i}", Body(m=1.0, r_CM=[0.1, 0, 0], I=[0.01, 0.01, 0.01]))
        model.add(f"hinge{i}", Revolute(frame, link.frame_a, n=np.roll([0.0, 1.0, 0.0], i)))
        frame = link.at([0.2, 0, 0])
    model.expose(outputs={"phi": model.elements["hinge5"].phi})
    return compile_problem(model)


def test_lists_of_nearly_everything_are_left_out(chain) -> None:
    """Rates of speeds may depend on all; those of angles depend on one speed, and the output on one angle."""
    structure = model_structure(chain, fmi_variables(chain, 2), record_functions(chain))
    of_angles, of_speeds = structure.derivatives[:LINKS], structure.derivatives[LINKS:]
    assert all(unknown.dependencies is None for unknown in of_speeds)
    assert all(len(unknown.dependencies) == 1 for unknown in (*of_angles, *structure.outputs))


def test_the_description_grows_with_the_model(chain) -> None:
    """As many numbers as states, not as pairs of them."""
    assert len(describe_native(chain, record_functions(chain))("")) < 2000 * LINKS
