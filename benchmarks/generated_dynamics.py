"""How long one evaluation of forward dynamics takes in C: ours as it is generated, Pinocchio's aba, MuJoCo's mj_forward.

The same mechanisms as in forward_dynamics.py, evaluated in loops of C and C++ (mj_forward from Python, which adds about a microsecond),
in turn in one process; all accelerations are compared. Times are medians of processor time, ratios are to Pinocchio, whose headers
(packages pin, cmeel-boost) and Eigen's (package casadi) are compiled by g++ -O3, or by ziglang where there is no g++, and kept in a
temporary folder of the user. Needs the extras native and test, and mujoco. Run it: `python -m benchmarks.generated_dynamics`
"""

from __future__ import annotations

import argparse
import ctypes
import hashlib
import importlib.util
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from importlib import metadata
from pathlib import Path

import casadi
import numpy as np

try:
    import mujoco
    import pinocchio as pin
except ImportError as missing:
    sys.exit(f"{missing.name} is missing: pip install pin mujoco")
if importlib.util.find_spec("ziglang") is None:
    sys.exit('ziglang is missing: pip install "mbfmu[native]"')

from benchmarks.forward_dynamics import chain, humanoid, mean_time
from mbfmu.engine.compile import OPTIONS
from mbfmu.engine.sources import INCLUDED
from mbfmu.model.declare.model import Model
from mbfmu.problem.codegen.functions import generate_functions
from mbfmu.problem.mechanism.mechanics import compile_model

CHAINS, LONG = (10, 100), 300  # of 1000 links Pinocchio's Data alone takes tens of gigabytes: it has room for second derivatives
KINDS = {"JointModelFreeFlyer": 0, "JointModelRX": 1, "JointModelRY": 2, "JointModelRZ": 3, "JointModelRevoluteUnaligned": 4}
ZIG = (sys.executable, "-m", "ziglang")
BUDGET = 0.03  # [s] of one measurement
SAME = 1e-9  # of accelerations, relative to the largest; of the long chain times 1e3
LOOP = """
#include "functions.c"
void loop(int count, const double **argument, double **result, double *w)
{
    for (int i = 0; i < count; ++i)
        value_derivative(argument, result, 0, w, 0);
}
"""
Evaluate = Callable[[int], np.ndarray]  # so many times in a row -> accelerations of the joints in Pinocchio's order


def compiled(command: tuple[str, ...], source: Path, options: tuple[str, ...] = ()) -> ctypes.CDLL:
    """The library of a source, in its folder."""
    library = source.with_suffix(".so")
    done = subprocess.run([*command, *options, "-fPIC", "-shared", str(source), "-o", str(library)], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)} could not compile {source.name}:\n{done.stderr[-2000:]}")
    return ctypes.CDLL(str(library))


def pinocchio_library() -> ctypes.CDLL:
    """pinocchio_aba.cpp, compiled once (it takes minutes) and kept."""
    source = Path(__file__).with_name("pinocchio_aba.cpp")
    name = hashlib.sha256(source.read_bytes() + metadata.version("pin").encode()).hexdigest()[:12]
    folder = Path(tempfile.gettempdir()) / f"mbfmu-pinocchio-{name}"
    kept = folder / "pinocchio_aba.so"
    if not kept.exists():
        print("compiling Pinocchio's aba, which takes some minutes ...", file=sys.stderr)
        folder.mkdir(exist_ok=True)
        shutil.copy(source, folder)
        prefix = next(path for path in Path(pin.__file__).parents if (path / "include" / "pinocchio").is_dir())
        includes = (prefix / "include", Path(casadi.__file__).parent / "include" / "eigen3")
        compiler = ("g++",) if shutil.which("g++") else (*ZIG, "c++")
        limits = ("-DBOOST_MPL_LIMIT_LIST_SIZE=30", "-DBOOST_MPL_CFG_NO_PREPROCESSED_HEADERS")
        compiled((*compiler, "-O3", "-DNDEBUG", "-std=c++17", *limits, *(f"-I{path}" for path in includes)), folder / source.name)
    library = ctypes.CDLL(str(kept))
    library.robot_new.restype = ctypes.c_void_p
    return library


def address(array: np.ndarray) -> ctypes.c_void_p:
    """Where the numbers lie; the caller keeps the array."""
    return ctypes.c_void_p(array.ctypes.data)


def of_pinocchio(library: ctypes.CDLL, model: pin.Model, q: np.ndarray, v: np.ndarray, tau: np.ndarray) -> Evaluate:
    """aba in a C++ loop."""
    robot = ctypes.c_void_p(library.robot_new())
    for k in range(1, model.njoints):
        joint, placement, inertia = model.joints[k].extract(), model.jointPlacements[k], model.inertias[k]
        axis = np.array(joint.axis if KINDS[joint.shortname()] == 4 else np.zeros(3))
        arrays = np.r_[placement.rotation.ravel(), placement.translation], axis, np.r_[inertia.mass, inertia.lever, inertia.inertia.ravel()]
        library.robot_add(robot, KINDS[joint.shortname()], int(model.parents[k]), *map(address, arrays))
    library.robot_ready(robot)
    v_dot = np.zeros(model.nv)

    def evaluate(count: int) -> np.ndarray:
        library.robot_accelerations(robot, count, address(q), address(v), address(tau), address(v_dot))
        return v_dot[model.nv - joints(model) :]

    return evaluate


def joints(model: pin.Model) -> int:
    """How many joints turn about an axis: all but a floating base, which is the first."""
    return model.njoints - 1 - (model.nq > model.nv)


