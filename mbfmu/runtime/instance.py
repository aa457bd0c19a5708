"""One instance of a Problem: its numbers, and what can be done with them."""

import logging
from contextlib import AbstractContextManager, nullcontext
from typing import Callable, Mapping

import numpy as np

from .adrift import refuse_adrift
from .branching import refuse_off_branches
from .dormand_prince import DormandPrince
from .errors import InvalidValue, MbfmuError, StepFailed
from .events import NOISE
from .integrator import Ode
from .loss_watch import REMEMBERED, LossWatch
from .mechanism import Mechanism
from .moved_starts import moved_starts
from .one_thread import one_thread
from .problem import Problem, Variable
from .projection import Outcome, project
from .radau import Radau
from .rank import choose_again
from .ref import Ref
from .starting import follow_inputs, put_together_again, start_on_manifold
from .steps import bind_all
from .validity import Bounds, element_names, quantity

KEPT = ("t", "t_u", "x", "u", "p", "d", "m", "z", "y")  # with the integrator's memory, all that is saved
MODE_ROUNDS = 20  # evaluations after which modes that still switch each other are given up


def _layout(problem: Problem) -> dict[str, int]:
    """The sizes of what is saved, in order."""
    sizes = {"t": 1} | dict(problem.sizes) | {f"{manifold.prefix}watch": REMEMBERED for manifold in problem.manifolds}
    kept = (*KEPT, *(manifold.prefix + slot for manifold in problem.manifolds for slot in ("k", "open", "watch")))
    return {slot: sizes.get(slot, 0) for slot in kept} | {"derived from": sizes.get("p", 0), "integrator": 2}


def offsets(problem: Problem) -> dict[str, int]:
    """Where in the values of an instance each saved slot begins."""
    layout = _layout(problem)
    return dict(zip(layout, np.cumsum([0, *layout.values()]).tolist()))


