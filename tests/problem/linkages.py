"""Plane mechanisms with loops, as a user declares them, and their motion in closed form."""

import numpy as np

from mbfmu import Body, Model, Prismatic, Revolute, World
from mbfmu.engine.instance import Instance

G = 9.81
Y = [0, 1, 0]  # the normal of their plane; angles turn x towards -z, where gravity pulls


def four_bar(crank=0.4, coupler=1.2, rocker=0.9, ground=1.0, phi=-1.0, w=0.0, g=G) -> Model:
    """Slender rods of 1 kg/m between four hinges; the hinges about y lie in the plane x, z, so that three of their rows are redundant.

    The crank starts at `phi`, above the ground link, at the speed `w`; the others where the open branch puts them.
    """
    model = Model("FourBar")
    model.world = World(g=g)
    for name, length in (("crank", crank), ("coupler", coupler), ("rocker", rocker)):
        model.add(name, Body(m=length, r_CM=[length / 2, 0, 0], I=np.diag([1e-4, 1, 1]) * length**3 / 12))
    a, b = closed(crank, coupler, rocker, ground, phi)
    model.A = Revolute(model.world.frame_b, model.crank.frame_a, n=Y, phi_start=phi, w_start=w, q_fixed=True, v_fixed=True)
    model.B = Revolute(model.crank.at([crank, 0, 0]), model.coupler.frame_a, n=Y, phi_start=a - phi)
    model.C = Revolute(model.coupler.at([coupler, 0, 0]), model.rocker.at([rocker, 0, 0]), n=Y, phi_start=b - a)
    model.D = Revolute(model.world.at([ground, 0, 0]), model.rocker.frame_a, n=Y, phi_start=b)
    return model


def closed(crank, coupler, rocker, ground, phi):
    """The angles of coupler and rocker that close a four-bar whose crank stands at `phi` (about y), the pin above the line of its ends."""
    to_d = np.array([ground - crank * np.cos(phi), crank * np.sin(phi)])  # from the crank's end to the rocker's foot, in x, z
    d = np.hypot(*to_d)
    inner = np.arccos((coupler**2 + d**2 - rocker**2) / (2 * coupler * d))
    coupler_angle = -(np.arctan2(to_d[1], to_d[0]) + inner)  # an angle about y is the negative of that from x to z
    pin = np.array([crank * np.cos(phi), -crank * np.sin(phi)]) + coupler * np.array([np.cos(coupler_angle), -np.sin(coupler_angle)])
    return coupler_angle, -np.arctan2(pin[1], pin[0] - ground)


def slider_crank(crank=0.5, rod=1.2, phi=0.3, **start) -> Model:
    """A crank, a rod and a piston of 1 kg each on a rail along x, its hinges about y."""
    model = Model("SliderCrank")
    model.world = World(g=G)
    model.crank = Body(m=1.0, r_CM=[crank / 2, 0, 0], I=0.05)
    model.rod = Body(m=1.0, r_CM=[rod / 2, 0, 0], I=0.1)
    model.piston = Body(m=1.0, I=0.01)
    lean = np.arcsin(-crank * np.sin(phi) / rod)
    model.A = Revolute(model.world.frame_b, model.crank.frame_a, n=Y, phi_start=phi, q_fixed=True, **start)
    model.B = Revolute(model.crank.at([crank, 0, 0]), model.rod.frame_a, n=Y, phi_start=lean - phi)
    model.C = Revolute(model.rod.at([rod, 0, 0]), model.piston.frame_a, n=Y, phi_start=-lean)
    model.rail = Prismatic(model.world.frame_b, model.piston.frame_a, n=[1, 0, 0], s_start=crank * np.cos(phi) + rod * np.cos(lean))
    return model


def freedoms(instance: Instance) -> int:
    """How many speeds the independent rows leave free."""
    (manifold,) = instance.problem.manifolds
    return manifold.nv - int(np.sum(instance.buffers["independent"] > 0))