def generated(model: Model, folder: Path, names: list[str], state: Mapping[str, float], load: float) -> Evaluate:
    """Our derivative in a C loop; `names` are the joints in Pinocchio's order."""
    problem = compile_model(model)
    (call,) = problem.derivative
    functions = generate_functions(problem)
    (folder / "functions.c").write_bytes(functions.source)
    (folder / "loop.c").write_text(LOOP)
    library = compiled((*ZIG, "cc"), folder / "loop.c", (*(o for o in OPTIONS if "visibility" not in o), *(f"-I{path}" for path in INCLUDED), "-lm"))
    buffers = {slot: np.zeros(size) for slot, size in problem.sizes.items()}
    buffers["x"][:] = [state.get(name.split(".", 1)[1], 0.0) for name in problem.state_names]
    buffers["u"][:] = load
    pointers = [(ctypes.c_void_p * len(refs))(*(r.view(buffers).ctypes.data for r in refs)) for refs in (call.arguments, call.results)]
    work = np.zeros(functions.w)
    order = [problem.state_names.index(f"{name}.w") for name in names]

    def evaluate(count: int) -> np.ndarray:
        library.loop(count, *pointers, address(work))
        return buffers["x_dot"][order]

    return evaluate


def of_mujoco(model: pin.Model, q: np.ndarray, v: np.ndarray, tau: np.ndarray) -> Evaluate:
    """mj_forward of the same mechanism, without geometry."""
    spec = mujoco.MjSpec()
    bodies = [spec.worldbody]
    for k in range(1, model.njoints):
        joint, placement, inertia = model.joints[k].extract(), model.jointPlacements[k], model.inertias[k]
        body = bodies[model.parents[k]].add_body(pos=placement.translation, quat=np.roll(pin.Quaternion(placement.rotation).coeffs(), 1))
        I = inertia.inertia
        body.explicitinertial, body.mass, body.ipos = True, inertia.mass, inertia.lever
        body.fullinertia = [I[0, 0], I[1, 1], I[2, 2], I[0, 1], I[0, 2], I[1, 2]]
        kind = KINDS[joint.shortname()]
        if kind:
            body.add_joint(type=mujoco.mjtJoint.mjJNT_HINGE, axis=np.array(joint.axis) if kind == 4 else np.eye(3)[kind - 1])
        else:
            body.add_freejoint()
        bodies.append(body)
    compiled_model = spec.compile()
    compiled_model.opt.gravity[:] = model.gravity.linear
    data = mujoco.MjData(compiled_model)
    free = model.nq > model.nv
    data.qpos[:] = np.r_[q[:3], q[6], q[3:6], q[7:]] if free else q
    data.qvel[:], data.qfrc_applied[:] = v, tau

    def evaluate(count: int) -> np.ndarray:
        for _ in range(count):
            mujoco.mj_forward(compiled_model, data)
        return data.qacc[model.nv - joints(model) :]

    return evaluate


def measure(name: str, model: Model, other: pin.Model, library: ctypes.CDLL, repetitions: int) -> dict:
    """Medians in microseconds; at rest where the base floats (our humanoid has friction in its joints), else with speeds."""
    free = other.nq > other.nv
    speed, load = (0.0 if free else 0.1), 0.2
    q, v = pin.neutral(other), np.full(other.nv, speed)
    tau = np.r_[np.zeros(other.nv - joints(other)), np.full(joints(other), load)]
    names = list(other.names)[-joints(other) :]
    state = {"w": speed, "Q[4]": 1.0}
    with tempfile.TemporaryDirectory() as folder:
        ours = generated(model, Path(folder), names, state, load)
        evaluations = of_pinocchio(library, other, q, v, tau), ours, of_mujoco(other, q, v, tau)
        found = [evaluate(1).copy() for evaluate in evaluations]
        scale = abs(found[0]).max()
        errors = [float(abs(a - found[0]).max() / scale) for a in found[1:]]
        if not max(errors) < SAME * (1e3 if len(names) >= LONG else 1.0):
            sys.exit(f"{name}: accelerations differ from Pinocchio's by {errors[0]:.1e} (ours), {errors[1]:.1e} (MuJoCo) of the largest")
        counts = [max(1, int(BUDGET / max(mean_time(lambda e=e: e(1), 3), 1e-6))) for e in evaluations]
        times = [[mean_time(lambda e=e, n=n: e(n), 1) / n for e, n in zip(evaluations, counts)] for _ in range(repetitions)]
    pinocchio, own, of = (float(t) * 1e6 for t in np.median(times, axis=0))
    return {"name": name, "joints": len(names), "pinocchio": pinocchio, "generated": own, "mujoco": of, "error": errors[0]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print numbers for programs, times in microseconds")
    parser.add_argument("--long", action="store_true", help=f"a chain of {LONG} links, too")
    parser.add_argument("--repetitions", type=int, default=9, help="medians are over so many (default: 9)")
    options = parser.parse_args()
    library = pinocchio_library()
    lengths = (*CHAINS, LONG) if options.long else CHAINS
    mechanisms = {f"{kind} chain of {n}": chain(n, kind == "aligned") for n in lengths for kind in ("random", "aligned")}
    if robot := humanoid():
        mechanisms["humanoid"] = robot
    measured = []
    for name, pair in mechanisms.items():
        m = measure(name, *pair, library, options.repetitions)
        measured.append(m)
        if not options.json:
            ours, of = (f"{m[k]:>10.2f} us ={m[k] / m['pinocchio']:>6.2f} x" for k in ("generated", "mujoco"))
            print(f"{name:<22}Pinocchio{m['pinocchio']:>9.2f} us   generated{ours}   MuJoCo{of}   error {m['error']:.0e}", flush=True)
    if options.json:
        print(json.dumps(measured, indent=2))


if __name__ == "__main__":
    main()
