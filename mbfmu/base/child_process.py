"""A function in a process of its own, which may crash or hang: where FMUs run that anybody may have made."""

from __future__ import annotations

import logging
import multiprocessing
import os
import pickle
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from .errors import MbfmuError
from .files.temporary_folder import temporary_folder
from .interrupt import noticed
from .notes import keep_notes, make_notes, noted_in

LONGEST = 70  # bytes of the temporary folder's path: a fork server's socket lies in it, whose own path may have about 100
LAST_WORDS = 300  # characters that are quoted of what a process printed before it crashed
LOADING = 20.0  # s that an FMU may take until it is loaded and instantiated
GLANCE = 0.5  # s between looks at Ctrl-C and at the clock while nothing is answered
PULSE = 0.1  # s between two reports of progress, the others in between being dropped
PATIENT = "`mbfmu check` tests it; if it is only slow, simulate_fmu and simulate_system of mbfmu.cosim wait for it in Python"
PROGRESS, LOGGED, DONE, FAILED = "progress", "logged", "done", "failed"
LOGGER = logging.getLogger("mbfmu")

_STARTING = threading.Lock()


class Crashed(MbfmuError):
    """The process ended without an answer."""


class Failed(MbfmuError):
    """The function raised an error that is none of mbfmu's, whose message this is."""


class TimedOut(MbfmuError):
    """The process gave no answer in time and was ended."""


def isolated(function: Callable[..., Any], *arguments: Any, limit: float) -> Any:
    """Return `function(*arguments)`, run in a new process, whose answer may take `limit` seconds.

    Raises what errors of mbfmu the function raises, Failed for others, Crashed or TimedOut; what the process prints is only
    quoted where it crashes.
    """
    return _run(function, arguments, {}, limit, None)


def followed(function: Callable[..., Any], *arguments: Any, progress: Callable[[Any], None], **options: Any) -> Any:
    """Return `function(*arguments, progress=..., **options)`, run in a new process while a person waits.

    What the function calls its `progress` with now and then reaches `progress` here; what it logs as a warning is logged here; what it prints goes to
    standard error. Raises what
    errors of mbfmu the function raises, Failed for others, Crashed, and KeyboardInterrupt, all of which end the process.
    """
    with advised():
        return _run(function, arguments, options, None, progress)


@contextmanager
def advised() -> Iterator[None]:
    """Say of a crash what to do about it."""
    try:
        yield
    except Crashed as crash:
        raise Crashed(f"{crash}; a file may be damaged, or the FMU has an error: `mbfmu check` tests it") from None


def _run(function: Callable, arguments: tuple, options: dict[str, Any], limit: float | None, progress: Callable | None) -> Any:
    here, there = multiprocessing.Pipe(duplex=False)
    with temporary_folder() as folder, here:
        make_notes(folder)
        with noticed(at_once=False) as interrupt:
            process = started(_answer, there, folder, function, arguments, options, progress is not None, preload=function.__module__)
        try:
            there.close()
            interrupt.heed()
            return answered(here, folder, limit, progress)()
        except (EOFError, ConnectionError):
            raise crash_of(process, folder) from None
        finally:
            process.kill()
            process.join()


def started(target: Callable[..., None], *arguments: Any, preload: str) -> Any:
    """Start a process that calls `target(*arguments)` and does not hear Ctrl-C; a fork server that has to be started imports the module `preload`."""
    method = _start_method()
    context: Any = multiprocessing.get_context(method)  # BaseContext has no Process, all others have
    if method == "forkserver":
        context.set_forkserver_preload([preload])
    process = context.Process(target=target, args=arguments)
    with _deaf(), _main_hidden(), _allowed(), sent():
        process.start()
    return process


@contextmanager
def sent() -> Iterator[None]:
    """Raise MbfmuError for what cannot be given to another process, such as a function that was made in a script."""
    try:
        yield
    except (pickle.PicklingError, AttributeError) as error:
        what = "what runs in a process of its own takes signals such as Step and Table, and functions of modules that can be imported"
        raise MbfmuError(f"{error}: {what}") from error


@contextmanager
def _main_hidden() -> Iterator[None]:
    """Hide from a new process which script runs here: it would run that as well, and needs nothing of it."""
    main = sys.modules["__main__"]
    with _STARTING:
        names: Any = vars(main)
        hidden = {name: names.pop(name) for name in ("__file__", "__spec__") if name in names}
        names["__spec__"] = None
        try:
            yield
        finally:
            names.update(hidden)


