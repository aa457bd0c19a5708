"""vehicle_of: any car of ours, or an FMU with the same variables, as a Vehicle."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from math import inf, isfinite
from pathlib import Path

import numpy as np

from ...base.errors import MbfmuError, ProblemsFound
from ...base.nearest import listed, nearest
from ...problem.compile import Declared, compile_problem
from ...runs.subject import fmu_or_declared
from .car_variables import CarVariable, CarVariables, variables_of
from .channels import CHANNELS, known_outputs
from .drive import Demand, drive
from .drivers import steering_by
from .shifting import refuse_open_gearbox, with_shift_program
from .vehicle import ACTUATORS, CRUISE, SLOW, Actuator, Handling, Vehicle, named
from .wheelbase import axles_of

SPEEDS = ("speed", "v_start", "v")  # names that the parameter of the speed at the start has
CRAWL = (4.0, 8.0)  # m/s: speeds at which steering is measured, from which the limit at a standstill follows
SMALL = 1e-3  # in the steering's own unit: so little that every car stays linear
SETTLED, SPAN = 2.5, 4.0  # s: from when and until when driving and braking are measured
TRIED = {"m/s2": 1.0, "N.m": 100.0, "N": 500.0}  # by unit, the input with which they are measured
TRIED_OTHERWISE = 0.1  # of a pedal
GENTLE = 0.4  # of what a pedal needs at a crawl: in low gears a driveline swings back and forth under a foot that follows at once


def vehicle_of(
    car: Declared,
    wheelbase: float | None = None,
    steering_ratio: float | None = None,
    brake_balance: float = 0.65,
    width: float = 1.8,
    length: float = 4.5,
    names: Mapping[str, str] | None = None,
    values: Mapping[str, float] | None = None,
) -> Vehicle:
    """Make a car ready for manoeuvres: a Model, a BlockModel, a Problem, or the path of a MODEL.py or of an FMU.

    If `wheelbase` [m] is not given, it is that of the parameters l_f and l_r of a block, of the wheels of a Model with two axles, or of tires called
    tire_FL, tire_FR, tire_RL and tire_RR in the pictures of an FMU of ours. Inputs and outputs are found by name: those of `car_model`,
    `SingleTrack` and `DrivenSingleTrack`. For other names, `names` gives the variable for "speed", "steering", "drive", "brake", "gust" and for
    channels such as "a_y". `steering_ratio` is the steering input for each radian of the front wheels to the left, with its sign; by default, short
    runs measure it. `brake_balance` is the front share of the brake torques. `width` and `length` [m] are those of the body. `values` are start
    values of parameters.

    Raises ProblemsFound that names what cannot be found, and MbfmuError for a car that does not answer to its steering.
    """
    given = fmu_or_declared(car)
    subject = given if isinstance(given, Path) else with_shift_program(compile_problem(given))
    own = variables_of(subject)
    variables, stated, values = own.variables, dict(names or {}), dict(values or {})
    found = _inputs(own.names("input"), stated)
    speed = stated.get("speed") or next(filter(None, (named(name, own.names("parameter")) for name in SPEEDS)), "")
    axles = axles_of(given) if wheelbase is None else []
    base = wheelbase if wheelbase is not None else _wheelbase(variables, values, axles)
    _refuse(own, found, speed, base, axles, stated)
    _refuse_numbers(steering_ratio, brake_balance, width, length)
    assert base is not None
    steering = Actuator({found["steering"]: 1.0}, rate=found["steering"].endswith("_rate"))
    bare = Vehicle(
        name=own.name,
        subject=subject,
        speed=speed,
        outputs=known_outputs(own.names("output"), {name: output for name, output in stated.items() if name in CHANNELS}),
        steering=steering,
        wheelbase=base,
        width=width,
        length=length,
        steering_unit=variables[found["steering"]].unit,
        values=values,
    )
    actuators = _driven(bare, variables, found, brake_balance)
    gust = Actuator({found["gust"]: 1.0}) if "gust" in found else None
    driven = replace(bare, drive=actuators.get("drive"), brake=actuators.get("brake"), gust=gust)
    handling = measured_handling(driven)
    return replace(driven, handling=handling if steering_ratio is None else replace(handling, ratio=steering_ratio))


def measured_handling(vehicle: Vehicle) -> Handling:
    """How a car steers, by runs with a small steady steering input to either side, whose difference is free of what its road does.

    The input by path curvature grows with the square of the speed, which gives its limit at a crawl. Raises MbfmuError for a car that stays straight.
    """
    turns = np.array([_half_the_difference(_turning(vehicle, speed, SMALL), _turning(vehicle, speed, -SMALL)) for speed in CRAWL])
    curvatures, angles = turns.T
    if not np.abs(curvatures).min() > 1e-9:
        (steering,) = vehicle.steering.inputs
        raise MbfmuError(f"{vehicle.name} stays straight where {steering} is {SMALL} {vehicle.steering_unit}: is it the steering?")
    inputs, ahead = SMALL / curvatures, angles / curvatures
    slow, fast = (speed**2 for speed in CRAWL)
    at_rest, places = ((few[0] * fast - few[1] * slow) / (fast - slow) for few in (inputs, ahead))
    slowness = (inputs[1] / inputs[0] - 1.0) / (fast - slow * inputs[1] / inputs[0])
    return Handling(ratio=float(at_rest / vehicle.wheelbase), slowness=float(slowness), ahead=float(places))


def _turning(vehicle: Vehicle, speed: float, steering: float) -> tuple[float, float]:
    """The path curvature [1/m] of a steady turn, and the angle [rad] of the position's way against the car."""
    raw = replace(vehicle, handling=Handling(1.0, 0.0, 0.0))
    run = drive(raw, speed, steering_by(raw, speed, lambda t: steering * min(1.0, 2.0 * t)), 4.0)
    last = (run.time > 3.5)[:-1]
    course = np.unwrap(np.arctan2(np.gradient(run["y"], run.time), np.gradient(run["x"], run.time)))
    return float(np.mean((run["yaw_rate"] / run["v"])[:-1][last])), float(np.mean((course - run["yaw"])[:-1][last]))


