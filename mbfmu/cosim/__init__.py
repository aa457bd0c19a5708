"""Co-simulation: Systems of connected FMUs, read and written as SSP, stepped by a master, recorded.

What it offers stands in __init__.pyi, and is imported when it is first used: so who reads one FMU does not wait for all of them.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
