"""A running FMU as a master in C steps it: which calls get and set its numbers, and where these lie."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from ctypes import c_char_p, c_void_p

import numpy as np
from fmpy.model_description import ModelDescription

from ..c_master import structures
from ..c_master.library import library
from ..c_master.memory import Memory
from ..c_master.structures import C_TYPES
from ..fmu.group import Group
from ..fmu.instance import FmuInstance
from ..system.values import Values
from ..system.variables import plain_value, scalar_variables
from .c_coupling import c_places, c_sources
from .columns import ASKED, OUTPUT, Columns
from .coupling import Coupling

ORDERS = 3  # of derivatives of inputs


class Numbers:
    """Where the numbers of an FMU lie for C: real ones in its Values, integers and texts beside them."""

    def __init__(self, memory: Memory, values: Values, description: ModelDescription):
        self._known = scalar_variables(description)
        texts = [name for name in values.others if self._known[name].type == "String"]
        plain = [name for name in values.others if self._known[name].type != "String"]
        self.reals, self.others = values.reals, np.zeros(max(len(plain), 1), dtype=np.int64)
        self._values, self._places = values, {name: i for of in (plain, texts) for i, name in enumerate(of)}
        self.is_text = {name: self._known[name].type == "String" for name in values.others}
        self.structure = structures.Values(
            reals=memory.keep(self.reals),
            others=memory.keep(self.others),
            texts=memory.keep((c_void_p * max(len(texts), 1))()),
            real_count=len(self.reals),
            other_count=len(plain),
            text_count=len(texts),
        )

    def place(self, name: str) -> int:
        """Where a number stands among those of its kind."""
        return self._values.place(name) if self._values.is_real(name) else self._places[name]

    def set_other(self, name: str, value: int | bool) -> None:
        """Have an integer be a value; those of 64 bits without sign are the same bits."""
        self.others[self._places[name]] = np.int64(np.uint64(value)) if int(value) > np.iinfo(np.int64).max else int(value)

    def begin(self, slave_values: structures.Values) -> None:
        """Give C the integers and texts that are known already."""
        self.others[:] = 0
        for name, is_text in self.is_text.items():
            value = self._values.others[name]
            if is_text:
                self.set_text(slave_values, name, str(value or ""))
            elif value is not None:
                self.set_other(name, plain_value(self._known[name], value))

    def set_text(self, slave_values: structures.Values, name: str, text: str) -> None:
        """Have a text be a value."""
        library().master_set_text(slave_values, self._places[name], text.encode())

    def address(self, name: str) -> int:
        """Where a number lies that is no text."""
        array = self.reals if self._values.is_real(name) else self.others
        return array.ctypes.data + array.itemsize * self.place(name)


class FmuSlave:
    """A running FMU, whose `inputs`, `outputs` and variables that are `asked` for lie in memory.

    Outputs that drive inputs are read after each step, and all others where a row is recorded, if they are.
    """

    def __init__(self, memory: Memory, instance: FmuInstance, recorded: Columns):
        self.instance, self._memory, self._asked = instance, memory, instance.values_of(recorded.names(instance.name, ASKED))
        self._shown, self._every = recorded.names(instance.name, OUTPUT), recorded.every
        of_all = (instance.inputs, instance.outputs, self._asked)
        self.inputs, self.outputs, self.asked = (Numbers(memory, values, instance.description) for values in of_all)

    def structure(
        self, coupling: Coupling, numbers: Mapping[str, int], others_driven: Sequence[str], slaves: Mapping[str, FmuSlave]
    ) -> structures.Slave:
        """What C steps; `others_driven` are inputs by signals that are no real numbers. Sides of ports are left out."""
        instance, memory, wires = self.instance, self._memory, coupling.wires[self.instance.name]
        heard, held = wires.names, [-1.0 if name in instance.followed else instance.held_at[name] for name in wires.names]
        followed = [i for i, name in enumerate(heard) if name in instance.followed]
        driven = (*heard, *wires.others, *others_driven)
        joined = [self._wire(coupling, name, source, numbers, slaves) for name, source in wires.others.items()]
        sloped = [name for of in coupling.outputs if of.component == instance.name and of.sloped for name in of.names]
        references, linked = instance.references, coupling.linked(instance.name)
        read = sorted({*linked, *(self._shown if self._every == 1 else ())}, key=self.outputs.place)
        recorded = [name for name in self._shown if name not in {*read}]
        return structures.Slave(
            version=instance.version,
            instance=c_void_p(instance.fmu.component if isinstance(instance.fmu.component, int) else instance.fmu.component.value),
            functions=structures.Functions(**{what: instance.address(name) for what, name in instance.functions.items()}),
            inputs=self.inputs.structure,
            outputs=self.outputs.structure,
            asked=self.asked.structure,
            outputs_read=self._groups(instance.groups_of(read, instance.outputs), self.outputs, "Get", direct=True),
            outputs_recorded=self._groups(instance.groups_of(recorded, instance.outputs), self.outputs, "Get", direct=True),
            asked_read=self._groups(instance.groups_of([*self._asked], self._asked), self.asked, "Get"),
            inputs_given=self._groups(instance.input_groups(sorted(driven, key=self.inputs.place)), self.inputs, "Set", direct=True),
            discrete_given=self._groups(instance.input_groups(driven, at_events=True), self.inputs, "Set"),
            followed_given=self._groups(instance.input_groups(heard[i] for i in followed), self.inputs, "Set"),
            heard=memory.integers(self.inputs.place(name) for name in heard),
            held_at=memory.doubles(held),
            **c_sources(memory, wires),
            **c_places(coupling, instance.name),
            wires=memory.structures(joined, structures.Wire),
            wire_count=len(joined),
            followed_references=memory.references(references([heard[i] for i in followed]) * ORDERS),
            followed_orders=memory.integers(order for order in range(1, 1 + ORDERS) for _ in followed),
            followed=memory.integers(followed),
            followed_places=memory.integers(self.inputs.place(heard[i]) for i in followed),
            followed_count=len(followed),
            sloped_references=memory.references(references(sloped)),
            sloped_orders=memory.integers([1] * len(sloped)),
            sloped_count=len(sloped),
            answers=instance.answers,
            said=instance.said.address,
        )

    def begin(self, made: structures.Slave) -> None:
        """Give C what is known of inputs and outputs before the first step, beside real numbers."""
        for numbers, of in ((self.inputs, made.inputs), (self.outputs, made.outputs)):
            numbers.begin(of)

    def _wire(
        self, coupling: Coupling, name: str, source: tuple[str, str], numbers: Mapping[str, int], slaves: Mapping[str, FmuSlave]
    ) -> structures.Wire:
        component, output = source
        maps = coupling.wires[self.instance.name].maps
        targets = maps[name].targets if name in maps else {}
        return structures.Wire(
            slave=numbers[component],
            from_=slaves[component].outputs.place(output),
            to=self.inputs.place(name),
            is_text=self.inputs.is_text[name],
            map_count=len(targets),
            map=self._memory.longs(int(number) for pair in targets.items() for number in pair),
        )

    def _groups(self, groups: Iterable[Group], numbers: Numbers, verb: str, direct: bool = False) -> structures.Groups:
        made = [self._group(group, numbers, verb, direct) for group in groups]
        return structures.Groups(self._memory.structures(made, structures.Group), len(made))

    def _group(self, group: Group, numbers: Numbers, verb: str, direct: bool) -> structures.Group:
        """If it is `direct`, the FMU's numbers lie in the Values themselves, where that is possible: nobody copies them."""
        name = self.instance.call_name(verb, group.accessor)
        kind, places = self.instance.c_type(group.accessor), [numbers.place(n) for n in group.names]
        lies_there = direct and kind == "Float64" and len(places) > 0 and places == [*range(places[0], places[0] + len(places))]
        return structures.Group(
            call=self.instance.address(name),
            name=c_char_p(name.encode()),
            references=self._memory.references(group.references),
            reference_count=len(group.references),
            numbers=numbers.address(group.names[0]) if lies_there else self._memory.keep(group.buffer),
            count=len(group.names),
            places=None if lies_there else self._memory.integers(places),
            type=C_TYPES[kind],
        )
