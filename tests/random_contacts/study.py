"""A random scene run and judged."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mbfmu import compile_problem

from .drawing import draw
from .judge import Findings, judge_energy, judge_event, judge_impact, judge_law, judge_moment
from .mechanics import Moment
from .run import Record, run
from .scene import model_of

END = 1.5  # s
MOST = 60_000  # evaluations
LOOKED_AT = 150  # moments of a run, beside those behind events
BEHIND = 2  # moments behind each event, the first without time between
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


def looked_at(record: Record) -> list[Moment]:
    """Moments all over a run, and those behind each event, where what is wrong for a short while would show."""
    number = {id(now): i for i, now in enumerate(record.moments)}
    chosen = set(range(0, len(record.moments), max(1, len(record.moments) // LOOKED_AT)))
    for _, after in record.events:
        chosen |= set(range(number[id(after)], min(number[id(after)] + BEHIND, len(record.moments))))
    return [record.moments[i] for i in sorted(chosen)]


def judged(family: str, seed: int) -> Verdict:
    """Run the random scene of a seed by default settings, and judge it."""
    scene, found = draw(family, seed), Findings()
    record = run(scene, compile_problem(model_of(scene)), END, MOST)
    for now in looked_at(record):
        judge_moment(scene, now, found)
    ends = [*(after.t for _, after in record.events[1:]), np.inf]
    for (before, after), until in zip(record.events, ends):
        judge_event(scene, before, after, until, found)
    for before, after in record.impacts:
        judge_impact(scene, before, after, found)
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
