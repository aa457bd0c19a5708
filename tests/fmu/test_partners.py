"""The partners of mechanisms as FMUs of every kind: FMPy runs each over an input that steps, as `simulate` does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import fmpy
import numpy as np
import pytest

from mbfmu import (
    Abs,
    Accumulator,
    BlockModel,
    BushingBlock,
    CheckValve,
    CounterbalanceValve,
    CruiseController,
    DongesDriver,
    DoubleActingCylinder,
    DoubleLaneChange,
    DrivenSingleTrack,
    ElectricDrive,
    Engine,
    Esc,
    HydraulicCylinder,
    HydraulicLine,
    HydraulicVolume,
    LaneController,
    Pid,
    PilotCheckValve,
    PreviewDriver,
    Pump,
    ReliefValve,
    SampledPid,
    ServoValve,
    ShiftProgram,
    SingleTrack,
    SpringDamper,
    Step,
    Tank,
    TydexC,
    build_fmu,
    build_native,
    build_portable,
    compile_problem,
    kalman,
    lqr,
    simulate,
)
from mbfmu.model import blocks
from mbfmu.model.blocks import Block
from mbfmu.problem.data.problem import Problem
from tests.analysis.linear.test_lqr import double_integrator
from tests.fmus.test_native import whole_arrays
from tests.tolerances import FMU_INTEGRATION, ROUNDOFF

AT, STOP, INTERVAL, RTOL = 0.1, 0.2, 5e-3, 1e-10  # s: the input steps at a communication point


@dataclass(frozen=True)
class Partner:
    """A block, the input that steps from one number to another, and what its other inputs are."""

    block: Callable[[], Block]
    stepping: str
    before: float
    after: float
    others: dict[str, float] = field(default_factory=dict)


MOVING = {"velocity[1]": 15.0, "velocity[2]": 0.3}
SEEN = {"offset": 0.2, "heading_error": 0.05, "curvature": 0.01}
PRESSURES = {"p_P": 210e5, "p_T": 1e5, "p_A": 120e5, "p_B": 60e5}
PARTNERS = {
    "pid": Partner(lambda: Pid("m"), "set_point", 0.2, 0.5, {"measurement": 0.1}),
    "sampled_pid": Partner(lambda: SampledPid(period=0.03, offset=0.007), "set_point", 0.2, 0.5, {"measurement": 0.1}),
    "state_feedback": Partner(lambda: lqr(double_integrator(), [1.0, 1.0], [1.0]), "s", 0.1, 0.2, {"v": 0.5}),
    "kalman_filter": Partner(lambda: kalman(double_integrator(), [0.0, 4.0], [1.0]), "position", 0.1, 0.2, {"f": 2.0}),
    "shift_program": Partner(lambda: ShiftProgram(offset=2e-3, T_shift=0.3), "shaft_speed", 20.0, 60.0, {"accelerator": 0.4, "engine_speed": 300.0}),
    "abs": Partner(lambda: Abs(offset=2e-3), "w", 90.0, 70.0, {"demand": 900.0, "v": 28.0}),
    "esc": Partner(lambda: Esc(offset=2e-3), "steer", 0.02, -0.05, {"v": 25.0, "turning[3]": 0.1, "demand_FL": 300.0}),
    "cruise_controller": Partner(CruiseController, "v_set", 16.0, 12.0, {**MOVING, "position_ahead[1]": 25.0, "velocity_ahead[1]": 14.0}),
    "lane_controller": Partner(LaneController, "offset", 0.1, -0.1, {**MOVING, "turning[3]": 0.05, "heading_error": 0.05, "curvature": 0.01}),
    "donges_driver": Partner(DongesDriver, "curvature_ahead", 0.01, -0.01, {**MOVING, **SEEN, "turning[3]": 0.05}),
    "preview_driver": Partner(PreviewDriver, "aim", 0.05, -0.02),
    "double_lane_change": Partner(DoubleLaneChange, "yaw", 0.05, 0.1, {"position[1]": 25.0, "velocity[1]": 15.0}),
    "engine": Partner(Engine, "throttle", 0.2, 0.8, {"ratio": 8.0, "shaft.w": 15.0}),
    "servo_valve": Partner(ServoValve, "command", 0.5, -0.3, PRESSURES),
    "pump": Partner(Pump, "p", 120e5, 209e5, {"p_set": 210e5, "shaft.w": 100.0}),
    "accumulator": Partner(Accumulator, "Q_in", 1e-4, -2e-4),
    "hydraulic_line": Partner(HydraulicLine, "Q_a", 1e-4, -2e-4, {"Q_b": 5e-5}),
    "hydraulic_volume": Partner(HydraulicVolume, "Q_in.a", 1e-4, -2e-4, {"Q_out.b": 5e-5}),
    "tank": Partner(Tank, "heat.a", 1e3, -2e3, {"Q_in.a": 1e-4}),
    "check_valve": Partner(CheckValve, "p_a", 1.2e5, 2e5),
    "relief_valve": Partner(ReliefValve, "p_a", 240e5, 253e5),
    "pilot_check_valve": Partner(PilotCheckValve, "p_pilot", 10e5, 51.5e5, {"p_b": 150e5}),
    "counterbalance_valve": Partner(CounterbalanceValve, "p_pilot", 10e5, 14e5, {"p_b": 150e5}),
    "hydraulic_cylinder": Partner(HydraulicCylinder, "command", 0.2, -0.2, {"rod.s": 0.2}),
    "double_acting_cylinder": Partner(DoubleActingCylinder, "Q_A", 1e-5, -1e-5, {"Q_B": 1e-6, "rod.s": 0.2}),
    "bushing": Partner(lambda: BushingBlock(c=[1e5, 2e5, 3e5], c_phi=[1e3] * 3), "frame_b.pos.x", 1e-3, 2e-3, {"frame_b.rot.e1": 0.02}),
    "spring_damper": Partner(SpringDamper, "ends.s", 0.5, 0.6, {"ends.v": 0.1}),
    "electric_drive": Partner(lambda: ElectricDrive(i_d_start=20.0), "torque", 10.0, -5.0, {"shaft.w": 60.0}),
    "single_track": Partner(SingleTrack, "steer", 0.02, -0.01),
    "driven_single_track": Partner(DrivenSingleTrack, "steer_rate", 0.05, -0.05, {"a": -2.0}),
    "tydex_c": Partner(TydexC, "force_C.z", 3e3, 4e3, {"hub.rot.e1": 0.02}),
}
QUICK = ("cruise_controller", "kalman_filter")
KINDS = {"portable 3": (build_portable, 3), "portable 2": (build_portable, 2), "native 3": (build_native, 3), "native 2": (build_native, 2)}
INTERFACES = {name: ("CoSimulation", "ModelExchange") for name in KINDS} | {"interpreted 2": ("CoSimulation",)}
CASES = [
    pytest.param(name, kind, marks=() if name in QUICK and kind == "portable 3" else pytest.mark.slow) for name in PARTNERS for kind in INTERFACES
]


def test_every_block_is_here():
    kinds = {kind for name in blocks.__all__ if issubclass(kind := getattr(blocks, name), Block)} - {Block}
    assert kinds <= {type(partner.block()) for partner in PARTNERS.values()}


@pytest.mark.parametrize(("name", "kind"), CASES)
def test_it_gives_what_simulate_gives(tmp_path: Path, name: str, kind: str) -> None:
    partner = PARTNERS[name]
    problem = compile_problem(BlockModel("Partner", partner.block()))
    build, *version = KINDS.get(kind, (build_fmu,))
    fmu = build(problem, tmp_path, *version)
    step = Step(at=0.0, height=partner.before) + Step(at=AT, height=partner.after - partner.before)
    wanted = simulate(problem, STOP, INTERVAL, inputs={**partner.others, partner.stepping: step}, rtol=RTOL)
    for interface in INTERFACES[kind]:
        found = ran(fmu, interface, problem, partner)
        rows = np.rint(found["time"] / INTERVAL).astype(int)
        assert len(set(rows)) == len(wanted)
        for output in wanted.dtype.names[1:]:
            apart = rows != round(AT / INTERVAL)  # there one tool shows what is before the step, another what is behind it
            close = max(FMU_INTEGRATION * np.abs(wanted[output]).max(), ROUNDOFF)
            assert shown(found, output)[apart] == pytest.approx(wanted[output][rows][apart], abs=close), (interface, output)


def ran(fmu: Path, interface: str, problem: Problem, partner: Partner) -> np.ndarray:
    """A run in FMPy."""
    values: dict[str, object] = dict(partner.others)
    if fmpy.read_model_description(str(fmu)).fmiVersion.startswith("3"):
        values = whole_arrays(values, {v.name: (v.shape, v.start) for v in problem.variables if v.shape})
    steps = [(0.0, partner.before), (AT, partner.before), (AT, partner.after), (STOP, partner.after)]
    given = np.array(steps, dtype=[("time", float), (partner.stepping, float)])
    tolerance = {"relative_tolerance": RTOL, "output_interval": INTERVAL, "record_events": False}
    return fmpy.simulate_fmu(str(fmu), fmi_type=interface, stop_time=STOP, start_values=values, input=given, **tolerance)


def shown(found: np.ndarray, output: str) -> np.ndarray:
    """A column by the name of a single number, which FMI 3 has in an array."""
    name, _, index = output.partition("[")
    if output in found.dtype.names or not index:
        return found[output]
    return found[name][(slice(None), *(int(i) - 1 for i in index.rstrip("]").split(",")))]
