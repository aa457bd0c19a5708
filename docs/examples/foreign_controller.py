"""A controller FMU of another tool balances a pendulum on a cart, whose FMU is ours.

The other tool is pythonfmu, on its own: the controller is a plain Python class, and mbfmu knows its FMU only by its modelDescription.xml.
"""

from pathlib import Path

from pythonfmu import FmuBuilder

from mbfmu import Body, Box, JointForce, Model, Prismatic, Revolute, World, build_portable
from mbfmu.cosim import Component, System, check_system, signal_units, simulate_system, write_csv, write_system
from mbfmu.view import plot

CONTROLLER = '''
from pythonfmu import Fmi2Causality, Fmi2Slave, Real

class Balancer(Fmi2Slave):
    """State feedback: the force that keeps the pendulum upright and the cart at home."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.position = self.speed = self.angle = self.rate = self.force = 0.0
        for name in ("position", "speed", "angle", "rate"):
            self.register_variable(Real(name, causality=Fmi2Causality.input))
        self.register_variable(Real("force", causality=Fmi2Causality.output))

    def do_step(self, current_time, step_size):
        self.force = 10.0 * self.position + 18.0 * self.speed + 120.0 * self.angle + 36.0 * self.rate
        return True
'''

model = Model("CartPole", "A pendulum on a cart", step_size=1e-3)
model.world = World(g=9.81)
model.cart = Body(m=2.0, visual=[Box(size=[0.4, 0.2, 0.1])])
model.rail = Prismatic(model.world.frame_b, model.cart.frame_a, n=[1, 0, 0])
model.pole = Body(m=0.5, r_CM=[0, 0, 0.5], I=[0.04, 0.04, 1e-4])
model.pivot = Revolute(model.cart.frame_a, model.pole.frame_a, n=[0, 1, 0], phi_start=0.15)
model.motor = JointForce(model.rail)
model.expose(
    inputs={"force": model.motor.f},
    outputs={"position": model.rail.s, "speed": model.rail.v, "angle": model.pivot.phi, "rate": model.pivot.w},
)

if __name__ == "__main__":
    out = Path("balancing")
    out.mkdir(exist_ok=True)
    (out / "balancer.py").write_text(CONTROLLER)
    controller = FmuBuilder.build_FMU(out / "balancer.py", dest=out)
    measured = ("position", "speed", "angle", "rate")
    links = [(f"cart.{name}", f"controller.{name}") for name in measured] + [("controller.force", "cart.force")]
    components = {"cart": Component(build_portable(model, out)), "controller": Component(controller)}
    system = System(components=components, connections=links, stop_time=8.0, step_size=2e-3, method="gauss_seidel")
    for warning in check_system(system):
        print("warning:", warning)
    result = simulate_system(system)
    write_csv(out / "balancing.csv", result)
    write_system(system, out / "balancing.ssp")  # runs in other tools, too
    plot(result, out / "balancing.png", signals=["cart.*", "controller.force"], units=signal_units(system))
    print(f"in the end: cart at {result['cart.position'][-1]:.4f} m, pole leans by {result['cart.angle'][-1]:.5f} rad")
