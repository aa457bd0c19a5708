"""Where public modules stood before: their old names are imported for one release more, with a DeprecationWarning."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

MOVED = {"mbfmu.urdf": "mbfmu.model.urdf", "mbfmu.vehicles": "mbfmu.model.vehicles"}


class _Moved(MetaPathFinder, Loader):
    """Finds the old names of modules, and imports those of today in their place."""

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        return ModuleSpec(name, self) if name in MOVED else None

    def exec_module(self, module: ModuleType) -> None:
        name = module.__name__
        warnings.warn(f"{name} is {MOVED[name]} now: change the import", DeprecationWarning, stacklevel=2)
        sys.modules[name] = import_module(MOVED[name])


def keep_old_names() -> None:
    """Lets the old names be imported."""
    if not any(isinstance(finder, _Moved) for finder in sys.meta_path):
        sys.meta_path.append(_Moved())
