"""A random scene run and judged."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mbfmu import compile_problem

from .drawing import draw
from .judge import Findings, judge_energy, judge_impact, judge_law, judge_moment
from .run import run
from .scene import model_of

END = 1.5  # s
MOST = 60_000  # evaluations
LOOKED_AT = 150  # moments of a run
FAIR = (
    "both sides are fixed to each other, or their motion is prescribed",  # a driven loop strikes the ground
    "Painleve's paradox",  # friction coefficients up to 2
    "friction jams them",  # with less of it there are impulses
)


@dataclass(frozen=True)
class Verdict:
    """What became of a run: the contacts that struck or closed, what was found, and why it ended early, if it did."""

    family: str
    seed: int
    contacts: int
    findings: Findings
    refused: str

    @property
    def is_fair(self) -> bool:
        """Whether a scene that is refused has no motion of rigid bodies."""
        return any(words in self.refused for words in FAIR)


def judged(family: str, seed: int) -> Verdict:
    """Run the random scene of a seed by default settings, and judge it."""
    scene, found = draw(family, seed), Findings()
    record = run(scene, compile_problem(model_of(scene)), END, MOST)
    for now in record.moments[:: max(1, len(record.moments) // LOOKED_AT)]:
        judge_moment(scene, now, found)
    ends = [*(before.t for before, _ in record.impacts[1:]), np.inf]
    for (before, after), until in zip(record.impacts, ends):
        judge_impact(scene, before, after, until, found)
        judge_law(scene, before, after, found)
    judge_energy(scene, record.moments, found)
    return Verdict(family, seed, max(len(record.impacts), record.touched), found, record.refused)


def counted(verdicts: list[Verdict]) -> str:
    """What runs have shown, as lines."""
    worst: dict[str, float] = {}
    for verdict in verdicts:
        for what, size in verdict.findings.worst.items():
            worst[what] = max(worst.get(what, 0.0), size)
    lines = [
        f"{len(verdicts)} runs, {sum(verdict.contacts for verdict in verdicts)} contacts, {sum(v.findings.judged for v in verdicts)} by their law"
    ]
    lines += [f"{what}: at most {size:.2g}" for what, size in worst.items()]
    lines += [f"{verdict.family} {verdict.seed}: {verdict.refused}" for verdict in verdicts if verdict.refused]
    lines += [f"{verdict.family} {verdict.seed}: {wrong}" for verdict in verdicts for wrong in verdict.findings.wrong[:3]]
    return "\n".join(lines)
