"""A steel ruler that is clamped at one end and bends far: a geometrically exact beam, with a force and a torque at its tip.

Axes: x along the undeformed ruler, z up.
"""

from mbfmu import FrameForce, FrameTorque, Material, Model, PositionSensor, RectangleSection, World, beam

ruler = Model("Cantilever", "Steel ruler that bends far", stop_time=1.0, step_size=1e-2, integrator="radau")
ruler.world = World(g=9.81)
blade = beam(ruler, "blade", ruler.world.frame_b, RectangleSection(0.03, 0.001), Material(E=210e9, rho=7850.0, nu=0.3), elements=4, length=1.0)
ruler.push, ruler.twist = FrameForce(blade.tip), FrameTorque(blade.tip)
ruler.place = PositionSensor(blade.tip)
ruler.expose(
    inputs={"force": ruler.push.f, "torque": ruler.twist.t},
    outputs={"tip": ruler.place.r, "root_stress": blade.stresses[0].sigma_max},
)

model = ruler
