"""Constraints: what restricts the motion of frames and joints beside the joints themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from ....base.scalars import Record, gradient, kernel, rate, where
from ....base.spatial.rotations import skew
from ...declare.declarations import Input, Output, Parameter, State
from ...declare.dry_run import DryRun, symbols, symbols_for
from ...declare.element import Element, declarations
from ...declare.frame import Frame
from ...declare.return_values import named, numbers
from ...declare.variable_types import Boolean
from ..element_description import described
from ..joints.base import Joint
from ..motion_symbols import depends, entries, frame_symbols, joint_symbols
from .condition import Condition

ROW_UNITS = ("m", "rad", "1")


class Constraint(Element):
    """Restricts motion. A new constraint supplies, beside what every element does:

    1. `attachments`: Frames and Joints. The motion that its methods take is one Record for each, in this order: of a Frame R (3, 3), which takes
       vectors from the frame to the world, r (3,) [m] and v (3,) [m/s] of its origin, resolved in the world, and w (3,) [rad/s], resolved in the
       frame; of a Joint q, q_dot (nq,) and v (nv,).
    2. `units`: for each of its rows the unit of the residual, times s where it is one of velocities: "m", "rad" or "1".
    3. `holonomic`: whether it holds for positions; a tuple where rows differ.
    4. `residual(p, u, t, *motion)` -> (rows,), zero where the constraint is fulfilled: smooth; of positions (R, r, q) in
       holonomic rows, of positions and velocities in the others, nonlinear if need be. p is a Record of its parameters, u one of its inputs
       and states, t the time [s].
    5. `rates(p, u, t)` -> how the inputs and states that the residual uses change: `{"s": u.v, "v": u.a}`. Holonomic rows are
       differentiated twice and the others once; mbfmu refuses a missing rate. The rates of states are
       their equations; by those of inputs an FMU carries them on while it steps from one communication point to the next.
    6. `outputs(p, u, t, multipliers, *motion)` -> its declared outputs by name. The force of a row is its multiplier times its gradient: multipliers
       (rows,) are in N where its unit is m, in N.m where it is rad.

    All are static (or of the class), plain NumPy. The kernels below make velocities, accelerations and forces of them.
    """

    units: ClassVar[tuple[str, ...]] = ()
    holonomic: ClassVar[bool | tuple[bool, ...]] = True
    modes: ClassVar[tuple[str, ...]] = ()  # numbers of u that change at events, 0 or 1, by which rows come and go
    relative: ClassVar[bool] = False  # its residual depends on how its frames lie against each other, not on where they are in the world
    unique: ClassVar[Output]

    enabled = Parameter("1", "whether the constraint acts", True, start=True, type=Boolean())

    def __init_subclass__(cls) -> None:
        if "residual" in vars(cls):
            cls.relative = vars(cls).get("relative", False)  # not inherited by a new residual
        words = "for each row 1 if its force follows from the equations, 0 if redundant constraints leave it open"
        cls.unique = Output("1", words, shape=len(cls.units) if isinstance(cls.units, tuple) else 0)
        cls.unique.__set_name__(cls, "unique")
        super().__init_subclass__()

    @staticmethod
    def rates(p, u, t) -> Mapping[str, Any]:
        return {}

    @classmethod
    def acting(cls, p, u):
        """1 while the constraint acts, else 0; of each row, where rows come and go."""
        return _enabled(p)

    @staticmethod
    def outputs(p, u, t, multipliers, *motion):
        return {}

    @property
    def row_units(self) -> tuple[str, ...]:
        """The unit of each row where this element is attached: `units` unless an element knows better."""
        return self.units

    def driven(self, see: Any) -> Any:
        """The position (n,) that it prescribes, in the unit of its first row, from what is seen of a motion; None: it prescribes none."""
        return None

    @property
    def driven_name(self) -> str:
        """The user's name for what has this position."""
        return self.path

    @property
    def surroundings(self) -> dict[str, Element]:
        """The elements of which it takes the parameters alone, by the names of its attachments: they are Records in p."""
        return {name: target for name, target in self.attached.items() if not isinstance(target, (Frame, Joint, Condition))}

    @property
    def moved(self) -> tuple[Frame | Joint, ...]:
        """The frames and joints that it is attached to."""
        return tuple(target for target in self.attached.values() if isinstance(target, (Frame, Joint)))

    def looks_at(self) -> list[Frame]:
        """The frames whose motion it asks for."""
        return [target for target in self.attached.values() if isinstance(target, Frame)]

    def own_problems(self):
        joints = [target for target in self.moved if isinstance(target, Joint)]
        wrong = [f"{self.path} ({type(self).__name__}): {problem}" for problem in _declared_wrongly(type(self))]
        return wrong or super().own_problems() + [
            f"{self.path}: the speeds of {joint.path} ({type(joint).__name__}) are not the rates of its coordinates; constrain its frames instead"
            for joint in joints
            if joint.nq != joint.nv
        ]

    def dry_run(self, dry_run):
        around = {name: described(target, lambda of: Record(of.values | of.tables)) for name, target in self.surroundings.items()}
        p, t = Record(dry_run.parameters, **around), symbols(())
        motion, multipliers = self._motion_symbols(), symbols((len(self.units),))
        fed = {**declarations(type(self), Input), **declarations(type(self), State)}
        u = symbols_for(fed)
        look = numbers((len(self.units),), "np.array([...])")
        residual = dry_run.call("residual", {"p": p, "u": u, "t": t, **motion}, look)
        if residual is not None:
            tuned = dry_run.tried("residual", {"p": Record(dry_run.tuned_parameters, **around), "u": u, "t": t, **motion}, look)
            rehearse_rows(dry_run, residual, residual if tuned is None else tuned, list(motion.values()), _holonomic(type(self)))
        rates = dry_run.call("rates", {"p": p, "u": u, "t": t}, named(fed, "rates of inputs and states", whole=False))
        still = [name for name in declarations(type(self), State) if rates is not None and name not in rates]
        if still:
            dry_run.complain("rates", f"returns no rate of the states {', '.join(still)}")
        wanted = {name: output for name, output in declarations(type(self), Output).items() if name != "unique"}
        dry_run.call("outputs", {"p": p, "u": u, "t": t, "multipliers": multipliers, **motion}, named(wanted, "outputs"))

    def _motion_symbols(self) -> dict[str, Record]:
        """Symbols for the motion of each of its attachments."""
        return {
            name: frame_symbols() if isinstance(on, Frame) else joint_symbols(on)
            for name, on in self.attached.items()
            if isinstance(on, (Frame, Joint))
        }

    def state_rates(self, see):
        return _rates(type(self), see.parameters(self), see.inputs(self), see.t)

    def observe(self, see):
        motion = [see.frame(target) if isinstance(target, Frame) else see.joint(target) for target in self.moved]
        p, u, multipliers = see.parameters(self), see.inputs(self), see.multipliers(self)
        return {**outputs(type(self), p, u, see.t, multipliers, *motion), "unique": see.unique(self)}


