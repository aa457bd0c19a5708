"""The reference of functions, classes and templates: how each is called, and its docstring."""

import inspect
import re
import textwrap
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

LISTED: Mapping[str, Mapping[str, tuple[str, ...]]] = {  # page -> heading -> names, with `()` if only mbfmu makes them, and their members
    "functions": {
        "Models": (
            "mbfmu.Model: add, parameter, expose",
            "mbfmu.BlockModel",
            "mbfmu.TranslationalPort",
            "mbfmu.RotationalPort",
            "mbfmu.HubPort",
            "mbfmu.from_roll_pitch_yaw",
            "mbfmu.tire_from_file",
            "mbfmu.tire_block",
            "mbfmu.read_crg",
            "mbfmu.hertz_stiffness",
        ),
        "Beams and their sections": (
            "mbfmu.beam",
            "mbfmu.Beam(): tip",
            "mbfmu.Material: of_moduli",
            "mbfmu.RectangleSection: stiffness, strength",
            "mbfmu.BoxSection",
            "mbfmu.CircleSection",
            "mbfmu.TubeSection",
            "mbfmu.ISection",
            "mbfmu.GeneralSection",
            "mbfmu.Fibre",
        ),
        "Data of flexible bodies": (
            "mbfmu.beam_data",
            "mbfmu.solid_data",
            "mbfmu.shell_data",
            "mbfmu.SurfaceMesh",
            "mbfmu.matrix_data",
            "mbfmu.read_abaqus",
            "mbfmu.read_ansys",
            "mbfmu.read_nastran",
            "mbfmu.read_matrix_market",
            "mbfmu.read_sid",
            "mbfmu.write_sid",
            "mbfmu.read_elastic",
            "mbfmu.mass_properties",
        ),
        "Compile and simulate": (
            "mbfmu.compile_problem",
            "mbfmu.connect",
            "mbfmu.simulate",
            "mbfmu.sweep",
            "mbfmu.study",
            "mbfmu.open",
            "mbfmu.analysis.simulate.run.Run(): set, get, step, time, outputs, states, reset, save, restore",
        ),
        "Postures": ("mbfmu.Posture: all",),
        "Inverse dynamics": ("mbfmu.inverse_dynamics", "mbfmu.inverse"),
        "Static equilibrium and steady motion": ("mbfmu.equilibrium", "mbfmu.steady_motion", "mbfmu.Equilibrium()", "mbfmu.view.plot_loads"),
        "Linearize": (
            "mbfmu.linearize",
            "mbfmu.Linearization(): modes, second_order, frequency_response, shaped, covariance, covariance_at, spectral_density, to_control, save",
            "mbfmu.Mode(): frequency, undamped, damping",
            "mbfmu.SecondOrder(): verdict, words",
            "mbfmu.modes_near",
            "mbfmu.FrequencyResponse(): of, unit, save",
            "mbfmu.view.plot_response",
            "mbfmu.Covariance(): deviation",
            "mbfmu.SpectralDensity(): of",
        ),
        "Root loci": (
            "mbfmu.root_locus",
            "mbfmu.RootLocus(): frequencies, crossings, resonances, system, save",
            "mbfmu.Crossing()",
            "mbfmu.view.plot_locus",
            "mbfmu.view.plot_campbell",
        ),
        "Large motions": (
            "mbfmu.lyapunov_exponents",
            "mbfmu.LyapunovExponents(): dimension",
            "mbfmu.transition_matrix",
            "mbfmu.TransitionMatrix(): multipliers",
            "mbfmu.periodic_orbit",
            "mbfmu.PeriodicOrbit(): exponents, stability",
            "mbfmu.continuation",
            "mbfmu.Branch(): special, values, column",
            "mbfmu.BranchPoint(): stable",
            "mbfmu.poincare_section",
            "mbfmu.power_spectrum",
            "mbfmu.PowerSpectrum()",
            "mbfmu.view.plot_exponents",
            "mbfmu.view.plot_section",
            "mbfmu.view.plot_phase",
            "mbfmu.view.plot_spectrum",
            "mbfmu.view.plot_branch",
        ),
        "Impacts": (
            "mbfmu.restitution",
            "mbfmu.Restitution(): table",
            "mbfmu.view.plot_restitution",
            "mbfmu.impact_sound",
            "mbfmu.Sound(): peak, write",
        ),
        "Strength": (
            "mbfmu.damage",
            "mbfmu.Damage(): life",
            "mbfmu.SNCurve: amplitudes, damages",
            "mbfmu.rainflow",
            "mbfmu.Cycles()",
            "mbfmu.worst_places",
            "mbfmu.stress_histories",
            "mbfmu.signed_von_mises",
            "mbfmu.view.plot_ranges",
        ),
        "Fit and optimize": (
            "mbfmu.fit",
            "mbfmu.Fit(): values, numbers",
            "mbfmu.Estimate()",
            "mbfmu.Experiment",
            "mbfmu.MeasuredResponse",
            "mbfmu.optimize",
            "mbfmu.Optimum(): numbers",
            "mbfmu.LoadCase",
            "mbfmu.VibrationCase",
        ),
        "Signals": ("mbfmu.Step", "mbfmu.Ramp", "mbfmu.Sine", "mbfmu.Chirp", "mbfmu.Pulse", "mbfmu.Table: from_csv", "mbfmu.Held", "mbfmu.Noise"),
        "Controllers and filters of linear systems": ("mbfmu.lqr", "mbfmu.kalman", "mbfmu.lane_controller"),
        "Results on disk": ("mbfmu.read_result", "mbfmu.write_result", "mbfmu.result_writer"),
        "Lookup tables": ("mbfmu.LookupTable", "mbfmu.TableParameter", "mbfmu.read_table"),
        "Build FMUs": ("mbfmu.build_fmu", "mbfmu.build_portable", "mbfmu.build_native"),
        "See it move": (
            "mbfmu.view.view_model",
            "mbfmu.view.view_start",
            "mbfmu.view.view_fmu",
            "mbfmu.view.view_fmu_start",
            "mbfmu.view.view_system",
            "mbfmu.view.view_result",
            "mbfmu.view.view_modes",
            "mbfmu.view.read_motion",
        ),
        "Functions for your own equations": (
            "mbfmu.switch",
            "mbfmu.where",
            "mbfmu.kernel",
            "mbfmu.Parameter",
            "mbfmu.Input",
            "mbfmu.Output",
            "mbfmu.State",
            "mbfmu.Discrete",
            "mbfmu.Frame",
            "mbfmu.Record",
            "mbfmu.MbfmuError",
        ),
        "Types of variables": ("mbfmu.Real()", "mbfmu.Integer()", "mbfmu.Boolean()", "mbfmu.Enumeration", "mbfmu.String()"),
        "Systems of FMUs": (
            "mbfmu.cosim.Component",
            "mbfmu.cosim.System",
            "mbfmu.cosim.simulate_system",
            "mbfmu.cosim.simulate_fmu",
            "mbfmu.cosim.open_system",
            "mbfmu.cosim.write_system",
            "mbfmu.cosim.advice.advise",
            "mbfmu.cosim.advice.Advice: all",
            "mbfmu.cosim.advice.Way",
            "mbfmu.cosim.check_system",
        ),
    },
    "vehicles": {
        "Data that templates share": (
            "mbfmu.model.vehicles.Sided(): mirrored",
            "mbfmu.model.vehicles.Point: r, to, distance",
            "mbfmu.model.vehicles.Mass: body",
            "mbfmu.model.vehicles.SuspensionSpring: add, compression",
            "mbfmu.model.vehicles.Stop",
            "mbfmu.model.vehicles.Wheel: add",
            "mbfmu.model.vehicles.Bush: add",
            "mbfmu.model.vehicles.BushCurves",
            "mbfmu.model.vehicles.PivotBushes",
            "mbfmu.model.vehicles.Corner()",
        ),
        "Suspensions": (
            "mbfmu.model.vehicles.Suspension(): axle",
            "mbfmu.model.vehicles.McPherson: add",
            "mbfmu.model.vehicles.StrutMount",
            "mbfmu.model.vehicles.DoubleWishbone: add",
            "mbfmu.model.vehicles.FiveLink: add",
            "mbfmu.model.vehicles.Link",
            "mbfmu.model.vehicles.SemiTrailingArm: add",
            "mbfmu.model.vehicles.SolidAxle: add",
            "mbfmu.model.vehicles.TwistBeam: add",
            "mbfmu.model.vehicles.Axle()",
        ),
        "Steering, anti-roll bar, drivetrain": (
            "mbfmu.model.vehicles.RackSteering: add",
            "mbfmu.model.vehicles.SteeringWheel: add",
            "mbfmu.model.vehicles.Steering()",
            "mbfmu.model.vehicles.AntiRollBar: add",
            "mbfmu.model.vehicles.LinkBushes",
            "mbfmu.model.vehicles.Bar()",
            "mbfmu.model.vehicles.Drivetrain: add",
            "mbfmu.model.vehicles.Drive(): input",
            "mbfmu.model.vehicles.AllWheelDrive: add",
            "mbfmu.model.vehicles.CentreDrive(): input",
            "mbfmu.model.vehicles.CombustionDrive: add",
            "mbfmu.model.vehicles.TorqueConverter",
            "mbfmu.model.vehicles.ElectricAxle: add",
            "mbfmu.model.vehicles.PoweredDrive()",
            "mbfmu.model.vehicles.LimitedSlip",
            "mbfmu.model.vehicles.ClutchPack: slip",
            "mbfmu.model.vehicles.Locked",
        ),
        "Tires with belts": (
            "mbfmu.model.vehicles.rigid_ring_tire",
            "mbfmu.model.vehicles.RigidRing: add",
            "mbfmu.model.vehicles.BeltMode: stiffness, damping",
            "mbfmu.model.vehicles.Ring(): start",
        ),
        "A whole car": (
            "mbfmu.model.vehicles.FullCar: add",
            "mbfmu.model.vehicles.Car(): corners, roll",
            "mbfmu.model.vehicles.car_model",
            "mbfmu.at_ride_height",
            "mbfmu.model.vehicles.mid_size_tire",
            "mbfmu.model.vehicles.mid_size_linear_tire",
            "mbfmu.model.vehicles.mid_size_air",
        ),
        "Kinematics and compliance rig": (
            "mbfmu.kinematics_rig",
            "mbfmu.RigResult(): middle, rows, diagrams",
            "mbfmu.proving_ground.rig.rig_result.support",
            "mbfmu.view.plot_rig",
            "mbfmu.view.rig_page",
        ),
    },
}
TOP = "mbfmu"
WIDTH = 84  # of a call: lines that fit the page
PLAIN = (bool, int, float, str, type(None), tuple)  # defaults that are shown
DOCTEST = re.compile(r"^>>> .*?(?=\n\n|\Z)", re.S | re.M)
TAG = re.compile(r"(`[^`]*`)|<")


