"""Fifty links on frictionless hinges, as in Omar (2014), figs. 8 to 10: the first is 5 degrees off the vertical, each next one degree more."""

from math import radians

from mbfmu import Body, KineticEnergy, Model, PotentialEnergy, Revolute, World

LINKS, LENGTH, MASS = 50, 1.5, 1.7595  # m, kg
DOWN = [0, 1, 0]  # turns x towards the ground

# errors of inner links add up towards the tip: a tolerance tighter than usual
chain = Model("Chain50", "Chain of fifty links", stop_time=10.0, step_size=1e-2, tolerance=1e-7)
chain.world = World(g=9.81)
hanger = chain.world.frame_b
for i in range(1, LINKS + 1):
    slender = MASS * LENGTH**2 / 12
    link = chain.add(f"link{i}", Body(m=MASS, r_CM=[LENGTH / 2, 0, 0], I=[1e-3, slender, slender]))
    chain.add(f"hinge{i}", Revolute(hanger, link.frame_a, n=DOWN, phi_start=radians(85 if i == 1 else -1)))
    hanger = link.at([LENGTH, 0, 0])
chain.potential, chain.kinetic = PotentialEnergy(), KineticEnergy()
chain.expose(
    outputs={
        "potential_energy": chain.potential.V,
        "kinetic_energy": chain.kinetic.T,
        **{f"phi{i}": getattr(chain, f"hinge{i}").phi for i in range(1, LINKS + 1)},
    },
)

model = chain
