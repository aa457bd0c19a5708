"""Rigid contacts: modes by which their rows come and go, indicators that tell when, and friction where they slide."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import casadi as ca

from ...base.scalars import Record, unknown
from ...base.scalars.composed_array import Tracer
from ...mechanics.formulations.loads import Loads, add_wrench
from ...mechanics.formulations.motion import Motion
from ...model.declare.element import Element
from ...model.declare.model import Model
from ...model.elements.constraints.condition import Condition, seen
from ...model.elements.constraints.contact import drag, first_tangents, friction_coefficients, slides
from ...model.elements.constraints.unilateral import UnilateralConstraint, gaps, restitutions
from ...model.elements.surfaces.contact_points import point_names
from ..data.constraint_manifold import ContactPoint
from ..data.ref import Ref
from ..data.steps import ShareLoads
from ..schedules.builder import Builder, stack
from .observer import Observer
from .patterns import columns_of, nonzeros

NOISE = 1e-10  # beyond which a mode is left, as in instance.h: a contact closes at its offset itself
LAWS = "contact_laws"  # of each point its restitution, the speed below which it rests [m/s], its friction and its lock, found with the rows
OFFSETS = "contact_offsets"  # the gap at which each point closes [m], saved
FRICTION = "contact_friction"  # of each point the direction in which it slides, the force [N] held beside its rows, and its axis; saved
HELD = 7  # numbers of each point there
TANGENTS = "contact_tangents"  # of each point with friction the first tangent (3), by which its axis goes along, found with the rows
BACK = 1e-7  # m/s: what is guided and slides backwards by so much has stopped; less may be an error of the integration where sliding begins
STOPPED = 1e-7  # m/s: what slides so slowly has stopped; it would creep, for its direction follows its velocity no more
SLOW = 1e-4  # m/s: a point that begins to slide is guided until it is as fast
TURNED = 0.5  # of friction: a force across the direction held that turns it so far ends guidance
NEVER = 1e300  # a coefficient of friction at which nothing slides
OPEN = -1.0  # a lock that does not hold, and the force of a point that is gone
GONE = 1e-3  # m, rad: a closed point whose gap is larger is no more where it was, as that of a face which slips off an edge
SHARED = "shared"  # multipliers as redundant contacts share them
GROUPS, WEIGHTS = "load_groups", "load_weights"  # of each row the group of rows that share loads, 0 where in none, and its weight there; saved
TINY = 1e-300  # keeps the derivative of the size of no force finite


class ContactSlots:
    """The points of all contacts in their order: (contact, number of the point in it), and symbols of what is held of them."""

    def __init__(self, model: Model, tracer: Tracer):
        self.contacts = model.of_type(UnilateralConstraint)
        self.tracer = tracer
        self.points = [(contact, i) for contact in self.contacts for i in range(contact.points)]
        self.offsets = ca.MX.sym(OFFSETS, len(self.points))
        self.held = ca.MX.sym(FRICTION, HELD * len(self.points) if any(contact.slides for contact in self.contacts) else 0)

    @property
    def symbols(self) -> dict[str, ca.MX]:
        """The slots that are saved."""
        return {OFFSETS: self.offsets, FRICTION: self.held}

    @property
    def sliding(self) -> list[tuple[int, UnilateralConstraint, int]]:
        """The points with Coulomb's friction, each with its number among all."""
        return [(n, contact, i) for n, (contact, i) in enumerate(self.points) if contact.slides]

    @property
    def forces(self) -> str:
        """The slot of the multipliers that are read: where several points may be redundant, those that share loads."""
        return SHARED if len(self.points) > 1 else "lambda"

    def share_loads(self, A: ca.MX, build: Builder) -> ShareLoads:
        """The step that shares loads among rows, of A (m, nv)."""
        m, pattern = A.size1(), columns_of(A.sparsity())
        first = m - self.rows
        place, normal = [-1] * first, [*range(first)]
        for n, (contact, _) in enumerate(self.points):
            count = contact.rows_of_point()
            place += [-1, HELD * n + 2, HELD * n + 3] if contact.slides else [-1] * count
            normal += [len(normal)] * count
        build.sizes |= {GROUPS: m, WEIGHTS: m, SHARED: m}
        rows = build.call("load_rows", {"load_rows": nonzeros(A, pattern)})
        return ShareLoads(
            evaluate=(rows,),
            multipliers=Ref("lambda", 0, m),
            independent=Ref("independent", 0, m),
            groups=Ref(GROUPS, 0, m),
            weights=Ref(WEIGHTS, 0, m),
            rows=rows.results[0],
            held=Ref(FRICTION, 0, self.held.numel()),
            shared=Ref(SHARED, 0, m),
            pattern=pattern,
            place=tuple(place),
            normal=tuple(normal),
        )

    @property
    def rows(self) -> int:
        """How many rows they have: the last ones of all."""
        return sum(len(contact.units) for contact in self.contacts)

    def names(self, contact: UnilateralConstraint, point: int) -> list[str]:
        """The names of what changes at events at one point."""
        modes = type(contact).modes
        count = len(modes) // contact.points
        return list(modes[count * point : count * (point + 1)])

    def ready(self, contact: UnilateralConstraint, point: int) -> str:
        """The name of the mode in which a point may close; "" where no guard is over it."""
        return f"ready{point_names(contact.points)[point]}" if contact.closes_under else ""

    def mode(self, contact: UnilateralConstraint, name: str) -> ca.MX:
        """The symbol of a mode."""
        with self.tracer.element(contact.path):
            return self.tracer.switch(name)[1]

    def signals(self) -> dict[Element, Record]:
        """What changes at events, as signals of each contact."""
        found: dict[Element, Record] = {contact: Record() for contact in self.contacts}
        for n, (contact, point) in enumerate(self.points):
            closed, *friction = self.names(contact, point)
            found[contact][closed] = unknown(self.mode(contact, closed), ())
            if ready := self.ready(contact, point):
                self.mode(contact, ready)
            if friction:
                modes, held = friction[:2], friction[2:]
                found[contact] |= {name: unknown(self.mode(contact, name), ()) for name in modes}
                found[contact] |= {name: unknown(self.held[HELD * n + k], ()) for k, name in enumerate(held)}
        return found

    def friction(self, loads: Loads, motion: Motion, see: tuple, normal: ca.MX) -> Loads:
        """Loads with the friction of points that slide, under `normal` forces of those with friction; `see` has parameters, signals and t."""
        parameters, signals, t = see
        sums, taken = Loads([*loads.F], [*loads.tau], [*loads.points], loads.uniform), 0
        for contact in (contact for contact in self.contacts if contact.slides):
            frames = contact.moved
            N = unknown(normal[taken : taken + contact.points])
            taken += contact.points
            acting = drag(type(contact), parameters[contact], signals[contact], t, N, *(motion.frame(frame) for frame in frames))
            for frame, wrench in zip(frames, acting):
                add_wrench(sums, motion, frame, wrench)
        return sums

    def sliding_modes(self) -> ca.MX:
        """Of each point with friction whether it slides."""
        found = []
        for _, contact, point in self.sliding:
            closed, sticking = (self.mode(contact, name) for name in self.names(contact, point)[:2])
            found.append(closed * (1.0 - sticking))
        return ca.vertcat(*found) if found else ca.MX(0, 1)

    def normal_forces(self, see: Observer) -> ca.MX:
        """The normal force of each point with friction while it slides, else zero."""
        found = [self._multipliers(contact, point, see)[0] for _, contact, point in self.sliding]
        return self.sliding_modes() * ca.vertcat(*found) if found else ca.MX(0, 1)

    def indicators(self, see: Observer) -> None:
        """Give the modes their indicators.

        Closed points open where the normal force would pull and no lock holds, open ones close below their offset. Under a guard these do so
        while they are ready: since it has held with the surfaces apart, until it does not. Points stick while friction is enough, and slide while
        they move along the direction held rather than across it: so it is always within 45 degrees of their velocity.
        """
        for n, (contact, point) in enumerate(self.points):
            kind, p, u = type(contact), see.parameters(contact), see.inputs(contact)
            motion = self._motion(contact, see)
            gap = stack([gaps(kind, p, u, see.t, *motion)])[point]
            force = self._multipliers(contact, point, see)
            name, *friction = self.names(contact, point)
            closed = self.mode(contact, name)
            closing = self.offsets[n] + NOISE - gap
            if guard := contact.closes_under:
                named = self.ready(contact, point)
                ready, holds = self.mode(contact, named), stack([guard.value(see)])
                apart = (1.0 - closed) * ca.fmin(holds, gap) - closed
                self.tracer.indicators[f"{contact.path}.{named}"] = ready * holds + (1.0 - ready) * apart
                closing = ready * closing - (1.0 - ready)
            pushing = ca.fmax(force[0], stack([lock.value(see)])) if (lock := contact.locks_under) else force[0]
            pushing = ca.if_else(gap > GONE, OPEN, pushing)
            self.tracer.indicators[f"{contact.path}.{name}"] = closed * pushing + (1.0 - closed) * closing
            if friction:
                sticking, mu = self.mode(contact, friction[0]), stack([friction_coefficients(kind, p, u, see.t, *motion)])[point]
                along = stack([slides(kind, p, u, see.t, *motion)])[point]
                first, second = force[1] + self.held[HELD * n + 2], force[2] + self.held[HELD * n + 3]
                left = mu * force[0] - ca.sqrt(first**2 + second**2 + TINY)
                guided = self.mode(contact, friction[1])
                held = sticking * left - (1.0 - sticking) * (along + guided * BACK - (1.0 - guided) * STOPPED)
                self.tracer.indicators[f"{contact.path}.{friction[0]}"] = closed * held + (1.0 - closed) * (2.0 * sticking - 1.0)
                slow = ca.fmin(1.0 - along / SLOW, TURNED * mu * force[0] - ca.fabs(force[1]))
                self.tracer.indicators[f"{contact.path}.{friction[1]}"] = guided * (closed * slow + 1.0 - closed) - (1.0 - guided)

    def _motion(self, contact: UnilateralConstraint, see: Observer) -> list[Any]:
        return [seen(target, see) for target in contact.moved]

    def _multipliers(self, contact: UnilateralConstraint, point: int, see: Observer) -> ca.MX:
        rows = contact.rows_of_point()
        return stack([see.multipliers(contact)])[rows * point : rows * (point + 1)]

    def laws(self, see: Observer, psi: ca.MX) -> dict[str | Ref, ca.MX]:
        """Restitution, speed of rest, friction and lock of each point, and its tangent, as results of a call; nothing where there are no contacts.

        psi (m) are the velocity residuals of all rows. Restitution is that of an impact at these velocities.
        """
        if not self.points:
            return {}
        laws = ((e, of.rest_speed, mu, lock.value(see) if lock else OPEN) for of, e, mu, lock in self._of_points(see, psi))
        return {LAWS: stack(number for four in laws for number in four), **({TANGENTS: self._tangents(see)} if self.sliding else {})}

    def _tangents(self, see: Observer) -> ca.MX:
        sliding = [contact for contact in self.contacts if contact.slides]
        return stack(first_tangents(type(of), see.parameters(of), see.inputs(of), see.t, *self._motion(of, see)) for of in sliding)

    def _of_points(self, see: Observer, psi: ca.MX) -> Iterator[tuple[Record, Any, Any, Condition | None]]:
        """Of each point the parameters, the coefficients of restitution and of friction and the lock of its contact."""
        row = psi.numel() - self.rows
        for contact in self.contacts:
            p, rows = see.parameters(contact), contact.rows_of_point()
            normal = psi[row : row + rows * contact.points : rows]
            row += rows * contact.points
            es = stack([restitutions(type(contact), p, unknown(normal))])
            mus: list[Any] = [NEVER] * contact.points
            if contact.slides:
                found = stack([friction_coefficients(type(contact), p, see.inputs(contact), see.t, *self._motion(contact, see))])
                mus = [unknown(found[point], ()) for point in range(contact.points)]
            for point, mu in enumerate(mus):
                yield p, unknown(es[point], ()), mu, contact.locks_under

    def table(self, first_row: int) -> Iterator[ContactPoint]:
        """The points as the engine knows them; their rows begin with number `first_row`."""
        row, modes = first_row, list(self.tracer.modes)
        sliding = {n: number for number, (n, _, _) in enumerate(self.sliding)}
        for n, (contact, point) in enumerate(self.points):
            places = [modes.index(f"{contact.path}.{name}") for name in self.names(contact, point)[:3]]
            rows = contact.rows_of_point()
            yield ContactPoint(
                name=contact.path,
                row=row,
                rows=rows,
                closed=Ref("m", places[0], 1),
                offset=Ref(OFFSETS, n, 1),
                restitution=Ref(LAWS, 4 * n, 1),
                rest_speed=Ref(LAWS, 4 * n + 1, 1),
                friction=Ref(LAWS, 4 * n + 2, 1),
                lock=Ref(LAWS, 4 * n + 3, 1),
                multipliers=Ref(self.forces, row, rows),
                sticking=Ref("m", places[1], 1) if contact.slides else Ref("m", 0, 0),
                guided=Ref("m", places[2], 1) if contact.slides else Ref("m", 0, 0),
                direction=Ref(FRICTION, HELD * n, 2) if contact.slides else Ref("m", 0, 0),
                held=Ref(FRICTION, HELD * n + 2, 2) if contact.slides else Ref("m", 0, 0),
                axis=Ref(FRICTION, HELD * n + 4, 3) if contact.slides else Ref("m", 0, 0),
                tangent=Ref(TANGENTS, 3 * sliding[n], 3) if contact.slides else Ref("m", 0, 0),
                ready=Ref("m", modes.index(f"{contact.path}.{named}"), 1) if (named := self.ready(contact, point)) else Ref("m", 0, 0),
                newton=contact.newton,
            )
            row += rows
