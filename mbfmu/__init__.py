"""mbfmu: a multibody model declared in Python becomes a Functional Mock-up Unit that other tools run.

What `import mbfmu` offers stands in __init__.pyi, and is imported when it is first used: so the command line answers at once.
"""

import lazy_loader

from .base.moved_modules import keep_old_names

keep_old_names()
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
__all__.remove("open")  # which `from mbfmu import *` shall not put in place of Python's own