def _half_the_difference(left: tuple[float, float], right: tuple[float, float]) -> np.ndarray:
    return 0.5 * np.subtract(left, right)


def _driven(vehicle: Vehicle, variables: Mapping[str, CarVariable], found: Mapping[str, str], balance: float) -> dict[str, Actuator]:
    """Its drive and its brakes, with how strongly they accelerate it."""
    kinds: dict[str, dict[str, float]] = {}
    if "drive" in found:
        kinds["drive"] = {found["drive"]: 1.0}
        if variables[found["drive"]].unit == "m/s2":
            kinds["brake"] = {found["drive"]: -1.0}
    if "brake" in found:
        kinds["brake"] = {found["brake"]: 1.0}
        if found["brake"].endswith("_FL"):
            stem = found["brake"][:-2]
            kinds["brake"] = {f"{stem}{corner}": balance if corner[0] == "F" else 1.0 - balance for corner in ("FL", "FR", "RL", "RR")}
    coasting = {speed: _gained(vehicle, Actuator({}), speed) for speed in (SLOW, CRUISE)} if kinds else {}
    actuators = {}
    for kind, inputs in kinds.items():
        tried = TRIED.get(variables[next(iter(inputs))].unit, TRIED_OTHERWISE)
        pedal, pushed = tried == TRIED_OTHERWISE, Actuator({name: tried * weight for name, weight in inputs.items()})
        gained = {speed: abs(_gained(vehicle, pushed, speed) - coasting[speed]) for speed in ((SLOW, CRUISE) if pedal else (CRUISE,))}
        if min(gained.values()) < 1e-9:
            raise MbfmuError(f"{vehicle.name} does not answer to {', '.join(inputs)}: give --variable {kind}=INPUT, or names={{{kind!r}: INPUT}}")
        slow_gain = GENTLE * tried / gained[SLOW] if pedal else None
        actuators[kind] = Actuator(inputs, tried / gained[CRUISE], largest=1.0 if pedal else inf, slow_gain=slow_gain)
    return actuators