def functions(page: str) -> str:
    """The sections of a page."""
    return "\n\n".join(f"## {heading}\n\n" + "\n\n".join(map(_entry, names)) for heading, names in LISTED[page].items())


def _entry(listed: str) -> str:
    """One function or class, and the members that its page shows."""
    name, _, members = listed.partition(": ")
    path, made_by_mbfmu = name.removesuffix("()"), name.endswith("()")
    module, _, last = path.rpartition(".")
    found = getattr(import_module(module), last)
    title = last if module == TOP else path  # names outside the top are imported from where they are
    call = [] if made_by_mbfmu or not callable(found) else _call(last, found)
    shown = _all(found) if members == "all" else members.split(", ") if members else []
    return "\n\n".join([f"### `{title}`", *call, _prose(found), *(_member(found, member) for member in shown)])


def _all(found: type) -> list[str]:
    """The public members of a class that have a docstring."""
    return [name for name, member in vars(found).items() if not name.startswith("_") and inspect.getdoc(member)]


def _member(of: type, name: str) -> str:
    member = inspect.getattr_static(of, name)
    kind = getattr(member, "__func__", member)  # of class methods
    called = f"`.{name}{_arguments(kind)}`" if inspect.isfunction(kind) else f"`.{name}`"
    first, *rest = _prose(kind).split("\n\n")
    return "\n\n".join([f"- **{called}** {first}", *rest]).replace("\n", "\n  ").replace("\n  \n", "\n\n")


def _call(name: str, found: Callable[..., Any]) -> list[str]:
    try:
        called = f"{name}{_arguments(found)}"
    except ValueError:  # of a class of Python's own
        return []
    return [f"```python\n{textwrap.fill(called, WIDTH, subsequent_indent=' ' * (len(name) + 1), break_long_words=False)}\n```"]


def _arguments(of: Callable[..., Any]) -> str:
    """The arguments without annotations: the docstring says what they are, with their units."""
    given = [
        p.replace(annotation=p.empty, default=_default(p.default)) for p in inspect.signature(of).parameters.values() if p.name not in ("self", "cls")
    ]
    return str(inspect.Signature(given))


class _Shown:
    """A default that is no short literal."""

    def __repr__(self) -> str:
        return "..."


def _default(default: Any) -> Any:
    return default if default is inspect.Parameter.empty or isinstance(default, PLAIN) else _Shown()


def _prose(found: Any) -> str:
    """The docstring as Markdown."""
    text = inspect.getdoc(found) or ""
    fenced = DOCTEST.sub(lambda session: f"```python\n{session[0]}\n```", text)
    return TAG.sub(lambda match: match[1] or r"\<", fenced)
