"""The engine is compiled where a wheel is built, so that nothing needs a compiler where the wheel is installed."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from packaging.tags import platform_tags

ASKED = "MBFMU_PLATFORMS"  # in the environment: platforms as `mbfmu build --platforms` has them; where it is not set, the present one


class EngineHook(BuildHookInterface):
    """Compiles what is missing in mbfmu/engine/binaries, where editable installs find it, and puts it into the wheel.

    A wheel for platforms that were asked for installs anywhere, and they must compile. One that was not asked for any is made for this machine;
    it does without where the engine cannot be compiled.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        package = ModuleType("mbfmu")  # without what its __init__.py imports, since those packages are not there
        package.__path__ = [str(Path(self.root, "mbfmu"))]
        sys.modules["mbfmu"] = package
        from mbfmu.base.errors import MbfmuError

        asked = [name.strip() for name in os.environ.get(ASKED, "").split(",") if name.strip()]
        try:
            files = self._compiled(asked)
        except MbfmuError as error:
            if asked:
                raise
            self.app.display_warning(f"the wheel is built without the engine's libraries, which are then compiled at first use: {error}")
            return
        build_data["force_include"] |= {str(file): str(file.relative_to(self.root)) for file in files}
        if not asked:
            build_data["pure_python"] = False
            build_data["tag"] = f"py3-none-{next(platform_tags())}"  # any Python: none of them links with it

    def _compiled(self, asked: list[str]) -> list[Path]:
        """The files of all kinds for all these platforms."""
        from mbfmu.engine.compile import need_compiler, platforms
        from mbfmu.engine.library_files import BINARIES, SOURCES, compile_into, library_name

        keys = platforms(asked)
        for kind in SOURCES:
            missing = [key for key in keys if not (BINARIES / library_name(kind, key)).exists()]
            if missing:
                need_compiler("the engine is")
                self.app.display_info(f"Compiling the engine ({kind}) for {', '.join(missing)} ...")
                compile_into(BINARIES, kind, missing, lambda platform: self.app.display_info(f"  {platform} done"))
        return [BINARIES / library_name(kind, key) for kind in SOURCES for key in keys]
