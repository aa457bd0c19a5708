"""Native FMUs with one line of their sources changed: small lies that only a thorough check finds."""

import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

from mbfmu.check import FALSE, NOTED, check_fmu
from mbfmu.check.checks import CHECKS
from mbfmu.engine.compile import PLATFORMS, Library, compile_all, present
from mbfmu.engine.sources import INCLUDED, C, native_sources
from mbfmu.fmu.package.native_fmu import build_native
from mbfmu.problem.load_problem import load_problem

MODEL = Path(__file__).parents[2] / "fmus" / "hydraulics" / "model.py"
ME, CS = "ModelExchange", "CoSimulation"
RESTORED = "    memcpy(instance->state, from, state_size(instance));\n"


@dataclass(frozen=True)
class Mutant:
    """A text of a C file, what takes its place, and what check finds that out, for which interface."""

    file: str
    old: str
    new: str
    check: str
    interface: str


MUTANTS = {
    "directional derivatives 1 % off": Mutant(
        "partial_derivatives.c",
        "    pick(component, partial->unknowns, numbers, partial->sensitivity);\n",
        "    pick(component, partial->unknowns, numbers, partial->sensitivity);\n"
        "    for (size_t i = 0; i < partial->sensitivities; ++i) partial->sensitivity[i] *= 1.01;\n",
        "directional derivatives",
        ME,
    ),
    "output derivatives 1 % off": Mutant(
        "time_derivatives.c",
        "memcpy(values, rates, count * sizeof(double));",
        "for (size_t j = 0; j < count; ++j) values[j] = 1.01 * rates[j];",
        "output derivatives",
        CS,
    ),
    "the integrator's next step size not restored": Mutant(
        "instance.c", RESTORED, f"    double kept = instance->memory[0];\n{RESTORED}    instance->memory[0] = kept;\n", "rollback in process", CS
    ),
    "the tolerance not restored": Mutant(
        "instance.c",
        RESTORED,
        f"    double kept = instance->state->tolerance;\n{RESTORED}    instance->state->tolerance = kept;\n",
        "rollback in process",
        CS,
    ),
    "the tolerance not among the bytes": Mutant(
        "fmu_state.c",
        "    memcpy(copy, bytes, state_size(component->instance));\n",
        "    memcpy(copy, bytes, state_size(component->instance));\n    copy->tolerance = component->problem->tolerance;\n",
        "rollback across processes",
        CS,
    ),
    "one tolerance for all instances": Mutant(
        "lifecycle.c",
        "    state->tolerance = tolerance ? *tolerance : component->problem->tolerance;\n",
        "    static double shared;\n    if (shared == 0) shared = tolerance ? *tolerance : component->problem->tolerance;\n"
        "    state->tolerance = shared;\n",
        "independence of instances",
        CS,
    ),
    "one rate 1 % off": Mutant(
        "model_exchange.c",
        "    if (count) memcpy(derivatives, at(instance, instance->problem->x_dot), count * sizeof(double));\n",
        "    for (size_t i = 0; i < count; ++i) derivatives[i] = at(instance, instance->problem->x_dot)[i] * (i ? 1 : 1.01);\n",
        "comparison with Model Exchange",
        CS,
    ),
    "one event indicator that never crosses zero": Mutant(
        "modes.c",
        "    return at(instance, instance->problem->m)[i] > 0 ? indicator + BEYOND * NOISE : indicator - BEYOND * NOISE;\n",
        "    return i ? (at(instance, instance->problem->m)[i] > 0 ? indicator + BEYOND * NOISE : indicator - BEYOND * NOISE) : 1.0;\n",
        "event indicators announce events",
        ME,
    ),
    "reset refused where the run is over": Mutant(
        "permissions.c",
        '[RESET] =                      {{"INECT", "INES.T"}}',
        '[RESET] =                      {{"INEC.", "INES.."}}',
        "reset equals a new instance",
        ME,
    ),
    "old outputs in intermediate updates": Mutant(
        "advance.c",
        "    instance->state->dirty = ALL_DIRTY;\n    if (instance->step_callback",
        "    if (instance->step_callback",
        "intermediate update",
        CS,
    ),
    "short steps in which too little happens": Mutant(
        "co_simulation.c",
        "    if (!failed) failed = advance(instance, end, component->event_mode_used && component->early_return_allowed, &stopped);\n",
        "    if (!failed) failed = advance(instance, size < 7e-3 ? end - 0.01 * size : end, 0, &stopped);\n    if (!failed) *t = end;\n",
        "variable communication steps",
        CS,
    ),
    "time set in Initialization Mode": Mutant(
        "permissions.c", '[SET_TIME] =                   {{"...C."', '[SET_TIME] =                   {{".N.C."', "calls in a wrong state refused", ME
    ),
    "only the begin of the token looked at": Mutant(
        "component.c", "strcmp(identity->token, problem->token)", "strncmp(identity->token, problem->token, 8)", "wrong GUID or token refused", ME
    ),
}


@pytest.fixture(scope="session")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Hydraulics as a native FMU of FMI 3."""
    pytest.importorskip("ziglang")
    return build_native(load_problem(MODEL), tmp_path_factory.mktemp("honest"), fmi=3)


every_mutant = pytest.mark.parametrize("mutant", MUTANTS.values(), ids=MUTANTS)


@every_mutant
def test_the_line_is_there(mutant: Mutant):
    assert mutant.old in next(C.rglob(mutant.file)).read_text()


@pytest.mark.slow
@every_mutant
def test_one_changed_line_is_found_out(mutant: Mutant, honest: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("mbfmu.check.fmu.CHECKS", [check for check in CHECKS if check.name == mutant.check])
    assert {f.outcome for f in check_fmu(honest)} == {"true"}
    assert mutant.interface in {f.interface for f in check_fmu(_built(mutant, honest, tmp_path)) if f.outcome in (FALSE, NOTED)}


def _built(mutant: Mutant, honest: Path, folder: Path) -> Path:
    """The FMU with the mutant's library."""
    source = next(C.rglob(mutant.file)).read_text()
    (folder / mutant.file).write_text(source.replace(mutant.old, mutant.new, 2 if mutant.file == "permissions.c" else 1))
    path = folder / honest.name
    with zipfile.ZipFile(honest) as before:
        for name in ("functions.c", "problem.c"):
            (folder / name).write_bytes(before.read(f"sources/{name}").removeprefix(b'#include "hidden.h"\n'))
        sources = [file for file in native_sources(3) if file.name != mutant.file]
        library = Library(honest.stem, (*sources, *sorted(folder.glob("*.c"))), INCLUDED)
        platform = PLATFORMS[present()]
        with zipfile.ZipFile(path, "w") as after:
            after.writestr("modelDescription.xml", before.read("modelDescription.xml"))
            after.writestr(
                f"binaries/{platform.fmi3}/{honest.stem}{platform.ending}",
                compile_all(library, [present()], lambda _: None)[present()],
            )
    return path