@kernel
def position(kind, p, u, t, motion):
    """Position residuals (rows,), zero in nonholonomic rows; all zero while the constraint is not enabled."""
    residual = kind.residual(p, u, t, *motion)
    return _acting(kind, p, u) * np.array([x if held else 0.0 for x, held in zip(residual, _holonomic(kind))])


@kernel
def velocity(kind, p, u, t, motion):
    """Velocity residuals (rows,): the rates of the position residuals, the residual itself in nonholonomic rows.

    Source: Huston & Liu (2001), eqs. 38-40, corrected.
    """
    holonomic = _holonomic(kind)

    def positions(u, t, *motion):
        residual = kind.residual(p, u, t, *motion)
        return np.array([x for x, held in zip(residual, holonomic) if held])

    rates = iter(rate(positions, (u, t, *motion), (kind.rates(p, u, t), 1.0, *map(_velocities, motion))))
    residual = kind.residual(p, u, t, *motion)
    return _acting(kind, p, u) * np.array([next(rates) if held else x for x, held in zip(residual, holonomic)])


@kernel
def acceleration(kind, p, u, t, motion, accelerations):
    """Rates of the velocity residuals (rows,).

    `accelerations` has a Record for each motion: of a frame a (in the world) and z (in the frame), of a joint q_ddot and v_dot.
    """
    along = [Record(_velocities(m), **_speed_rates(m, a)) for m, a in zip(motion, accelerations)]
    velocities = lambda u, t, *motion: velocity(kind, p, u, t, motion)
    held = dict.fromkeys(kind.modes, 0.0)  # between events
    return rate(velocities, (u, t, *motion), ({**kind.rates(p, u, t), **held}, 1.0, *along))


@kernel
def forces(kind, p, u, t, motion, multipliers):
    """What the multipliers (rows,) exert: force and torque on each frame, resolved in the world, and (nv,) along each joint.

    Their power is that of the multipliers on the velocity residuals, also where these are nonlinear.
    """
    velocities = lambda *speeds: velocity(kind, p, u, t, [Record(m, **s) for m, s in zip(motion, speeds)])
    gradients = gradient(velocities, tuple(map(_speeds, motion)), multipliers)
    return tuple((g.v, m.R @ g.w) if "R" in m else g.q_dot + g.v for m, g in zip(motion, gradients))


