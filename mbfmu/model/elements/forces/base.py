"""Forces between frames, and loads on joints."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from ....base.scalars import Record, element, kernel
from ...declare.declarations import Discrete, Input, Output, State
from ...declare.dry_run import DryRun, symbols, symbols_for
from ...declare.element import Element, declarations
from ...declare.frame import Frame
from ...declare.return_values import events, named, number, numbers, wrenches_on
from ...ports import PortKind
from ..constraints.base import Constraint
from ..element_description import described
from ..joints.base import Joint
from ..motion_symbols import frame_symbols


class Load(Element):
    """What a Force and a JointLoad share. A new one declares its `attachments`, parameters, inputs, outputs and states. Its methods are given

    1. p: a Record of its parameters by name, each of the shape and in the SI unit declared.
    2. u: a Record of its inputs and states by name, discrete ones included, the same.
    3. t: the time [s].
    4. `*motion`: what it acts on, as Force and JointLoad say; then what it reads; then its surroundings.

    and return

    1. `energy(p, u, t, *motion)` -> stored energy [J], zero if it stores none.
    2. `dissipation(p, u, t, *motion)` -> power turned into heat [W], never negative, zero if it has none.
    3. `potential(p, u, t, *motion)` -> that part of the stored energy [J] which follows from the motion alone, if not all of it does.
    4. `outputs(p, u, t, *motion)` -> its declared outputs by name.
    5. `rates(p, u, t, *motion)` -> the rates of its states by name, in their units per second, if it has states.
    6. `events(p, u, t, *motion)`, if any of its states jump, as those that are Discrete -> a dict: for each name an expression and a dict of new
       values of states. Where the expression falls below zero, these states get these values.

    All are static, plain NumPy on any kind of number; use `switch` for kinks. The kernels below make them part of the equations. Force and
    JointLoad supply `motion(see)`, the motion that these methods take from what an Observer shows, and `power(see)`, what they do on the bodies [W].

    A load may read other forces, as friction does: where its `attachments` name Constraints and Joints beside what it acts on, its methods
    take a Record for each, too. That of a Constraint has its `multipliers` (rows,) and its outputs by name, that of a Joint `f` and `t` (3,),
    force and torque on its frame_b, resolved in it, loads on the joint included. They are those of the same instant, found with the
    accelerations by Newton's method (mbfmu.problem.mechanism.force_feedback). What redundant constraints leave open cannot be read.

    Last in its `attachments` may stand elements that have parameters only, as the road of a tire: its methods take a Record of these for each,
    with its class as `kind`.

    One that is a `port`, the motion side, has the inputs and outputs of that kind, so that it can be exposed as a whole. It supplies
    `port_acceleration(see)` too, the acceleration along its coordinate, or the linear and angular one (6,) of a hub, resolved in the world.
    """

    port: ClassVar[PortKind | None] = None

    @staticmethod
    def energy(p, u, t, *motion):
        return 0.0

    @classmethod
    def potential(cls, p, u, t, *motion):
        return cls.energy(p, u, t, *motion)

    @staticmethod
    def dissipation(p, u, t, *motion):
        return 0.0

    @staticmethod
    def outputs(p, u, t, *motion):
        return {}

    @staticmethod
    def rates(p, u, t, *motion):
        return {}

    @property
    def has_updates(self) -> bool:
        """Whether anything changes its discrete states."""
        return hasattr(type(self), "events")

    @property
    def reads(self) -> dict[str, Constraint | Joint]:
        """The elements whose forces it reads, by the names of its attachments."""
        return {name: target for name, target in self.attached.items() if isinstance(target, (Constraint, Joint))}

    @property
    def surroundings(self) -> dict[str, Element]:
        """The elements of which it takes the parameters alone, by the names of its attachments."""
        return {name: target for name, target in self.attached.items() if not isinstance(target, (Frame, Constraint, Joint))}

    @property
    def looked_up(self) -> dict[str, Any]:
        """Symbols for what its methods find in u beside inputs and states."""
        return {}

    def looks_at(self) -> list[Frame]:
        """The frames whose motion it asks for."""
        frames = [target for target in self.attached.values() if isinstance(target, Frame)]
        return [*frames, *(target.frame_b for target in self.reads.values() if isinstance(target, Joint))]

    def _rehearse_load(self, dry_run: DryRun, motion: Mapping[str, Any]) -> dict[str, Any]:
        """Rehearse what a Force and a JointLoad share; returns the arguments that their methods take."""
        kind = type(self)
        states = {**declarations(kind, State), **declarations(kind, Discrete)}
        u = Record(symbols_for({**declarations(kind, Input), **states}), **self.looked_up)
        arguments = {"p": dry_run.parameters, "u": u, "t": symbols(()), **motion}
        arguments |= {name: _reading_symbols(target) for name, target in self.reads.items()}
        arguments |= {name: described(target, lambda of: Record(of.values | of.tables)) for name, target in self.surroundings.items()}
        for quantity in ("energy", "potential", "dissipation"):
            dry_run.call(quantity, arguments, number())
        dry_run.call("outputs", arguments, named(declarations(kind, Output), "outputs"))
        dry_run.call("rates", arguments, named(declarations(kind, State), "rates of states"))
        if hasattr(kind, "events"):
            dry_run.call("events", arguments, events(states))
        return arguments

    def arguments(self, see: Any) -> list:
        """p, u, t and the motion, as an Observer shows them."""
        around = (described(target, see.parameters) for target in self.surroundings.values())
        return [see.parameters(self), see.inputs(self), see.t, *self.motion(see), *map(see.reading, self.reads.values()), *around]

    def observe(self, see):
        return _outputs(type(self), *self.arguments(see))

    def state_rates(self, see):
        return _rates(type(self), *self.arguments(see))


class Force(Load):
    """Acts on its frames. A new force supplies, beside what every Load does:

    1. `attachments`: its frames first, then what it reads, then its surroundings.
    2. `wrenches(p, u, t, *frames)` -> one (f, t) per frame: force f (3,) [N] on the frame at its origin, and torque t (3,) [N.m], both resolved in
       the world.

    The motion it is given is one Record for each frame: R (3, 3), which takes vectors from the frame to the world; r (3,) [m] and v (3,) [m/s],
    position and velocity of its origin, resolved in the world; w (3,) [rad/s], its angular velocity, resolved in the frame.
    """

    @property
    def frames(self) -> dict[str, Frame]:
        """The frames that it acts on, by the names of its attachments."""
        return {name: target for name, target in self.attached.items() if isinstance(target, Frame)}

    def dry_run(self, dry_run):
        arguments = self._rehearse_load(dry_run, {name: frame_symbols() for name in self.frames})
        dry_run.call("wrenches", arguments, wrenches_on(list(self.frames)))

    def motion(self, see):
        return [see.frame(frame) for frame in self.frames.values()]

    def power(self, see):
        with element(self.path):
            return _wrench_power(wrenches(type(self), *self.arguments(see)), self.motion(see))


class JointLoad(Load):
    """Acts along the coordinates of one joint. A new load supplies, beside what every Load does:

    1. `attachments`: `joint` first, a Joint or a kind of it; then what it reads, then its surroundings.
    2. `load(p, u, t, q, v)` -> generalized force (nv,) on the joint, [N.m] along a speed in rad/s and [N] along one in m/s; its power is
       `load @ v`.

    The motion it is given is q (nq,) and v (nv,), the joint's coordinates and speeds in the order and units of its `coordinate_names` and
    `speed_names`.
    """

    attachments: ClassVar = {"joint": Joint}

    @property
    def reads(self):
        return {name: target for name, target in super().reads.items() if name != "joint"}

    def dry_run(self, dry_run):
        joint = self.joint
        arguments = self._rehearse_load(dry_run, {"q": symbols((joint.nq,)), "v": symbols((joint.nv,))})
        dry_run.call("load", arguments, numbers((joint.nv,), "np.array([...])"))

    def motion(self, see):
        joint = see.joint(self.joint)
        return [joint.q, joint.v]

    def power(self, see):
        with element(self.path):
            return _load_power(joint_load(type(self), *self.arguments(see)), self.motion(see)[1])


@kernel
def wrenches(kind, p, u, t, *motion):
    """Force and torque of a Force on each of its frames."""
    return kind.wrenches(p, u, t, *motion)


@kernel
def joint_load(kind, p, u, t, q, v, *read):
    """The generalized force (nv,) of a JointLoad."""
    return kind.load(p, u, t, q, v, *read)


@kernel
def energy(kind, p, u, t, *motion):
    """What a Load stores [J]."""
    return kind.energy(p, u, t, *motion)


@kernel
def potential(kind, p, u, t, *motion):
    """What a Load stores by its motion alone [J]."""
    return kind.potential(p, u, t, *motion)


@kernel
def dissipation(kind, p, u, t, *motion):
    """What a Load turns into heat [W]."""
    return kind.dissipation(p, u, t, *motion)


@kernel
def _outputs(kind, p, u, t, *motion):
    return kind.outputs(p, u, t, *motion)


@kernel
def _rates(kind, p, u, t, *motion):
    return Record((name, np.array(x_dot)) for name, x_dot in kind.rates(p, u, t, *motion).items())


def _reading_symbols(target: Constraint | Joint) -> Record:
    """Symbols for what is read of an element."""
    if isinstance(target, Joint):
        return Record(f=symbols((3,)), t=symbols((3,)))
    shown = {name: output for name, output in declarations(type(target), Output).items() if name != "unique"}
    return Record(symbols_for(shown), multipliers=symbols((len(target.row_units),)))


@kernel
def _wrench_power(wrenches, frames):
    return sum(f @ frame.v + (frame.R.T @ t) @ frame.w for (f, t), frame in zip(wrenches, frames))


@kernel
def _load_power(tau, v):
    return tau @ v
