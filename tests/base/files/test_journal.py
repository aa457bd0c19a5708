"""What a journal holds after its writer was killed, at any byte."""

import subprocess
import sys
from pathlib import Path

import pytest

from mbfmu.base.errors import MbfmuError
from mbfmu.base.files.journal import journal

HEAD = {"study of": "a crane"}
WRITING = """
import sys
from pathlib import Path
from mbfmu.base.files.journal import journal
with journal(Path(sys.argv[1]), {"study of": "a crane"}) as there:
    there.add({"run": 1})
    print("writing", flush=True)
    sys.stdin.read()
"""
RECORDS = [{"values": {"m": 1.5}}, {"error": "no", "kept": [1, 2]}, {"text": "a\nb"}]


def written(path: Path) -> bytes:
    with journal(path, HEAD) as there:
        for record in RECORDS:
            there.add(record)
    return path.read_bytes()


def test_records_are_read_as_they_were_written(tmp_path: Path):
    written(tmp_path / "runs.jsonl")
    with journal(tmp_path / "runs.jsonl", HEAD) as there:
        assert (there.head, there.records) == (HEAD, RECORDS)


def test_wherever_writing_ended_whole_records_are_left_and_more_can_be_added(tmp_path: Path):
    path = tmp_path / "runs.jsonl"
    content = written(path)
    for end in range(len(content)):
        path.write_bytes(content[:end])
        with journal(path, HEAD) as there:
            assert (there.head, there.records) == (HEAD, RECORDS[: max(content[:end].count(b"\n") - 1, 0)])
            there.add({"more": end})
        with journal(path, HEAD) as there:
            assert there.records[-1] == {"more": end}


def test_a_second_writer_is_refused(tmp_path: Path):
    with journal(tmp_path / "runs.jsonl", HEAD), pytest.raises(MbfmuError, match="another process writes"), journal(tmp_path / "runs.jsonl", HEAD):
        pass


def test_the_lock_of_a_killed_writer_ends_with_it(tmp_path: Path):
    path = tmp_path / "runs.jsonl"
    with subprocess.Popen([sys.executable, "-c", WRITING, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stdout.readline() == "writing\n"
        with pytest.raises(MbfmuError, match="another process writes"), journal(path, HEAD):
            pass
        process.kill()
    with journal(path, HEAD) as there:
        assert there.records == [{"run": 1}]
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("line", [b"{", b"3", b"\xff", b"[" * 100_000])
def test_a_damaged_line_is_named(tmp_path: Path, line: bytes):
    path = tmp_path / "runs.jsonl"
    path.write_bytes(b"{}\n" + line + b"\n{}\n")
    with pytest.raises(MbfmuError, match="damaged in line 2: delete this line"), journal(path, HEAD):
        pass


@pytest.mark.parametrize("line", [b"{", b"3", b"\xff"])
def test_a_damaged_first_line_is_told_and_may_be_written_anew(tmp_path: Path, line: bytes):
    path = tmp_path / "runs.jsonl"
    behind = written(path).split(b"\n", 1)[1]
    path.write_bytes(line + b"\n" + behind)
    with pytest.raises(MbfmuError, match="damaged in line 1") as refused, journal(path, HEAD):
        pass
    path.write_bytes(str(refused.value).split("\n")[1].encode() + b"\n" + behind)
    with journal(path, HEAD) as there:
        assert there.records == RECORDS
