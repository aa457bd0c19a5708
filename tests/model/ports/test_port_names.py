"""Which variables are ports, and what two ports join."""

import pytest

from mbfmu.model.ports import HUB, ROTATIONAL, TRANSLATIONAL, ports_among
from mbfmu.model.ports.port_connection import joined

XYZ = ("x", "y", "z")
MOTION = [f"{m}.{i}" for m in ("pos", "lin_vel", "ang_vel") for i in XYZ] + [f"rot.e{i}" for i in range(4)]
FORCE = [f"{m}.{i}" for m in ("point", "force", "moment") for i in XYZ]


def test_the_names_of_a_chrono_vehicle_are_hub_ports():
    """The names that Project Chrono's wheeled vehicle FMUs give the wheels FL to RR, beside other variables."""
    outputs = [f"wheel_{w}.{m}" for w in ("FL", "FR", "RL", "RR") for m in MOTION] + ["driveshaft_speed", "ref_frame.pos.x"]
    found = ports_among([f"wheel_{w}.{m}" for w in ("FL", "FR", "RL", "RR") for m in FORCE] + ["steering"], outputs)
    assert {name: (port.kind, port.side) for name, port in found.items()} == {f"wheel_{w}": (HUB, "motion") for w in ("FL", "FR", "RL", "RR")}


def test_kinds_follow_from_names_and_sides_from_directions():
    found = ports_among(["rod.f", "shaft.phi", "shaft.w", "axle.tau"], ["rod.s", "rod.v", "rod.a", "shaft.tau", "axle.phi"])
    assert {name: (port.kind, port.side) for name, port in found.items()} == {"rod": (TRANSLATIONAL, "motion"), "shaft": (ROTATIONAL, "force")}


def test_each_output_drives_the_input_of_the_same_name():
    """The force side knows no acceleration: it is left out."""
    rod = ports_among(["rod.f"], ["rod.s", "rod.v", "rod.a"])["rod"]
    piston = ports_among(["piston.s", "piston.v"], ["piston.f"])["piston"]
    wires = [(f"crane.rod.{m}", f"ram.piston.{m}") for m in ("s", "v")] + [("ram.piston.f", "crane.rod.f")]
    named = lambda pairs: [(".".join(a), ".".join(b)) for a, b in pairs]
    assert named(joined(("crane", rod), ("ram", piston))) == wires
    assert sorted(named(joined(("ram", piston), ("crane", rod)))) == sorted(wires)


def test_ports_that_do_not_fit_are_named():
    rod, hub = ports_among(["rod.f"], ["rod.s", "rod.v"])["rod"], ports_among([f"hub.{m}" for m in FORCE], [f"hub.{m}" for m in MOTION])["hub"]
    with pytest.raises(ValueError, match=r"crane.rod is a translational port \(s, v; f\), car.hub is a hub port \(pos, rot"):
        joined(("crane", rod), ("car", hub))
    with pytest.raises(ValueError, match="both a.rod and b.rod give motion and take force"):
        joined(("a", rod), ("b", rod))
