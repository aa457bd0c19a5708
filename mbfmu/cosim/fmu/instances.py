"""The kinds of Instance by the version of FMI; adding one is writing its file and its line here."""

from collections.abc import Mapping

from .fmi2_instance import Fmi2Instance
from .fmi3_instance import Fmi3Instance
from .instance import FmuInstance

INSTANCES: Mapping[int, type[FmuInstance]] = {2: Fmi2Instance, 3: Fmi3Instance}
