"""The experiment of a System in an SSD: times, and the master's settings and signals in annotations."""

from lxml.etree import SubElement, _Element

from ...model.signals.expression import as_signal
from ..system.names import connector_of
from ..system.system import System
from .ssp_names import LIBCOSIM, OMSIMULATOR, VENDOR, tag


def add_oms_master(top: _Element, step_size: float) -> None:
    """Add the step size, where OMSimulator looks for it."""
    annotation = SubElement(SubElement(top, tag("ssd:Annotations")), tag("ssc:Annotation"), type=OMSIMULATOR)
    information = SubElement(SubElement(annotation, tag("oms:Annotations")), tag("oms:SimulationInformation"))
    tolerances = dict(absoluteTolerance="1e-4", relativeTolerance="1e-4")
    SubElement(information, tag("oms:FixedStepMaster"), description="oms-ma", stepSize=repr(float(step_size)), **tolerances)


def add_experiment(root: _Element, system: System) -> None:
    """Add times, and what masters need to know."""
    times = dict(startTime=repr(float(system.start_time)), stopTime=repr(float(system.stop_time)))
    annotations = SubElement(SubElement(root, tag("ssd:DefaultExperiment"), times), tag("ssd:Annotations"))
    ours = SubElement(annotations, tag("ssc:Annotation"), type=VENDOR)
    master = SubElement(ours, tag("mbfmu:Master"), method=system.method, stepSize=repr(float(system.step_size)))
    if system.input_order is not None:
        master.set("inputOrder", str(system.input_order))
    if system.tolerance is not None:
        master.set("tolerance", repr(float(system.tolerance)))
    for name, divisor in system.divisors.items():
        SubElement(master, tag("mbfmu:Divisor"), component=name, steps=str(divisor))
    if system.start_in_equilibrium:
        master.set("startInEquilibrium", "true")
    for name in system.order:
        SubElement(master, tag("mbfmu:Next"), component=name)
    for name, signal in system.inputs.items():
        component, variable = connector_of(name, system.components)
        SubElement(master, tag("mbfmu:Input"), component=component, variable=variable, signal=repr(as_signal(signal)))
    libcosim = SubElement(annotations, tag("ssc:Annotation"), type=LIBCOSIM)
    algorithm = SubElement(libcosim, tag("osp:Algorithm"))
    SubElement(algorithm, tag("osp:FixedStepAlgorithm"), baseStepSize=repr(float(system.step_size)))
