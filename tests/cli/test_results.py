"""Results on disk: nothing recorded is lost when a run stops."""

import numpy as np

from mbfmu.cli.results import kept
from mbfmu.cosim import RunStopped, read_csv


def test_what_was_recorded_until_a_run_stopped_is_kept(tmp_path):
    rows = np.array([(0.0, 1.0), (0.1, 2.0)], dtype=[("time", float), ("a.y", float)])
    error = kept(RunStopped("a could not step at t = 0.1 s", rows), tmp_path, "System")
    assert str(error) == f"a could not step at t = 0.1 s (results until then: {tmp_path / 'System_until_it_stopped.csv'})"
    assert read_csv(tmp_path / "System_until_it_stopped.csv")["a.y"].tolist() == [1.0, 2.0]


def test_a_run_that_never_began_leaves_nothing(tmp_path):
    stopped = RunStopped("a could not start", np.zeros(0, dtype=[("time", float)]))
    assert kept(stopped, tmp_path, "System") is stopped
    assert list(tmp_path.iterdir()) == []
