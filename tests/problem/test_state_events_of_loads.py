"""Loads whose states jump: a relay with hysteresis, in closed form."""

import numpy as np
import pytest

from mbfmu import Body, JointLoad, Model, Output, Parameter, Prismatic, State, World, connect, simulate
from mbfmu.base.errors import ProblemsFound
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
