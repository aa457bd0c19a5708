"""Makes gaits of the powered biped better: python better_gaits.py SLOPE ... writes gaits.json again.

The best gait near the last one is found by `optimize`, and the best near that, and so on: a machine that walks must be led by small steps. Each takes
about half a minute.
"""

import json
import sys

import numpy as np
from powered_biped import FREE, GAITS, ROWS, STARTS, STEP, TORQUES, powered  # beside this file

from mbfmu import optimize

WEIGHT, LENGTH = 70.9 * 9.81, 0.4998  # N, m: of a step, that of the passive gait
STAGES = 10  # from one gait to a better one
NEAR = {"phi": 0.004, "w": 0.04, "torque": 1.6}  # rad, rad/s, N.m: how far the next one may be
LEAST, MU = 20.0, 0.6  # N, 1: normal force on heel and toe of the foot that stands, and friction that it may have
CLEAR, RISE = 0.005, 0.02  # m, m/s: how high the foot swings, and how fast the other one leaves the ground
SMALL = 2e-4  # 1/(N.m.s): weight of squares of torques beside work


def cost(run):
    """Work of the motors for weight and way; squares of torques are added, lest torques that do no work are left open."""
    return (run["energy"][-1] + SMALL * run["effort"][-1]) / (WEIGHT * LENGTH)


def comes_back(run):
    """How far legs are from having changed places."""
    other = {"trunk": "trunk", "hip_1": "hip_2", "hip_2": "hip_1", "knee_2": "knee_1", "ankle_2": "ankle_1"}
    return np.array([run[f"{of}{name}"][0] - run[f"{of}{other[name]}"][-1] for name in FREE for of in ("", "w_")])


def standing(run):
    """Normal force and friction of heel and toe while each foot stands flat, well before and behind the strikes."""
    for leg, rows in ((1, run["time"] < 0.54), (2, run["time"] > 0.75)):
        yield [(run[f"N_{end}_{leg}"][rows][::6], run[f"f_{end}_{leg}[1]"][rows][::6]) for end in ("heel", "toe")]


def pushes(run):
    """Heel and toe."""
    return np.concatenate([N - LEAST for foot in standing(run) for N, _ in foot])


def sticks(run):
    """Both directions."""
    feet = [(sum(N for N, _ in foot), sum(f for _, f in foot)) for foot in standing(run)]
    return np.concatenate([MU * N + side * f for N, f in feet for side in (1.0, -1.0)])


def swings_clear(run):
    """Heel and toe, and the toe until the heel strikes."""
    k, t = struck(run), run["time"]
    heel, toe = run["gap_heel_2"], run["gap_toe_2"]
    return np.concatenate([heel[t < 0.5][::6], toe[t < 0.63][::6], toe[k - 6 : k : 2] - 0.6 * CLEAR]) - CLEAR


def leaves(run):
    """The foot behind, when the foot in front stands flat."""
    k = int(np.argmax(run["N_toe_2"] > 0.0))
    rows = slice(k + 2, k + 14, 2)
    return np.concatenate([run[gap][rows] - RISE * (run["time"][rows] - run["time"][k]) for gap in ("gap_heel_1", "gap_toe_1")])


def struck(run):
    """The row at which the heel in front has struck."""
    return int(np.argmax(run["N_heel_2"] + run["N_toe_2"] > 0.0))


LIMITS = {
    "pushes [N]": pushes,
    "sticks [N]": sticks,
    "swings clear [m]": swings_clear,
    "leaves [m]": leaves,
    "goes on [m]": lambda run: run["x"][-1] - run["x"][0] - LENGTH,
}


def near(gait):
    """Bounds around a gait."""
    reach = {name: NEAR[name.rpartition(".")[2].rstrip("0123456789")] for name in (*STARTS, *TORQUES)}
    return {name: (gait[name] - by, gait[name] + by) for name, by in reach.items()}


def better(slope, gait):
    """The best gait near another one."""
    found = optimize(powered(slope, gait), near(gait), cost, STEP, STEP / ROWS, constraints=LIMITS, equations={"comes back": comes_back})
    run = found.results[0]
    way = WEIGHT * (run["x"][-1] - run["x"][0])
    print(f"{slope:g} rad: {run['energy'][-1] / way:.4f}, with braking {(run['energy'][-1] + run['brake_energy'][-1]) / way:.4f}", flush=True)
    return found.values


if __name__ == "__main__":
    gaits = json.loads(GAITS.read_text())
    for slope in sys.argv[1:]:
        for _ in range(STAGES):
            gaits[slope] = better(float(slope), gaits[slope])
            GAITS.write_text(json.dumps(gaits, indent=1) + "\n")
