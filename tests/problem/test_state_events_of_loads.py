"""Loads whose states jump: a relay with hysteresis, in closed form."""

from pathlib import Path

import fmpy
import numpy as np
import pytest

from mbfmu import (
    Body,
    Boolean,
    Discrete,
    Integer,
    JointLoad,
    Model,
    Output,
    Parameter,
    Prismatic,
    State,
    World,
    build_fmu,
    build_native,
    build_portable,
    connect,
    simulate,
    where,
)
from mbfmu.base.errors import ProblemsFound
from mbfmu.check import FALSE, check_fmu
from tests.tolerances import INTEGRATION

FAR = 0.1


class Relay(JointLoad):
    """Pushes back once the joint is further out than `far`, until it is on the other side."""

    f = Parameter("N", "force", 2.0)
    far = Parameter("m", "where it turns round", FAR)
    side_start = Parameter("1", "1 or -1 at the start", 1.0, start=True)
    side = State("1", "direction of its force")
    force = Output("N", "force")

    @staticmethod
    def load(p, u, t, q, v):
        return np.array([u.side * p.f])

    @staticmethod
    def outputs(p, u, t, q, v):
        return {"force": u.side * p.f}

    @staticmethod
    def rates(p, u, t, q, v):
        return {"side": 0.0}

    @staticmethod
    def events(p, u, t, q, v):
        return {"left": (q[0] + p.far, {"side": 1.0}), "right": (p.far - q[0], {"side": -1.0})}


def relayed(kind: type[JointLoad] = Relay, formulation: str = "articulated_body") -> Model:
    model = Model("Relayed", "A mass that a relay drives", formulation=formulation)
    model.world, model.mass = World(g=0.0), Body(m=2.0, r_CM=[0, 0, 0], I=[0.1, 0.1, 0.1])
    model.slide = Prismatic(model.world.frame_b, model.mass.frame_a, n=[1, 0, 0])
    model.relay = kind(model.slide)
    model.expose(outputs={"s": model.slide.s, "force": model.relay.force})
    return model


def exact(t: np.ndarray) -> np.ndarray:
    """With 1 m/s2 to the right, to the left from FAR on, and again to the right from -FAR on."""
    first, speed = np.sqrt(2 * FAR), np.sqrt(2 * FAR)
    back = np.sqrt(speed**2 + 4 * FAR)
    second = first + speed + back
    since, last = t - first, t - second
    return np.select([t < first, t < second], [t**2 / 2, FAR + speed * since - since**2 / 2], -FAR - back * last + last**2 / 2)


@pytest.mark.parametrize("formulation", ["articulated_body", "kane", "newton_euler"])
def test_a_relay(formulation: str) -> None:
    result = simulate(relayed(formulation=formulation), stop_time=2.5, interval=0.01, rtol=1e-10)
    assert result["s"] == pytest.approx(exact(result["time"]), abs=INTEGRATION)
    assert set(result["force"]) == {2.0, -2.0}


def test_two_relays_in_a_connection() -> None:
    result = simulate(connect("Both", {"a": relayed(), "b": relayed()}, []), stop_time=2.0, interval=0.01, rtol=1e-10)
    for part in ("a", "b"):
        assert result[f"{part}.s"] == pytest.approx(exact(result["time"]), abs=INTEGRATION)


def test_an_event_of_a_load_that_sets_no_state_is_told() -> None:
    class Wrong(Relay):
        """Sets what is no state."""

        @staticmethod
        def events(p, u, t, q, v):
            return {"left": (q[0] + p.far, {"f": 1.0})}

    with pytest.raises(ProblemsFound, match=r"relay \(Wrong\): events returns for the event left 'f'; its states are side"):
        simulate(relayed(Wrong), stop_time=1.0)


class CountingRelay(JointLoad):
    """The same with discrete states: where it is, how often it has turned round, and when and where it last has."""

    f = Parameter("N", "force", 2.0)
    far = Parameter("m", "where it turns round", FAR)
    right_start = Parameter("1", "whether it pushes to the right at the start", True, start=True, type=Boolean())
    right = Discrete("1", "whether it pushes to the right", type=Boolean())
    turns_state = Discrete("1", "how often it has turned round", start=10, type=Integer())
    last_state = Discrete("m", "when [s] and where it last has", shape=2)
    spent = State("N.s", "impulse")
    spent_start = Parameter("N.s", "impulse at the start", 0.0, start=True)
    force = Output("N", "force")
    turns = Output("1", "how often it has turned round", type=Integer())
    last = Output("m", "when [s] and where it last has", shape=2)

    @staticmethod
    def load(p, u, t, q, v):
        return np.array([where(u.right > 0.5, p.f, -p.f)])

    @staticmethod
    def outputs(p, u, t, q, v):
        return {"force": where(u.right > 0.5, p.f, -p.f), "turns": u.turns_state, "last": u.last_state}

    @staticmethod
    def rates(p, u, t, q, v):
        return {"spent": where(u.right > 0.5, p.f, -p.f)}

    @staticmethod
    def events(p, u, t, q, v):
        turned = {"turns_state": u.turns_state + 1, "last_state": np.array([t, q[0]])}
        return {"left": (q[0] + p.far, {"right": 1.0, **turned}), "right_end": (p.far - q[0], {"right": 0.0, "spent": 0.0, **turned})}


