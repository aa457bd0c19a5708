"""Values, their validity, and saving and restoring."""

import numpy as np
import pytest

from mbfmu.runtime.advance import advance
from mbfmu.runtime.errors import InvalidValue, MbfmuError
from mbfmu.runtime.instance import Instance

from .problems import dropped_on_spring, lambert, pendulum, robertson, two_masses

ALL = [pendulum, dropped_on_spring, two_masses, lambert, robertson]


def started(problem) -> Instance:
    instance = Instance(problem)
    instance.initialize()
    return instance


def test_everything_wrong_is_said_at_once() -> None:
    """One sentence for each value, in the user's words."""
    instance = Instance(pendulum())
    instance.set("bob.m", -1.0)
    instance.set("phi_start", np.inf)
    instance.set("tau", 101.0)
    with pytest.raises(InvalidValue) as refused:
        instance.initialize()
    assert refused.value.problems == (
        "tau = 101.0 N.m must be <= 100 N.m (torque on the pendulum)",
        "bob.m = -1.0 kg must be > 0 kg (mass of the bob)",
        "phi_start = inf rad must be a finite number (angle at the start)",
    )


def test_checks_of_derived_values() -> None:
    """A bound that only the derived values show is refused with its own message."""
    instance = started(pendulum())
    instance.set("bob.m", 0.05)
    with pytest.raises(InvalidValue, match="bob.m must be above 0.1 kg for this bearing"):
        advance(instance, 1.0)
    assert instance.t == 0.0


def test_tunable_acts_at_the_next_step() -> None:
    """A changed mass gives the trajectory of an instance that is put into the same state with that mass."""
    tuned = started(pendulum())
    advance(tuned, 0.5)
    other = Instance(pendulum())
    other.set("bob.m", 3.0)
    other.initialize(0.5)
    other.buffers["x"][:] = tuned.buffers["x"]
    other.integrator.memory[:] = tuned.integrator.memory
    tuned.set("bob.m", 3.0)
    for instance in (tuned, other):
        advance(instance, 1.0)
    assert tuned.get("phi") == other.get("phi")


@pytest.mark.parametrize("make", ALL)
def test_restored_runs_are_identical(make) -> None:
    """Continuing, restoring and continuing again, in this instance and in another, gives the same bits."""
    instance, other = started(make()), Instance(make())
    advance(instance, 0.4)
    saved = instance.save()
    trail = []
    for each in (instance, instance, other):
        each.restore(saved)
        states = []
        for t in (0.401, 0.5, 0.9):
            advance(each, t)
            states.append(each.save())
        trail.append(states)
    assert trail[0] == trail[1] == trail[2]


@pytest.mark.parametrize("make", ALL)
def test_reading_outputs_changes_nothing(make) -> None:
    """Asking for outputs leaves all that follows as it is."""
    instance = started(make())
    advance(instance, 0.4)
    before = instance.save()
    instance.outputs()
    assert instance.save() == before


def test_foreign_state_is_refused() -> None:
    """A state of another size is no state."""
    with pytest.raises(MbfmuError, match="a state of Pendulum has"):
        Instance(pendulum()).restore(b"12345678")


def test_unknown_name() -> None:
    """The names there are are listed."""
    with pytest.raises(MbfmuError, match="no variable 'mass'; it has bob.m, phi_start"):
        Instance(pendulum()).set("mass", 1.0)
