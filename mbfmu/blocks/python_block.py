"""PythonBlock: a block in the user's own Python."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from math import isfinite
from numbers import Real
from pathlib import Path
from typing import ClassVar

from ..model.declarations import Declaration, State
from ..model.element import Element, declarations
from ..model.place_in_code import place

SETTINGS = ("code", "period", "requirements", "stop_time")
CALLED = {"__init__": "self, p", "update": "self, p, u, t"}
VERSION = r"(>=|<=|==|!=|<|>)\s*\d+(\.\d+)*"
REQUIREMENT = re.compile(rf"[A-Za-z0-9][\w.-]*\s*({VERSION}(\s*,\s*{VERSION})*)?", re.ASCII)


class PythonBlock(Element):
    """A block whose outputs a class in plain Python computes at a fixed period, with any package; only interpreted FMUs can carry it.

    A new one is a class with

    1. Parameters, inputs and outputs as class attributes, each a single value of any type, Strings included. All parameters may be
       changed in its FMU.
    2. `code`, the path of a Python file that has a class of the same name. The file travels in the FMU, alone, and need not import mbfmu.
    3. `period` [s] of the updates, and `requirements` on packages, such as ("numpy>=1.26",), which are checked where the FMU is instantiated.

    The class in `code` supplies `__init__(self, p)`, called when initialization is left, and `update(self, p, u, t)` -> a dict of all outputs,
    called at the start time and at each multiple of the period after it. p and u have parameters and inputs by name, as in `p.gain`, in SI units,
    or as True, 3, an item's name, a text; outputs are returned so.
    What an update gives is seen at the end of the step in which it is due, and held until the next. Before the first one
    outputs are zero, or as `start` of the BlockModel says.

    All that later updates depend on belongs into `self`, so that FMU states can save it by pickle. There are no continuous states:
    a block that has some, and whose equations are plain NumPy, is a `Block`, which every kind of FMU can carry.
    """

    code: ClassVar[str | Path] = ""
    period: ClassVar[float] = 0.0
    requirements: ClassVar[Sequence[str]] = ()
    stop_time: ClassVar[float] = 10.0
    reads_texts = True

    def rehearse(self, rehearsal):
        found = self._variable_problems() or [*self._setting_problems(), *self._code_problems()]
        rehearsal.problems += [f"{self.path} (PythonBlock): {problem}" for problem in found]

    def _states_without_start(self) -> list[str]:
        return []  # it has none, which _variable_problems says

    def _variable_problems(self) -> list[str]:
        declared = declarations(type(self), Declaration)
        found = [f"the state {name} cannot be declared: keep it in self, or make this a Block" for name in declarations(type(self), State)]
        found += [f"{name} has the shape {d.shape}: declare one variable for each number" for name, d in declared.items() if d.shape]
        return found + [f"{name} is a setting of the block: give the variable another name" for name in SETTINGS if name in declared]

    def _setting_problems(self) -> list[str]:
        period, requirements = self.period, self.requirements
        fits = isinstance(period, Real) and isfinite(period) and period > 0
        found = [] if fits else [f"period = {period!r} must be a number > 0 s"]
        if isinstance(requirements, str) or not isinstance(requirements, Sequence):
            return [*found, f'requirements = {requirements!r} must be a list of texts, such as ["numpy>=1.26"]']
        wrong = [text for text in requirements if not (isinstance(text, str) and REQUIREMENT.fullmatch(text))]
        return found + [f"{text!r} is no requirement: write numpy, numpy>=1.26 or numpy>=1.26,<3" for text in wrong]

    def _code_problems(self) -> list[str]:
        """What can be seen of the code without running it, since its packages may be there only where the FMU runs."""
        code, kind = self.code, type(self).__name__
        if not (isinstance(code, (str, Path)) and Path(code).suffix == ".py"):
            return [f'code = {code!r} must be the path of a .py file, such as Path(__file__).with_name("{kind.lower()}.py")']
        try:
            body = ast.parse(Path(code).read_bytes()).body
        except OSError as error:
            beside = f'Path(__file__).with_name("{Path(code).name}") is beside the model'
            return [f'code = "{code}" cannot be read from {Path.cwd()}: {error.strerror}; {beside}']
        except (SyntaxError, ValueError) as error:
            return [f"{getattr(error, 'msg', error)} ({place(str(code), getattr(error, 'lineno', 1))})"]
        found = next((part for part in body if isinstance(part, ast.ClassDef) and part.name == kind), None)
        return _method_problems(found, str(code)) if found else [f"there is no class {kind} in {code}"]


def _method_problems(found: ast.ClassDef, code: str) -> list[str]:
    methods = {part.name: part for part in found.body if isinstance(part, ast.FunctionDef)}
    missing = [] if found.bases else [name for name in CALLED if name not in methods]
    unfit = [(name, methods[name]) for name in CALLED if name in methods and not _takes(methods[name].args, len(CALLED[name].split(",")))]
    absent = [f"{found.name} supplies no {name}({CALLED[name]}) ({place(code, found.lineno)})" for name in missing]
    return absent + [f"{name} is called as {name}({CALLED[name]}) ({place(code, method.lineno)})" for name, method in unfit]


def _takes(arguments: ast.arguments, count: int) -> bool:
    """Whether a method can be called with so many arguments, self included."""
    places = len(arguments.posonlyargs) + len(arguments.args)
    return places - len(arguments.defaults) <= count and (count <= places or arguments.vararg is not None)
