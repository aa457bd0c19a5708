"""python -m tests.random_contacts FAMILY FROM TO: random scenes of a family, run and judged."""

import sys

from .study import counted, judged

if __name__ == "__main__":
    family, start, end = sys.argv[1], *map(int, sys.argv[2:])
    print(counted([judged(family, seed) for seed in range(start, end)]))
