"""Tiny FMUs for the tests of co-simulation: a mass, a spring with a damper, a gain, and one that fails."""

import zipfile
from pathlib import Path

from lxml import etree
from pythonfmu.builder import FmuBuilder

MASS = '''
from pythonfmu import Fmi2Causality, Fmi2Slave, Fmi2Variability, Real

class TestMass(Fmi2Slave):
    """Free mass: exact for a force held over the step, so that all error is the coupling's."""
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.m, self.s_start, self.F, self.s, self.v = 2.0, 0.1, 0.0, 0.0, 0.0
        parameter = dict(causality=Fmi2Causality.parameter, variability=Fmi2Variability.fixed)
        self.register_variable(Real("m", **parameter))
        self.register_variable(Real("s_start", **parameter))
        self.register_variable(Real("F", causality=Fmi2Causality.input))
        self.register_variable(Real("s", causality=Fmi2Causality.output))
        self.register_variable(Real("v", causality=Fmi2Causality.output))
    def enter_initialization_mode(self):
        self.s = self.s_start
    def do_step(self, t, h):
        a = self.F / self.m
        self.s, self.v = self.s + self.v * h + a * h * h / 2, self.v + a * h
        return True
'''

SPRING = '''
from pythonfmu import Fmi2Causality, Fmi2Slave, Fmi2Variability, Real

class TestSpring(Fmi2Slave):
    """Spring and damper without states: the force follows its inputs at once."""
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c, self.d, self.s, self.v = 50.0, 1.5, 0.0, 0.0
        parameter = dict(causality=Fmi2Causality.parameter, variability=Fmi2Variability.fixed)
        self.register_variable(Real("c", **parameter))
        self.register_variable(Real("d", **parameter))
        self.register_variable(Real("s", causality=Fmi2Causality.input))
        self.register_variable(Real("v", causality=Fmi2Causality.input))
        self.register_variable(Real("f", causality=Fmi2Causality.output, getter=lambda: -self.c * self.s - self.d * self.v))
    def do_step(self, t, h):
        return True
'''

GAIN = '''
from pythonfmu import Boolean, Fmi2Causality, Fmi2Slave, Fmi2Variability, Integer, Real

class TestGain(Fmi2Slave):
    """y = k u + 1."""
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k, self.u = 0.5, 0.25
        self.register_variable(Real("k", causality=Fmi2Causality.parameter, variability=Fmi2Variability.fixed))
        self.register_variable(Real("u", causality=Fmi2Causality.input))
        self.register_variable(Real("y", causality=Fmi2Causality.output, getter=lambda: self.k * self.u + 1))
        discrete = dict(causality=Fmi2Causality.output, variability=Fmi2Variability.discrete)
        self.register_variable(Boolean("high", getter=lambda: self.u > 1, **discrete))
        self.register_variable(Integer("floor", getter=lambda: int(min(max(self.u, -9), 9)), **discrete))
    def do_step(self, t, h):
        return True
'''

GAUGE = '''
from pythonfmu import Fmi2Causality, Fmi2Slave, Real

class TestGauge(Fmi2Slave):
    """Shows its input, in millimetres."""
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.u = 0.0
        self.register_variable(Real("u", causality=Fmi2Causality.input))
        self.register_variable(Real("y", causality=Fmi2Causality.output, getter=lambda: self.u))
    def do_step(self, t, h):
        return True
'''

SIGN = '''
from pythonfmu import Fmi2Causality, Fmi2Slave, Fmi2Variability, Real, String

class TestSign(Fmi2Slave):
    """Passes a text on, and says how long it is."""
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.text = ""
        discrete = dict(variability=Fmi2Variability.discrete)
        self.register_variable(String("text", causality=Fmi2Causality.input, **discrete))
        self.register_variable(String("shown", causality=Fmi2Causality.output, getter=lambda: self.text, **discrete))
        self.register_variable(Real("length", causality=Fmi2Causality.output, getter=lambda: float(len(self.text))))
    def do_step(self, t, h):
        return True
'''

FAILING = '''
from pythonfmu import Fmi2Causality, Fmi2Slave, Real
from pythonfmu.enums import Fmi2Status

class TestFailing(Fmi2Slave):
    """Refuses every step that ends after 0.5 s."""
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.y = 3.0
        self.register_variable(Real("y", causality=Fmi2Causality.output))
    def do_step(self, t, h):
        if t + h > 0.5:
            self.log("the fuse has blown", Fmi2Status.discard)
            return False
        return True
'''

OVERFLOWING = '''
from math import inf
from pythonfmu import Fmi2Causality, Fmi2Slave, Real

class TestOverflowing(Fmi2Slave):
    """Its output becomes infinite at 0.5 s."""
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.y = 3.0
        self.register_variable(Real("y", causality=Fmi2Causality.output))
    def do_step(self, t, h):
        self.y = inf if t + h >= 0.5 else 3.0
        return True
'''

INTERRUPTED = '''
from pythonfmu import Fmi2Causality, Fmi2Slave, Real
from pythonfmu.enums import Fmi2Status

class TestInterrupted(Fmi2Slave):
    """Is where Ctrl-C arrives at 0.5 s, and reports it as an error of its own."""
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.y = 3.0
        self.register_variable(Real("y", causality=Fmi2Causality.output))
    def do_step(self, t, h):
        try:
            if t + h > 0.5:
                raise KeyboardInterrupt
        except BaseException as cause:
            self.log(repr(cause), Fmi2Status.discard)
            return False
        return True
'''

UNITS = {"m": {"m": 1}, "m/s": {"m": 1, "s": -1}, "N": {"kg": 1, "m": 1, "s": -2}, "kg": {"kg": 1}, "mm": {"m": 1, "factor": 1e-3}}


def build_fmu(folder: Path, script: str, units: dict[str, str], dependencies: dict[str, str]) -> Path:
    """Build one FMU; the module takes the class's name, since two of one name run each other's code."""
    name = script.split("class ")[1].split("(")[0]
    source = folder / f"{name.lower()}.py"
    source.write_text(script)
    FmuBuilder.build_FMU(source, folder)
    path = folder / f"{name}.fmu"
    _complete(path, units, dependencies)
    return path


def _complete(path: Path, units: dict[str, str], dependencies: dict[str, str]) -> None:
    """Add what pythonfmu leaves out: units, and the inputs (indices, blank-separated) each output depends on."""
    with zipfile.ZipFile(path) as archive:
        entries = {name: archive.read(name) for name in archive.namelist()}
    root = etree.fromstring(entries["modelDescription.xml"])
    variables = root.findall("ModelVariables/ScalarVariable")
    for variable in variables:
        if variable.get("name") in units:
            variable[0].set("unit", units[variable.get("name")])
    for unknown in root.findall("ModelStructure/Outputs/Unknown"):
        name = variables[int(unknown.get("index")) - 1].get("name")
        if name in dependencies:
            unknown.set("dependencies", dependencies[name])
    definitions = etree.Element("UnitDefinitions")
    for unit in sorted(set(units.values())):
        exponents = {key: str(value) for key, value in UNITS[unit].items()}
        etree.SubElement(etree.SubElement(definitions, "Unit", name=unit), "BaseUnit", exponents)
    if len(definitions):
        root.insert(list(root).index(root.find("CoSimulation")) + 1, definitions)
    entries["modelDescription.xml"] = etree.tostring(root, xml_declaration=True, encoding="UTF-8")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
