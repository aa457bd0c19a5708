"""Types of variables: what is taken for a value, what is said of all else."""

import numpy as np
import pytest

from mbfmu import Block, Boolean, Enumeration, Input, Integer, LookupTable, MbfmuError, Output, Parameter, PythonBlock, Revolute, State, Step, String
from mbfmu.base.errors import ProblemsFound
from mbfmu.model.declare.variable_types import TEXT, Real
from tests.valve import VALVE, Tank


@pytest.mark.parametrize(
    ("kind", "value", "number"),
    [
        (Boolean(), True, 1.0),
        (Boolean(), np.False_, 0.0),
        (Boolean(), 1, 1.0),
        (Integer(), np.int64(-7), -7.0),
        (Integer(), 3.0, 3.0),
        (Integer(), 2**31 - 1, 2147483647.0),
        (VALVE, "open", 3.0),
        (VALVE, 1, 1.0),
    ],
)
def test_a_value_is_a_number_in_the_engine(kind, value, number):
    assert kind.numbers(value) == number
    assert kind.numbers(kind.value(number)) == number
    assert kind.numbers(kind.read(kind.literal(number))) == number


@pytest.mark.parametrize("text", ["", "data/roads/Größe 1.csv", "x" * (TEXT - 1), "é" * 511])
def test_a_text_is_its_bytes(text):
    numbers = String().numbers(text)
    assert numbers.shape == (TEXT // 8,)
    assert np.isfinite(numbers).all()  # so that copies and comparisons of numbers are those of texts
    assert String().values(numbers) == text


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (Boolean(), 0.5),
        (Boolean(), "yes"),
        (Boolean(), None),
        (Integer(), 2.5),
        (Integer(), True),
        (Integer(), "3"),
        (Integer(), 2**31),
        (Integer(), np.inf),
        (VALVE, "shut"),
        (VALVE, 0),
        (VALVE, 4),
        (VALVE, 1.5),
        (String(), 3),
        (String(), "x" * TEXT),
        (String(), "a\0b"),
    ],
)
def test_what_is_nothing_of_the_type_is_refused_in_words(kind, value):
    declared = Parameter("1", "what it is for", type=kind)
    declared.__set_name__(Tank, "it")
    with pytest.raises(ValueError) as caught:
        declared.normalized(value, "1")
    assert str(caught.value) == f"{value!r} is not {kind.one} (what it is for)"


def test_elements_name_what_is_wrong():
    tank = Tank(pipes=12, inverted=2)
    assert tank.own_problems() == [
        "Tank.pipes = 12 must be <= 9 (how many pipes there are)",
        "Tank.inverted = 2 is not True or False (whether y counts from above)",
    ]
    tank.pipes, tank.inverted = 3, True
    assert tank.own_problems() == []
    assert (tank.pipes.value, tank.inverted.value, repr(tank.inverted)) == (3, True, "<Parameter Tank.inverted = True [Boolean]>")


def test_flags_of_ours_are_booleans():
    assert {type(declared.type) for declared in (Revolute.q_fixed, Revolute.v_fixed)} == {Boolean}
    assert "q_fixed = False [Boolean]: whether assembly keeps the coordinates at the start" in Revolute.__doc__


def test_several_values_of_a_type():
    class Gates(Block):
        """Gates."""

        open = Parameter("1", "which are open", (True, False), shape=2, type=Boolean())

    assert Gates().open.value == [True, False]
    assert Gates(open=[True, 2]).own_problems() == ["Gates.open = [True, 2] is not 2 values that are True or False (which are open)"]


def test_only_python_blocks_read_texts():
    class Table(Block):
        """A table."""

        file = Parameter("1", "where its points are", "", type=String())

    assert Table().own_problems() == ["Table.file is a String, which no equation can read: declare it in a PythonBlock"]
    assert PythonBlock.reads_texts


def test_impossible_declarations_are_refused():
    with pytest.raises(MbfmuError, match='declared in m, but Boolean has no unit: write "1"'):
        Output("m", "whether it is far", type=Boolean())
    with pytest.raises(MbfmuError, match="the start 'shut' of an input is not one of 'closed', 'throttled', 'open'"):
        Input("1", "valve", start="shut", type=VALVE)
    with pytest.raises(MbfmuError, match="Enumeration Gear takes items with descriptions"):
        Enumeration("Gear", {})
    with pytest.raises(MbfmuError, match="the name 'my gear' of an Enumeration"):
        Enumeration("my gear", {"first": "slow"})
    with pytest.raises(MbfmuError, match="select of Enumeration Valve takes a value for each of closed, throttled, open, not for open"):
        VALVE.select(1, open=1.0)


def test_units_and_descriptions_are_text():
    for declared in (lambda: Parameter("1", None), lambda: Input(1, "force"), lambda: Output("N", b"force")):
        with pytest.raises(MbfmuError, match="takes its (unit|description) as text, such as "):
            declared()


def test_a_state_starts_at_a_real_number():
    class Counter(Block):
        """A counter."""

        n_start = Parameter("1", "count at the start", 0, start=True, type=Integer())
        n = State("1", "count")

        @staticmethod
        def respond(p, u, t, x):
            return {"n": 1.0}, {}

    with pytest.raises(ProblemsFound, match="n is one number"):
        raise ProblemsFound("", Counter().own_problems())


@pytest.mark.parametrize(
    "given",
    [
        np.ma.masked,
        np.ma.array([1.0, 2.0, 3.0], mask=[False, True, False]),
        np.datetime64("2026-01-01"),
        np.timedelta64(3, "s"),
        np.array([1, 2, 3], dtype="M8[s]"),
        b"3",
        "3",
        np.bytes_(b"3"),
        [b"1", b"2", b"3"],
        np.array(["1", "2", "3"]),
        np.complex128(1.0),
        bytearray(b"3"),
    ],
    ids=repr,
)
@pytest.mark.parametrize("shape", [(), 3])
def test_what_only_numpy_takes_for_numbers_is_refused(given, shape):
    with pytest.raises(ValueError):
        Parameter("m", "length", shape=shape).normalized(given, "m")
    with pytest.raises(MbfmuError, match="must be a number"):
        Step(given, 1.0)
    assert LookupTable([0.0, 1.0], given if shape else [given, 1.0]).problem


@pytest.mark.parametrize(
    "given", [np.ma.array([1.0, 2.0, 3.0]), np.float16([1, 2, 3]), np.array([1, 2, 3], dtype=object), (1, np.int8(2), np.float32(3))]
)
def test_arrays_of_numbers_are_taken_whatever_their_kind(given):
    assert Parameter("m", "length", shape=3).normalized(given, "m").tolist() == [1.0, 2.0, 3.0]


@pytest.mark.parametrize("text", ["1_000", "\u0661\u0662", "1e", ""])
@pytest.mark.parametrize("read", [Real().read, Integer().read], ids=["real", "integer"])
def test_texts_are_numbers_as_files_write_them(read, text):
    with pytest.raises(ValueError):
        read(text)