@kernel
def power(kind, p, u, t, motion, multipliers):
    """The power [W] that the multipliers (rows,) do while the constraint holds: that of what drives it; none where nothing does."""
    holonomic = _holonomic(kind)

    def of_driven(u, t, *motion):
        residual = kind.residual(p, u, t, *motion)
        return np.array(sum((l * x for l, x, held in zip(multipliers, residual, holonomic) if held), 0.0))

    def of_speeds(*speeds):
        residual = kind.residual(p, u, t, *(Record(m, **s) for m, s in zip(motion, speeds)))
        return np.array([sum((l * x for l, x, held in zip(multipliers, residual, holonomic) if not held), 0.0)])

    driving = 0.0 if not any(holonomic) else -rate(of_driven, (u, t, *motion), (kind.rates(p, u, t), 1.0, *(0.0 for _ in motion)))
    if all(holonomic):
        return np.array(_enabled(p) * driving)
    speeds = tuple(map(_speeds, motion))
    along = sum(gradient_of @ given for gradient_of, given in zip(_numbers(gradient(of_speeds, speeds, np.ones(1))), _numbers(speeds)))
    return np.array(_enabled(p) * (driving + along - of_speeds(*speeds)[0]))


@kernel
def extrapolated(kind, p, u, t, elapsed):
    """Inputs and states of a constraint, its inputs as their rates carry them on for `elapsed` [s] from t [s], when they were given.

    Second order is enough for positions that bring their speeds and accelerations along.
    """
    first = kind.rates(p, u, t)
    along = ({name: first.get(name, 0.0) for name in u}, 1.0)
    later = Record(u)
    for name in (name for name in first if name in declarations(kind, Input)):
        second = rate(lambda u, t, name=name: np.array(kind.rates(p, u, t)[name]), (u, t), along)
        later[name] = u[name] + elapsed * (first[name] + 0.5 * elapsed * second)
    return later


@kernel
def _rates(kind, p, u, t):
    return Record((name, np.array(x_dot)) for name, x_dot in kind.rates(p, u, t).items() if name in declarations(kind, State))


@kernel
def outputs(kind, p, u, t, multipliers, *motion):
    """The outputs of a constraint by name, without `unique`."""
    return Record(kind.outputs(p, u, t, multipliers, *motion))


def _holonomic(kind) -> tuple[bool, ...]:
    return kind.holonomic if isinstance(kind.holonomic, tuple) else (kind.holonomic,) * len(kind.units)


def _declared_wrongly(kind) -> list[str]:
    """What is wrong with `units` and `holonomic` of a class."""
    if not isinstance(kind.units, tuple) or not kind.units:
        return [f"units = {kind.units!r} must be a tuple with the unit of each row, such as ('m',)"]
    problems = [f"units has {unit!r}; the unit of a row is one of {', '.join(ROW_UNITS)}" for unit in kind.units if unit not in ROW_UNITS]
    if isinstance(kind.holonomic, tuple) and len(kind.holonomic) != len(kind.units):
        problems.append(f"holonomic has {len(kind.holonomic)} values for {len(kind.units)} rows; give one for each, or one for all")
    return problems


def rehearse_rows(dry_run: DryRun, residual: Sequence, tuned: Sequence, motion: Sequence[Record], holonomic: tuple[bool, ...]) -> None:
    """Complain about rows that depend on no motion, on speeds though holonomic, or on positions alone though not.

    A row that a parameter of zero switches off is judged by what it is when that is `tuned`.
    """
    positions, speeds = ([entries(m, names) for m in motion] for names in (("R", "r", "q"), ("v", "w", "q_dot")))
    for i, (x, switched_on, held) in enumerate(zip(residual, tuned, holonomic), 1):
        row = f"row {i} of {len(residual)}" if len(residual) > 1 else "its row"
        at_positions, at_speeds = depends(x, positions), depends(x, speeds)
        if not (at_positions or at_speeds):
            at_positions, at_speeds = depends(switched_on, positions), depends(switched_on, speeds)
        if not (at_positions or at_speeds):
            dry_run.complain("residual", f"depends on no motion in {row}: no force could fulfil it")
        elif held and at_speeds:
            dry_run.complain("residual", f"depends on speeds in {row}, but holonomic is True: rows of velocities need holonomic = False")
        elif not held and not at_speeds:
            dry_run.complain("residual", f"depends on no speed in {row}, but holonomic is False: rows of positions need holonomic = True")


def _acting(kind, p, u):
    return kind.acting(p, u) if "enabled" in p else 1.0


def _enabled(p):
    return where(p.enabled, 1.0, 0.0) if "enabled" in p else 1.0  # joints that close loops always act


def _speeds(m):
    """The part of a motion that forces work on."""
    return Record(v=m.v, w=m.w) if "R" in m else Record(q_dot=m.q_dot, v=m.v)


def _numbers(motions):
    """The arrays in some motions, in their order."""
    return [m[name] for m in motions for name in m]


def _velocities(m):
    """How the positions in a motion change."""
    return Record(R=m.R @ skew(m.w), r=m.v) if "R" in m else Record(q=m.q_dot)


def _speed_rates(m, a):
    """How the speeds in a motion change."""
    return Record(v=a.a, w=a.z) if "R" in m else Record(q_dot=a.q_ddot, v=a.v_dot)
