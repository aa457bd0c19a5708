from .advice.advised_run import simulate_system
from .checks import check_system
from .csv import read_csv, write_csv
from .inputs.changes import with_inputs, with_values
from .power.signal_units import signal_units
from .simulate import RunStopped
from .simulate_fmu import simulate_fmu
from .ssp.ssp import open_system, write_system
from .system.conversion import Conversion, ValueMap
from .system.system import Component, Connection, Connector, System

__all__ = [
    "Component",
    "Connection",
    "Connector",
    "Conversion",
    "RunStopped",
    "System",
    "ValueMap",
    "check_system",
    "open_system",
    "read_csv",
    "signal_units",
    "simulate_fmu",
    "simulate_system",
    "with_inputs",
    "with_values",
    "write_csv",
    "write_system",
]
