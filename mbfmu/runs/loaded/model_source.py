"""A model in a Python file or a URDF file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from ...analysis.instant.drive import wanted_inputs
from ...analysis.instant.mobility import mobility
from ...base.errors import MbfmuError
from ...fmu.package.kind import PYTHON_BLOCK
from ...model.declare.variable_types import Real
from ...problem.codegen.variables import scalars
from ...problem.connect.ports import ports_of
from ...problem.data.problem import Problem
from ...problem.pictures import pictures_as_outputs
from .interface import Interface, SourceVariable, listed
from .run_inputs import Driven
from .start_values import start_values


class ModelSource:
    """A model in a Python file or a URDF file, run in this process; with `poses` results have the outputs that show where parts are.

    `massless` are its bodies without inertia that joints move.
    """

    def __init__(self, problem: Problem, poses: bool, massless: Sequence[str] = ()):
        if poses and not any(v.is_picture for v in problem.variables):
            raise MbfmuError(f"{problem.name} has no parts that move: leave out --poses")
        self.problem, self.run, self.massless = problem, pictures_as_outputs(problem) if poses else problem, massless

    def interface(self) -> Interface:
        p = self.problem
        variables = [
            SourceVariable(
                name=s.name,
                causality=s.variable.causality,
                variability=s.variable.variability,
                type=listed(*s.variable.type.definition()) if s.variable.type.definition()[0] else s.variable.type.fmi2,
                unit=s.variable.unit if s.variable.type == Real() else "",
                start=s.variable.type.values(np.array(s.start).reshape(s.variable.type.layout)) if s.start else None,
                description=s.variable.description,
            )
            for s in scalars(p)
            if not s.variable.is_picture
        ]
        # as build_fmu describes them
        made, requirements = (PYTHON_BLOCK, list(p.program.requirements)) if p.program else ("", [])
        described = p.description or p.name
        return Interface(
            name=p.name,
            description=described,
            fmi_version=None,
            generation_tool="mbfmu",
            start_time=0.0,
            stop_time=p.stop_time,
            step_size=p.step_size,
            variables=variables,
            mobility=mobility(p),
            made=made,
            requirements=requirements,
            integrator=p.integrator,
            ports=[str(port) for port in ports_of(p).values()],
            massless=[*self.massless],
        )

    def simulate(
        self,
        stop: float | None,
        interval: float | None,
        literals: Mapping[str, str],
        driven: Driven,
        signals: Sequence[str] | None = None,
        file: Path | None = None,
        real_time: bool = False,
    ) -> np.ndarray:
        from ...analysis.simulate.simulate import simulate
        from ...cosim.progress import bar
        from ...cosim.system.timeline import size_problem

        values = start_values(self.problem, literals)
        end, step = (self.problem.stop_time if stop is None else stop), (self.problem.step_size if interval is None else interval)
        if problem := size_problem(end, step, "the interval"):
            raise MbfmuError(problem)
        inputs = driven.inputs(wanted_inputs(self.problem))
        with bar(0.0, end) as progress:
            return simulate(
                self.run,
                stop_time=end,
                interval=step,
                values=values,
                inputs=inputs,
                progress=progress,
                file=file,
                signals=signals,
                real_time=real_time,
            )
