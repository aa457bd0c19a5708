"""Checks of a System before it runs: all problems at once, and warnings."""

from collections.abc import Iterator, Mapping
from math import isfinite

from fmpy.model_description import ModelDescription, ModelVariable

from ..base.errors import MbfmuError, ProblemsFound
from ..base.model_description import describe_fmu, items_of, unit_of
from ..base.nearest import nearest
from .fmu.instances import INSTANCES
from .inputs.driven_inputs import between_points, driven_problems
from .masters.masters import MASTERS
from .power.power_ports import power_ports
from .system.conversion import Conversion, ValueMap
from .system.followed_inputs import followed_inputs
from .system.literals import unreadable_starts
from .system.loops import algebraic_loops
from .system.names import Connector, connector_name, connector_of, names_problems
from .system.ports_ahead import held_connections
from .system.system import System
from .system.timeline import Timeline, size_problem
from .system.units import unit_conversion
from .system.variables import KINDS, equal_steps, kind_of, scalar_variables, type_problem, value_problem

Descriptions = Mapping[str, ModelDescription]

INPUT_ORDERS = (0, 1, 2)
"""Degrees of polynomials that inputs may follow: those of higher ones that are continued soon are off by more than they gain."""

TAKEN = ("input", "parameter", "structuralParameter")
"""Causalities of variables of which a connector of a system may give several a value."""

ALIKE = {"Real": "Float64", "Float32": "Float64", "Integer": "Int32"}
"""Types of FMI 2 and 3 that may drive each other."""


def check_system(system: System) -> tuple[str, ...]:
    """Return the warnings on a System that can run: assumptions of its reader, inputs left at their start values, algebraic loops.

    A loop is only a warning: while stepping, explicit masters take inputs from the past and so break it by a delay; before the first step its
    values are iterated, and the run is refused when they do not settle.

    Raises ProblemsFound, with everything that must be mended first.
    """
    problems = [*_experiment_problems(system)]
    descriptions: dict[str, ModelDescription] = {}
    for name, component in system.components.items():
        try:
            descriptions[name] = describe_fmu(component.fmu)
        except MbfmuError as error:
            problems.append(f"{name}: {error}")
    for name, description in descriptions.items():
        problems += _component_problems(system, name, description)
    problems += _connection_problems(system, descriptions)
    problems += _connector_problems(system, descriptions)
    problems += driven_problems(system, descriptions)
    if system.method == "newton":
        problems += (f"{name} cannot take back a step (canGetAndSetFMUstate), as the method newton does" for name in _without_rollback(descriptions))
    if system.tolerance is not None:
        problems += _unknown_errors(system, descriptions)
    if problems:
        raise ProblemsFound(f"System {system.name!r} cannot run:", problems)
    return (
        *system.assumptions,
        *(f"{name}: {sentence}" for name, description in descriptions.items() for sentence in unreadable_starts(description)),
        *_long_step(system),
        *(between_points(system, fixed) if (fixed := equal_steps(descriptions)) else ()),
        *_unconnected_inputs(system, descriptions),
        *(_loop_warnings(system, descriptions) if system.method != "newton" else ()),
        *(_inputs_not_followed(system, descriptions) if system.degree else ()),
        *(_rough_start(descriptions) if system.degree > 1 and system.method != "newton" else ()),
    )


def _experiment_problems(system: System) -> Iterator[str]:
    if not system.components:
        yield "it has no components"
    yield from names_problems(system.components)
    if not (isfinite(system.start_time) and isfinite(system.stop_time) and system.stop_time > system.start_time):
        yield f"stop_time = {system.stop_time} s must be > start_time = {system.start_time} s, both finite"
    if not (isfinite(system.step_size) and system.step_size > 0):
        yield f"step_size = {system.step_size} s must be > 0 s"
    if problem := size_problem(system.stop_time - system.start_time, system.step_size, "step_size"):
        yield problem
    if system.method not in MASTERS:
        yield f"method = {system.method!r} is not one of {', '.join(MASTERS)}"
    if not isinstance(system.degree, int) or system.degree not in INPUT_ORDERS:
        yield f"input_order = {system.input_order} is not one of {', '.join(map(str, INPUT_ORDERS))}"
    if system.tolerance is not None and not 0 < system.tolerance < 1:
        yield f"tolerance = {system.tolerance} must be > 0 and < 1"
    for name, divisor in system.divisors.items():
        if name not in system.components:
            yield f"divisors: there is no component {name!r}; there are {', '.join(system.components)}"
        elif not (isinstance(divisor, int) and divisor >= 1):
            yield f"divisors: {name} = {divisor} must be a whole number, 1 or more"
        elif problem := size_problem(system.stop_time - system.start_time, system.step_size / divisor, f"divisors: {name} = {divisor}: its step"):
            yield problem
    if system.order and sorted(system.order) != sorted(system.components):
        yield f"order = {list(system.order)} must name each component once: {', '.join(system.components)}"


