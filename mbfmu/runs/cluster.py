"""Where the runs of a study go if not to this machine's cores: a Dask cluster."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ..base.errors import MbfmuError

if TYPE_CHECKING:
    from distributed import Client

PATIENCE = 10.0  # s for a scheduler to answer


@contextmanager
def cluster_at(address: str) -> Iterator[Client]:
    """Yield a client of the Dask cluster whose scheduler is at an address such as "tcp://10.0.0.5:8786".

    FMUs run in processes of their own there, too. MbfmuError where Dask is not installed or no scheduler answers.
    """
    distributed = _distributed()
    try:
        client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        what = "start one with `dask scheduler`, and workers with `dask worker`"
        raise MbfmuError(f"no Dask scheduler answers at {address}: {error}; {what}") from error
    with client:
        yield client


def _distributed() -> Any:
    try:
        import distributed
    except ImportError:
        raise MbfmuError("a study on a cluster needs Dask, which is not installed: pip install 'mbfmu[study]'") from None
    return distributed