@contextmanager
def _allowed() -> Iterator[None]:
    """Let a daemon start a process, as Dask's workers are: ours does not outlive who waits for it, which is why daemons may not."""
    config: dict[str, Any] = multiprocessing.current_process()._config  # type: ignore[attr-defined]
    daemon = config.pop("daemon", None)
    try:
        yield
    finally:
        if daemon is not None:
            config["daemon"] = daemon


@contextmanager
def _deaf() -> Iterator[None]:
    """Keep Ctrl-C from a new process, and from the fork server, from their first instruction on: it is the parent's to handle."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows, where `_answer` ignores it as soon as it runs
        yield
        return
    resource_tracker.ensure_running()  # which the fork server's start would do, and then listen to Ctrl-C again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # which new processes inherit
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start_method() -> str:
    """A fork server where there can be one: each process begins with everything imported."""
    possible = "forkserver" in multiprocessing.get_all_start_methods() and len(os.fsencode(tempfile.gettempdir())) <= LONGEST
    return "forkserver" if possible else "spawn"


def crash_of(process: Any, folder: Path) -> Crashed:
    """The error that says how a process has ended, and over what."""
    process.join()
    return Crashed(f"the process that ran the FMU {_ending(process.exitcode)}{_last_action(folder)}{_last_words(folder)}")


def raised(error: BaseException) -> Any:
    """Raise an error."""
    raise error


def answered(here: Connection, folder: Path, limit: float | None, progress: Callable | None) -> Callable[[], Any]:
    """Wait for the answer of a process, which the returned function returns or raises; TimedOut, EOFError, ConnectionError: there is none."""
    begun = since = time.monotonic()
    last: tuple[float, str] = 0.0, ""
    while True:
        if not here.poll(GLANCE):
            now, noted = time.monotonic(), noted_in(folder)
            if limit is not None and now - begun > limit:
                raise TimedOut(f"no answer within {limit:g} s")
            if noted != last:
                last, since = noted, now
            elif noted[0] and now - since > noted[0]:
                raise TimedOut(f"{noted[1]}, and has not come back for {noted[0]:g} s; {PATIENT}")
            continue
        kind, content = here.recv()
        if kind == DONE:
            return lambda: content
        if kind == FAILED:
            return partial(raised, content)
        if kind == LOGGED:
            LOGGER.warning(content)
        elif progress is not None:
            progress(content)


def _answer(there: Connection, folder: Path, function: Callable, arguments: tuple, options: dict[str, Any], is_followed: bool) -> None:
    settle_in(folder)
    if is_followed:
        pass_on_warnings(there)
        options = {**options, "progress": Pulse(there)}
    else:
        with _printed(folder).open("wb") as file:
            for stream in (1, 2):
                os.dup2(file.fileno(), stream)
    with suppress(BrokenPipeError):  # who waits for it was killed
        there.send(answer_of(function, arguments, options, is_followed))
        there.close()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)  # some FMUs crash when their library is unloaded, which no check is about


def settle_in(folder: Path) -> None:
    """Make a new process deaf to Ctrl-C, and have it note what it is about to do in `folder`, where its temporary files are."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle
    tempfile.tempdir = str(folder)  # what is left behind by a crash goes with it
    keep_notes(folder)


def pass_on_warnings(there: Connection) -> None:
    """Send what is logged as a warning to who waits, and print to standard error."""
    os.dup2(2, 1)
    handler = logging.Handler(logging.WARNING)
    handler.emit = lambda record: there.send((LOGGED, record.getMessage()))  # type: ignore[method-assign]
    LOGGER.addHandler(handler)


def answer_of(function: Callable, arguments: tuple, options: dict[str, Any], is_followed: bool) -> tuple[str, Any]:
    """What a function returns or raises, as it is sent."""
    try:
        return DONE, function(*arguments, **options)
    except MbfmuError as error:
        return FAILED, error
    except Exception as error:  # FMPy's cannot be sent
        return FAILED, Failed(f"{type(error).__name__}: {error}" if is_followed else str(error))


class Pulse:
    """Sends what it is called with, once a PULSE."""

    def __init__(self, there: Connection):
        self.there, self.last = there, time.monotonic()

    def __call__(self, content: Any) -> None:
        if time.monotonic() - self.last > PULSE:
            self.there.send((PROGRESS, content))
            self.last = time.monotonic()


def _printed(folder: Path) -> Path:
    return folder / "printed.txt"


def _ending(code: int) -> str:
    return f"was ended by {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"


def _last_action(folder: Path) -> str:
    action = noted_in(folder)[1]
    return f" as {action}" if action else ""


def _last_words(folder: Path) -> str:
    text = _printed(folder).read_text(errors="replace").strip()[-LAST_WORDS:] if _printed(folder).exists() else ""
    return f", saying: {' '.join(text.split())}" if text else ""
