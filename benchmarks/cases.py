"""Every case through every formulation: the largest error in units of its tolerance, and the processor time of compiling and running.

`python -m benchmarks.cases` runs all of them, the long ones in their short form, and writes the table into docs/validation.md;
with `--check` it only says which cases or formulations the table there lacks. Set OPENBLAS_NUM_THREADS=1 where others share the machine.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from mbfmu.base.errors import MbfmuError
from mbfmu.problem.mechanism.mechanics import FORMULATIONS
from tests.cases.case import Case
from tests.cases.collection import CASES

PAGE = Path(__file__).parent.parent / "docs/validation.md"
LEGEND = "The largest error in units of the tolerance, and seconds of processor time for compiling and running."
MARK = "<!-- cases table -->"  # before the table and behind it


def cell(case: Case, formulation: str) -> str:
    """The error of one run and its time; a dash where the formulation cannot express the case."""
    if formulation not in case.formulations:
        return "–"
    run, start = case.shortened() if case.short is not None else case, time.process_time()
    try:
        error = f"{run.error(formulation):.1g}"
    except MbfmuError as failure:
        print(f"{case.name} through {formulation}: {failure}", file=sys.stderr)
        error = "fails"
    until = "" if run is case else f" (to {run.stop_time:g} s)"
    return f"{error}, {time.process_time() - start:.1f} s{until}"


def row(case: Case) -> str:
    """One case through all formulations, printed as it comes."""
    allowed = ", ".join(dict.fromkeys(published.allowed for published in case.reference.values()))
    line = f"| {case.name} | {allowed} | {' | '.join(cell(case, formulation) for formulation in FORMULATIONS)} |"
    print(line, flush=True)
    return line


def table() -> str:
    """All cases, and why some cells are empty."""
    heads = ["case", "tolerance", *FORMULATIONS]
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|", *map(row, CASES)]
    reasons = [f"{case.name} through {formulation}: {why}." for case in CASES for formulation, why in (case.unable | case.endless).items()]
    return "\n".join([*lines, "", LEGEND, *reasons])


def missing(page: str) -> list[str]:
    """The cases and formulations that the table in this page lacks."""
    rows = [[cell.strip() for cell in line.split("|")] for line in page.split(MARK)[1].strip().splitlines()]
    heads, named = (rows[0] if rows else []), {cells[1] for cells in rows if len(cells) > 1}
    lacking = [formulation for formulation in FORMULATIONS if formulation not in heads]
    return lacking + [case.name for case in CASES if case.name not in named]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="only look whether the table names every case and formulation")
    if not parser.parse_args().check:
        written = table()
        before, _, behind = PAGE.read_text().split(MARK)
        PAGE.write_text(f"{before}{MARK}\n{written}\n{MARK}{behind}")
    if lacking := missing(PAGE.read_text()):
        sys.exit(f"the table of docs/validation.md lacks {', '.join(lacking)}: run python -m benchmarks.cases")


if __name__ == "__main__":
    main()
