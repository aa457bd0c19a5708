"""What is not used is not imported: the command line answers before anything heavy is."""

import subprocess
import sys

import mbfmu

HEAVY = {"casadi", "scipy", "fmpy", "matplotlib", "lxml", "numpy"}


def test_help_imports_nothing_heavy():
    script = "import sys, mbfmu.cli; print(*{name.partition('.')[0] for name in sys.modules})"
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    assert "mbfmu" in found and HEAVY.isdisjoint(found)


def test_all_that_is_offered_is_there():
    missing = [name for name in mbfmu.__all__ if getattr(mbfmu, name, None) is None]
    assert missing == [] and len(mbfmu.__all__) == len(set(mbfmu.__all__))
