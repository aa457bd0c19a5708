"""A function in a process of its own, which may crash or hang."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ..runtime.errors import MbfmuError

METHOD = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
LAST_WORDS = 300  # characters that are quoted of what a process printed before it crashed


class Crashed(MbfmuError):
    """The process ended without an answer."""


class Failed(MbfmuError):
    """The function raised an error, whose message this is."""


class TimedOut(MbfmuError):
    """The process gave no answer in time and was ended."""


def apart(function: Callable[..., Any], *arguments: Any, limit: float) -> Any:
    """Return `function(*arguments)`, run in a new process, whose answer may take `limit` seconds.

    Raises Failed, Crashed or TimedOut; what the process prints is only quoted where it crashes.
    """
    context = multiprocessing.get_context(METHOD)
    if METHOD == "forkserver":
        context.set_forkserver_preload(["mbfmu.check.checks"])
    here, there = context.Pipe(duplex=False)
    with TemporaryDirectory(prefix="mbfmu-") as folder, here:
        printed = Path(folder) / "printed.txt"
        process = context.Process(target=_answer, args=(there, printed, function, arguments))
        process.start()
        there.close()
        try:
            if not here.poll(limit):
                raise TimedOut(f"no answer within {limit:g} s")
            done, answer = here.recv()
            if not done:
                raise Failed(answer)
            return answer
        except (EOFError, ConnectionError):
            process.join()
            raise Crashed(f"the process that ran the FMU {_ending(process.exitcode)}{_last_words(printed)}") from None
        finally:
            process.kill()
            process.join()


def _answer(there: Connection, printed: Path, function: Callable[..., Any], arguments: tuple) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle
    with printed.open("wb") as file:
        for stream in (1, 2):
            os.dup2(file.fileno(), stream)
    try:
        answer = True, function(*arguments)
    except Exception as error:  # FMPy's cannot be sent
        answer = False, str(error)
    there.send(answer)
    there.close()
    os._exit(0)  # some FMUs crash when their library is unloaded, which no check is about


def _ending(code: int) -> str:
    return f"was ended by {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"


def _last_words(printed: Path) -> str:
    text = printed.read_text(errors="replace").strip()[-LAST_WORDS:] if printed.exists() else ""
    return f", saying: {' '.join(text.split())}" if text else ""
