"""Results on disk: what is written in blocks reads back to the last bit, also after a kill, and thinned; other tools read the same."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tracemalloc
from importlib.util import find_spec
from pathlib import Path

import fmpy
import numpy as np
import pytest

from mbfmu.base.errors import MbfmuError
from mbfmu.model.signals import result_file
from mbfmu.model.signals.result_file import read_result, result_writer, write_result

COLUMNS = np.dtype([("time", float), ("a.x[1]", float), ("a.n", np.int32), ("on", np.bool_), ("r", float, (3,))])
UNITS = {"a.x[1]": "m", "r": "N"}
ROWS = 1000
with_pyarrow = pytest.mark.skipif(find_spec("pyarrow") is None, reason="pyarrow is an extra")
every_kind = pytest.mark.parametrize("suffix", [".csv", pytest.param(".parquet", marks=with_pyarrow)])


def rows(count: int = ROWS) -> np.ndarray:
    """Numbers of all sizes, and those that are none."""
    rng, found = np.random.default_rng(0), np.zeros(count, COLUMNS)
    found["time"] = 1e-3 * np.arange(count)
    found["a.x[1]"] = rng.standard_normal(count) * 10.0 ** rng.integers(-300, 300, count)
    found["a.x[1]"][:3] = np.nan, np.inf, -0.0
    found["a.n"], found["on"] = rng.integers(-(2**31), 2**31, count), rng.integers(0, 2, count)
    found["r"] = rng.standard_normal((count, 3))
    return found


@every_kind
def test_blocks_read_back_to_the_last_bit(suffix: str, tmp_path: Path) -> None:
    path, given = tmp_path / f"run{suffix}", rows()
    with result_writer(path, COLUMNS, UNITS) as writer:
        for i in range(0, ROWS, 7):
            writer.write(given[i : i + 7])
    assert writer.rows == ROWS and os.listdir(tmp_path) == [path.name]
    found = read_result(path)
    assert found.dtype.names == COLUMNS.names
    for name in COLUMNS.names:
        np.testing.assert_array_equal(found[name], given[name])
    assert np.signbit(found["a.x[1]"][2])


@every_kind
def test_signals_and_rows_are_chosen(suffix: str, tmp_path: Path) -> None:
    path, given = tmp_path / f"run{suffix}", rows()
    write_result(path, given)
    found = read_result(path, ["r", "a.n"], 12)
    assert found.dtype.names == ("time", "r", "a.n")
    np.testing.assert_array_equal(found["time"], given["time"][np.linspace(0, ROWS - 1, 12).round().astype(int)])
    np.testing.assert_array_equal(found["r"][-1], given["r"][-1])
    with pytest.raises(MbfmuError, match=r"has no column 'a.y', 'b'; it has time, a.x\[1\], a.n, on, r"):
        read_result(path, ["a.y", "on", "b"])


@every_kind
def test_blocks_of_other_columns_are_refused(suffix: str, tmp_path: Path) -> None:
    with (
        pytest.raises(MbfmuError, match="the rows have the columns time, on; the file has time, a.x"),
        result_writer(tmp_path / f"x{suffix}", COLUMNS) as file,
    ):
        file.write(rows()[["time", "on"]])


@every_kind
def test_a_run_that_fails_leaves_its_rows(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"run{suffix}"
    with pytest.raises(ZeroDivisionError), result_writer(path, COLUMNS) as writer:
        writer.write(rows(5))
        raise ZeroDivisionError
    assert len(read_result(path)) == 5 and os.listdir(tmp_path) == [path.name]


KILLED = """
import os, signal, sys
import numpy as np
from mbfmu.model.signals.result_file import result_writer
block = np.zeros(1000, [("time", float)] + [(f"x{i}", float) for i in range(99)])
with result_writer(sys.argv[1], block.dtype, {"x0": "m"}) as writer:
    for i in range(25):
        block["time"] = 1000 * i + np.arange(1000)
        writer.write(block)
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="Windows kills in another way")
@every_kind
def test_a_run_that_is_killed_leaves_its_rows(suffix: str, tmp_path: Path) -> None:
    """All but the last few of a Parquet file, which are not on the disk yet; the next run replaces what is left."""
    path = tmp_path / f"run{suffix}"
    killed = subprocess.run([sys.executable, "-c", KILLED, path], env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)})
    assert killed.returncode == -signal.SIGKILL
    found = read_result(path)
    assert len(found) >= 20_000 and np.array_equal(found["time"], np.arange(len(found)))
    write_result(path, rows(3))
    assert len(read_result(path)) == 3 and os.listdir(tmp_path) == [path.name]


def test_a_line_that_was_not_finished_is_none(tmp_path: Path) -> None:
    """Of our own files; others may do without an end of the last line."""
    torn, other = tmp_path / "torn.csv", tmp_path / "other.csv"
    torn.write_text('"time","x"\n0.0,1.5\n1.0,2.2')
    other.write_text("time,x\n0.0,1.5\n1.0,2.25")
    assert read_result(torn)["x"].tolist() == [1.5] and read_result(other)["x"].tolist() == [1.5, 2.25]


