"""Traced kernels of mbfmu's own classes are kept for the next model, those of a user's classes are not."""

import hashlib
import subprocess
import sys

from mbfmu import Body, Model, Revolute, World, compile_problem
from mbfmu.engine.instance import Instance
from mbfmu.model.elements.forces.base import JointLoad
from mbfmu.problem.codegen.functions import generate_functions
from mbfmu.problem.load_problem import load_problem

from ...library import FMUS

GENERATE = """
import hashlib, sys
from pathlib import Path
from mbfmu.problem.codegen.functions import generate_functions
from mbfmu.problem.load_problem import load_problem
print(hashlib.sha256(generate_functions(load_problem(Path(sys.argv[1]))).source).hexdigest())
"""


def test_generated_code_does_not_depend_on_what_was_compiled_before():
    path = FMUS / "pendulum_chain" / "model.py"
    load_problem(FMUS / "slider_crank" / "model.py")
    sources = [hashlib.sha256(generate_functions(load_problem(path)).source).hexdigest() for _ in range(2)]
    alone = subprocess.run([sys.executable, "-c", GENERATE, str(path)], capture_output=True, text=True, check=True)
    assert sources == [alone.stdout.strip()] * 2


class Push(JointLoad):
    """A torque on a joint."""

    torque = 1.0

    def load(p, u, t, q, v):
        return [Push.torque]


def angular_acceleration() -> float:
    model = Model("Pushed", "A body on a hinge that is pushed")
    model.world = World(g=0.0)
    model.arm = Body(m=1.0, r_CM=[0.0, 0.0, 0.0], I=[1.0, 1.0, 1.0])
    model.hinge = Revolute(model.world.frame_b, model.arm.frame_a, n=[0, 0, 1])
    model.push = Push(model.hinge)
    model.expose(outputs={"w": model.hinge.w})
    instance = Instance(compile_problem(model))
    instance.initialize()
    return instance.derivative(0.0, instance.buffers["x"])[1]


def test_what_a_user_changes_in_a_class_is_seen_by_the_next_model(monkeypatch):
    before = angular_acceleration()
    monkeypatch.setattr(Push, "torque", 3.0)
    assert (before, angular_acceleration()) == (1.0, 3.0)
