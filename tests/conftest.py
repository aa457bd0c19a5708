"""What all tests share: one thread for linear algebra, a logger that stays, one command line, and a temporary directory of a test's own."""

import functools
import gc
import os

# On small matrices more threads only wait for each other, for minutes where the machine is shared. Read when NumPy is imported, after this.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import fmpy.fmi2
import pytest
import typer.main
import typer.testing

from mbfmu.base.child_process import isolated
from tests.command_line import CAR, VECTOR_MODEL, result
from tests.fmi2_callbacks import fmi2_callbacks
from tests.fork_server import begin
from tests.shares import import_own_share
from tests.turns import leave_to_slow_tests

# Files of 15 seconds and more.
LONGEST = (
    *("test_style.py", "test_load.py", "test_net.py", "test_fmi_tools.py", "test_fuzz.py", "test_docs.py", "test_c_functions.py", "test_loops.py"),
    *("test_cli_analysis.py", "test_light_bodies.py", "test_native_fmu.py", "test_superelements.py"),
)
NEEDY = ("tools", "robots", "browser", "files")  # markers of tests that need what pip alone does not install
IMPORTING = 300.0  # s that the fork server may take: all workers import at once, on a machine that may be busy with other work


@pytest.fixture(scope="session", autouse=True)
def own_logger() -> Iterator[None]:
    """Instances without a logger of their own get one that stays: that of FMPy hands all messages of a process to the logger it was reported of last,
    which may be gone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fmpy.fmi2, "defaultCallbacks", fmi2_callbacks(lambda *message: None))
        yield


@pytest.fixture(scope="session", autouse=True)
def one_command_line() -> Iterator[None]:
    """Typer's runner makes all commands again for each call, which takes longer than most of what is called."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(typer.testing, "_get_command", functools.cache(typer.main.get_command))
        yield


@pytest.fixture(scope="session", autouse=True)
def fork_server() -> None:
    """A fork server imports the module of the first function that it gets, and no other: each process that runs another imports that itself."""
    isolated(begin, limit=IMPORTING)


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A temporary directory of the test's own, in this process and those it starts."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


@pytest.fixture(scope="session")
def stub(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Build a stub FMU, a pendulum in C of no tool's, that tells some lies."""
    pytest.importorskip("ziglang")
    from tests.check.stub import build_stub, compile_stub

    library = compile_stub(tmp_path_factory.mktemp("library"))

    def build(lies: int = 0, replaced: Mapping[str, str] | None = None, version: int = 2) -> Path:
        return build_stub(library, tmp_path_factory.mktemp("stub") / "Stub.fmu", lies, replaced, version)

    return build


@pytest.fixture
def thrown(tmp_path: Path) -> Path:
    """A model with an output of three numbers, which prints while it is declared."""
    path = tmp_path / "thrown.py"
    path.write_text(VECTOR_MODEL)
    return path


@pytest.fixture(scope="session")
def car(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A quarter car as an FMU, built by the command line."""
    return Path(result("build", CAR, "-o", tmp_path_factory.mktemp("car"))["fmus"][0])


def pytest_xdist_auto_num_workers() -> int:
    """One more than cores, since tests wait: for processes, locks and files."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return cores + 1


def pytest_sessionstart(session: pytest.Session) -> None:
    """Before collection, which needs all test modules."""
    import_own_share(session.config)


def pytest_collectstart() -> None:
    """Modules and tests are no garbage; a fifth of the time of collecting them would go into looking for some."""
    gc.disable()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Iterator[None]:
    """Formulations take turns, before slow tests are left out. Tests that need more than pip gives run where their marker is named.

    Files that take longest come first, then those of most tests, so that no core waits for them at the end. xdist keeps this order
    (`--no-loadscope-reorder` in pyproject.toml); its own, by numbers of tests alone, ends with half a minute of the type checker."""
    leave_to_slow_tests(items)
    needy = [marker for marker in NEEDY if config.option.markexpr and marker not in config.option.markexpr]
    left = {item for item in items if any(item.get_closest_marker(marker) for marker in needy)}
    config.hook.pytest_deselected(items=list(left))
    items[:] = [item for item in items if item not in left]
    yield
    tests = Counter(item.path for item in items)
    items.sort(key=lambda item: (item.path.name not in LONGEST, -tests[item.path]))


def pytest_collection_finish() -> None:
    """Modules and tests stay to the end: garbage is looked for among what is made later only, which takes about half of the time."""
    gc.freeze()
    gc.enable()
