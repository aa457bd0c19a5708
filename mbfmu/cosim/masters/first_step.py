"""The first step, in which little is known of the past: it is taken, taken back, and repeated with its end known."""

from ..system.timeline import CommunicationStep
from .coupling import CoupledRun
from .masters import MASTERS


def first_step(coupling: CoupledRun, step: CommunicationStep) -> None:
    """Advance every FMU by one communication step, so that inputs which follow parabolas from then on lose no order to the start."""
    master = MASTERS[coupling.system.method]
    saved = coupling.save()
    master(coupling, step)
    end = {of: of.samples[-1] for of in coupling.histories}
    coupling.restore(saved)
    coupling.release(saved)
    coupling.ahead = end
    master(coupling, step)
    coupling.ahead = {}
