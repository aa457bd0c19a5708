"""What is not used is not imported: the command line answers before anything heavy is."""

import subprocess
import sys
from pathlib import Path

import mbfmu
from mbfmu.problem.load_problem import load_problem

ROOT = Path(__file__).parent.parent
HEAVY = {"casadi", "scipy", "fmpy", "matplotlib", "lxml", "numpy"}
PARTS_OF_SCIPY = {f"scipy.{part}" for part in ("cluster", "integrate", "interpolate", "optimize", "signal", "spatial", "stats")}


def imported_by(script: str, *arguments: object) -> set[str]:
    """The modules that a new interpreter has imported at the end of a script."""
    script += "; import sys; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", script, *map(str, arguments)], capture_output=True, text=True, check=True)
    return set(run.stdout.splitlines()[-1].split())


def test_help_imports_nothing_heavy():
    found = imported_by("import mbfmu.cli.main")
    assert "mbfmu" in found and HEAVY.isdisjoint(found)


def test_info_of_an_fmu_does_not_import_what_runs_and_compiles(tmp_path: Path):
    car = mbfmu.build_portable(load_problem(ROOT / "fmus/quarter_car/model.py"), tmp_path)
    found = imported_by("import sys, mbfmu.cli.main; mbfmu.cli.main.app(['info', sys.argv[1]], standalone_mode=False)", car)
    assert "fmpy" in found and found.isdisjoint({"scipy", "matplotlib", "casadi"})


def test_a_model_runs_and_is_linearized_without_matplotlib_and_large_parts_of_scipy():
    """Together they take longer to import than a small model to compile and to run."""
    found = imported_by("import sys, mbfmu; run = mbfmu.simulate(sys.argv[1], 0.1); mbfmu.linearize(sys.argv[1])", ROOT / "fmus/quarter_car/model.py")
    assert "scipy.sparse" in found and found.isdisjoint({"matplotlib", *PARTS_OF_SCIPY})


def test_all_that_is_offered_is_there():
    missing = [name for name in mbfmu.__all__ if getattr(mbfmu, name, None) is None]
    assert missing == [] and [*mbfmu.__all__] == sorted(set(mbfmu.__all__))
