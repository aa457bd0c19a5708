"""Tunable parameters that cannot be, set while an FMU of any kind runs, driven by FMPy: one Error, and the run continues with the old values."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import fmpy
import numpy as np
import pytest
from fmpy.fmi1 import FMICallException
from fmpy.fmi2 import FMU2Model, FMU2Slave
from fmpy.fmi3 import FMU3Model, FMU3Slave

from mbfmu import Body, Distance, FixedTranslation, Model, Planar, PositionSensor, World, WorldForce, build_fmu, build_native, build_portable
from mbfmu.problem.data.problem import Problem
from mbfmu.problem.mechanism.mechanics import compile_model
from tests.fmu.native.driving import ERROR, H, free, get, initialize, put, refused, run, update

FATAL = 4  # the only word of the interpreted FMU's wrapper for what is refused
PUSH = 3.0  # N
KINDS: dict[str, tuple[Callable[[Problem, Path], Path], type]] = {
    "interpreted": (lambda problem, folder: build_fmu(problem, folder), FMU2Slave),
    "portable, FMI 2": (lambda problem, folder: build_portable(problem, folder, 2), FMU2Slave),
    "portable, FMI 3": (lambda problem, folder: build_portable(problem, folder, 3), FMU3Slave),
    "native, FMI 2": (lambda problem, folder: build_native(problem, folder, 2), FMU2Slave),
    "native, FMI 3": (lambda problem, folder: build_native(problem, folder, 3), FMU3Slave),
    "portable, FMI 2, Model Exchange": (lambda problem, folder: build_portable(problem, folder, 2), FMU2Model),
    "native, FMI 3, Model Exchange": (lambda problem, folder: build_native(problem, folder, 3), FMU3Model),
}
IMPOSSIBLE = {"out of bounds": ("rod.s", -1.0), "no number": ("bob.m", np.nan), "too short to reach": ("rod.s", 0.1)}
every_value = pytest.mark.parametrize("name, value", IMPOSSIBLE.values(), ids=IMPOSSIBLE)


def bob() -> Problem:
    """A bob that turns where two rods hold it, 0.6 m across and 0.8 m up, from hinges 1.2 m apart; the force of one rod is an output."""
    model = Model("Bob")
    model.world = World(g=9.81)
    model.bob = Body(m=2.0, I=0.1)
    model.plane = Planar(model.world.frame_b, model.bob.frame_a, n=[0, 1, 0], n_x=[1, 0, 0], s_x_start=0.6, s_y_start=0.8)
    model.hinge = FixedTranslation(model.world.frame_b, r=[1.2, 0, 0])
    model.rod = Distance(model.world.frame_b, model.bob.frame_a, s=1.0)
    model.other = Distance(model.hinge.frame_b, model.bob.frame_a, s=1.0)
    model.push, model.place = WorldForce(model.bob.frame_a), PositionSensor(model.bob.frame_a)
    model.expose({"push": model.push.f}, {"r": model.place.r, "f": model.rod.f}, [model.rod.s, model.bob.m])
    return compile_model(model)


@pytest.fixture(scope="module", params=KINDS.values(), ids=KINDS)
def built(request, tmp_path_factory) -> tuple:
    build, kind = request.param
    path = build(bob(), tmp_path_factory.mktemp("bob"))
    description = fmpy.read_model_description(path)
    folder = fmpy.extract(path, tmp_path_factory.mktemp("unzipped"))
    return kind, folder, description, {v.name: v.valueReference for v in description.modelVariables}


@pytest.fixture
def two(built) -> Iterator[list]:
    """Two instances that have started."""
    kind, folder, description, _ = built
    token = getattr(description, "guid", None) or description.instantiationToken
    fmus = [kind(guid=token, unzipDirectory=str(folder), modelIdentifier="Bob", instanceName="it") for _ in range(2)]
    for fmu in fmus:
        fmu.instantiate()
        initialize(fmu)
    yield fmus
    for fmu in fmus:
        free(fmu)


def is_model_exchange(fmu) -> bool:
    return isinstance(fmu, (FMU2Model, FMU3Model))


@every_value
def test_one_get_is_refused_and_the_next_gives_the_numbers_before(two, built, name: str, value: float) -> None:
    """To the last bit, and so do those after more steps: those of an FMU that has never heard of the value."""
    fmu, undisturbed = two
    reference = built[3]
    wrong = {ERROR, FATAL} if built[0] is FMU2Slave else {ERROR}
    for each in two:
        if not is_model_exchange(each):
            run(each, 3)
    old = get(fmu, reference[name])
    put(fmu, reference[name], value)
    assert refused(get, fmu, reference["f"]) in wrong
    for each in two:
        update(each) if is_model_exchange(each) else run(each, 3, 3 * H)
    assert get(fmu, reference[name]) == old
    assert get(fmu, reference["f"]) == get(undisturbed, reference["f"])


@every_value
def test_what_is_refused_together_with_an_input_leaves_the_input(two, built, name: str, value: float) -> None:
    fmu, undisturbed = two
    reference = built[3]
    push = [r for n, r in reference.items() if n.startswith("push")][0]
    for each in two:
        set_push(each, push)
    put(fmu, reference[name], value)
    refused(get, fmu, reference["f"])
    assert get(fmu, reference["f"]) == get(undisturbed, reference["f"])
    put(fmu, reference["bob.m"], 3.0)
    put(undisturbed, reference["bob.m"], 3.0)
    assert get(fmu, reference["f"]) == get(undisturbed, reference["f"])


def set_push(fmu, reference: int) -> None:
    if hasattr(fmu, "setReal"):
        fmu.setReal([reference], [PUSH])
    else:
        fmu.setFloat64([reference], [PUSH, 0.0, 0.0])


def test_an_input_that_is_no_number_does_not_cost_a_parameter(two, built) -> None:
    """What is refused for an input keeps the parameters that were set with it."""
    fmu, other = two
    reference = built[3]
    push = [r for n, r in reference.items() if n.startswith("push")][0]
    put(fmu, reference["bob.m"], 3.0)
    numbers = [np.nan] if hasattr(fmu, "setReal") else [np.nan, 0.0, 0.0]
    setter = fmu.setReal if hasattr(fmu, "setReal") else fmu.setFloat64
    setter([push], numbers)
    with pytest.raises(FMICallException):
        get(fmu, reference["f"])
    setter([push], [0.0] * len(numbers))
    put(other, reference["bob.m"], 3.0)
    assert get(fmu, reference["bob.m"]) == [3.0]
    assert get(fmu, reference["f"]) == get(other, reference["f"])
