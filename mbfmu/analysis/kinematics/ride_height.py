"""at_ride_height: a car whose springs carry it in its design position."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from ...base.errors import InvalidValue, MbfmuError, StepFailed
from ...engine.instance import Instance
from ...model.declare.frame import Frame
from ...model.declare.lookup_table import LookupTable
from ...model.declare.model import Model
from ...model.elements.constraints import PointOnPlane
from ...model.elements.parts import World
from ...model.elements.roads import FlatRoad, Road
from ...model.elements.sensors import RollPitchYawSensor
from ...model.elements.tires.base import Tire
from ...model.vehicles import Corner, FullCar, RigidRing
from ...problem.compile import compile_problem
from ..instant.drive import InputDriver
from ..instant.times import is_positive

AXLES = ("front", "rear")
SHIFT = 1e-4  # m: of a spring's free length, for difference quotients
BALANCED = 1e-8  # of the body's weight: what else may hold the body before the last step, which leaves roundoff
RELAXED = 1e-8  # m: deflection of treads, 1 mN
UPRIGHT = 1e-6  # rad: symmetrical cars do not lean
UNHELD = "no forces of springs and tires hold the car in its design position"
MOST = 20  # Newton steps: forces are almost linear in free lengths


def at_ride_height(data: FullCar, g: float = 9.81, tire: Callable[[Frame, Road], Tire] | RigidRing | None = None) -> FullCar:
    """The car with springs that hold its body in the design position under gravity g [m/s2]: finds the `force` of each SuspensionSpring.

    With `tire`, which makes the tire for the frame of a wheel and a road, or is a RigidRing, the car stands on these tires on the level z = 0,
    without side forces, as after a short way. Without, the centres of its wheels stay at their heights, whatever the tires carry. Rubber and flexible
    bodies give way under the loads. Data must be symmetrical from left to right. Raises MbfmuError for a g that is not positive, where no forces of
    springs and tires hold the car, and where a curve of a spring does not reach its force.
    """
    if not is_positive(g):
        raise MbfmuError(f"at_ride_height: g = {g!r} m/s2 must be > 0 and finite, since springs are found that carry the car")
    trial = _Trial(data, g, tire)
    free, weight = np.zeros(len(AXLES)), data.body.m * g
    for _ in range(MOST):
        held, lean = trial.holding(free)
        by_length = np.transpose([trial.holding(free + shift)[0] - held for shift in SHIFT * np.eye(len(AXLES))]) / SHIFT
        free = free - np.linalg.lstsq(by_length, held, rcond=None)[0]
        if np.abs(held).max() <= BALANCED * weight and lean <= UPRIGHT:
            front, rear = (_lengthened(getattr(data, axle), float(more)) for axle, more in zip(AXLES, free))
            return replace(data, front=front, rear=rear)
    told = f"{UNHELD}: {np.abs(held).max():.3g} N are left, and it leans by {lean:.3g} rad"
    raise MbfmuError(f"{told}; it must be symmetrical from left to right, and curves of springs long enough")


class _Trial:
    """The car in equilibrium, with its body held at the heights of its axles, and springs of any length."""

    def __init__(self, data: FullCar, g: float, tire: Callable[[Frame, Road], Tire] | RigidRing | None):
        model = Model("RideHeight")
        world = model.world = World(g=g)
        car = data.add(model, world)
        wheels = {"F": data.front.wheel_centre, "R": data.rear.wheel_centre}
        middles = {axle: [wheels[axle[0].upper()].x, 0.0, 0.0] for axle in AXLES}
        holds = {axle: model.add(f"{axle}_hold", PointOnPlane(world.at(r), car.chassis.at(r))) for axle, r in middles.items()}
        if tire is None:
            for corner, of in car.corners.items():
                model.add(f"pad_{corner}", PointOnPlane(world.at([0.0, 0.0, wheels[corner[0]].z]), of.hub))
        else:
            model.road = FlatRoad()
            for corner, of in car.corners.items():
                _add_tire(model, f"tire_{corner}", tire, of)
        model.angles = RollPitchYawSensor(car.chassis.frame_a)
        for axle in AXLES:
            longer = model.parameter(axle, 0.0, "m", "of the free lengths of its springs")
            for side in ("left", "right"):
                spring = model.elements[f"{axle}_{side}_spring"]
                spring.s_unstretched = float(spring.s_unstretched.numbers) + longer
        model.expose(outputs={**{f"{axle}_hold": hold.f for axle, hold in holds.items()}, "roll": model.angles.roll})
        self._problem = compile_problem(model)
        treads = {f"{tire.path}.{name}" for tire in model.of_type(Tire) for name in ("u", "v")}
        self._treads = [i for i, name in enumerate(self._problem.state_names) if name in treads]
        self._outputs = [next(v.ref for v in self._problem.variables if v.name == name) for name in ("front_hold", "rear_hold", "roll")]

    def holding(self, longer: np.ndarray) -> tuple[np.ndarray, float]:
        """The forces (2,) [N] that hold the body's axles, and its lean [rad], with springs that are `longer` (2,) [m] where they are free."""
        instance = Instance(self._problem)
        try:
            InputDriver(instance, dict(zip(AXLES, longer.tolist())), None).start()
            instance.equilibrium()
            self._relax(instance)
        except (StepFailed, InvalidValue) as why:
            lengths = " and ".join(f"{more:+.3g} m of free length {at}" for more, at in zip(longer, ("in front", "behind")))
            told = f"{UNHELD}: with {lengths} of its springs, it does not stand"
            raise MbfmuError(f"{told}; its centre of mass must lie between the axles, and tires and springs must carry its weight ({why})") from why
        instance.outputs()
        *held, roll = (float(np.ravel(instance.get(ref))[0]) for ref in self._outputs)
        return np.array(held), abs(roll)

    def _relax(self, instance: Instance) -> None:
        """Release the treads that wheels deflected on their way sideways, as rolling does."""
        for _ in range(MOST):
            x = instance.buffers["x"].copy()
            if np.abs(x[self._treads]).max(initial=0.0) <= RELAXED:
                return
            x[self._treads] = 0.0
            instance.place(instance.t, x)
            instance.equilibrium()


def _add_tire(model: Model, name: str, tire: Callable[[Frame, Road], Tire] | RigidRing, corner: Corner) -> None:
    """A tire on a wheel of the model, with its belt if it has one."""
    if isinstance(tire, RigidRing):
        tire.add(model, name, corner.bearing, model.road)
    else:
        model.add(name, tire(corner.wheel.frame_a, model.road))


def _lengthened(axle: Any, more: float) -> Any:
    """A suspension whose springs are longer by `more` [m] where they are free."""
    spring = axle.spring
    if isinstance(spring.c, LookupTable):
        force = float(spring.c.in_units(("m", "N"))(spring.compression + more))
    else:
        force = spring.force + spring.c * more
    return replace(axle, spring=replace(spring, force=force))
