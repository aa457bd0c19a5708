"""What drives the connected inputs of each component."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..fmu.instance import RunningFmu
from ..system.conversion import Conversion, ValueMap
from ..system.system import Connector, System, Value


@dataclass(frozen=True)
class Drivers(Mapping[str, Connector]):
    """For each connected input of one component the output that drives it; `conversions` are those of inputs whose connections convert."""

    sources: Mapping[str, Connector]
    conversions: Mapping[str, Conversion | ValueMap]

    def __getitem__(self, name: str) -> Connector:
        return self.sources[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.sources)

    def __len__(self) -> int:
        return len(self.sources)

    def factor(self, name: str) -> float:
        """Return by how much the real input `name` changes with the output that drives it."""
        conversion = self.conversions.get(name)
        return conversion.factor if isinstance(conversion, Conversion) else 1.0

    def taken(self, name: str, value: Value) -> Value:
        """Return what the input `name` gets when the output that drives it has a value."""
        return self.conversions[name](value) if name in self.conversions else value


def drivers(system: System) -> dict[str, Drivers]:
    """Return what drives the inputs of each component."""
    sources: dict[str, dict[str, Connector]] = {name: {} for name in system.components}
    for source, (component, variable) in system.connections:
        sources[component][variable] = source
    conversions: dict[str, dict[str, Conversion | ValueMap]] = {name: {} for name in system.components}
    for (_, (component, variable)), conversion in system.conversions.items():
        conversions[component][variable] = conversion
    return {name: Drivers(of, conversions[name]) for name, of in sources.items()}


def driving_values(of: Drivers, instances: Mapping[str, RunningFmu]) -> dict[str, Value]:
    """Return what the outputs that drive a component give its inputs at present, by the names of these."""
    return {name: of.taken(name, instances[component].outputs[variable]) for name, (component, variable) in of.items()}
