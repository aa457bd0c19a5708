"""PythonBlock: a block in the user's own Python."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from math import isfinite
from numbers import Real
from pathlib import Path
from typing import ClassVar

from ..declare.declarations import Declaration, State
from ..declare.element import Element, declarations
from ..declare.place_in_code import place
from ..declare.variable_types import String

SETTINGS = ("code", "period", "requirements", "stop_time")
VERSION = r"(>=|<=|==|!=|<|>)\s*\d+(\.\d+)*"
REQUIREMENT = re.compile(rf"[A-Za-z0-9][\w.-]*\s*({VERSION}(\s*,\s*{VERSION})*)?", re.ASCII)
Methods = Mapping[str, ast.FunctionDef]


class PythonBlock(Element):
    """A block that a class in plain Python computes, with any package; only interpreted FMUs can carry it.

    A new one is a class with

    1. Parameters, inputs, outputs and states as class attributes: single values of any type, or vectors. All parameters may be changed in its FMU.
    2. `code`, the path of a Python file that has a class of the same name. The file travels in the FMU, alone, and need not import mbfmu.
    3. `requirements` on packages, such as ("numpy>=1.26",), which are checked where the FMU is instantiated, and `period` [s] of its updates, if any.

    The class in `code` supplies `__init__(self, p)` and

    - `update(self, p, u, t)`, called at the start time and at each multiple of the period after it: it may change self. Without `output` it
      gives a dict of all outputs, which are held until the next one; before the first one they are zero, or as `start` of the BlockModel says.
    - `output(self, p, u, t)` -> a dict of all outputs, at any time. With it, `update` gives nothing. If it never reads u, the FMU
      declares that outputs do not depend directly on inputs.
    - `derivative(self, p, u, t)` -> a dict of the rates of all states, which the engine integrates. A state `x` starts at the parameter `x_start`.

    All three take `x` before `t` where the block has states, and none does where it has not: `output(self, p, u, x, t)`.

    p, u and x have parameters, inputs and states by name, as in `p.gain`, in SI units; a Boolean is a bool, an Integer an int, an Enumeration the
    name of its item, a String a str, a vector a tuple. `__init__` gets the parameters of the start. An update at t gets the inputs and states
    at t, and may change self. `output` and `derivative` may read self, but must not change it: the integrator calls them as often as it needs, also
    for steps that it rejects.

    All that later calls depend on belongs into `self`, so that FMU states can save it by pickle. A block whose equations are plain NumPy is
    better a `Block`, which every kind of FMU can carry.
    """

    code: ClassVar[str | Path] = ""
    period: ClassVar[float] = 0.0
    requirements: ClassVar[Sequence[str]] = ()
    stop_time: ClassVar[float] = 10.0
    reads_texts = True

    def dry_run(self, dry_run):
        found = self._variable_problems() or [*self._requirement_problems(), *self._code_problems()]
        dry_run.problems += [f"{self.path} (PythonBlock): {problem}" for problem in found]

    @property
    def methods(self) -> Methods:
        """The methods of its class in `code`, by name."""
        return _classes(ast.parse(Path(self.code).read_bytes()))[type(self).__name__]

    @property
    def feeds_through(self) -> bool:
        """Whether outputs may follow inputs at once: whether `output` reads its u."""
        method = self.methods["output"]
        taken = [argument.arg for argument in (*method.args.posonlyargs, *method.args.args)]
        return len(taken) < 3 or any(isinstance(part, ast.Name) and part.id == taken[2] for part in ast.walk(method))

    def _variable_problems(self) -> list[str]:
        declared = declarations(type(self), Declaration)
        found = [f"{name} has the shape {d.shape}: declare vectors" for name, d in declared.items() if len(d.shape) > 1]
        texts = [name for name, d in declared.items() if d.shape and isinstance(d.type, String)]
        found += [f"{name} is a vector of texts: declare each by itself" for name in texts]
        return found + [f"{name} is a setting of the block: give the variable another name" for name in SETTINGS if name in declared]

    def _requirement_problems(self) -> list[str]:
        requirements = self.requirements
        if isinstance(requirements, str) or not isinstance(requirements, Sequence):
            return [f'requirements = {requirements!r} must be a list of texts, such as ["numpy>=1.26"]']
        wrong = [text for text in requirements if not (isinstance(text, str) and REQUIREMENT.fullmatch(text))]
        return [f"{text!r} is no requirement: write numpy, numpy>=1.26 or numpy>=1.26,<3" for text in wrong]

    def _code_problems(self) -> list[str]:
        """What can be seen of the code without running it, since its packages may be there only where the FMU runs."""
        code, kind = self.code, type(self).__name__
        if not (isinstance(code, (str, Path)) and Path(code).suffix == ".py"):
            return [f'code = {code!r} must be the path of a .py file, such as Path(__file__).with_name("{kind.lower()}.py")']
        try:
            tree = ast.parse(Path(code).read_bytes())
        except OSError as error:
            beside = f'Path(__file__).with_name("{Path(code).name}") is beside the model'
            return [f'code = "{code}" cannot be read from {Path.cwd()}: {error.strerror}; {beside}']
        except (SyntaxError, ValueError) as error:
            return [f"{getattr(error, 'msg', error)} ({place(str(code), getattr(error, 'lineno', 1))})"]
        found = next((part for part in tree.body if isinstance(part, ast.ClassDef) and part.name == kind), None)
        if not found:
            return [f"there is no class {kind} in {code}"]
        return self._method_problems(found, _classes(tree)[kind]) or self._period_problems(_classes(tree)[kind])

    def _method_problems(self, found: ast.ClassDef, methods: Methods) -> list[str]:
        """A base class from elsewhere may supply __init__; what is called beside it must be in the file."""
        states = declarations(type(self), State)
        taken = "self, p, u, x, t" if states else "self, p, u, t"
        called = {"__init__": "self, p"} | dict.fromkeys(("update", "output", "derivative"), taken)
        needed = ["__init__"] * (not found.bases) + ["derivative"] * bool(states)
        here = f"({place(str(self.code), found.lineno)})"
        problems = [f"{found.name} supplies no {name}({called[name]}) {here}" for name in needed if name not in methods]
        if "update" not in methods and "output" not in methods:
            problems.append(f"{found.name} supplies neither output({taken}) nor update({taken}) {here}")
        if "derivative" in methods and not states:
            problems.append(f"{found.name} has a derivative, but declares no State {here}")
        unfit = [(name, methods[name]) for name in called if name in methods and not _takes(methods[name].args, len(called[name].split(",")))]
        return problems + [f"{name} is called as {name}({called[name]}) ({place(str(self.code), method.lineno)})" for name, method in unfit]

    def _period_problems(self, methods: Methods) -> list[str]:
        period, kind = self.period, type(self).__name__
        if "update" not in methods:
            return [f"period = {period!r} is for updates, but {kind} supplies no update"] if period else []
        fits = isinstance(period, Real) and isfinite(period) and period > 0
        return [] if fits else [f"period = {period!r} must be a number > 0 s, since {kind} has an update"]


def _classes(tree: ast.Module) -> Mapping[str, Methods]:
    """The methods of each class of a file, those of bases in the same file included."""
    found: dict[str, Methods] = {}
    for part in (part for part in tree.body if isinstance(part, ast.ClassDef)):
        inherited = [found.get(base.id, {}) for base in reversed(part.bases) if isinstance(base, ast.Name)]
        own = {method.name: method for method in part.body if isinstance(method, ast.FunctionDef)}
        found[part.name] = {name: method for methods in (*inherited, own) for name, method in methods.items()}
    return found


def _takes(arguments: ast.arguments, count: int) -> bool:
    """Whether a method can be called with so many arguments, self included."""
    places = len(arguments.posonlyargs) + len(arguments.args)
    return places - len(arguments.defaults) <= count and (count <= places or arguments.vararg is not None)
