"""Two masses between three springs and dampers, cut at the middle spring into two FMUs, one of FMI 2 and one of FMI 3.

    |--www--[ left ]--www--[ right ]--www--|

The left FMU gives position and velocity of its mass, the right one has the middle spring and gives its force.
"""

from pathlib import Path

from mbfmu import Body, Box, JointForce, Model, Output, Prismatic, TranslationSpringDamper, World, build_portable
from mbfmu.cosim import System

ALONG, TOLERANCE = [1, 0, 0], 1e-10  # of the FMUs themselves, so that what is seen is the error of the coupling


class Coupling(TranslationSpringDamper):
    """A spring and damper that also tells the force on its foot."""

    f_foot = Output("N", "force of spring and damper on the foot")

    @staticmethod
    def outputs(p, u, t, q, v):
        f = TranslationSpringDamper.push(p, u, q, v)
        return {"f": f, "f_foot": -f}


def mass(name: str, x: float, colour: str) -> Model:
    """A mass of 1 kg that slides along x."""
    model = Model(name, stop_time=10.0, step_size=1e-2, tolerance=TOLERANCE)
    model.world = World(g=0)
    model.body = Body(m=1.0, visual=[Box(size=[0.4, 0.4, 0.4], colour=colour)])
    model.guide = Prismatic(model.world.at([x, 0, 0]), model.body.frame_a, n=ALONG)
    return model


left = mass("Left", 0.0, "#4a7ab0")
left.spring = TranslationSpringDamper(left.guide, c=10.0, d=0.2)
left.push = JointForce(left.guide)
left.expose(inputs={"f": left.push.f}, outputs={"s": left.guide.s, "v": left.guide.v})

right = mass("Right", 1.5, "#e0a030")
right.guide.s_start = 0.5
right.spring = TranslationSpringDamper(right.guide, c=20.0, d=0.3)
right.coupling = Coupling(right.guide, c=10.0, d=0.5)
right.expose(
    inputs={"s_left": right.coupling.s_foot, "v_left": right.coupling.v_foot},
    outputs={"f": right.coupling.f_foot, "s": right.guide.s, "v": right.guide.v},
)

folder = Path("results")
components = {name: build_portable(model, folder / "resources", fmi=fmi) for name, model, fmi in (("left", left, 2), ("right", right, 3))}
connections = [("left.s", "right.s_left"), ("left.v", "right.v_left"), ("right.f", "left.f")]
system = System(components, connections, "TwoMassOscillator", stop_time=10.0, step_size=1e-2)
