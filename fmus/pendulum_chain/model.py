"""Ten links on a string of hinges with a little damping, let go from the horizontal."""

from mbfmu import Body, JointTorque, Model, Revolute, TorsionSpringDamper, World

LINKS, LENGTH = 10, 0.2

chain = Model("PendulumChain", "Damped chain of ten links", stop_time=10.0, step_size=1e-2)
chain.world = World(g=9.81)
hanger = chain.world.frame_b
for i in range(1, LINKS + 1):
    link = chain.add(f"link{i}", Body(m=0.5, r_CM=[LENGTH / 2, 0, 0], I=[1e-5, 1.7e-3, 1.7e-3]))
    hinge = chain.add(f"hinge{i}", Revolute(hanger, link.frame_a, n=[0, 1, 0]))
    chain.add(f"damper{i}", TorsionSpringDamper(hinge, d=0.02))
    hanger = link.at([LENGTH, 0, 0])
chain.motor = JointTorque(chain.hinge1)
chain.expose(
    inputs={"motor_torque": chain.motor.tau},
    outputs={
        **{f"phi{i}": getattr(chain, f"hinge{i}").phi for i in range(1, LINKS + 1)},
        **{f"w{i}": getattr(chain, f"hinge{i}").w for i in range(1, LINKS + 1)},
    },
    tunable=[chain.link10.m],
)

model = chain
