"""Run a System: check, instantiate, make the start consistent, step, record, free."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from fmpy.model_description import ModelDescription

from ..runtime.errors import MbfmuError
from .archive import unpack
from .checks import check_system
from .coupling import drivers, settle
from .description import describe_fmu
from .instance import Fmi2Instance
from .loops import stepping_order
from .masters import MASTERS
from .progress import with_progress
from .recorder import Recorder
from .system import System
from .timeline import timeline


class RunStopped(MbfmuError):
    """An FMU failed during the run; `result` holds what was recorded until then."""

    def __init__(self, message: str, result: np.ndarray):
        self.result = result
        super().__init__(message)


def simulate_system(system: System, progress: bool = True) -> np.ndarray:
    """Co-simulate `system` and return a structured array: "time" [s] and "component.variable", in each variable's own unit.

    Holds every output and every connected input at every communication point; the last one is exactly the stop time.

    Raises ProblemsFound when the System cannot run (see mbfmu.cosim.checks), MbfmuError when it cannot be initialized,
    RunStopped when a step fails or an output is no finite number, KeyboardInterrupt with the time it had come to.
    """
    check_system(system)
    descriptions = {name: describe_fmu(component.fmu) for name, component in system.components.items()}
    order = system.order or stepping_order(system, descriptions)
    driven_by = drivers(system)
    steps = timeline(system.start_time, system.stop_time, system.step_size)
    recorder = Recorder(system, descriptions, len(steps) + 1)
    with running(system, descriptions) as instances:
        settle(instances, driven_by, order)
        for instance in instances.values():
            instance.exit_initialization()
            instance.read()
            instance.refuse_non_numbers(system.start_time)
        recorder.record(system.start_time, instances)
        try:
            with closing(with_progress(steps, progress)) as shown:
                for step in shown:
                    MASTERS[system.method](instances, driven_by, order, step)
                    recorder.record(step.end, instances)
        except KeyboardInterrupt:
            raise KeyboardInterrupt(f"t = {recorder.result['time'][-1]:.9g} s") from None
        except MbfmuError as error:
            raise RunStopped(str(error), recorder.result) from error
    return recorder.result


@contextmanager
def running(system: System, descriptions: Mapping[str, ModelDescription]) -> Iterator[dict[str, Fmi2Instance]]:
    """Yield the FMUs of a System in Initialization Mode; terminates and frees them, and deletes what was unpacked."""
    with ExitStack() as cleanup:
        folder = Path(cleanup.enter_context(TemporaryDirectory(prefix="mbfmu-")))
        instances: dict[str, Fmi2Instance] = {}
        for i, (name, component) in enumerate(system.components.items()):
            unpack(component.fmu, folder / str(i))
            instances[name] = Fmi2Instance(name, descriptions[name], folder / str(i))
            cleanup.callback(instances[name].close)
            instances[name].enter_initialization(system.start_time, system.stop_time, component.values)
        yield instances
