"""What the fork server of the tests starts with: all that advises on, checks, linearizes and runs FMUs, and runs models."""

from mbfmu.check.fmu import run_check
from mbfmu.cosim.advice.advise import advise
from mbfmu.cosim.linearize_fmu import linearize_fmu
from mbfmu.cosim.simulate_fmu import simulate_fmu
from mbfmu.runs.problem_subject import problem_subject

IMPORTED = (advise, run_check, linearize_fmu, simulate_fmu, problem_subject)


def begin() -> None:
    """Starts the fork server."""
