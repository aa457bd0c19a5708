"""Where the runs of a study go: threads of this process, or a Dask cluster."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from logging import ERROR
from typing import TYPE_CHECKING, Any

from ..base.errors import MbfmuError

if TYPE_CHECKING:
    from distributed import Client

HERE_ONLY = "127.0.0.1:0"  # where Dask listens for browsers, which it does in any case: else on port 8787 of all networks
PATIENCE = 10.0  # s for a scheduler to answer


@contextmanager
def cluster_at(address: str | None, workers: int) -> Iterator[Client]:
    """Yield a client of the Dask cluster whose scheduler is at an address such as "tcp://10.0.0.5:8786", or of so many threads of this process.

    FMUs run in processes of their own wherever they run. MbfmuError where Dask is not installed or no scheduler answers.
    """
    distributed = _distributed()
    with ExitStack() as opened:
        if address is None:
            here = {"n_workers": 1, "threads_per_worker": workers, "processes": False, "memory_limit": 0}
            ports = {"dashboard_address": HERE_ONLY, "worker_dashboard_address": HERE_ONLY}
            address = opened.enter_context(distributed.LocalCluster(**here, **ports, silence_logs=ERROR))
        try:
            client = opened.enter_context(distributed.Client(address, timeout=PATIENCE, set_as_default=False))
        except (OSError, TimeoutError, ValueError) as error:
            what = "start one with `dask scheduler`, and workers with `dask worker`"
            raise MbfmuError(f"no Dask scheduler answers at {address}: {error}; {what}") from error
        yield client


def _distributed() -> Any:
    try:
        import distributed
    except ImportError:
        raise MbfmuError("a study runs on Dask, which is not installed: pip install 'mbfmu[study]'") from None
    return distributed
