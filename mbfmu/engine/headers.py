"""The header files of the FMI standard, which FMPy brings along: the same in every FMU, whichever FMPy is installed."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from ..errors import MbfmuError

# SHA-256 of each by the version of FMI. A new edition of the standard is a new table here, looked at by somebody.
DIGESTS: Mapping[int, Mapping[str, str]] = {
    2: {
        "fmi2FunctionTypes.h": "756da446057a5a6dec47a5938e099ba3a9b1882326672b393c6f7dd8571e3456",
        "fmi2Functions.h": "9df3cb9d50d810ef993e1fc2925d19b5886e08809b31ac10de361ceeba62ad1a",
        "fmi2TypesPlatform.h": "50a180641623f47f2e48fc445707549ce4ec2e27358e2451a2dad5b6dfc55287",
    },
    3: {
        "fmi3FunctionTypes.h": "77bb086dbf9b9123f75edc2a90a0f27fb5c32f913ab3f9b69fe2e2cbc2448b24",
        "fmi3Functions.h": "6367e9f7895848ed8d06c8a9b7f77e72d9f3eae102f64c313d51c10049b720ee",
        "fmi3PlatformTypes.h": "19ea19ae07cdab582931fc1a545d9aeef3d5066da131ee96a7e393e72164fa30",
    },
}
RIGHT = ("0.3.23", "0.3.32")  # the first and the last FMPy that is known to bring these


def standard_headers(fmi: int, folder: Path) -> list[Path]:
    """The header files of a version of FMI in `folder`, FMPy's; MbfmuError where one is missing or not the one in DIGESTS."""
    files = [folder / name for name in DIGESTS[fmi]]
    for file in files:
        if not file.is_file():
            raise MbfmuError(f"FMPy {version('fmpy')} brings no {file.name}, which FMUs are compiled with; {_remedy()}")
        if sha256(file.read_bytes()).hexdigest() != DIGESTS[fmi][file.name]:
            raise MbfmuError(f"FMPy {version('fmpy')} brings another {file.name} than FMUs are compiled with; {_remedy()}")
    return files


def _remedy() -> str:
    first, last = RIGHT
    return f'FMPy {first} to {last} are known to bring the right one: pip install --force-reinstall --no-deps "fmpy=={last}"'
