"""What FMI sees of a Problem, in the order of value references."""

from dataclasses import replace

from mbfmu.problem.codegen.variables import fmi_variables, scalars
from mbfmu.problem.connect.connect import connect
from tests.engine.problems import dropped_on_spring, pendulum
from tests.library import problem_of


def test_order() -> None:
    """FMI 2: scalars, states, derivatives, time; FMI 3: arrays as they are, and event indicators before time."""
    problem = dropped_on_spring()
    assert [v.name for v in fmi_variables(problem, 2)] == ["s[1]", "s[2]", "s_state", "v", "der(s_state)", "der(v)", "time"]
    assert [v.name for v in fmi_variables(problem, 3)] == ["s", "s_state", "v", "der(s_state)", "der(v)", "touching", "time"]
    assert [v.shape for v in fmi_variables(problem, 3)] == [(2,), (), (), (), (), (), ()]


def test_scalars_come_first() -> None:
    """The interpreted and the native FMU of FMI 2 number inputs, parameters and outputs alike."""
    problem = problem_of("four_bar")
    rows = scalars(problem)
    assert [v.name for v in fmi_variables(problem, 2)[: len(rows)]] == [row.name for row in rows]


def test_taken_names() -> None:
    """A state whose name an output has already is called differently, and so is its derivative; nothing else is."""
    names = [v.name for v in fmi_variables(pendulum(), 2)]
    assert names == ["bob.m", "phi_start", "tau", "phi", "power", "phi_state", "w", "der(phi_state)", "der(w)", "time"]
    disk = problem_of("rolling_disk")
    taken = replace(disk, state_names=("r", *disk.state_names[1:]), variables=(replace(disk.variables[0], name="free.Q[1]"), *disk.variables[1:]))
    assert "free.Q_state[1]" in [v.name for v in fmi_variables(taken, 2)]


def test_names_are_distinct() -> None:
    """No two variables of the library have one name, in either version."""
    for name in ("crane", "four_bar", "hydraulics", "spacecraft"):  # FMPy looks at those of all models in tests/fmus
        for fmi in (2, 3):
            names = [v.name for v in fmi_variables(problem_of(name), fmi)]
            assert len(set(names)) == len(names)


def test_units() -> None:
    """States have the units of coordinates and speeds, derivatives one second more below; also in connected problems."""
    units = {v.name: v.unit for v in fmi_variables(problem_of("rolling_disk"), 2)}
    expected = {"free.r[1]": "m", "free.Q[4]": "1", "free.w[2]": "rad/s", "free.v[3]": "m/s", "energy.work": "J"}
    expected |= {"der(free.r[1])": "m/s", "der(free.Q[4])": "1/s", "der(free.w[2])": "rad/s2", "der(energy.work)": "J/s", "time": "s"}
    assert expected.items() <= units.items()
    both = connect("Both", {"a": problem_of("crane"), "b": problem_of("hydraulics")}, [])
    assert {"der(b.p_A_state)": "Pa/s", "a.pivot.w": "rad/s"}.items() <= {v.name: v.unit for v in fmi_variables(both, 3)}.items()


def test_states_that_events_change() -> None:
    """States of mechanisms that are put back onto constraints are said to change at events; others are not."""
    assert all(v.reinit for v in fmi_variables(problem_of("four_bar"), 2) if v.causality == "state")
    assert not any(v.reinit for v in fmi_variables(problem_of("crane"), 2))
