"""Systems on disk: an .ssd next to its FMUs, or an .ssp with everything inside."""

import logging
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import quote

from ...base.errors import MbfmuError, ProblemsFound
from ...base.files.whole_file import whole_file
from ...base.model_description import describe_fmu
from ...base.safe_zip import plain_name, unpacked
from ...model.signals.signal import Signal
from ..checks import check_system
from ..fmu.pictures import linked_outputs, split_outputs
from ..inputs.start_values import StartValues, start_values
from ..system.system import System
from ..system.variables import numbers_of
from .ssd_dialect import Descriptions, Dialect, beyond_old
from .ssd_reader import read_ssd
from .ssd_writer import ssd_document
from .ssp_names import PARAMETER_FILE, RESOURCES, STRUCTURE, VERSIONS
from .ssv_writer import ssv_document

KINDS = (".ssd", ".ssp")


@contextmanager
def open_system(path: str | Path) -> Iterator[System]:
    """Yield the System in an .ssd, an .ssp or a folder with one .ssd in it; the unpacked files of an .ssp are deleted at the end.

    Raises MbfmuError when there is none, or it is damaged, unsafe, or uses parts of SSP that mbfmu does not support.
    """
    path = Path(path)
    if not path.is_dir() and path.suffix.lower() not in KINDS:
        raise MbfmuError(f"{path}: a system is an .ssd, an .ssp, or a folder that holds one .ssd")
    with ExitStack() as folders:

        def unpack(archive: Path) -> Path:
            return folders.enter_context(unpacked(archive))

        if path.suffix.lower() == ".ssp":
            folder = unpack(path)
            if not (folder / STRUCTURE).is_file():
                raise MbfmuError(f"{path} holds no {STRUCTURE}, so it is not an SSP")
            yield read_ssd(folder / STRUCTURE, unpack, called=lambda file: f"{path}: {file.relative_to(folder).as_posix()}")
        else:
            yield read_ssd(_only_ssd(path) if path.is_dir() else path, unpack)


def write_system(system: System, path: str | Path, version: str | None = None) -> None:
    """Write `system` to `path`: an .ssp, or an .ssd whose folder holds the FMUs. The file appears whole or not at all.

    `version` of SSP is "1.0" or "2.0", which has arrays and all types of FMI 3; by default 1.0 where that can say all. A component "axle.left" is
    written as the component "left" of a system "axle".

    The start value of a signal is also that of its input. An annotation holds the signals; other tools ignore it, so the logger "mbfmu" warns of
    signals that change later. Raises ProblemsFound when the System could not run, an input follows a Python function, or `version` cannot
    say all; MbfmuError when an FMU lies outside the folder of an .ssd.
    """
    path = Path(path)
    if path.suffix not in KINDS:
        raise MbfmuError(f"{path}: a system is written as .ssd or .ssp")
    if version not in (None, *VERSIONS):
        raise MbfmuError(f"version = {version!r} of SSP is not one of {', '.join(map(repr, VERSIONS))}")
    check_system(system)
    if unwritable := [name for name, given in system.inputs.items() if callable(given) and not isinstance(given, Signal)]:
        wrong = [f"{name} is driven by a Python function; give a signal, such as Table(times, values)" for name in unwritable]
        raise ProblemsFound(f"System {system.name!r} cannot be written:", wrong)
    descriptions = {name: describe_fmu(component.fmu) for name, component in system.components.items()}
    sources = _packed(system) if path.suffix == ".ssp" else _beside(system, path.parent)
    starts = start_values(system, descriptions)
    dialect = Dialect(version or _version_for(system, descriptions, starts), descriptions)
    if dialect.version == "1.0" and (unsayable := [*_beyond_old(system, descriptions, starts)]):
        raise ProblemsFound(f"System {system.name!r} cannot be written as SSP 1.0; give version='2.0':", unsayable)
    document = ssd_document(system, dialect, sources, starts, PARAMETER_FILE if path.suffix == ".ssp" else None)
    with whole_file(path) as partial:
        if path.suffix == ".ssd":
            partial.write_bytes(document)
            return
        with zipfile.ZipFile(partial, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(STRUCTURE, document)
            archive.writestr(PARAMETER_FILE, ssv_document(dialect, starts))
            for source, fmu in {sources[name]: component.fmu for name, component in system.components.items()}.items():
                archive.write(fmu, source)
    if changing := [name for name, given in system.inputs.items() if isinstance(given, Signal) and not _is_constant(given, system)]:
        words = "%s: other tools hold %s at the start value, since SSP has no signals; mbfmu follows the signal"
        logging.getLogger("mbfmu").warning(words, path, ", ".join(changing))


def _version_for(system: System, descriptions: Descriptions, starts: StartValues) -> str:
    return "2.0" if any(_beyond_old(system, descriptions, starts)) else "1.0"


def _beyond_old(system: System, descriptions: Descriptions, starts: StartValues) -> Iterator[str]:
    """What of a System SSP 1.0 cannot say: outputs, connected inputs and start values that are arrays, or of a type of FMI 3."""
    for name, description in descriptions.items():
        plain, _ = split_outputs(description, system.components[name].fmu, linked_outputs(system, name))
        named = {v.name for v in plain} | {end[1] for connection in system.connections for end in connection if end[0] == name} | {*starts[name]}
        named |= {variable for ends in system.connectors.values() for component, variable in ends if component == name}
        yield from beyond_old(name, {v.name: v for v in description.modelVariables if not named.isdisjoint((v.name, *numbers_of(v)))})


def _is_constant(signal: Signal, system: System) -> bool:
    return signal.held and not [*signal.breaks(system.start_time, system.stop_time)]


def _packed(system: System) -> dict[str, str]:
    """Return where each component's FMU goes in an .ssp: plain names, one per file, since importers differ on escapes."""
    homes: dict[Path, str] = {}
    for name, component in system.components.items():
        fmu = Path(component.fmu).resolve()
        home = f"{RESOURCES}/{plain_name(fmu.stem)}.fmu"
        homes.setdefault(fmu, home if home not in homes.values() else f"{RESOURCES}/{plain_name(f'{fmu.stem}_{name}')}.fmu")
    return {name: homes[Path(component.fmu).resolve()] for name, component in system.components.items()}


def _beside(system: System, folder: Path) -> dict[str, str]:
    sources = {}
    for name, component in system.components.items():
        fmu = Path(component.fmu).resolve()
        if not fmu.is_relative_to(folder.resolve()):
            raise MbfmuError(f"{name}: {component.fmu} lies outside {folder}, where SSP does not look; move it or write an .ssp")
        sources[name] = quote(fmu.relative_to(folder.resolve()).as_posix())
    return sources


def _only_ssd(folder: Path) -> Path:
    if (folder / STRUCTURE).is_file():
        return folder / STRUCTURE
    found = sorted(folder.glob("*.ssd"))
    if len(found) != 1:
        raise MbfmuError(f"{folder} holds {len(found)} .ssd files; name the one to run")
    return found[0]
