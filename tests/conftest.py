"""One thread for linear algebra: on small matrices more of them only wait for each other, for minutes where the machine is shared."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # read when NumPy is imported, after this
