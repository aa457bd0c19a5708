"""What the fork server of the tests starts with: all that advises on, checks, linearizes and runs FMUs."""

from mbfmu.check.fmu import run_check
from mbfmu.cosim.advice.advise import advise
from mbfmu.cosim.linearize_fmu import linearize_fmu
from mbfmu.cosim.simulate_fmu import simulate_fmu

IMPORTED = (advise, run_check, linearize_fmu, simulate_fmu)


def begin() -> None:
    """Starts the fork server."""