def _gained(vehicle: Vehicle, pushed: Actuator, speed: float) -> float:
    """The mean acceleration [m/s2] of a car that is pushed all the time, when it has settled on its road."""
    run = drive(replace(vehicle, drive=pushed), speed, lambda t, seen: Demand(drive=1.0), SPAN)
    return (run.at("v_x", run.time[-1]) - run.at("v_x", SETTLED)) / (float(run.time[-1]) - SETTLED)


def _inputs(inputs: Collection[str], stated: Mapping[str, str]) -> dict[str, str]:
    known = {part: next(filter(None, (named(name, inputs) for name in names)), "") for part, names in ACTUATORS.items()}
    known |= {part: stated[part] for part in ACTUATORS if part in stated}
    return {part: name for part, name in known.items() if name}


def _wheelbase(variables: Mapping[str, CarVariable], values: Mapping[str, float], axles: Sequence[float]) -> float | None:
    lengths = [values.get(name, variables[name].start if name in variables else None) for name in ("l_f", "l_r")]
    if None not in lengths:
        return float(sum(lengths))  # type: ignore[arg-type]
    return axles[1] - axles[0] if len(axles) == 2 else None


def _refuse(
    own: CarVariables,
    found: Mapping[str, str],
    speed: str,
    wheelbase: float | None,
    axles: Sequence[float],
    stated: Mapping[str, str],
) -> None:
    known = {*ACTUATORS, *CHANNELS, "speed"}
    variables, inputs = own.variables, own.names("input")
    wrong = [f"{part!r} is nothing that a car has{nearest(part, known)}: there is {', '.join(sorted(known))}" for part in stated if part not in known]
    wrong += refuse_open_gearbox(inputs)
    wrong += [f"names[{part!r}]: it has no variable {name!r}{nearest(name, variables)}" for part, name in stated.items() if name not in variables]
    if "steering" not in found:
        there = listed(sorted(inputs)) or "none"
        called = " or ".join(ACTUATORS["steering"])
        wrong.append(f"no input is called {called}; its inputs are {there}: give --variable steering=INPUT, or names={{'steering': INPUT}}")
    if not speed:
        how = "give --variable speed=PARAMETER, or names={'speed': PARAMETER}"
        wrong.append(f"no parameter is called {' or '.join(SPEEDS)}, the speed at the start: {how}")
    if wheelbase is None:
        there = f"its wheels stand on {len(axles)} axles, at x = {', '.join(f'{x:.3g} m' for x in axles)}" if axles else "its wheelbase is not known"
        wrong.append(f"{there}: give wheelbase (--wheelbase), in m")
    elif not 0.1 < wheelbase < 30.0:
        wrong.append(f"a wheelbase of {wheelbase!r} m is that of no car: give it in m")
    if wrong:
        raise ProblemsFound("this car cannot be driven yet:", wrong)


def _refuse_numbers(ratio: float | None, balance: float, width: float, length: float) -> None:
    wrong = []
    if ratio is not None and not (isfinite(ratio) and ratio):
        wrong.append(f"steering_ratio = {ratio!r} must be finite and not 0: leave it out, and it is measured")
    if not 0.0 <= balance <= 1.0:
        wrong.append(f"brake_balance = {balance!r} must be from 0 to 1: the front axle's share of the brake torques")
    for what, size in (("width", width), ("length", length)):
        if not 0.0 < size < 30.0:
            wrong.append(f"a {what} of {size!r} m is that of no car: give it in m")
    if wrong:
        raise ProblemsFound("what is stated of this car cannot be:", wrong)
