"""Ports: bundles of variables under one name, by which FMUs exchange motion and force."""

from .kinds import HUB, KINDS, ROTATIONAL, TRANSLATIONAL, Member, PortKind
from .port_names import Port, ports_among

__all__ = ["HUB", "KINDS", "ROTATIONAL", "TRANSLATIONAL", "Member", "Port", "PortKind", "ports_among"]
