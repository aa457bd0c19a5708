"""Every case through every formulation: the largest error in units of its tolerance, and the time that compiling and running take.

`python -m benchmarks.cases` runs all of them whole (about half an hour) and writes the table into README.md, between two comments;
with `--check` it only says which cases or formulations the table there lacks. Set OPENBLAS_NUM_THREADS=1 where others share the machine.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from mbfmu.problem.mechanics import FORMULATIONS
from mbfmu.runtime.errors import MbfmuError
from tests.cases.case import Case
from tests.cases.collection import CASES

README = Path(__file__).parent.parent / "README.md"
BEGIN, END = "<!-- cases table -->", "<!-- end of cases table -->"


def cell(case: Case, formulation: str) -> str:
    """The error of one run and its time; a dash where the formulation cannot express the case."""
    if formulation in case.unable:
        return "–"
    start = time.perf_counter()
    try:
        error = f"{case.error(formulation):.1g}"
    except MbfmuError as failure:
        print(f"{case.name} through {formulation}: {failure}", file=sys.stderr)
        error = "fails"
    return f"{error}, {time.perf_counter() - start:.1f} s"


def row(case: Case) -> str:
    """One case through all formulations, told as it comes."""
    allowed = ", ".join(dict.fromkeys(published.allowed for published in case.reference.values()))
    line = f"| {case.name} | {allowed} | {' | '.join(cell(case, formulation) for formulation in FORMULATIONS)} |"
    print(line, flush=True)
    return line


def table() -> str:
    """All cases, and why some cells are empty."""
    heads = ["case", "tolerance", *FORMULATIONS]
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|", *map(row, CASES)]
    reasons = [f"- {case.name}, {formulation}: {why}" for case in CASES for formulation, why in case.unable.items()]
    return "\n".join([*lines, "", *reasons]).rstrip()


def missing(readme: str) -> list[str]:
    """The cases and formulations that the table in this README lacks."""
    rows = [[cell.strip() for cell in line.split("|")] for line in readme.partition(BEGIN)[2].partition(END)[0].strip().splitlines()]
    heads, named = (rows[0] if rows else []), {cells[1] for cells in rows if len(cells) > 1}
    lacking = [formulation for formulation in FORMULATIONS if formulation not in heads]
    return lacking + [case.name for case in CASES if case.name not in named]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="only look whether the README's table names every case and formulation")
    if not parser.parse_args().check:
        written = table()
        before, _, rest = README.read_text().partition(BEGIN)
        README.write_text(f"{before}{BEGIN}\n{written}\n{END}{rest.partition(END)[2]}")
    if lacking := missing(README.read_text()):
        sys.exit(f"the README's table lacks {', '.join(lacking)}: run python -m benchmarks.cases")


if __name__ == "__main__":
    main()
