"""One .ssp in every master that runs here: the same file, unchanged, moves the same, with the start values that are in it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from mbfmu import Block, BlockModel, Body, Input, JointForce, Model, Output, Parameter, Prismatic, World, build_portable
from mbfmu.cosim import Component, System, open_system, simulate_system, write_system
from tests.tolerances import ROUNDOFF

STEPS = 100  # of 10 ms

FMPY = """
import sys, zipfile
from fmpy.ssp.simulation import simulate_ssp
from fmpy.ssp.ssd import read_ssv
started = read_ssv(sys.argv[1], "resources/start.ssv")  # which FMPy does not look for by itself
positions = simulate_ssp(sys.argv[1], stop_time=0.995, step_size=1e-2, parameter_set=started)["cart.s"].tolist()
"""
LIBCOSIM = """
import sys
from libcosimpy.CosimExecution import CosimExecution
from libcosimpy.CosimObserver import CosimObserver
execution = CosimExecution.from_ssp_file(sys.argv[1])
observer = CosimObserver.create_last_value()
execution.add_observer(observer)
cart = execution.slave_index_from_instance_name("cart")
reference = next(v.reference for v in execution.slave_variables(cart) if v.name == b"s")
positions = []
for _ in range(100):
    execution.step()
    positions += observer.last_real_values(cart, [reference])
"""
ECOS = """
import sys
from ecospy import EcosSimulation
positions = []
with EcosSimulation(ssp_path=sys.argv[1], step_size=1e-2) as simulation:
    simulation.init(parameter_set="start")
    for _ in range(100):
        simulation.step()
        positions.append(simulation.get_real("cart::s"))
    simulation.terminate()
"""


class Spring(Block):
    """A spring that pulls a slider back to zero, stiffer by what is added."""

    c = Parameter("N/m", "stiffness", 100.0)
    s = Input("m", "position")
    added = Input("N/m", "stiffness that is added")
    f = Output("N", "force on the slider")

    @staticmethod
    def respond(p, u, t, x):
        return {}, {"f": -(p.c + u.added) * u.s}


@pytest.fixture(scope="module")
def ssp(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """2 kg that start with 1 m/s on a spring of 80 N/m without force: FMPy gives every connected input zero in its first step.

    A constant drives an input of the spring: it is in the file.
    """
    folder = tmp_path_factory.mktemp("ssp")
    cart = Model("Cart")
    cart.world, cart.body = World(g=0), Body(m=4.0)
    cart.rail = Prismatic(cart.world.frame_b, cart.body.frame_a, n=[1, 0, 0])
    cart.push = JointForce(cart.rail)
    cart.expose(inputs={"f": cart.push.f}, outputs={"s": cart.rail.s}, tunable=[cart.body.m])
    components = {
        "cart": Component(build_portable(cart, folder), {"body.m": 2.0, "rail.v_start": 1.0}),
        "spring": Component(build_portable(BlockModel("Spring", Spring()), folder), {"c": 80.0}),
    }
    connections = [("cart.s", "spring.s"), ("spring.f", "cart.f")]
    system = System(components, connections, name="Slider", stop_time=1.0, step_size=1e-2, inputs={"spring.added": 40.0})
    write_system(system, folder / "slider.ssp")
    return folder / "slider.ssp"


@pytest.mark.parametrize(
    "script", [pytest.param(FMPY, id="fmpy"), pytest.param(LIBCOSIM, id="libcosim"), pytest.param(ECOS, id="ecos", marks=pytest.mark.tools)]
)
def test_it_moves_as_in_our_master(ssp: Path, script: str):
    script += "\nimport json\nprint('\\n' + json.dumps(dict(positions=positions)), flush=True)\n"
    run = subprocess.run([sys.executable, "-c", script, ssp], capture_output=True, text=True, timeout=60)
    printed = [line for line in run.stdout.splitlines() if line.startswith("{")]
    assert len(printed) == 1, run.stdout + run.stderr
    with open_system(ssp) as system:
        ours = simulate_system(system, show_progress=False)["cart.s"][1:]
    assert len(ours) == STEPS and json.loads(printed[0])["positions"] == pytest.approx(ours, abs=ROUNDOFF)
