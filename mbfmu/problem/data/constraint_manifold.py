"""The ConstraintManifold: the states that fulfil the constraints of a Problem, as data."""

from collections.abc import Sequence
from dataclasses import dataclass

from .ref import Ref
from .steps import Step

PROBES = 4  # random combinations of indeterminate multipliers: that all miss what is not determined is as good as impossible
MANIFOLD_SCHEDULES = (
    "evaluate",
    "find_masses",
    "find_starts",
    "displace",
    "find_measured",
    "find_closure_branches",
    "find_moved_starts",
    "find_terms",
)
Pattern = tuple[tuple[int, ...], ...]  # the columns, ascending, of the nonzeros of each row


@dataclass(frozen=True)
class Loop:
    """A closed loop: its `joints` by name, and in words their `axes` in the world where all coordinates are zero, and by which `misfit` it does not
    close in the plane that it moves in."""

    joints: tuple[str, ...] = ()
    axes: str = ""
    misfit: str = ""


@dataclass(frozen=True)
class Row:
    """One scalar constraint: the element it belongs to, the unit of its position residual (of its velocity residual times s where
    it is nonholonomic), and whether it holds for positions too. `joint` says that it closes a loop, `driven` that time, an input or
    a state of the element moves it, `input_driven` that an input does. `loop` is what a joint closes."""

    element: str
    unit: str
    holonomic: bool
    joint: bool = False
    driven: bool = False
    input_driven: bool = False
    loop: Loop = Loop()

    @property
    def loop_name(self) -> str:
        """The loop in words: by its joints, or where they are not known by the one that closes it."""
        return f"the loop of {listed(self.loop.joints)}" if self.loop.joints else f"the loop through {self.element}"


@dataclass(frozen=True)
class StartSpeed:
    """A parameter by which the user gives speeds for the start: the `names` of its numbers, their `unit`, where they are `given`, and
    where the ConstraintManifold's `find_moved_starts` puts what they have become."""

    names: tuple[str, ...]
    unit: str
    given: Ref
    found: Ref


@dataclass(frozen=True)
class DrivenStart:
    """The position of `what` that `drive` prescribes, in `unit`: where the ConstraintManifold's `find_moved_starts` puts it as it is `given` by start
    values, by how much these are `said` to be others than those that nobody gives, and as it is `found`."""

    what: str
    drive: str
    unit: str
    given: Ref
    said: Ref
    found: Ref


@dataclass(frozen=True)
class ContactPoint:
    """A point at which two bodies may touch, or a stop: rows from number `row` on, the first along the normal, hold while its mode `closed` is 1.
    `offset` is the gap at which it closes, and `newton` says by which law it bounces. Its rows have the `multipliers`. Where it may slide, tangential
    rows hold while the mode `sticking` is 1, `direction` and the force `held` beside theirs have two numbers, and `axis`, along which its first row
    acts, and the `tangent` that this becomes behind each step have three; else all five are empty. Under a guard it closes only while the mode
    `ready` is 1, which is empty without. It does not open while `lock` is positive. All else is one number. While `guided` is 1, the first tangential
    row lies across the direction of sliding. Contact points have the last rows of all."""

    name: str
    row: int
    rows: int
    closed: Ref
    offset: Ref
    restitution: Ref
    rest_speed: Ref
    friction: Ref
    lock: Ref
    multipliers: Ref
    sticking: Ref
    guided: Ref
    direction: Ref
    held: Ref
    axis: Ref
    tangent: Ref
    ready: Ref
    newton: bool


@dataclass(frozen=True)
class MassTree:
    """The bodies of a tree whose masses are eliminated body by body; none where the mass matrix is written out.

    Body k is on body `lower`[k], -1 the world, and has the speeds `first`[k] up to `first`[k + 1]. It moves against its lower body by those of body
    `mover`[k]: itself or, of a node, the flexible body that it stands on. Its numbers begin at `place`[k] (engine/c/mechanism/tree_masses.h). `first`
    and `place` have one entry more, where the last one ends.
    """

    lower: tuple[int, ...] = ()
    mover: tuple[int, ...] = ()
    first: tuple[int, ...] = (0,)
    place: tuple[int, ...] = (0,)


@dataclass(frozen=True)
class ConstraintManifold:
    """Where the states x = (q, own, v) of a mechanism may be: nq coordinates, `own` states of elements, nv speeds.

    `evaluate` fills, from t, x, u, p, d, for the m `rows`: `phi` (m, the position residuals; zero where nonholonomic), `psi` (m,
    the velocity residuals: for holonomic rows the rate of phi), `A_nonzeros` (of A = d psi / d v, m x nv).
    `find_masses` fills, from the same, `M_nonzeros` (of the mass matrix's lower triangle, nv x nv; where `mass_tree` has bodies, their numbers): run
    where a metric is needed.
    `find_starts` fills, for the s `starts`, coordinates and speeds that the user may fix at the start, one row a speed: `phi_start` (s, present
    minus given coordinate), `psi_start` (s, present minus given speed), `A_start_nonzeros` (of d psi_start / d v, s x nv), and `fixed_position`,
    `fixed_speed` (s, 1.0 where the user fixed it, else 0.0): run, behind `evaluate`, where the mechanism is put together.
    The nonzeros lie row by row in the columns that `A_pattern`, `M_pattern` and `A_start_pattern` name (mbfmu.problem.mechanism.patterns).
    `displace` fills, from x and `direction` (nv), `q_rate` (nq), the rates of the coordinates at speeds `direction`.
    `superelements` are the groups of rows that share coordinates.
    `find_measured` brings up to date those own states in x that follow from the coordinates: run after assembly and after every projection.
    `find_closure_branches` fills `closure_branch`, a number for each of the joints `closing` that close loops: below zero where its frames
    are half a turn off, which its position residual cannot tell.
    `find_moved_starts` fills, from x and p, what `start_speeds` and `driven_starts` have become: run after assembly.
    `find_terms` fills `A_terms`: the sizes of the terms that the numbers `A_nonzeros` are sums of: run where rows are measured. Without it every
    number counts as one term.
    `contacts` are points at which rows come and go.
    The slots' names begin with `prefix`, and its states are those of slot x from number `states_from` on.
    """

    rows: tuple[Row, ...]
    starts: tuple[Row, ...]
    evaluate: tuple[Step, ...]
    find_masses: tuple[Step, ...]
    find_starts: tuple[Step, ...]
    displace: tuple[Step, ...]
    superelements: tuple[tuple[int, ...], ...]
    A_pattern: Pattern
    M_pattern: Pattern
    A_start_pattern: Pattern
    nq: int
    own: int
    nv: int
    find_measured: tuple[Step, ...] = ()
    find_closure_branches: tuple[Step, ...] = ()
    closing: tuple[str, ...] = ()
    prefix: str = ""
    states_from: int = 0
    find_moved_starts: tuple[Step, ...] = ()
    start_speeds: tuple[StartSpeed, ...] = ()
    driven_starts: tuple[DrivenStart, ...] = ()
    find_terms: tuple[Step, ...] = ()
    contacts: tuple[ContactPoint, ...] = ()
    mass_tree: MassTree = MassTree()

    @property
    def assembling(self) -> tuple[Step, ...]:
        """All that is evaluated where the mechanism is put together."""
        return (*self.evaluate, *self.find_masses, *self.find_starts)


def listed(names: Sequence[str]) -> str:
    """Names as they stand in a sentence."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
