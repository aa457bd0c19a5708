"""A value held between two limits, with its kinks located as events."""

from ..scalars import switch


def limited(name: str, value, lower, upper):
    """`value` between `lower` and `upper`; `name` is unique in its block."""
    below = switch(f"{name}_below", lower - value, lower, value)
    return switch(f"{name}_above", value - upper, upper, below)
