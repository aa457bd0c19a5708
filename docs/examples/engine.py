"""A two-stroke engine of four cylinders: crankshaft, rods, and pistons under gas pressure, which drive a load up to their speed.

Axes: x upwards along the cylinders, y along the crankshaft.
"""

import numpy as np

import mbfmu as mb
from mbfmu.view import plot, view_model

CRANK, ROD, BORE, PITCH = 0.045, 0.14, 0.08, 0.1  # m
THROWS = np.radians([0, 180, 270, 90])
ALONG_Y = [0, -1, 0]
PINS = [[CRANK * np.cos(throw), PITCH * i, CRANK * np.sin(throw)] for i, throw in enumerate(THROWS)]


class Gas(mb.Force):
    """Pressure on a piston: compression, burning at the top, expansion, and ports that open towards the bottom."""

    attachments = {"piston": mb.Frame, "block": mb.Frame, "throw": mb.Frame}
    area = mb.Parameter("m2", "area of the piston", np.pi * BORE**2 / 4, min=0.0)
    p_0 = mb.Parameter("Pa", "pressure when compression begins", 1e5, min=0.0)
    burning = mb.Parameter("1", "pressure after over before burning", 3.0, min=1.0)

    @staticmethod
    def wrenches(p, u, t, piston, block, throw):
        axis, ahead = block.R[:, 0], block.R[:, 2]
        top, past = throw.R[:, 0] @ axis, throw.R[:, 0] @ ahead  # cosine and sine of the crank angle behind the top
        closed = ((1 + top) / 2) ** 0.5
        burnt = (1 + past / np.sqrt(past**2 + 0.01)) / 2
        f = p.area * p.p_0 * closed * (2.15 / (1.15 - top)) ** 1.3 * (1 + (p.burning - 1) * burnt)
        none = np.zeros(3)
        return [(-f * axis, none), (f * axis, none), (none, none)]


model = mb.Model("Engine", "Crankshaft, four rods and four pistons", stop_time=1.0, step_size=2e-4)
model.world = mb.World(g=9.81, n=[-1, 0, 0])
shaft = [((0, 0.17, 0), 0.02, 0.4), ((0, 0.37, 0), 0.12, 0.03), *((pin, 0.016, 0.06) for pin in PINS)]  # with flywheel and pins
steel = [mb.Cylinder(radius=radius, length=length, axis=ALONG_Y, r=r, colour="#555c66") for r, radius, length in shaft]
model.crank = mb.Body(m=15.0, I=[0.2, 0.3, 0.2], visual=steel)
model.bearing = mb.Revolute(model.world.frame_b, model.crank.frame_a, n=ALONG_Y, phi_start=0.4, w_start=60.0, q_fixed=True, v_fixed=True)
model.load = mb.TorsionSpringDamper(model.bearing, d=0.5)
for i, throw in enumerate(THROWS):
    rod = model.add(f"rod_{i}", mb.Body(m=0.5, r_CM=[0.3 * ROD, 0, 0], I=[1e-4, 2e-3, 2e-3]))
    piston = model.add(f"piston_{i}", mb.Body(m=0.4, I=[3e-4, 3e-4, 3e-4], visual=[mb.Cylinder(radius=BORE / 2, length=0.06, axis=[1, 0, 0])]))
    model.add(f"cylinder_{i}", mb.Prismatic(model.world.at([0, PITCH * i, 0]), piston.frame_a, n=[1, 0, 0], s_start=ROD))
    model.add(f"gudgeon_{i}", mb.Revolute(piston.frame_a, rod.at([ROD, 0, 0]), n=ALONG_Y))
    model.add(f"big_end_{i}", mb.Revolute(model.crank.at(PINS[i]), rod.frame_a, n=ALONG_Y))
    model.add(f"gas_{i}", Gas(piston.frame_a, model.world.frame_b, model.crank.at([0, 0, 0], n=ALONG_Y, angle=throw)))
model.main_bearing = mb.JointReaction(model.bearing)
model.expose(
    outputs={"angle": model.bearing.phi, "speed": model.bearing.w, "bearing_force": model.main_bearing.f, "piston": model.cylinder_0.s},
    tunable=[model.load.d],
)

if __name__ == "__main__":
    result = mb.simulate(model)
    print(f"speed: {result['speed'][0] * 30 / np.pi:.0f} rpm at the start, {result['speed'][-500:].mean() * 30 / np.pi:.0f} rpm in the end")
    plot(result, "engine.png", signals=["speed", "bearing_force*"], title=model.name)
    view_model(model, "engine.html", stop_time=0.2)