def counted(formulation: str = "articulated_body") -> Model:
    model = relayed(CountingRelay, formulation)
    model.expose(outputs={"turns": model.relay.turns, "last": model.relay.last})
    return model


TURNED = np.sqrt(2 * FAR) * np.array([1.0, 2.0 + np.sqrt(3.0)])  # s: when it turns round


@pytest.mark.parametrize("formulation", ["articulated_body", "newton_euler"])
def test_a_relay_that_counts(formulation: str) -> None:
    result = simulate(counted(formulation), stop_time=2.5, interval=0.01, rtol=1e-10)
    t = result["time"]
    assert result["s"] == pytest.approx(exact(t), abs=INTEGRATION)
    assert result["turns"] == pytest.approx(10 + np.searchsorted(TURNED, t))
    assert [result[f"last[{i}]"][-1] for i in (1, 2)] == pytest.approx([TURNED[1], -FAR], abs=INTEGRATION)


def test_two_relays_count_for_themselves() -> None:
    """In one model, beside one whose states are continuous; and started with another value."""
    model = counted()
    model.other_mass = Body(m=2.0, I=[0.1, 0.1, 0.1])
    model.other_slide = Prismatic(model.world.frame_b, model.other_mass.frame_a, n=[1, 0, 0])
    model.plain, model.other = Relay(model.slide, f=0.0), CountingRelay(model.other_slide, right_start=False)
    model.expose(outputs={"other_s": model.other_slide.s, "other_turns": model.other.turns})
    result = simulate(model, stop_time=2.5, interval=0.01, rtol=1e-10)
    assert result["other_s"] == pytest.approx(-exact(result["time"]), abs=INTEGRATION)
    assert result["other_turns"][-1] == result["turns"][-1] == 12


def test_connected_relays_keep_their_discrete_states() -> None:
    whole = connect("Whole", {"a": counted(), "b": counted()}, [])
    result = simulate(whole, stop_time=2.5, interval=0.01, rtol=1e-10)
    assert result["a.turns"][-1] == result["b.turns"][-1] == 12


def test_a_discrete_state_that_nothing_changes_is_told() -> None:
    class Idle(JointLoad):
        """Nothing."""

        count = Discrete("1", "count")

        @staticmethod
        def load(p, u, t, q, v):
            return np.array([u.count])

    model = relayed()
    model.idle = Idle(model.slide)
    with pytest.raises(ProblemsFound, match="idle.count is Discrete, and nothing changes it: give it to a Block, or to a load with events"):
        simulate(model, stop_time=1.0)


@pytest.mark.parametrize("interface", ["ModelExchange", "CoSimulation"])
@pytest.mark.parametrize("fmi", [2, 3])
def test_discrete_states_in_portable_fmus(tmp_path, fmi: int, interface: str) -> None:
    counts(build_portable(counted(), tmp_path, fmi=fmi), interface)


def test_discrete_states_in_an_interpreted_fmu(tmp_path) -> None:
    counts(build_fmu(counted(), tmp_path), "CoSimulation")


@pytest.mark.slow
def test_discrete_states_in_native_fmus(tmp_path) -> None:
    for fmi in (2, 3):
        fmu = build_native(counted(), tmp_path, fmi=fmi)
        for interface in ("ModelExchange", "CoSimulation"):
            counts(fmu, interface)
        assert [f for f in check_fmu(fmu) if f.outcome == FALSE] == []


def counts(fmu: Path, interface: str) -> None:
    rows = fmpy.simulate_fmu(fmu, fmi_type=interface, stop_time=2.5, output_interval=0.05, relative_tolerance=1e-10, record_events=False)
    assert rows["s"] == pytest.approx(exact(rows["time"]), abs=INTEGRATION)
    assert rows["turns"] == pytest.approx(10 + np.searchsorted(TURNED, rows["time"]))
