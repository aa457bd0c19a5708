"""What the fork server of the tests starts with: all that checks, runs and linearizes FMUs."""

import mbfmu.advice.advise  # noqa: F401
import mbfmu.check.fmu  # noqa: F401
import mbfmu.cosim.linearize_fmu  # noqa: F401
import mbfmu.cosim.simulate_fmu  # noqa: F401


def begin() -> None:
    """Starts the fork server."""
