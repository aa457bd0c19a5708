"""FMUs that look ahead, before the first step: masters tell them how long it is, and several ports of a mechanism settle together."""

from dataclasses import replace

import numpy as np
import pytest

from mbfmu import BlockModel, Body, JointForce, MbfmuError, Model, Prismatic, SpringDamper, World, build_portable
from mbfmu.cosim import Conversion, System, simulate_system
from tests.tolerances import ROUNDOFF, SETTLED

g, STEP, COUNT = 9.81, 1e-3, 3  # m/s2, s, carts above each other
C, D = 9e4, 30.0  # N/m, N.s/m: of springs for which steps of 10 ms, which they expect by themselves, are too long


@pytest.fixture(scope="module")
def stack(tmp_path_factory) -> System:
    """Carts of 1 kg on springs above each other, which are not loaded yet."""
    folder, model = tmp_path_factory.mktemp("stack"), Model("Stack", tolerance=1e-10)
    model.world = World(g=g)
    frame = model.world.frame_b
    for i in range(COUNT):
        cart = model.add(f"cart{i}", Body(m=1.0))
        guide = model.add(f"guide{i}", Prismatic(frame, cart.frame_a, n=[0, 0, 1]))
        model.add(f"push{i}", JointForce(guide))
        frame = cart.frame_a
    model.expose(ports={f"port{i}": model.elements[f"push{i}"] for i in range(COUNT)}, interface_mass=True)
    spring = build_portable(BlockModel("Spring", SpringDamper(c=C, d=D), interface_mass=True), folder)
    fmus = {"stack": build_portable(model, folder), **{f"spring{i}": spring for i in range(COUNT)}}
    system = System(fmus, stop_time=4 * STEP, step_size=STEP)
    for i in range(COUNT):
        system = system.connect(f"stack.port{i}", f"spring{i}.ends")
    return system


def expecting(system: System, step: float) -> System:
    springs = {name: replace(of, values={"expected_step": step}) for name, of in system.components.items() if name.startswith("spring")}
    return replace(system, components={**system.components, **springs})


@pytest.mark.parametrize("divisor", [1, 2])
def test_springs_expect_the_step_of_the_master(stack: System, divisor: int):
    system = replace(stack, divisors={f"spring{i}": divisor for i in range(COUNT)})
    told, given = (simulate_system(of, show_progress=False) for of in (system, expecting(system, STEP / divisor)))
    assert np.array_equal(told, given)


def test_ports_that_cannot_settle_are_told_to_take_shorter_steps(stack: System):
    with pytest.raises(MbfmuError, match=r"do not settle: .*stack\.port1\.a_free.*take shorter steps"):
        simulate_system(expecting(stack, 3e-2), show_progress=False)


def test_what_stands_keeps_standing(stack: System):
    """Each spring carries all above it, and every port knows from the start what the others feel."""
    pressed = {f"guide{i}.s_start": -(COUNT - i) * g / C for i in range(COUNT)}
    system = replace(stack, components={**stack.components, "stack": replace(stack.components["stack"], values=pressed)})
    rows = simulate_system(system, show_progress=False)
    for i in range(COUNT):
        free, mobility, force = (rows[f"stack.port{i}.{name}"] for name in ("a_free", "inverse_mass", "f"))
        assert force == pytest.approx((COUNT - i) * g, rel=SETTLED)
        assert free + mobility * force == pytest.approx(0.0, abs=SETTLED)
        assert np.ptp(rows[f"stack.port{i}.s"]) < ROUNDOFF


def test_ports_with_interface_mass_do_not_convert(stack):
    connection = next(each for each in stack.connections if each[1][1] == "port0.f")
    with pytest.raises(MbfmuError, match="spring0.ends.f -> stack.port0.f: ports with interface mass exchange SI units; they cannot convert"):
        simulate_system(replace(stack, conversions={connection: Conversion(1e3)}), show_progress=False)


def test_ports_may_lie_in_systems(stack):
    """Names of components have dots then."""
    held = simulate_system(System({"held": stack}, stop_time=stack.stop_time, step_size=stack.step_size), show_progress=False)
    alone = simulate_system(stack, show_progress=False)
    assert [name for name in alone.dtype.names if name != "time" and (alone[name] != held[f"held.{name}"]).any()] == []
