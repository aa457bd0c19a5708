"""What an SSD says of the experiment: times, and the master's settings and signals in annotations."""

from dataclasses import replace
from typing import Any

from lxml.etree import _Element

from ...base.errors import MbfmuError
from ...model.signals.expression import read_signal
from ...model.signals.signal import Signal
from ..system.system import System
from .ssp_names import NAMESPACES, OMSIMULATOR, VENDOR, tag

NO_STEP_SIZE = "the system description states no step size"
"""How the assumption of one begins."""


def with_step_size(system: System, step_size: float) -> System:
    """Return the System with a communication step [s], which is not assumed any more."""
    assumptions = tuple(sentence for sentence in system.assumptions if not sentence.startswith(NO_STEP_SIZE))
    return replace(system, step_size=step_size, assumptions=assumptions)


def experiment(root: _Element) -> dict[str, Any]:
    """Return the fields of System that the description states."""
    stated: dict[str, Any] = {}
    experiment = root.find("ssd:DefaultExperiment", NAMESPACES)
    for key, field in (("startTime", "start_time"), ("stopTime", "stop_time")):
        if experiment is not None and experiment.get(key) is not None:
            stated[field] = float(experiment.get(key))
    ours = root.iterfind(f".//ssc:Annotation[@type='{VENDOR}']/mbfmu:Master/mbfmu:Input", NAMESPACES)
    stated["inputs"] = {f"{each.get('component', '')}.{each.get('variable', '')}": _signal(each) for each in ours}
    master = root.find(f".//ssc:Annotation[@type='{VENDOR}']/mbfmu:Master", NAMESPACES)
    if master is not None:
        stated["method"] = master.get("method", "jacobi")
        stated["step_size"] = _number(master, "stepSize")
        stated["input_order"] = _whole(master, "inputOrder", "0") if "inputOrder" in master.attrib else None
        stated["tolerance"] = _number(master, "tolerance") if master.get("tolerance") else None
        stated["divisors"] = {each.get("component", ""): _whole(each, "steps", "1") for each in master.iterfind(tag("mbfmu:Divisor"))}
        stated["start_in_equilibrium"] = master.get("startInEquilibrium") == "true"
        stated["order"] = tuple(following.get("component", "") for following in master.iterfind(tag("mbfmu:Next")))
        return stated
    theirs = root.find(f"ssd:System/ssd:Annotations/ssc:Annotation[@type='{OMSIMULATOR}']//oms:FixedStepMaster", NAMESPACES)
    if theirs is not None:
        stated["step_size"] = _number(theirs, "stepSize")
    else:
        stated["assumptions"] = (f"{NO_STEP_SIZE}; {System.step_size} s is used, with the master {System.method!r}",)
    return stated


def _signal(element: _Element) -> Signal:
    try:
        return read_signal(element.get("signal", ""))
    except MbfmuError as error:
        raise MbfmuError(f"line {element.sourceline}: {error}") from None


def _whole(element: _Element, attribute: str, otherwise: str) -> int:
    try:
        return int(element.get(attribute, otherwise))
    except ValueError:
        raise MbfmuError(f"line {element.sourceline}: {attribute}={element.get(attribute)!r} of the master is not a whole number") from None


def _number(master: _Element, attribute: str) -> float:
    try:
        return float(master.get(attribute, ""))
    except ValueError:
        raise MbfmuError(f"line {master.sourceline}: {attribute}={master.get(attribute)!r} of the master is not a number") from None
