"""What a control loop waits for: the calls of a Posture of a UR5, and of a four-bar, whose loop is closed in every answer.

python benchmarks/posture.py, which needs the package example-robot-data.
"""

from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from time import perf_counter

import numpy as np

from mbfmu import Posture
from tests.problem.linkages import four_bar


def microseconds(call: Callable[[], object], times: int = 1000) -> float:
    """Of one call, the least of five means."""
    call()
    means = []
    for _ in range(5):
        before = perf_counter()
        for _ in range(times):
            call()
        means.append((perf_counter() - before) / times)
    return 1e6 * min(means)


def loop(name: str, posture: Posture, frame: str, places: list[np.ndarray | dict[str, float]]) -> None:
    """What a loop does in which the posture is another each time."""
    following = iter(places * 10_000)

    def placed() -> None:
        posture.place(next(following))

    calls = {
        "place": placed,
        "place, pose": lambda: (placed(), posture.pose(frame)),
        "place, jacobian": lambda: (placed(), posture.jacobian(frame)),
        "place, mass_matrix": lambda: (placed(), posture.mass_matrix()),
        "place, inverse_dynamics": lambda: (placed(), posture.inverse_dynamics()),
    }
    for call, what in calls.items():
        print(f"{name:10} {call:26} {microseconds(what):7.1f} us")


def near_goal(posture: Posture, frame: str) -> Callable[[], None]:
    """Inverse kinematics of a pose that is a few degrees away."""
    q, goal = posture.q, posture.pose(frame)

    def reached() -> None:
        posture.place(q + 0.02)
        posture.reach(frame, goal[:3, 3], goal[:3, :3])

    return reached


if __name__ == "__main__":
    file = Path(next(f for f in metadata.files("example-robot-data") or [] if f.name == "ur5_robot.urdf").locate())
    arm = Posture(file)
    loop("UR5", arm, "tool0", [*np.random.default_rng(0).uniform(-2.0, 2.0, (10, 6))])
    print(f"{'UR5':10} {'place, reach near by':26} {microseconds(near_goal(arm, 'tool0')):7.1f} us")
    loop("four-bar", Posture(four_bar()), "coupler", [{"A.phi": phi} for phi in np.linspace(-1.0, -1.01, 10)])