def test_csv_is_that_of_fmpy(tmp_path: Path) -> None:
    """Byte by byte, where FMPy's numbers are exact; and FMPy reads it."""
    plain = rows()[["time", "a.x[1]", "a.n"]].copy()
    write_result(tmp_path / "ours.csv", plain)
    fmpy.write_csv(tmp_path / "theirs.csv", plain)
    assert (tmp_path / "ours.csv").read_bytes() == (tmp_path / "theirs.csv").read_bytes()
    write_result(tmp_path / "all.csv", rows())
    np.testing.assert_array_equal(fmpy.read_csv(tmp_path / "all.csv")["r"], rows()["r"])


@with_pyarrow
def test_parquet_is_read_by_pandas_and_knows_units(tmp_path: Path) -> None:
    pandas, pq = pytest.importorskip("pandas"), pytest.importorskip("pyarrow.parquet")
    write_result(tmp_path / "run.parquet", rows(), UNITS)
    found = pandas.read_parquet(tmp_path / "run.parquet")
    np.testing.assert_array_equal(found["a.x[1]"], rows()["a.x[1]"])
    assert found["on"].dtype == bool and found["a.n"].dtype == np.int32
    assert pq.read_schema(tmp_path / "run.parquet").field("a.x[1]").metadata == {b"unit": b"m"}
    assert read_result(tmp_path / "run.parquet").units == UNITS
    pandas.DataFrame({"time": [0.0, 1.0], "x": [None, 2.0]}).to_parquet(tmp_path / "theirs.parquet")
    np.testing.assert_array_equal(read_result(tmp_path / "theirs.parquet")["x"], [np.nan, 2.0])


@with_pyarrow
def test_what_is_no_parquet_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.parquet").write_text("time,x\n")
    with pytest.raises(MbfmuError, match="x.parquet is not a table of results in Parquet"):
        read_result(tmp_path / "x.parquet")
    with pytest.raises(MbfmuError, match="none.parquet cannot be read: No such file"):
        read_result(tmp_path / "none.parquet")


def test_other_endings_and_a_missing_package_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(MbfmuError, match=r"run.xlsx: results are files that end in .csv or .parquet"):
        read_result(tmp_path / "run.xlsx")
    monkeypatch.delitem(sys.modules, "mbfmu.model.signals.result_parquet", raising=False)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MbfmuError, match=r"need the package pyarrow: pip install 'mbfmu\[parquet\]', or name a .csv file"):
        write_result(tmp_path / "run.parquet", rows())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("time,x\n0,1\n1\n", "line 3 has 1 cells, the line of names 2"),
        ("time,x\n0,1\n\n1,one\n", "could not convert string to float: 'one'"),
        ("time,r\n0,1 2\n1,3\n", "line 3, column r: '3' is not 2 numbers"),
        ("time,x\n", "it has no numbers"),
    ],
)
def test_what_is_no_table_is_told_by_its_line(text: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text(text)
    with pytest.raises(MbfmuError, match=f"x.csv is not a table of results with a line of names and lines of numbers: {words}"):
        read_result(tmp_path / "x.csv")


def test_the_lines_of_wrong_cells_are_counted_with_empty_ones(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text("time,x\n\n0,1\n\n1,2,3\n")
    with pytest.raises(MbfmuError, match="line 5 has 3 cells"):
        read_result(tmp_path / "x.csv")


@pytest.mark.slow
@every_kind
def test_long_files_are_written_and_thinned_in_little_memory(suffix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """50,000 rows of 20 columns are 8 MB; neither way takes half of that, with parts as small as blocks."""
    columns = np.dtype([("time", float), *((f"x{i}", float) for i in range(19))])
    path, block = tmp_path / f"long{suffix}", np.zeros(1000, columns)
    monkeypatch.setattr(sys.modules[result_file.kind_of_result(path).writer.__module__], "PART", block.size * len(columns), raising=False)
    write_result(tmp_path / f"short{suffix}", block)  # packages that write and read are loaded before memory is counted
    read_result(tmp_path / f"short{suffix}", most_rows=100)
    tracemalloc.start()
    with result_writer(path, columns) as writer:
        for i in range(50):
            block["time"] = i + np.arange(1000) / 1000
            writer.write(block)
    found = read_result(path, most_rows=100)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(found) == 100 and found["time"][-1] == 49.999
    assert peak < 4e6


def test_an_overview_of_a_csv_file_takes_the_same_memory_however_long_it_is(tmp_path: Path) -> None:
    """Lines are counted, not listed."""
    (tmp_path / "x.csv").write_text('"time","x"\n' + "".join(f"{i},1\n" for i in range(100_000)))
    tracemalloc.start()
    found = read_result(tmp_path / "x.csv", most_rows=100)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(found) == 100 and found["time"][-1] == 99_999
    assert peak < 1e6


def test_empty_lines_anywhere_are_passed_over(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text("\n\ntime,x\n\n0,1\n1,2\n \n\n2,3\n3,4\n\n")
    assert read_result(tmp_path / "x.csv")["x"].tolist() == [1.0, 2.0, 3.0, 4.0]
    assert read_result(tmp_path / "x.csv", most_rows=2)["time"].tolist() == [0.0, 3.0]
