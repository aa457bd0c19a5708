"""A loop of two bars that is pushed at a hub and by a jack, both of which tell their interface mass and feel each other."""

import numpy as np

from mbfmu import Body, Distance, Hub, LineActuator, Model, Revolute, World

ENDS = np.array([[x + 0.8 * np.cos(phi), 0.8 * np.sin(phi)] for x, phi in ((0.0, 0.9), (1.0, 1.3))])  # m

bars = Model("BarsWithPorts", stop_time=1.0, step_size=1e-2)
bars.world = World(g=9.81)
bars.left, bars.right = (Body(m=m, r_CM=[0.4, 0.05, 0], I=[0.1, 0.2, 0.3]) for m in (3.0, 2.0))
bars.pin_l = Revolute(bars.world.frame_a, bars.left.frame_a, n=[0, -1, 0], phi_start=0.9, w_start=0.7)
bars.pin_r = Revolute(bars.world.at([1.0, 0, 0]), bars.right.frame_a, n=[0, -1, 0], phi_start=1.3)
bars.rod = Distance(bars.left.at([0.8, 0, 0]), bars.right.at([0.8, 0, 0]), s=np.linalg.norm(ENDS[1] - ENDS[0]))
bars.hub = Hub(bars.left.at([0.5, 0.1, 0.2]))
bars.jack = LineActuator(bars.world.at([0.2, 0, -0.5]), bars.right.at([0.6, 0, 0]))
bars.expose(ports={"hub": bars.hub, "jack": bars.jack}, interface_mass=True)
model = bars
