"""A host of FMI 2 in plain Python: python plain_host.py FOLDER NAME GUID REFERENCE STEP STEPS prints a value at each communication point."""

import sys
from ctypes import CDLL, CFUNCTYPE, Structure, byref, c_char_p, c_double, c_int, c_uint, c_void_p
from pathlib import Path

LOGGER = CFUNCTYPE(None, c_void_p, c_char_p, c_int, c_char_p, c_char_p)


class Callbacks(Structure):
    _fields_ = [("logger", LOGGER), ("allocate", c_void_p), ("free", c_void_p), ("step_finished", c_void_p), ("environment", c_void_p)]


folder, name, guid, reference, step, steps = sys.argv[1:]
(binary,) = Path(folder).glob("binaries/linux64/*.so")
fmu, references, value = CDLL(str(binary)), (c_uint * 1)(int(reference)), (c_double * 1)()
logger = LOGGER(lambda environment, instance, status, category, message: print(message.decode(), file=sys.stderr))
callbacks = Callbacks(logger)
fmu.fmi2Instantiate.restype = c_void_p
instance = c_void_p(fmu.fmi2Instantiate(name.encode(), 1, guid.encode(), (Path(folder) / "resources").as_uri().encode(), byref(callbacks), 0, 1))
if not instance:
    sys.exit("there is no instance")


def must(status: int) -> None:
    if status:
        sys.exit(f"a call was answered {status}")


must(fmu.fmi2SetupExperiment(instance, 0, c_double(0.0), c_double(0.0), 0, c_double(0.0)))
must(fmu.fmi2EnterInitializationMode(instance))
must(fmu.fmi2ExitInitializationMode(instance))
for k in range(int(steps) + 1):
    must(fmu.fmi2GetReal(instance, references, 1, value))
    print(value[0])
    must(fmu.fmi2DoStep(instance, c_double(k * float(step)), c_double(float(step)), 1))
must(fmu.fmi2Terminate(instance))
fmu.fmi2FreeInstance(instance)
