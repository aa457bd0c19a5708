"""What notebooks show in place of reprs: short tables, in which names of strangers are only text."""

from html.parser import HTMLParser

import numpy as np
import pytest

from mbfmu import Body, Estimate, Fit, Linearization, Model, Revolute, World, simulate
from mbfmu.base.html_table import MANY, html_table
from mbfmu.model.signals.result import with_units

HOSTILE = "<script>alert('1')</script>&\"b\""
TAGS = {"table", "caption", "thead", "tbody", "tr", "th", "td"}


class Table(HTMLParser):
    """The texts of a table by row; a test fails over tags and attributes that none has."""

    def __init__(self, html: str):
        super().__init__()
        self.rows: list[list[str]] = []
        self.caption = ""
        self.at = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attributes):
        assert tag in TAGS and attributes == []
        self.at = tag
        if tag == "tr":
            self.rows.append([])
        if tag in ("th", "td"):
            self.rows[-1].append("")

    def handle_endtag(self, tag):
        self.at = ""

    def handle_data(self, data):
        if self.at == "caption":
            self.caption += data
        else:
            self.rows[-1][-1] += data


def crane() -> Model:
    model = Model("Crane", "a crane")
    length = model.parameter("length", 2.5, "m")
    model.world = World()
    model.boom = Body(m=(2, "t"), r_CM=[length / 2, 0, 0], I=[1, 2, 3])
    model.pivot = Revolute(model.world.frame_b, model.boom.frame_a, n=[0, 1, 0], q_fixed=True)
    return model


def system(state: str) -> Linearization:
    """A mass on a spring of 4 N/m, which swings with 2 rad/s."""
    A = np.array([[0.0, 1.0], [-4.0, 0.0]])
    return Linearization(
        A, np.eye(2)[:, 1:], np.eye(2)[:1], np.zeros((1, 1)), (state, "v"), ("m", "m/s"), ("v",), ("f",), ("y",), np.zeros(2), ("N",), ("m",)
    )


def fitted(name: str) -> Fit:
    one = Estimate(2.0, "kg", 0.1, 1.8, 2.2)
    return Fit({name: one}, np.eye(1), {}, {}, {}, {}, [], [], [], [f"{name} is odd"], 7, True)


def test_a_model_shows_its_elements_with_values_and_units() -> None:
    table = Table(crane()._repr_html_())
    assert table.caption == "Crane: a crane"
    assert table.rows == [
        ["name", "kind", "values"],
        ["length", "parameter", "2.5 m"],
        ["world", "World", ""],
        ["boom", "Body", "m = 2000 kg, r_CM = [(length/2), 0, 0] m, I = [1, 2, 3, 0, 0, 0] kg.m2"],
        ["pivot", "Revolute", "n = [0, 1, 0], q_fixed = True"],
    ]


def test_a_refused_value_is_not_shown_as_zero() -> None:
    model = Model("M")
    model.body, model.other = Body(m="heavy"), Body()
    assert [row[2] for row in Table(model._repr_html_()).rows[1:]] == ["m = ?", "m = ?"]


def test_a_result_shows_signals_units_and_times() -> None:
    model = crane()
    model.expose(outputs={"angle": model.pivot.phi})
    table = Table(simulate(model, stop_time=0.5, interval=0.1)._repr_html_())
    assert table.caption == "6 times from 0 to 0.5 s" and table.rows[0] == ["signal", "unit", "first", "last"]
    assert [row[:3] for row in table.rows[1:]] == [["angle", "rad", "0"]] and float(table.rows[1][3]) != 0.0


def test_a_selection_of_a_result_that_is_no_run_shows_its_repr() -> None:
    rows = with_units(np.zeros(3, [("time", float), ("x", float)]), {"x": "m"})
    assert rows._repr_html_() is not None
    assert rows[["x"]]._repr_html_() is None and rows[:0]._repr_html_() is None and rows.reshape(3, 1)._repr_html_() is None


def test_a_linear_system_shows_its_modes() -> None:
    table = Table(system("s")._repr_html_())
    assert table.caption == "2 states, 1 inputs, 1 outputs; modes"
    assert table.rows[1:] == [["1", f"{1 / np.pi:.5g}", "0", "0 ± 2 i", "s"]]


def test_a_fit_shows_intervals() -> None:
    table = Table(fitted("m")._repr_html_())
    assert table.caption == "7 runs, converged; m is odd" and table.rows[1] == ["m", "2", "kg", "0.1", "1.8", "2.2", ""]


def hostile_model() -> Model:
    model = Model("M", HOSTILE)
    model.add(HOSTILE, Body(m=1.0))
    return model


SHOWN = {
    "model": hostile_model,
    "result": lambda: with_units(np.zeros(1, [("time", float), (HOSTILE, float)]), {HOSTILE: HOSTILE}),
    "linearization": lambda: system(HOSTILE),
    "fit": lambda: fitted(HOSTILE),
}


@pytest.mark.parametrize("shown", SHOWN.values(), ids=SHOWN)
def test_names_of_strangers_are_text(shown) -> None:
    table = Table(shown()._repr_html_())
    assert HOSTILE in [cell for row in table.rows for cell in row]


def test_tables_are_short() -> None:
    table = html_table("many", ("a",), [("x" * 10_000,)] * 10_000)
    assert len(Table(table).rows) == MANY + 1 and Table(table).caption == f"many; the first {MANY} of 10000" and len(table) < 40_000