def _component_problems(system: System, name: str, description: ModelDescription) -> Iterator[str]:
    if description.fmiMajorVersion not in INSTANCES:
        yield f"{name}: {system.components[name].fmu} has FMI {description.fmiVersion}; FMI 2.0 and 3.0 can be co-simulated"
    elif description.coSimulation is None:
        yield f"{name}: {system.components[name].fmu} offers no Co-Simulation"
    elif not description.coSimulation.canHandleVariableCommunicationStepSize and _ends_in_a_short_step(system):
        yield (f"{name} needs equal steps: choose a step_size that divides {system.stop_time - system.start_time} s, not {system.step_size} s")
    yield from _value_problems(system, name, description)


def check_start_values(system: System, descriptions: Descriptions) -> None:
    """Raise ProblemsFound for start values that cannot be set; all else of the System was checked before."""
    if problems := [problem for name, description in descriptions.items() for problem in _value_problems(system, name, description)]:
        raise ProblemsFound(f"System {system.name!r} cannot run:", problems)


def _value_problems(system: System, name: str, description: ModelDescription) -> Iterator[str]:
    for variable, value in system.components[name].values.items():
        if problem := value_problem(description, variable, value):
            yield f"{name}: {problem}"


def _ends_in_a_short_step(system: System) -> bool:
    if [*_experiment_problems(system)]:
        return False  # reported as such
    return not Timeline(system.start_time, system.stop_time, system.step_size).fits


def _connection_problems(system: System, descriptions: Descriptions) -> Iterator[str]:
    driven: dict[Connector, Connector] = {}
    known, held = {name: scalar_variables(description) for name, description in descriptions.items()}, held_connections(system)
    for source, target in system.connections:
        where = f"{connector_name(source)} -> {connector_name(target)}"
        if target in driven:
            yield f"{where}: the input is already driven by {connector_name(driven[target])}"
        driven[target] = source
        output, input_ = _find(source, "output", system, known), _find(target, "input", system, known)
        problems = [end for end in (output, input_) if isinstance(end, str)]
        if isinstance(output, ModelVariable) and isinstance(input_, ModelVariable):
            conversion = system.conversions.get((source, target))
            problems = _conversion_mismatches(conversion, output, input_) if conversion else _mismatches(source, target, output, input_, descriptions)
            if conversion and (source, target) in held:
                problems = ["ports with interface mass exchange SI units; they cannot convert"]
        yield from (f"{where}: {problem}" for problem in problems)


def _connector_problems(system: System, descriptions: Descriptions) -> Iterator[str]:
    """What forbids that connectors of systems stand for what they do: one variable that is given, or any number of those that are taken."""
    known = {name: scalar_variables(description) for name, description in descriptions.items()}
    for name, ends in system.connectors.items():
        missing = [end for end in ends if end[0] not in system.components or (end[0] in known and end[1] not in known[end[0]])]
        yield from (f"connector {name}: there is no variable {connector_name(end)}" for end in missing)
        given = [end for end in ends if end[0] in known and end not in missing and known[end[0]][end[1]].causality not in TAKEN]
        if given and len(ends) > 1:
            yield f"connector {name}: it may stand for one output or for several inputs, not for {', '.join(map(connector_name, ends))}"


def _find(connector: Connector, causality: str, system: System, variables: Mapping[str, Mapping[str, ModelVariable]]) -> ModelVariable | str | None:
    """Return which of all `variables` a connector means, a problem with it, or None when its FMU could not be read (reported already)."""
    component, name = connector
    if component not in system.components:
        return f"there is no component {component!r}; there are {', '.join(system.components)}"
    if component not in variables:
        return None
    known = variables[component]
    if name not in known:
        candidates = [v.name for v in known.values() if v.causality == causality]
        return f"{component} has no variable {name!r}{nearest(name, candidates)}; its {causality}s are {', '.join(candidates) or 'none'}"
    if known[name].causality != causality:
        article = "an" if causality in ("input", "output") else "a"
        return f"{connector_name(connector)} is of causality {known[name].causality}, where {article} {causality} is needed"
    return known[name]


