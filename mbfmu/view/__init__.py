"""Pictures of results, still and moving.

What it offers stands in __init__.pyi, and is imported when it is first used: so who plots does not wait for what draws in three dimensions.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
