"""The README: its Python runs, an FMU of it is that of another tool, and its links lead somewhere. Its commands run in test_docs.py."""

import re
from pathlib import Path

import fmpy
import pytest

README = Path(__file__).parent.parent / "README.md"
TEXT = README.read_text()


def test_every_snippet_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names: dict = {}
    for snippet in re.findall(r"```python\n(.*?)```", TEXT, re.S):
        exec(compile(snippet, "README.md", "exec"), names)
    assert Path("out/Boom.html").stat().st_size > 0
    outside = fmpy.simulate_fmu("out/Boom.fmu", stop_time=5.0, output_interval=0.01, start_values={"cylinder_force": 6e3})
    assert outside["stroke"][-1] == pytest.approx(names["result"]["stroke"][-1], rel=1e-3)


def test_links_lead_somewhere():
    links = re.findall(r"\]\(([^)#]+)\)", TEXT)
    assert len(links) > 5 and [link for link in links if not (README.parent / link).exists()] == []


def test_it_is_short():
    assert 900 <= len(TEXT.split()) <= 1100
