"""Mistakes that everybody makes, and what mbfmu says of them. Each line is one mistake; no message is a traceback of mbfmu's own code."""

import mbfmu as mb
from mbfmu.model.urdf import read_urdf


def pendulum(body=None, **joint):
    """A correct pendulum, or one with another body or joint."""
    model = mb.Model("Pendulum", stop_time=0.1)
    model.world = mb.World()
    model.bob = body or mb.Body(m=1.0, r_CM=[0.5, 0, 0])
    model.pivot = mb.Revolute(model.world.frame_b, model.bob.frame_a, **{"n": [0, 1, 0], **joint})
    model.motor = mb.JointTorque(model.pivot)
    model.expose(inputs={"tau": model.motor.tau}, outputs={"phi": model.pivot.phi})
    return model


def more(element):
    """Simulate a pendulum with one more element, which a function of it makes."""
    model = pendulum()
    model.more = element(model)
    return mb.simulate(model)


MISTAKES = [
    ("a body without mass", lambda: mb.simulate(pendulum(mb.Body(m=0.0, r_CM=[0.5, 0, 0])))),
    ("a negative mass", lambda: mb.simulate(pendulum(mb.Body(m=-1.0)))),
    ("a mass that is no number", lambda: mb.simulate(pendulum(mb.Body(m=float("nan"))))),
    ("a mass as text", lambda: mb.simulate(pendulum(mb.Body(m="1 kg")))),
    ("a vector too short", lambda: mb.simulate(pendulum(mb.Body(m=1.0, r_CM=[0.5, 0])))),
    ("an inertia that is negative", lambda: mb.simulate(pendulum(mb.Body(m=1.0, I=[1.0, -1.0, 1.0])))),
    ("an axis of no length", lambda: mb.simulate(pendulum(n=[0, 0, 0]))),
    ("a parameter misspelt", lambda: mb.Body(mass=1.0)),
    ("a required parameter left out", lambda: mb.simulate(pendulum(mb.Body(r_CM=[0.5, 0, 0])))),
    ("a body as a frame", lambda: mb.Revolute(mb.World(), mb.Body(m=1.0))),
    ("a spring on a joint, not on frames", lambda: more(lambda m: mb.SpringDamperParallel(m.pivot, m.world.frame_b))),
    ("an unknown output", lambda: pendulum().pivot.angle),
    ("an unknown input", lambda: mb.simulate(pendulum(), inputs={"torque": 1.0})),
    ("an input that grows beyond numbers", lambda: mb.simulate(pendulum(), inputs={"tau": lambda t: float("inf")})),
    ("an unknown formulation", lambda: mb.compile_problem(mb.Model("M", formulation="newton"))),
    ("a model name of two words", lambda: mb.Model("two words")),
    ("a body that hangs on nothing", lambda: more(lambda m: mb.Body(m=1.0))),
    ("two bodies welded twice", lambda: more(lambda m: mb.Fixed(m.world.frame_b, m.bob.frame_a))),
    ("a loop that cannot close", lambda: more(lambda m: mb.Prismatic(m.world.at([9, 0, 0]), m.bob.frame_a, n=[0, 1, 0]))),
    ("a table that goes back in time", lambda: mb.Table([0, 2, 1], [0, 0, 0])),
    ("a sweep over what cannot be changed", lambda: mb.sweep(pendulum(), {"pivot.n": [1, 2]})),
    ("a step of no length", lambda: mb.open(pendulum()).step(0.0)),
    ("links that lead nowhere", lambda: mb.connect("Both", {"a": pendulum(), "b": pendulum()}, [("a.phi", "b.torque")])),
    ("a robot that is not there", lambda: read_urdf("robot.urdf")),
    ("a folder that is a file", lambda: mb.build_portable(pendulum(), __file__)),
]

if __name__ == "__main__":
    for mistake, make in MISTAKES:
        try:
            make()
        except (mb.MbfmuError, AttributeError) as error:
            print(f"{mistake}:\n    {str(error).replace(chr(10), chr(10) + '    ')}")
        else:
            print(f"{mistake}: NOT NOTICED")
