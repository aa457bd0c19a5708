"""The structures of engine/c/master/master.h, which says what they mean."""

from __future__ import annotations

from collections.abc import Mapping
from ctypes import (
    CFUNCTYPE,
    POINTER,
    Structure,
    c_char_p,
    c_double,
    c_int,
    c_int32,
    c_int64,
    c_size_t,
    c_void_p,
)

ACTIONS = (
    "set values at t = {start:.9g} s",
    "read outputs at t = {start:.9g} s",
    "read values at t = {start:.9g} s",
    "step from t = {start:.9g} s by {size:.9g} s",
    "change inputs within a step from t = {start:.9g} s",
    "differentiate outputs by time at t = {start:.9g} s",
    "save its state at t = {start:.9g} s",
    "restore its state",
    "free a saved state",
    "handle an event at t = {start:.9g} s",
)
"""What FMUs do, in the order of master.h."""
STEPS, EVENT = 3, 9
"""Of these, those that can go wrong otherwise than by a status."""
NOT_FINITE, NOT_CLOSED, ENDED, STUCK, UNSETTLED, HOST = range(len(ACTIONS) + 1, len(ACTIONS) + 7)

C_TYPES: Mapping[str, int] = {
    name: i
    for i, name in enumerate(("Float64", "Float32", "Int8", "UInt8", "Int16", "UInt16", "Int32", "UInt32", "Int64", "UInt64", "Boolean", "String"))
}
"""Types of numbers in group.c."""
REAL, TRUTH, WHOLE = range(3)
"""Types of columns in recorder.c."""

DOUBLES = POINTER(c_double)


class Step(Structure):
    _fields_ = [("start", c_double), ("size", c_double), ("end", c_double), ("recorded", c_int)]


class Polynomial(Structure):
    _fields_ = [("at", c_double), ("orders", c_int), ("count", c_int), ("coefficients", c_void_p)]


class Values(Structure):
    _fields_ = [("reals", c_void_p), ("others", c_void_p), ("texts", c_void_p), ("real_count", c_int), ("other_count", c_int), ("text_count", c_int)]


class Group(Structure):
    _fields_ = [
        ("call", c_void_p),
        ("name", c_char_p),
        ("references", c_void_p),
        ("reference_count", c_size_t),
        ("numbers", c_void_p),
        ("count", c_size_t),
        ("places", c_void_p),
        ("type", c_int),
    ]


class Groups(Structure):
    _fields_ = [("groups", c_void_p), ("count", c_int)]


class History(Structure):
    _fields_ = [
        *((name, c_int) for name in ("slave", "first_signal", "count", "sloped", "kept", "parts", "quaternion_count")),
        ("places", c_void_p),
        ("quaternions", c_void_p),
        ("scale", c_void_p),
        *((name, c_void_p) for name in ("times", "values", "slopes")),
        *((name, c_int) for name in ("slots", "newest", "known")),
        ("ahead_time", c_double),
        ("ahead", c_void_p),
        ("ahead_slopes", c_void_p),
        ("has_ahead", c_int),
        ("ahead_sloped", c_int),
    ]


class Source(Structure):
    _fields_ = [("history", c_int), ("count", c_int), ("held", c_int), ("places", c_void_p), ("factors", c_void_p), ("offsets", c_void_p)]


class Wire(Structure):
    _fields_ = [*((name, c_int) for name in ("slave", "from_", "to", "is_text", "map_count")), ("map", c_void_p)]


FUNCTIONS = ("do_step", "get_state", "set_state", "free_state", "set_derivatives", "get_derivatives")


class Functions(Structure):
    _fields_ = [(name, c_void_p) for name in (*FUNCTIONS, "enter_event_mode", "update_discrete_states", "enter_step_mode")]


class PortSide(Structure):
    _fields_ = [
        *((name, c_int) for name in ("port", "side", "is_hub", "fitted")),
        *((name, c_void_p) for name in ("flow", "effort", "flow_jumps", "effort_jumps")),
        ("watts", c_double),
    ]


class Fault(Structure):
    _fields_ = [
        *((name, c_int) for name in ("kept", "slave", "action", "status")),
        ("start", c_double),
        ("size", c_double),
        ("call", c_char_p),
        ("said", c_int64),
    ]


