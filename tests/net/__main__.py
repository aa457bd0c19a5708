"""python -m tests.net SEED [COMPARISON ...]: the model of a seed, what deviates, and the smallest model that does."""

from __future__ import annotations

import argparse

from .comparisons import COMPARISONS
from .verdict import case_of, failures, smallest
from .writing import written


def main() -> None:
    """Print them."""
    parser = argparse.ArgumentParser(prog="python -m tests.net", description="A random model, what deviates, and the smallest model that does.")
    parser.add_argument("seed", type=int)
    parser.add_argument("comparisons", nargs="*", choices=[[], *COMPARISONS], default=[], help="all unless given")
    given = parser.parse_args()
    case = case_of(given.seed)
    print(written(case.found), "\n")
    found = failures(case, given.comparisons or tuple(COMPARISONS))
    print(*found or ["nothing deviates"], sep="\n")
    for failure in found:
        print(f"\n# the smallest with {failure.comparison}\n{written(smallest(case, failure))}", flush=True)


if __name__ == "__main__":
    main()