class Instance:
    """Owns the buffers of one run of `problem`; nothing is shared with other instances but the Problem.

    `values` holds in one array all numbers that are saved; `buffers` are views of it, and further arrays for what the
    schedule computes on its way. Number i of slot s is values[offsets(problem)[s] + i]. `report` is told in a sentence what deserves
    attention without being an error.
    """

    def __init__(self, problem: Problem):
        self.problem = problem
        sizes = {slot: 0 for slot in ("c", "x_dot", "g")} | dict(problem.sizes)
        layout = _layout(problem)
        self.values = np.zeros(sum(layout.values()))
        views = {slot: self.values[start : start + layout[slot]] for slot, start in offsets(problem).items()}
        self._derived_from, memory = views.pop("derived from"), views.pop("integrator")
        self.buffers: Mapping[str, np.ndarray] = {s: np.zeros(n) for s, n in sizes.items() if s not in views} | views
        bind = lambda steps: bind_all(steps, problem.functions, self.buffers)  # noqa: E731
        self._derive, self._start, self._started = bind(problem.derive), bind(problem.initialize), bind(problem.started)
        self.evaluate, self._output = bind(problem.derivative), bind(problem.output)
        self.mechanisms = tuple(Mechanism(manifold, problem.functions, self.buffers) for manifold in problem.manifolds)
        self.report: Callable[[str], None] = logging.getLogger("mbfmu").warning
        self._watches = tuple(LossWatch(mechanism, self.buffers[f"{mechanism.manifold.prefix}watch"], problem.step_size) for mechanism in self.mechanisms)
        if self._watches:
            self.evaluate = self._watched(self.evaluate)
        self.left = b""  # what `save` gave when time last moved on
        self.integrator = self._integrator(memory)
        self._variables = {v.name: v for v in problem.variables}
        for variable in problem.variables:
            variable.ref.view(self.buffers)[:] = variable.start if variable.causality != "output" else 0.0
        outputs = ((v.ref.start + i, n) for v in problem.variables if v.ref.slot == "y" for i, n in enumerate(element_names(v)))
        self._output_names = dict(outputs)
        self._inputs, self._parameters = (Bounds(problem.variables, slot, self.buffers[slot]) for slot in ("u", "p"))

    def _integrator(self, memory: np.ndarray) -> DormandPrince | Radau:
        b = self.buffers
        ode = Ode(b["t"], b["x"], b["x_dot"], self.evaluate, self.problem.state_names, self._nominal())
        return (Radau if self.problem.stiff and b["x"].size else DormandPrince)(ode, memory)

    def _nominal(self) -> np.ndarray:
        return np.array(self.problem.nominal_x or [1.0] * self.buffers["x"].size)

    @property
    def t(self) -> float:
        """The present time [s]."""
        return float(self.buffers["t"][0])

    def variable(self, name: str) -> Variable:
        """The variable called `name`; MbfmuError if there is none."""
        if name not in self._variables:
            raise MbfmuError(f"{self.problem.name} has no variable {name!r}; it has {', '.join(self._variables)}")
        return self._variables[name]

    def set(self, target: str | Ref, value: float | np.ndarray) -> None:
        """Store a number, or an array in the variable's shape; whether it is valid is asked when time moves on."""
        ref = target if isinstance(target, Ref) else self.variable(target).ref
        values = np.ravel(value)
        if values.size not in (1, ref.size):
            raise MbfmuError(f"{target} takes {ref.size} numbers, not {values.size}")
        ref.view(self.buffers)[:] = values
        if ref.slot == "u":
            self.given()

    def get(self, target: str | Ref) -> float | np.ndarray:
        """The numbers of a variable, in its shape, or of a Ref; outputs are those of the last `outputs()`."""
        if isinstance(target, Ref):
            return target.view(self.buffers).copy()
        variable = self.variable(target)
        values = variable.ref.view(self.buffers)
        return float(values[0]) if variable.shape == () else values.reshape(variable.shape).copy()

    def initialize(self, t: float = 0.0) -> None:
        """Start at time t [s] from the present inputs and parameters.

        Raises InvalidValue with everything that is wrong with them, StepFailed if the equations have no solution there.
        """
        self.buffers["t"][0], self.buffers["t_u"][:], self.buffers["m"][:], self.integrator.memory[:] = t, t, 0.0, 0.0
        self._refuse(self._inputs.problems() + self._rederived())
        with np.errstate(all="ignore"), self.threads():
            self._start()
            self._started()  # where drives are, the mechanism is assembled
            for mechanism in self.mechanisms:
                start_on_manifold(mechanism)
            self._started()  # what is measured is measured there
            self._refuse_not_finite("x", dict(enumerate(self.problem.state_names)), "the initial state")
            self.settle()
            for mechanism in self.mechanisms:
                refuse_off_branches(mechanism, self.buffers["t"], self.buffers["x"], self.buffers["x_dot"])
            self.outputs()
        for watch in self._watches:
            watch.begin(self.t)

    def tell_moved_starts(self) -> None:
        """Report start speeds that the initialization, which must be the last thing done, has moved onto the constraints."""
        for mechanism in self.mechanisms:
            mechanism.find_start_speeds()
            if moved := moved_starts(mechanism.manifold.start_speeds, self.buffers):
                self.report(moved)

    def threads(self) -> AbstractContextManager:
        """The context in which it is computed: with one thread where matrices are solved."""
        return one_thread() if self.mechanisms else nullcontext()

    def _watched(self, evaluate: Callable[[], None]) -> Callable[[], None]:
        """The evaluation of the derivative, watched for constraints that become dependent for the moment."""

        def watched() -> None:
            evaluate()
            for watch in self._watches:
                watch.look(self.t)

        return watched

    def accept(self) -> bool:
        """What follows an accepted step: mechanisms go back onto their constraints; whether the derivative is another then.

        StepFailed if the step has left the constraints.
        """
        changed = False
        for mechanism, watch in zip(self.mechanisms, self._watches):
            mechanism.evaluate()
            watch.tell(self.t, self.report)
            changed |= project(mechanism) is Outcome.MOVED
            refuse_adrift(mechanism, self.t)
            changed |= choose_again(mechanism)
        return changed

    def project(self) -> None:
        """Bring the states onto the constraints, where they are off by more than roundoff."""
        for mechanism in self.mechanisms:
            mechanism.evaluate()
            project(mechanism)

    def validate(self) -> None:
        """Refuse invalid inputs and parameters by InvalidValue, and derive anew what depends on changed parameters.

        Mechanisms whose constraints these have moved are put together again, their states changed as little as can be; StepFailed where
        they cannot.
        """
        if np.array_equal(self._derived_from, self.buffers["p"]):
            self._refuse(self._inputs.problems())
            return
        running = [mechanism for mechanism in self.mechanisms if mechanism.kept.any()]
        before = [mechanism.constraints() for mechanism in running]
        self._refuse(self._inputs.problems() + self._rederived())
        for mechanism in (m for m, old in zip(running, before) if m.constraints() != old):
            put_together_again(mechanism)

    def given(self) -> None:
        """Take the present inputs as those of the present time: from there constraints that they feed carry them on."""
        self.buffers["t_u"][:] = self.t

    def follow(self) -> None:
        """Bring mechanisms that inputs feed to where the inputs are; StepFailed where they cannot be there."""
        for mechanism in self.mechanisms:
            if mechanism.fed.any():
                follow_inputs(mechanism)

    def _rederived(self) -> list[str]:
        """Derive what depends on parameters; what is wrong with them."""
        self._derived_from[:] = np.nan
        wrong = self._parameters.problems()
        if not wrong:
            self._derive()
            wrong = [check.message for check in self.problem.checks if not (check.ref.view(self.buffers) > 0).all()]
        if not wrong:
            self._derived_from[:] = self.buffers["p"]
        return wrong

    def _refuse(self, wrong: list[str]) -> None:
        if wrong:
            raise InvalidValue(f"{self.problem.name} cannot be computed at t = {self.t:.9g} s:", wrong)

    def settle(self) -> bool:
        """Set the modes by their indicators until they agree; whether any changed. StepFailed names those that never do."""
        modes = self.buffers["m"]
        for rounds in range(MODE_ROUNDS):
            self.evaluate()
            switching = self.margins() < -NOISE
            if not switching.any():
                return rounds > 0
            modes[switching] = 1.0 - modes[switching]
        names = ", ".join(self.mode_name(i) for i in np.flatnonzero(switching))
        raise StepFailed(f"at t = {self.t:.9g} s no modes agree with their indicators; these switch each other back: {names}")

    def margins(self) -> np.ndarray:
        """How far each mode is from being left, by its indicator as last evaluated."""
        indicators = self.buffers["g"]
        return np.where(self.buffers["m"] > 0, indicators, -indicators)

    def mode_name(self, i: int) -> str:
        """The name of mode i, counted from 0."""
        return self.problem.mode_names[i] if i < len(self.problem.mode_names) else f"mode {i + 1}"

    def place(self, t: float, x: np.ndarray) -> None:
        """Put the instance at time t [s] and state x, in the present modes."""
        self.buffers["t"][0], self.buffers["x"][:] = t, x

    def derivative(self, t: float, x: np.ndarray) -> np.ndarray:
        """x_dot at time t and state x, in the present modes; the instance is left there."""
        self.place(t, x)
        self.evaluate()
        return self.buffers["x_dot"].copy()

    def outputs(self, evaluated: bool = False) -> np.ndarray:
        """Compute the outputs at the present state and inputs, in the modes that agree with them, and where inputs have put drives.

        StepFailed where they are not numbers, or beyond a limit of the problem.

        Asking for them never changes what follows. `evaluated` says that the last evaluation was there, in such modes.
        """
        touched = [self.buffers[slot] for slot in ("x", "m", "z")]
        before = [values.copy() for values in touched]
        try:
            if not evaluated:
                self.follow()
                self.settle()
            self._output()
        finally:
            for values, old in zip(touched, before):
                values[:] = old
        self._refuse_not_finite("y", self._output_names, "the outputs")
        self._refuse_beyond_limits()
        return self.buffers["y"].copy()

    def save(self) -> bytes:
        """All that the future depends on, and the outputs."""
        return self.values.tobytes()

    def restore(self, state: bytes) -> None:
        """Go back to what `save` returned; what follows is then the same to the last bit."""
        if len(state) != self.values.nbytes:
            raise MbfmuError(f"a state of {self.problem.name} has {self.values.nbytes} bytes, not {len(state)}")
        self.values[:] = np.frombuffer(state)
        self.integrator.restart()

    def _refuse_beyond_limits(self) -> None:
        found = ((limit, float(self.get(limit.value)[0]), float(self.get(limit.limit)[0])) for limit in self.problem.limits)
        beyond = [f"{of.name} = {quantity(value, of.unit)} (limit {quantity(most, of.unit)})" for of, value, most in found if not abs(value) <= most]
        if beyond:
            raise StepFailed(
                f"{self.problem.name} at t = {self.t:.9g} s is beyond its limits: {', '.join(beyond)}; compute it with a tighter "
                "tolerance or shorter steps, or allow for more"
            )

    def _refuse_not_finite(self, slot: str, names: Mapping[int, str], what: str) -> None:
        finite = np.isfinite(self.buffers[slot])
        if not finite.all():
            bad = ", ".join(names.get(i, f"{slot}[{i + 1}]") for i in np.flatnonzero(~finite).tolist())
            raise StepFailed(f"{what} at t = {self.t:.9g} s are not all numbers: {bad}")
