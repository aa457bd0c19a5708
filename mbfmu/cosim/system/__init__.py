"""A system of FMUs: parts, wires, inputs and times."""
