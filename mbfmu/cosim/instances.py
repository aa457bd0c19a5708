"""The kinds of Instance by the version of FMI; adding one is writing its file and its line here."""

from .fmi2_instance import Fmi2Instance
from .fmi3_instance import Fmi3Instance

INSTANCES = {2: Fmi2Instance, 3: Fmi3Instance}
