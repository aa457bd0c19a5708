"""ziglang's C compiler as tests call it: for the engine's target and without symbols, as its libraries are.

For each target, with and without symbols, and for sanitizers that speak, ziglang compiles a runtime, the last one in 15 s.
"""

import sys

from mbfmu.engine.compile import PLATFORMS, present

LIKE_THE_ENGINE = (sys.executable, "-m", "ziglang", "cc", "-target", PLATFORMS[present()].target, "-s")
CC = (*LIKE_THE_ENGINE, "-fno-sanitize=undefined")
TRAPPED = (*LIKE_THE_ENGINE, "-O0", "-g0", "-fsanitize=undefined", "-fsanitize-trap=undefined")  # undefined behaviour ends the process
