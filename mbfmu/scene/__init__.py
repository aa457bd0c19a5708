"""What there is to see of a mechanism: figures on its parts, what is drawn between them, and the outputs that say where they are.

What it offers stands in __init__.pyi, and is imported when it is first used: so who reads an FMU does not wait for what makes figures.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
