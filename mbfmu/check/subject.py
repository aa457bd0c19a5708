"""The FMU under check, as one of its interfaces: what it says about itself."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from fmpy import read_model_description
from fmpy.model_description import ModelDescription, ModelVariable, Unknown
from lxml import etree

from ..base.safe_xml import parse_xml

MODEL_EXCHANGE, CO_SIMULATION = "ModelExchange", "CoSimulation"
REALS = ("Real", "Float64")
FLOATS = (*REALS, "Float32")
UNREADABLE = ("String", "Binary", "Clock")  # types that are no numbers
SHARE = 0.5  # of the time limit that a check may spend on sampling
STEPS = 500  # of the experiment, where the FMU states no step size
Item = TypeVar("Item")


@dataclass(frozen=True)
class CheckedFmu:
    """An unpacked FMU in `folder`, its `interface` (MODEL_EXCHANGE or CO_SIMULATION), and the time `limit` [s] of a check."""

    folder: Path
    interface: str
    limit: float
    begun: float = field(default_factory=time.monotonic)

    @cached_property
    def description(self) -> ModelDescription:
        return read_model_description(str(self.folder), validate=False)

    @cached_property
    def root(self) -> etree._Element:
        """The description as it is written, since FMPy does not read all of FMI 3's attributes."""
        return parse_xml((self.folder / "modelDescription.xml").read_bytes(), "modelDescription.xml")

    @cached_property
    def flags(self) -> dict[str, str]:
        """The capability flags as written."""
        return {key: value for element in self.root.findall(self.interface) for key, value in element.items()}

    @cached_property
    def intermediate(self) -> frozenset[int]:
        """The value references of the variables that FMI 3 lets be used within steps."""
        variables = self.root.find("ModelVariables")
        return frozenset(int(v.get("valueReference")) for v in variables if v.get("intermediateUpdate") in ("true", "1"))

    @property
    def version(self) -> int:
        return self.description.fmiMajorVersion

    @property
    def is_model_exchange(self) -> bool:
        return self.interface == MODEL_EXCHANGE

    def claim(self, *names: str) -> str:
        """The first of these flags that is true or a positive number, with the number; empty if none is."""
        stated = ((name, self.flags.get(name, "false")) for name in names)
        claimed = [(name, value) for name, value in stated if value not in ("false", "0")]
        return next((name if value in ("true", "1") else f"{name} = {value}" for name, value in claimed), "")

    @property
    def start_time(self) -> float:
        return float(getattr(self.description.defaultExperiment, "startTime", None) or 0.0)

    @property
    def stop_time(self) -> float:
        """Of the default experiment [s], or a second after its start where that is none: what is wrong there is reported by a check."""
        stop = float(getattr(self.description.defaultExperiment, "stopTime", None) or "nan")
        return stop if self.start_time < stop < math.inf else self.start_time + 1.0

    @property
    def step_size(self) -> float:
        """A communication step [s]: fixed, of the default experiment, or a STEPS-th of it."""
        stated = float(self.flags.get("fixedInternalStepSize") or getattr(self.description.defaultExperiment, "stepSize", None) or "nan")
        return stated if 0.0 < stated < math.inf else (self.stop_time - self.start_time) / STEPS

    @property
    def tolerance(self) -> float:
        stated = float(getattr(self.description.defaultExperiment, "tolerance", None) or "nan")
        return stated if stated > 0.0 else 1e-6

    @cached_property
    def reals(self) -> list[ModelVariable]:
        return [v for v in self.description.modelVariables if v.type in REALS and v.causality != "independent" and not v.clocks]

    @cached_property
    def numeric(self) -> list[ModelVariable]:
        """Variables of all types that are numbers, Booleans and enumerations among them."""
        return [v for v in self.description.modelVariables if v.type not in UNREADABLE and v.causality != "independent" and not v.clocks]

    @cached_property
    def texts(self) -> list[ModelVariable]:
        return [v for v in self.description.modelVariables if v.type == "String" and not v.clocks]

    @cached_property
    def discrete_inputs(self) -> list[ModelVariable]:
        return [v for v in self.numeric if v.causality == "input" and v.variability == "discrete"]

    @cached_property
    def continuous_inputs(self) -> list[ModelVariable]:
        return [v for v in self.reals if v.causality == "input" and v.variability == "continuous"]

    @cached_property
    def continuous_outputs(self) -> list[ModelVariable]:
        return [v for v in self.reals if v.causality == "output" and v.variability == "continuous"]

    @property
    def derivatives(self) -> list[Unknown]:
        return self.description.derivatives

    @cached_property
    def states(self) -> list[ModelVariable]:
        return [unknown.variable.derivative for unknown in self.derivatives]

    def while_time(self, items: Iterable[Item]) -> Iterator[Item]:
        """The items, at least one, until SHARE of the time limit is over."""
        for item in items:
            yield item
            if time.monotonic() - self.begun > SHARE * self.limit:
                return
