"""Forces of a model that replace efforts along joints as the cause of prescribed motions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ...base.errors import MbfmuError
from ...engine.instance import Instance

LEFT = 1e-9  # relative: an effort that is left of those at first, but for rounding
ALIKE = 1e-10  # relative: singular values of efforts by forces below it are those of forces that do the same
MOVES = 1e-6  # relative: of accelerations that efforts along the joints would not give


class ActingForces:
    """Inputs of an instance, `forces` by the names of users, that take the `efforts`, which are outputs, away.

    Efforts are linear in forces: their exact derivatives say how much of each force it takes.
    """

    def __init__(self, instance: Instance, efforts: Sequence[str], forces: Mapping[str, str]):
        self.instance, self.forces = instance, list(forces)
        if fixed := [name for name, shown in forces.items() if instance.variable(shown).causality != "input"]:
            raise MbfmuError(f'{", ".join(fixed)} is no input: forces names inputs of forces, such as "cylinder.f"')
        self._efforts = [instance.variable(name).ref.start for name in efforts]
        self._inputs = [instance.variable(name).ref.start for name in forces.values()]

    def found(self) -> np.ndarray:
        """The forces (n,) at the present state, whose outputs must have been computed; MbfmuError where there are none."""
        if not self.forces:
            return np.zeros(0)
        buffers, speeds = self.instance.buffers, self.instance.problem.speeds
        seeds = np.eye(buffers["u"].size)[self._inputs]
        x_dot, y = map(np.array, zip(*(self.instance.directional({"u": seed}, ("x_dot", "y")) for seed in seeds)))
        by_force, efforts = y[:, self._efforts].T, buffers["y"][self._efforts]
        scale = np.abs(by_force).max(axis=0)
        if not scale.all():
            idle = ", ".join(name for name, size in zip(self.forces, scale) if not size)
            raise MbfmuError(f"{self._here()}: {idle} has no influence on the prescribed motions; leave it out of forces")
        more = np.linalg.lstsq(by_force, -efforts, rcond=ALIKE)[0]
        if np.abs(by_force @ more + efforts).max() > LEFT * max(np.abs(efforts).max(), np.abs(by_force * more).max()):
            raise MbfmuError(
                f"{self._here()}: {', '.join(self.forces)} cannot bring the motion about; name a force for each freedom that is prescribed"
            )
        beside = np.abs(more @ x_dot[:, speeds])
        if beside.max(initial=0.0) > MOVES * max(1.0, np.abs(buffers["x_dot"][speeds]).max()):
            moved = self.instance.problem.state_names[speeds[int(np.argmax(beside))]]
            raise MbfmuError(
                f"{self._here()}: with {', '.join(self.forces)}, {moved} changes in another way, and it is not prescribed: prescribe it too"
            )
        return buffers["u"][self._inputs] + more

    def _here(self) -> str:
        return f"{self.instance.problem.name} at t = {self.instance.t:.9g} s"
