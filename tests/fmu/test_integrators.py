"""The integrator is chosen where a model is declared, run or built: in a program, on the command line, in all kinds of FMUs, for connected parts."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import mbfmu
from mbfmu import Block, BlockModel, Body, Model, Revolute, World, build_fmu, build_native, build_portable, compile_problem, connect, simulate
from mbfmu.analysis.simulate.run import Run
from mbfmu.base.choices import Choices
from mbfmu.base.errors import MbfmuError
from mbfmu.engine.instance import Instance
from mbfmu.problem.data.problem import Program
from mbfmu.problem.load_problem import load_problem
from tests.engine.problems import pendulum, sampled
from tests.library import FMUS, problem_of
from tests.tolerances import ROUNDOFF

SWINGING = replace(pendulum(), integrator="adams")
H, STEPS, SAVED = 0.05, 30, 12


def swinging(integrator: str = "adams") -> list[float]:
    """Angles at communication points, in this process."""
    instance, angles = Instance(replace(SWINGING, integrator=integrator)), []
    instance.initialize()
    for k in range(1, STEPS + 1):
        instance.advance(k * H, 1e-6)
        angles.append(float(instance.outputs()[0]))
    return angles


def stepped(run: Run, steps: int) -> list[float]:
    angles = []
    for _ in range(steps):
        run.step(H)
        angles.append(run["phi"])
    return angles


@pytest.mark.parametrize(
    "build", [build_fmu, build_portable, lambda *given: build_portable(*given, 3), pytest.param(build_native, marks=pytest.mark.slow)]
)
def test_fmus_of_all_kinds_integrate_by_it(tmp_path: Path, build: Callable) -> None:
    """As in this process, and a run that was saved in the middle, went astray and is restored goes on to the last bit."""
    fmu = build(SWINGING, tmp_path)
    with mbfmu.open(fmu) as run:
        whole = stepped(run, STEPS)
    with mbfmu.open(fmu) as run:
        parts = stepped(run, SAVED)
        state = run.save()
        run["tau"] = 3.0
        stepped(run, 3)
        run.restore(state)
        parts += stepped(run, STEPS - SAVED)
    assert parts == whole
    assert whole == pytest.approx(swinging(), abs=ROUNDOFF) != swinging("dormand_prince")


def test_it_is_chosen_for_a_model_a_run_and_on_the_command_line() -> None:
    """The model's own, unless another is asked for."""
    model = Model("Rod", integrator="adams")
    model.world, model.rod = World(), Body(m=1.0, r_CM=[1, 0, 0])
    model.pivot = Revolute(model.world.frame_b, model.rod.frame_a, n=[0, 1, 0])
    model.expose(outputs={"phi": model.pivot.phi})
    own, adams, other = (simulate(model, 1.0, 0.5, **how)["phi"].tolist() for how in ({}, {"integrator": "adams"}, {"integrator": "radau"}))
    assert compile_problem(model).integrator == "adams" and own == adams != other
    chosen = load_problem(FMUS / "quarter_car/model.py", Choices(integrator="adams"))
    assert chosen.integrator == "adams" and problem_of("quarter_car").integrator == "dormand_prince"


def test_connected_parts_are_integrated_by_the_one_for_stiff_parts() -> None:
    parts = {name: replace(pendulum(), integrator=name) for name in ("dormand_prince", "adams", "radau")}
    assert connect("Both", {key: parts[key] for key in ("dormand_prince", "adams")}, []).integrator == "adams"
    assert connect("All", parts, []).integrator == "radau"


class Slow(Block):
    integrator = "slow"

    @staticmethod
    def respond(p, u, t, x):
        return {}, {}


def test_what_cannot_be_chosen_is_said() -> None:
    """Unknown ones, another one for what SciPy runs, and one that needs derivatives which a program has not."""
    unknown = "there is no integrator 'euler'; there is bogacki_shampine, dormand_prince, adams, radau, heun, runge_kutta"
    programmed = replace(sampled(), program=Program("zigzag.py", b"", "Zigzag", ()))
    refused: list[tuple[Callable[[], object], str]] = [
        (lambda: compile_problem(Model("Nothing", integrator="euler")), unknown),
        (lambda: simulate(pendulum(), integrator="euler"), unknown),
        (lambda: simulate(programmed, integrator="radau"), "radau cannot integrate Sampled: it needs derivatives, which a PythonBlock has not"),
        (lambda: simulate(pendulum(), integrator="adams", solver="LSODA"), "either the engine integrates, by adams, or LSODA"),
        (lambda: simulate(BlockModel("Slow", Slow())), "there is no integrator 'slow'"),
    ]
    for act, words in refused:
        with pytest.raises(MbfmuError, match=words):
            act()
