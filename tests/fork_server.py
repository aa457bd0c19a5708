"""What a fork server of the tests starts with: all that checks and runs FMUs."""

import mbfmu.check.fmu
import mbfmu.cosim.simulate_fmu  # noqa: F401
from mbfmu.cosim.simulate import run_system  # noqa: F401


def begin() -> None:
    """Starts the fork server."""