def _mismatches(source: Connector, target: Connector, output: ModelVariable, input_: ModelVariable, descriptions: Descriptions) -> list[str]:
    if ALIKE.get(output.type, output.type) != ALIKE.get(input_.type, input_.type) or kind_of(output) not in KINDS:
        return [f"{output.type} cannot drive {input_.type}"]
    if items_of(output) != items_of(input_):
        listed = [", ".join(f"{number} = {item}" for item, number in items_of(end).items()) or "no items" for end in (output, input_)]
        return [f"an enumeration with {listed[0]} cannot drive one with {listed[1]}"]
    between = unit_conversion((descriptions[source[0]], output), (descriptions[target[0]], input_))
    if between == Conversion():
        return []
    wrong = f"unit {unit_of(output)} cannot drive unit {unit_of(input_)}"
    if between is None:
        return [f"{wrong}; connect another variable, or give the conversion of the connection"]
    ends = f"('{connector_name(source)}', '{connector_name(target)}')"
    return [f"{wrong}; convert it: conversions={{{ends}: Conversion({between.factor!r}{f', {between.offset!r}' if between.offset else ''})}}"]


def _conversion_mismatches(conversion: Conversion | ValueMap, output: ModelVariable, input_: ModelVariable) -> list[str]:
    """What forbids that a connection converts so."""
    kinds = {kind_of(output), kind_of(input_)}
    if isinstance(conversion, Conversion):
        return [] if kinds == {"Real"} else [f"a Conversion is of real numbers; {output.type} cannot drive {input_.type} so"]
    if len(kinds) > 1 or not kinds <= {"Integer", "Boolean"}:
        return [f"a ValueMap is of whole numbers, of Booleans or of items; {output.type} cannot drive {input_.type} so"]
    items = items_of(output)
    if items_of(input_) and not items:
        return [f"{output.type} cannot drive the items of an enumeration: whatever its ValueMap leaves out would be none"]
    if not items and output.type != input_.type:
        return [f"{output.type} cannot drive {input_.type}"]
    given = {conversion(value) for value in items.values()} if items else set(conversion.targets.values())
    return [problem for value in sorted(given) if (problem := type_problem(input_, value))]


def _long_step(system: System) -> Iterator[str]:
    duration = system.stop_time - system.start_time
    if system.step_size > duration:
        yield f"step_size = {system.step_size} s is longer than the run; a single step of {duration} s is made"


def _unconnected_inputs(system: System, descriptions: Descriptions) -> Iterator[str]:
    driven = {target for _, target in system.connections}.union(connector_of(name, system.components) for name in system.inputs)
    for name, component in system.components.items():
        for variable in scalar_variables(descriptions[name]).values():
            if variable.causality == "input" and (name, variable.name) not in driven and variable.name not in component.values:
                unit = f" {unit_of(variable)}" if unit_of(variable) else ""
                yield f"{name}.{variable.name} is not connected; it stays at its start value {variable.start}{unit}"


def _loop_warnings(system: System, descriptions: Descriptions) -> Iterator[str]:
    for path in algebraic_loops(system, descriptions):
        yield (
            f"algebraic loop {' <- '.join(map(connector_name, path))}: it is solved before the first step and delayed by a step"
            " afterwards; keep the step small, or put a state into one of the FMUs"
        )


def _without_rollback(descriptions: Descriptions) -> list[str]:
    """The FMUs that cannot take back a step."""
    simulations = {name: description.coSimulation for name, description in descriptions.items()}
    return [name for name, simulation in simulations.items() if simulation is not None and not simulation.canGetAndSetFMUstate]


def _unknown_errors(system: System, descriptions: Descriptions) -> Iterator[str]:
    """What forbids that steps are divided by a tolerance."""
    for name, description in descriptions.items():
        if description.coSimulation is not None and not description.coSimulation.canHandleVariableCommunicationStepSize:
            yield f"{name} needs equal steps: leave out the tolerance = {system.tolerance}"
    if (fixed := _without_rollback(descriptions)) and not power_ports(system, descriptions):
        yield (
            f"{', '.join(fixed)} cannot take back a step (canGetAndSetFMUstate), and no two connections make a power, such as a force and a velocity"
            f" whose units are stated: mbfmu cannot estimate the error of a step; leave out the tolerance = {system.tolerance}"
        )


def _inputs_not_followed(system: System, descriptions: Descriptions) -> Iterator[str]:
    holding, held = [], held_connections(system)
    for name, description in descriptions.items():
        connected = {connection[1][1] for connection in system.connections if connection[1][0] == name and connection not in held}
        real = {v.name for v in scalar_variables(description).values() if v.name in connected and kind_of(v) == "Real"}
        if real - followed_inputs(description, system.components[name].fmu):
            holding.append(name)
    if holding:
        yield (
            f"{', '.join(holding)} cannot change inputs within a step: inputs hold their value in the middle of the step, or at its end if outputs"
            " depend on them at once; errors are of second order, but of first order if states depend on the same inputs"
        )


def _rough_start(descriptions: Descriptions) -> Iterator[str]:
    if fixed := _without_rollback(descriptions):
        yield f"{', '.join(fixed)} cannot take back a step, so the first step is not repeated with inputs at its end: errors are of second order"