class Slave(Structure):
    _fields_ = [
        ("version", c_int),
        ("instance", c_void_p),
        ("functions", Functions),
        ("inputs", Values),
        ("outputs", Values),
        ("asked", Values),
        *((name, Groups) for name in ("outputs_read", "outputs_recorded", "asked_read", "inputs_given", "discrete_given", "followed_given")),
        ("heard", c_void_p),
        ("heard_count", c_int),
        ("signal_count", c_int),
        ("held_at", c_void_p),
        ("sources", c_void_p),
        ("wires", c_void_p),
        ("source_count", c_int),
        ("wire_count", c_int),
        *((name, c_void_p) for name in ("followed_references", "followed_orders", "followed", "followed_places")),
        ("followed_count", c_int),
        ("sloped_references", c_void_p),
        ("sloped_orders", c_void_p),
        ("sloped_count", c_int),
        ("sides", c_void_p),
        ("jumping", c_void_p),
        ("side_count", c_int),
        ("jump_count", c_int),
        *((name, c_int) for name in ("first_history", "histories", "first_signal", "signals", "answers")),
        ("said", c_void_p),
        ("fault", Fault),
        ("said_before", c_int64),
        ("now", c_double),
        ("about_start", c_double),
        ("about_size", c_double),
        ("fails", c_int),
        ("given", Polynomial),
        ("taken", Polynomial),
        ("discrete", Values),
        ("event_due", c_int),
        *((name, c_void_p) for name in ("sizes", "jumps", "own", "scratch")),
    ]


class Turn(Structure):
    _fields_ = [(name, c_int) for name in ("slave", "index", "count", "together")]


class Column(Structure):
    _fields_ = [("from_", c_void_p), ("offset", c_size_t), ("count", c_int), ("size", c_int), ("type", c_int)]


class PortColumns(Structure):
    _fields_ = [("power", c_size_t), ("residual", c_size_t)]


class Notice(Structure):
    _fields_ = [("action", c_int32), ("start", c_double), ("size", c_double)]


SIGNALS = CFUNCTYPE(c_int, c_int, c_double, c_double, c_double, DOUBLES, POINTER(c_int))
OTHERS = CFUNCTYPE(c_int, c_double)
ANSWER = CFUNCTYPE(c_int, c_int, POINTER(Step), c_int, DOUBLES, DOUBLES)
STEP = CFUNCTYPE(c_int, c_int, c_double, c_double, c_int, DOUBLES)
SLOPES = CFUNCTYPE(c_int, c_int, DOUBLES)
LEVEL = CFUNCTYPE(c_int, c_int, c_int)


class Host(Structure):
    _fields_ = [("signals", SIGNALS), ("others", OTHERS), ("answer", ANSWER), ("step", STEP), ("slopes", SLOPES), ("save", LEVEL), ("restore", LEVEL)]


class Missed(Structure):
    _fields_ = [*((name, c_int) for name in ("told", "kind", "number", "slave")), ("end", c_double), ("size", c_double)]


class Control(Structure):
    _fields_ = [("size", c_double), ("last", c_double), *((name, c_void_p) for name in ("predicted", "sizes", "distances", "before", "largest"))]


class OrthogonalFactors(Structure):
    _fields_ = [
        *((name, c_int) for name in ("m", "n", "rank")),
        *((name, c_void_p) for name in ("order", "rows", "left", "right", "triangle", "work")),
    ]


class Master(Structure):
    _fields_ = [
        *(
            (name, c_int)
            for name in (
                "width",
                "method",
                "degree",
                "slave_count",
                "history_count",
                "signal_count",
                "turn_count",
                "port_count",
                "takes_back",
                "is_linear",
            )
        ),
        *((name, c_double) for name in ("start_time", "longest", "tolerance", "held")),
        *((name, c_void_p) for name in ("slaves", "histories", "turns", "order", "vector_of")),
        ("vector_count", c_int),
        ("host", Host),
        ("notice", c_void_p),
        ("columns", c_void_p),
        ("port_columns", c_void_p),
        ("column_count", c_int),
        ("row_size", c_int),
        ("rows", c_void_p),
        ("thread_count", c_int),
        ("missed", Missed),
        ("row", c_int),
        ("has_recorded", c_int),
        ("last_time", c_double),
        ("recorded", c_void_p),
        ("energies", c_void_p),
        ("control", Control),
        ("saved", c_void_p),
        ("level", c_int),
        ("rolls_back", c_int),
        *((name, c_void_p) for name in ("jacobian", "jacobian_scales", "jacobian_room")),
        ("jacobian_size", c_double),
        ("factors", OrthogonalFactors),
        ("closing", c_void_p),
        ("room", c_void_p),
        ("threads", c_void_p),
    ]


COMPARED = (Master, Slave, History, Group, Source, PortSide, Column, Wire)
"""Those whose sizes the library tells."""
